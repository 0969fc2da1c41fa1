package org.eejs.xmlload.parsing;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.eejs.pix.limits.ParserLimits;
import org.eejs.pix.signature.Dsig;
import org.eejs.xmlload.documents.OutcomeException;
import org.eejs.xmlload.documents.RecordedDocument;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.engine.Transaction;
import org.eejs.xmlload.parsers.StaxLibrary;
import org.eejs.xmlload.signatures.DocumentCanonicalizer;
import org.eejs.xmlload.signatures.SantuarioCanonicalizer;

/**
 * Writes a document of the same content in UTF-8 into memory that is used again. Prefixes are given by the caller
 * ({@link XMLOutputFactory#IS_REPAIRING_NAMESPACES} is off, as by default), each library's own settings are as it
 * comes: Woodstox and Aalto write an element without content as one tag, the JDK as two. Factories are kept, one for
 * each thread.
 */
final class StaxWrite implements Transaction {
    private final XmlDocument document;
    private final RecordedDocument content;
    private final XMLOutputFactory factory;
    private final ByteArrayOutputStream out;

    StaxWrite(XmlDocument document, RecordedDocument content, StaxLibrary library) {
        this.document = document;
        this.content = content;
        factory = library.outputs();
        out = new ByteArrayOutputStream(document.bytes().length + document.bytes().length / 8);
    }

    @Override
    public long run() throws XMLStreamException {
        out.reset();
        XMLStreamWriter writer = factory.createXMLStreamWriter(out, ParserLimits.ENCODING);
        content.writeTo(writer);
        writer.close();
        return out.size();
    }

    /** What was written must have the same outline, and the same canonical form. */
    @Override
    public void check() throws Exception {
        run();
        byte[] written = out.toByteArray();
        ParseTransaction.stax(new XmlDocument(document.kind(), written, document.outline()), StaxLibrary.JDK).check();
        DocumentCanonicalizer canonicalizer = new SantuarioCanonicalizer(Dsig.INCLUSIVE_C14N);
        if (!Arrays.equals(canonicalizer.canonical(document.bytes()), canonicalizer.canonical(written))) {
            throw new OutcomeException("what was written is another document than what was read");
        }
    }
}
