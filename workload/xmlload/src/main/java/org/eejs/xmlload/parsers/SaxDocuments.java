package org.eejs.xmlload.parsers;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.sax.SAXSource;
import org.eejs.pix.limits.NameCount;
import org.eejs.pix.limits.ParserLimits;
import org.xml.sax.ContentHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * Reads documents by SAX: without document types, entities and anything from outside, within limits. What was reported
 * of a document that is refused must be thrown away. For one thread and one document at a time; to be kept.
 */
public final class SaxDocuments {
    private final SaxLibrary library;
    private final ParserLimits limits;
    private LimitedXmlReader reader;
    private long bytes;

    SaxDocuments(SaxLibrary library, ParserLimits limits) throws SAXException, ParserConfigurationException {
        this.library = library;
        this.limits = limits;
        renew();
    }

    private void renew() throws SAXException, ParserConfigurationException {
        reader = new LimitedXmlReader(library.reader(limits), limits,
                library == SaxLibrary.AALTO ? new NameCount() : null);
        bytes = 0;
    }

    public void parse(byte[] document, ContentHandler handler) throws SAXException, IOException {
        SAXSource source = source(document);
        reader.setContentHandler(handler);
        reader.parse(source.getInputSource());
    }

    /**
     * A document for what reads by itself, such as a validator; to be read once, before the next.
     *
     * @throws IOException when the document is refused from its first bytes on
     */
    public SAXSource source(byte[] document) throws IOException {
        DocumentCheck.check(document, limits);
        if (bytes > ParserLimits.KEPT_BYTES || reader.isFull()) {
            try {
                renew();
            } catch (SAXException | ParserConfigurationException e) {
                throw new IOException("no other parser like the first can be made", e);
            }
        }
        bytes += document.length;
        return new SAXSource(reader, new InputSource(new ByteArrayInputStream(document)));
    }
}
