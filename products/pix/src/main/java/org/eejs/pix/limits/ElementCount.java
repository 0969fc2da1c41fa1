package org.eejs.pix.limits;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Counts the elements that are open, their attributes and namespaces, and refuses what no document may have, names too
 * long among it: factories of Woodstox and Aalto keep names for later documents, as many as it may be, whatever their
 * length. It stands behind every parser but the tree's: some have no such limits, and none refuses a document type by
 * the settings of StAX alone. For one document.
 */
public final class ElementCount {
    private final ParserLimits limits;
    /** Null where names need not be counted. */
    private final NameCount names;
    /** For each element that is open, how many namespaces it declares. */
    private final int[] declared;
    private int depth;
    private int scope;

    public ElementCount(ParserLimits limits, NameCount names) {
        this.limits = limits;
        this.names = names;
        declared = new int[limits.depth() + 1];
    }

    /**
     * Takes what the reader has come to; to be called after each step.
     *
     * @throws XMLStreamException when it is what no document may have
     */
    public void take(int event, XMLStreamReader in) throws XMLStreamException {
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> start(in);
            case XMLStreamConstants.END_ELEMENT -> end();
            case XMLStreamConstants.PROCESSING_INSTRUCTION -> {
                refuse(longName(in.getPITarget()), in);
                if (names != null) {
                    refuse(names.other(in.getPITarget()), in);
                }
            }
            case XMLStreamConstants.DTD -> throw new XMLStreamException(documentType(), in.getLocation());
            case XMLStreamConstants.ENTITY_REFERENCE ->
                throw new XMLStreamException("a document has no entities of its own", in.getLocation());
            default -> { }
        }
    }

    private void start(XMLStreamReader in) throws XMLStreamException {
        int namespaces = in.getNamespaceCount();
        String fault = start(in.getAttributeCount(), namespaces);
        for (int i = 0; fault == null && i < namespaces; i++) {
            fault = namespace(in.getNamespacePrefix(i), in.getNamespaceURI(i));
        }
        refuse(fault == null ? longName(in) : fault, in);
        if (names != null) {
            refuse(names.start(in), in);
        }
    }

    private static void refuse(String fault, XMLStreamReader in) throws XMLStreamException {
        if (fault != null) {
            throw new XMLStreamException(fault, in.getLocation());
        }
    }

    /**
     * The fault of an element that has a name which is too long, or null. Prefixes are looked at where they are
     * declared, by {@link #namespace}.
     */
    public static String longName(XMLStreamReader in) {
        String fault = longName(in.getLocalName());
        for (int i = in.getAttributeCount() - 1; fault == null && i >= 0; i--) {
            fault = longName(in.getAttributeLocalName(i));
        }
        return fault;
    }

    /** The fault of a name that is too long, or null. */
    public static String longName(String name) {
        return name.length() <= ParserLimits.NAME ? null
                : "a name has " + name.length() + " characters, " + ParserLimits.NAME + " are allowed";
    }

    /** A namespace is declared; the fault, or null. Aalto lets the namespace of a prefix be taken back. */
    public static String namespace(String prefix, String uri) {
        if (prefix == null || prefix.isEmpty()) {
            return null;
        }
        String fault = longName(prefix);
        return fault != null || uri != null && !uri.isEmpty() ? fault : "the prefix " + prefix + " has no namespace";
    }

    /** An element begins; the fault, or null. */
    public String start(int attributes, int namespaces) {
        depth++;
        if (depth > limits.depth()) {
            return "elements are nested deeper than " + limits.depth();
        }
        if (attributes > limits.attributes()) {
            return "an element has more than " + limits.attributes() + " attributes";
        }
        declared[depth] = namespaces;
        scope += namespaces;
        if (scope > limits.scope()) {
            return "more than " + limits.scope() + " namespaces are declared at one place";
        }
        return null;
    }

    public void end() {
        scope -= declared[depth];
        depth--;
    }

    public int depth() {
        return depth;
    }

    public static String documentType() {
        return "a document has no document type";
    }
}
