package org.eejs.xmlload.parsers;

import com.sun.xml.fastinfoset.sax.SAXDocumentParser;
import com.sun.xml.fastinfoset.sax.SAXDocumentSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.xml.parsers.ParserConfigurationException;
import org.eejs.pix.limits.ParserLimits;
import org.jvnet.fastinfoset.FastInfosetException;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;

/**
 * Writes and reads documents as Fast Infoset (ITU-T X.891), with the library's defaults and no vocabulary from outside,
 * within limits. For one thread and one document at a time; to be kept.
 */
public final class FastInfosetDocuments {
    private final SAXDocumentParser parser = new SAXDocumentParser();
    private final ParserLimits limits;

    /** Within {@link ParserLimits#WORKLOAD}. */
    public FastInfosetDocuments() {
        this(ParserLimits.WORKLOAD);
    }

    FastInfosetDocuments(ParserLimits limits) {
        this.limits = limits;
    }

    /** The same document as Fast Infoset. */
    public static byte[] encode(byte[] document) throws SAXException, IOException, ParserConfigurationException {
        ByteArrayOutputStream encoded = new ByteArrayOutputStream(document.length);
        SAXDocumentSerializer serializer = new SAXDocumentSerializer();
        serializer.setOutputStream(encoded);
        SaxLibrary.JDK.parser().parse(document, serializer);
        return encoded.toByteArray();
    }

    /** Reads a document; what was reported of one that is refused must be thrown away. */
    public void parse(byte[] encoded, ContentHandler handler) throws SAXException, IOException {
        FastInfosetCheck.check(encoded, limits);
        parser.setContentHandler(new FastInfosetLimits(handler, limits));
        try {
            parser.parse(new ByteArrayInputStream(encoded));
        } catch (FastInfosetException e) {
            throw new SAXException("no Fast Infoset document: " + e.getMessage(), e);
        }
    }
}
