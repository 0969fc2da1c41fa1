package org.eejs.xml;

import java.io.IOException;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXNotRecognizedException;
import org.xml.sax.SAXNotSupportedException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.LexicalHandler;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * Stands between a parser and who listens, counts elements, and refuses document types. For one thread and one document
 * at a time.
 */
final class LimitedXmlReader extends XMLFilterImpl implements LexicalHandler {
    private static final String LEXICAL_HANDLER = "http://xml.org/sax/properties/lexical-handler";

    private final ParserLimits limits;
    private ElementCount count;
    /** Null where nobody listens. */
    private LexicalHandler lexical;
    private int namespaces;

    LimitedXmlReader(XMLReader parser, ParserLimits limits) throws SAXException {
        super(parser);
        this.limits = limits;
        parser.setProperty(LEXICAL_HANDLER, this);
    }

    @Override
    public void parse(InputSource input) throws SAXException, IOException {
        count = new ElementCount(limits);
        namespaces = 0;
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

    /** Without a handler, the JDK's parser would print it, too. */
    @Override
    public void fatalError(SAXParseException e) throws SAXException {
        throw e;
    }

    @Override
    public void startPrefixMapping(String prefix, String uri) throws SAXException {
        namespaces++;
        super.startPrefixMapping(prefix, uri);
    }

    @Override
    public void startElement(String uri, String name, String qualified, Attributes attributes) throws SAXException {
        String fault = count.start(attributes.getLength() + namespaces);
        namespaces = 0;
        if (fault != null) {
            throw new SAXException(fault);
        }
        super.startElement(uri, name, qualified, attributes);
    }

    @Override
    public void endElement(String uri, String name, String qualified) throws SAXException {
        count.end();
        super.endElement(uri, name, qualified);
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
        if (lexical != null) {
            lexical.startEntity(name);
        }
    }

    @Override
    public void endEntity(String name) throws SAXException {
        if (lexical != null) {
            lexical.endEntity(name);
        }
    }

    @Override
    public void startCDATA() throws SAXException {
        if (lexical != null) {
            lexical.startCDATA();
        }
    }

    @Override
    public void endCDATA() throws SAXException {
        if (lexical != null) {
            lexical.endCDATA();
        }
    }

    @Override
    public void comment(char[] text, int start, int length) throws SAXException {
        if (lexical != null) {
            lexical.comment(text, start, length);
        }
    }
}
