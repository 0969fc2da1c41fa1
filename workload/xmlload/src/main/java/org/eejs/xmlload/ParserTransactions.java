package org.eejs.xmlload;

import com.sun.xml.fastinfoset.sax.SAXDocumentParser;
import com.sun.xml.fastinfoset.sax.SAXDocumentSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.eejs.pix.signature.Dsig;
import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.DefaultHandler;

/**
 * The transactions of parsers and writers: StAX, SAX, SAX over Fast Infoset, and DOM. {@link ContentTally} processes
 * what they report, in the same way for all. Each thread keeps its parsers and factories.
 */
final class ParserTransactions {
    static final List<TransactionKind> ALL = List.of(
            TransactionKind.of("stax-parse", "Pulls every event of a document, reads names, attributes, text",
                    StaxLibrary.class, "a StAX library", (document, library) ->
                            () -> parsing(document, document.bytes(), stax(library))),
            TransactionKind.of("stax-write", "Writes a document of the same content into memory as UTF-8",
                    StaxLibrary.class, "a StAX library", (document, library) -> {
                        RecordedDocument content = new RecordedDocument(document.bytes());
                        return () -> writing(document, content, library);
                    }),
            TransactionKind.of("sax-parse", "Receives every event of a document, reads names, attributes, text",
                    SaxLibrary.class, "a SAX library", (document, library) ->
                            () -> parsing(document, document.bytes(), sax(library))),
            TransactionKind.of("fast-infoset-parse",
                    "Receives every event of the same document in binary (Fast Infoset)", "fastinfoset",
                    (document, library) -> {
                        byte[] encoded = fastInfoset(document.bytes());
                        return () -> parsing(document, encoded, fastInfoset());
                    }),
            TransactionKind.of("dom-parse", "Makes a tree of a document, reads names, attributes, text", "jdk",
                    (document, library) -> () -> parsing(document, document.bytes(), dom())));

    private ParserTransactions() {}

    /** Reads documents, and passes everything in them to a tally. Kept by one thread. */
    @FunctionalInterface
    private interface Parser {
        ContentTally parse(byte[] document) throws Exception;
    }

    /** Reports a document's events. */
    @FunctionalInterface
    private interface Events {
        void report(byte[] document, ContentHandler to) throws Exception;
    }

    private static Transaction parsing(XmlDocument document, byte[] bytes, Parser parser) {
        return Transaction.of(() -> parser.parse(bytes).mixed(), () -> parser.parse(bytes).expect(document.outline()));
    }

    /**
     * Pulls every event. Each library is used as its documentation recommends: each thread keeps a factory, and closes
     * its readers, which releases buffers for reuse. Woodstox and Aalto read the document as an array, the JDK as a
     * stream. Settings for coalescing and namespaces are the same. A library may defer work until it is requested.
     */
    private static Parser stax(StaxLibrary library) {
        StaxLibrary.Opener parser = library.parser();
        return bytes -> {
            ContentTally tally = new ContentTally();
            XMLStreamReader in = parser.open(bytes);
            while (in.hasNext()) {
                tally.take(in.next(), in);
            }
            in.close();
            return tally;
        };
    }

    /**
     * Pushes every event to the tally. Each library's parser reads a stream, since SAX does not accept arrays. Prefixes
     * are not reported as attributes, which is SAX's default.
     */
    private static Parser sax(SaxLibrary library) throws Exception {
        XMLReader parser = library.parser();
        return tallied((bytes, handler) -> SaxLibrary.report(parser, bytes, handler));
    }

    /** Pushes every event of Fast Infoset (ITU-T X.891) to the tally; the parser's settings are its defaults. */
    private static Parser fastInfoset() {
        SAXDocumentParser parser = new SAXDocumentParser();
        return tallied((encoded, handler) -> {
            parser.setContentHandler(handler);
            parser.parse(new ByteArrayInputStream(encoded));
        });
    }

    private static byte[] fastInfoset(byte[] document) throws Exception {
        ByteArrayOutputStream encoded = new ByteArrayOutputStream(document.length);
        SAXDocumentSerializer serializer = new SAXDocumentSerializer();
        serializer.setOutputStream(encoded);
        SaxLibrary.report(SaxLibrary.JDK.parser(), document, serializer);
        return encoded.toByteArray();
    }

    private static Parser tallied(Events events) {
        return bytes -> {
            ContentTally tally = new ContentTally();
            events.report(bytes, new DefaultHandler() {
                @Override
                public void startElement(String namespace, String name, String qualified, Attributes attributes) {
                    tally.start(namespace, name, attributes);
                }

                @Override
                public void characters(char[] text, int start, int length) {
                    tally.text(text, start, length);
                }
            });
            return tally;
        };
    }

    /**
     * Makes a tree, and walks through it once. The JDK creates a node only on access, so a tree without a walk is half
     * the work.
     */
    private static Parser dom() throws Exception {
        DomParser parser = new DomParser();
        return bytes -> {
            ContentTally tally = new ContentTally();
            tally.walk(parser.parse(bytes));
            return tally;
        };
    }

    /**
     * Writes a document of the same content in UTF-8 into reused memory. The caller gives the prefixes
     * ({@link XMLOutputFactory#IS_REPAIRING_NAMESPACES} is off, as by default). Other settings are each library's
     * defaults: Woodstox and Aalto write an element without content as one tag, the JDK as two. The output must have
     * the same outline and the same canonical form.
     */
    private static Transaction writing(XmlDocument document, RecordedDocument content, StaxLibrary library) {
        XMLOutputFactory factory = library.outputs();
        ByteArrayOutputStream out = new ByteArrayOutputStream(document.bytes().length + document.bytes().length / 8);
        Transaction write = () -> {
            out.reset();
            XMLStreamWriter writer = factory.createXMLStreamWriter(out, StandardCharsets.UTF_8.name());
            content.writeTo(writer);
            writer.close();
            return out.size();
        };
        return Transaction.of(write, () -> {
            write.run();
            byte[] written = out.toByteArray();
            stax(StaxLibrary.JDK).parse(written).expect(document.outline());
            DocumentCanonicalizer canonicalizer = CanonicalTransactions.santuario(Dsig.INCLUSIVE_C14N);
            if (!Arrays.equals(canonicalizer.canonical(document.bytes()), canonicalizer.canonical(written))) {
                throw new OutcomeException("the written document differs from the one that was read");
            }
        });
    }
}
