package org.eejs.bench.xml;

import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.ValidationEvent;
import java.io.IOException;
import java.util.Map;
import org.eejs.bench.measuring.RateBenchmark;
import org.eejs.xmlload.documents.DocumentKind;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.invoice.Invoice;
import org.eejs.xmlload.parsers.SaxDocuments;
import org.eejs.xmlload.parsers.SaxLibrary;
import org.glassfish.jaxb.runtime.v2.JAXBContextFactory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Invoices a second that JAXB makes objects of, called as in any application: what the transaction
 * {@code jaxb-unmarshal} of the library {@code jaxb-ri} is held to. The source is the same: the JDK's SAX parser with
 * limits.
 */
public class BareJaxbUnmarshal extends RateBenchmark {
    /** About how long the document is. */
    @Param("10000")
    int bytes;

    private byte[] document;
    private SaxDocuments parser;
    private Unmarshaller unmarshaller;

    /** Draws the document, and makes sure that all of its lines become objects. */
    @Setup
    public void prepare() throws Exception {
        XmlDocument drawn = XmlDocument.draw(DocumentKind.INVOICE, bytes, XmlEngine.SEED);
        document = drawn.bytes();
        parser = SaxLibrary.JDK.parser();
        unmarshaller = new JAXBContextFactory().createContext(new Class<?>[] {Invoice.class}, Map.of())
                .createUnmarshaller();
        unmarshaller.setEventHandler(event -> event.getSeverity() == ValidationEvent.WARNING);
        int lines = unmarshal().getLines().getLine().size();
        if (lines != drawn.outline().items()) {
            throw new IllegalStateException("JAXB found " + lines + " lines, and there are "
                    + drawn.outline().items());
        }
    }

    /** Makes objects of it. */
    @Benchmark
    public Invoice unmarshal() throws JAXBException, IOException {
        return (Invoice) unmarshaller.unmarshal(parser.source(document));
    }
}
