package org.eejs.xmlload;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.xml.sax.Attributes;

/**
 * Counts what a parser reports of one document, and reads each name, value and text, as an application would: asks for
 * it, and takes its length. This forces the work that a library defers until then. For one thread.
 */
public final class ContentTally {
    private long elements;
    private long attributes;
    private long characters;
    private long touched;

    public void take(int event, XMLStreamReader in) {
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> {
                elements++;
                touch(in.getLocalName());
                touch(in.getNamespaceURI());
                int count = in.getAttributeCount();
                attributes += count;
                for (int i = 0; i < count; i++) {
                    touch(in.getAttributeLocalName(i));
                    touch(in.getAttributeValue(i));
                }
            }
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
                text(in.getTextCharacters(), in.getTextStart(), in.getTextLength());
            default -> { }
        }
    }

    public void start(String namespace, String name, Attributes reported) {
        elements++;
        touch(name);
        touch(namespace);
        int count = reported.getLength();
        attributes += count;
        for (int i = 0; i < count; i++) {
            touch(reported.getLocalName(i));
            touch(reported.getValue(i));
        }
    }

    public void text(char[] text, int start, int length) {
        characters += length;
        if (length > 0) {
            touched += text[start] + text[start + length - 1];
        }
    }

    /** Counts a tree, whose paths are no longer than a parser permits. */
    public void walk(Node parent) {
        for (Node each = parent.getFirstChild(); each != null; each = each.getNextSibling()) {
            switch (each.getNodeType()) {
                case Node.ELEMENT_NODE -> {
                    elements++;
                    touch(each.getLocalName());
                    touch(each.getNamespaceURI());
                    attributes(each.getAttributes());
                    walk(each);
                }
                case Node.TEXT_NODE, Node.CDATA_SECTION_NODE -> {
                    String text = each.getNodeValue();
                    characters += text.length();
                    if (!text.isEmpty()) {
                        touched += text.charAt(0) + text.charAt(text.length() - 1);
                    }
                }
                default -> { }
            }
        }
    }

    private void attributes(NamedNodeMap map) {
        for (int i = 0; i < map.getLength(); i++) {
            Node attribute = map.item(i);
            // A tree has namespace declarations among the attributes, readers do not.
            if (!"http://www.w3.org/2000/xmlns/".equals(attribute.getNamespaceURI())) {
                attributes++;
                touch(attribute.getLocalName());
                touch(attribute.getNodeValue());
            }
        }
    }

    private void touch(String text) {
        if (text != null) {
            touched += text.length();
        }
    }

    public long mixed() {
        return touched + 31 * (characters + 31 * (attributes + 31 * elements));
    }

    public void expect(XmlDocument.Outline outline) throws OutcomeException {
        OutcomeException.expect("elements", outline.elements(), elements);
        OutcomeException.expect("attributes", outline.attributes(), attributes);
        OutcomeException.expect("characters", outline.characters(), characters);
    }
}
