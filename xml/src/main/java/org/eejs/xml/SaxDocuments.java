package org.eejs.xml;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.xml.transform.sax.SAXSource;
import org.xml.sax.ContentHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/**
 * Reads documents by SAX: without document types, entities and anything from outside, within limits. What was reported of
 * a document that is refused must be thrown away. For one thread and one document at a time; to be kept.
 */
public final class SaxDocuments {
    private final LimitedXmlReader reader;
    private final ParserLimits limits;

    SaxDocuments(XMLReader reader, ParserLimits limits) throws SAXException {
        this.reader = new LimitedXmlReader(reader, limits);
        this.limits = limits;
    }

    /** Reads a document. */
    void parse(byte[] document, ContentHandler handler) throws SAXException, IOException {
        DocumentCheck.check(document, limits);
        reader.setContentHandler(handler);
        reader.parse(new InputSource(new ByteArrayInputStream(document)));
    }

    /** A document for what reads by itself, such as a validator or an XSLT processor; to be read once. */
    public SAXSource source(byte[] document) throws IOException {
        DocumentCheck.check(document, limits);
        return new SAXSource(reader, new InputSource(new ByteArrayInputStream(document)));
    }
}
