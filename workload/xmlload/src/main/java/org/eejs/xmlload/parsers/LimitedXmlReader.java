package org.eejs.xmlload.parsers;

import java.io.IOException;
import org.eejs.pix.limits.ElementCount;
import org.eejs.pix.limits.NameCount;
import org.eejs.pix.limits.ParserLimits;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXNotRecognizedException;
import org.xml.sax.SAXNotSupportedException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.DefaultHandler2;
import org.xml.sax.ext.LexicalHandler;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * Stands between a parser and who listens, counts elements, and refuses document types and long names. For one thread
 * and one document at a time.
 */
final class LimitedXmlReader extends XMLFilterImpl implements LexicalHandler {
    private static final String LEXICAL_HANDLER = "http://xml.org/sax/properties/lexical-handler";

    private final ParserLimits limits;
    private final NameCount names;
    private ElementCount count;
    private LexicalHandler lexical = new DefaultHandler2();
    private int namespaces;

    /** The names are null where they need not be counted. */
    LimitedXmlReader(XMLReader parser, ParserLimits limits, NameCount names) throws SAXException {
        super(parser);
        this.limits = limits;
        this.names = names;
        parser.setProperty(LEXICAL_HANDLER, this);
    }

    /** Whether the parser has seen so many names that it should be given up before the next document. */
    boolean isFull() {
        return names != null && names.isFull();
    }

    @Override
    public void parse(InputSource input) throws SAXException, IOException {
        count = new ElementCount(limits, names);
        namespaces = 0;
        if (names != null) {
            names.begin();
        }
        super.parse(input);
    }

    @Override
    public void setProperty(String name, Object value) throws SAXNotRecognizedException, SAXNotSupportedException {
        if (name.equals(LEXICAL_HANDLER)) {
            lexical = (LexicalHandler) value;
        } else {
            super.setProperty(name, value);
        }
    }

    @Override
    public Object getProperty(String name) throws SAXNotRecognizedException, SAXNotSupportedException {
        return name.equals(LEXICAL_HANDLER) ? lexical : super.getProperty(name);
    }

    @Override
    public InputSource resolveEntity(String publicId, String systemId) throws SAXException {
        throw new SAXException("nothing outside of a document is read: " + systemId);
    }

    private static void refuse(String fault) throws SAXException {
        if (fault != null) {
            throw new SAXException(fault);
        }
    }

    /** Without a handler, the JDK's parser would print it, too. */
    @Override
    public void fatalError(SAXParseException e) throws SAXException {
        throw e;
    }

    @Override
    public void startPrefixMapping(String prefix, String uri) throws SAXException {
        namespaces++;
        refuse(ElementCount.namespace(prefix, uri));
        if (names != null) {
            refuse(names.other(prefix));
        }
        super.startPrefixMapping(prefix, uri);
    }

    @Override
    public void startElement(String uri, String name, String qualified, Attributes attributes) throws SAXException {
        String fault = count.start(attributes.getLength(), namespaces);
        namespaces = 0;
        if (fault == null) {
            fault = ElementCount.longName(name);
        }
        for (int i = attributes.getLength() - 1; fault == null && i >= 0; i--) {
            fault = ElementCount.longName(attributes.getLocalName(i));
        }
        refuse(fault);
        if (names != null) {
            refuse(names.start(name, attributes));
        }
        super.startElement(uri, name, qualified, attributes);
    }

    @Override
    public void endElement(String uri, String name, String qualified) throws SAXException {
        count.end();
        super.endElement(uri, name, qualified);
    }

    @Override
    public void processingInstruction(String target, String data) throws SAXException {
        refuse(ElementCount.longName(target));
        if (names != null) {
            refuse(names.other(target));
        }
        super.processingInstruction(target, data);
    }

    @Override
    public void skippedEntity(String name) throws SAXException {
        throw new SAXException("a document has no entities of its own: " + name);
    }

    @Override
    public void startDTD(String name, String publicId, String systemId) throws SAXException {
        throw new SAXException(ElementCount.documentType());
    }

    @Override
    public void endDTD() {
        // None begins.
    }

    @Override
    public void startEntity(String name) throws SAXException {
        lexical.startEntity(name);
    }

    @Override
    public void endEntity(String name) throws SAXException {
        lexical.endEntity(name);
    }

    @Override
    public void startCDATA() throws SAXException {
        lexical.startCDATA();
    }

    @Override
    public void endCDATA() throws SAXException {
        lexical.endCDATA();
    }

    @Override
    public void comment(char[] text, int start, int length) throws SAXException {
        lexical.comment(text, start, length);
    }
}
