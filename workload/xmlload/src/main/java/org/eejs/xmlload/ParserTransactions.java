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
 * Transactions of parsers and writers: StAX, SAX, SAX over Fast Infoset, and DOM. {@link ContentTally} defines what
 * is done with what they report, the same for all. Parsers and factories are kept, one for each thread.
 */
final class ParserTransactions {
    static final List<TransactionKind> ALL = List.of(
            TransactionKind.of("stax-parse", "Pulls every event of a document, looks at names, attributes, text",
                    StaxLibrary.class, "a StAX library", (document, library) ->
                            () -> parsing(document, document.bytes(), stax(library))),
            TransactionKind.of("stax-write", "Writes a document of the same content into memory as UTF-8",
                    StaxLibrary.class, "a StAX library", (document, library) -> {
                        RecordedDocument content = new RecordedDocument(document.bytes());
                        return () -> writing(document, content, library);
                    }),
            TransactionKind.of("sax-parse", "Is told every event of a document, looks at names, attributes, text",
                    SaxLibrary.class, "a SAX library", (document, library) ->
                            () -> parsing(document, document.bytes(), sax(library))),
            TransactionKind.of("fast-infoset-parse",
                    "Is told every event of the same document in binary (Fast Infoset)", "fastinfoset",
                    (document, library) -> {
                        byte[] encoded = fastInfoset(document.bytes());
                        return () -> parsing(document, encoded, fastInfoset());
                    }),
            TransactionKind.of("dom-parse", "Makes a tree of a document, looks at names, attributes, text", "jdk",
                    (document, library) -> () -> parsing(document, document.bytes(), dom())));

    private ParserTransactions() {}

    /** Reads documents, and hands everything in them to a tally. Kept by one thread. */
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
     * Pulls every event. Each library gets what its documentation recommends: a factory that is kept, one for each
     * thread; the document as an array where it takes one (Woodstox, Aalto), as a stream where it does not (JDK); a
     * reader that is closed, so that buffers are used again. Settings of coalescing and namespaces are alike; what a
     * library puts off until it is requested, it may.
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
     * Has every event reported. Each library's parser reads a stream, since SAX knows no arrays. Prefixes are not
     * reported as attributes, as is SAX's default.
     */
    private static Parser sax(SaxLibrary library) throws Exception {
        XMLReader parser = library.parser();
        return tallied((bytes, handler) -> SaxLibrary.report(parser, bytes, handler));
    }

    /** Does the same as SAX with Fast Infoset (ITU-T X.891); the parser's settings are its defaults. */
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
     * Makes a tree, and walks through it once: the JDK makes a node only when somebody comes to it, so a tree alone is
     * half the work.
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
     * Writes a document of the same content in UTF-8 into memory that is used again. Prefixes are given by the caller
     * ({@link XMLOutputFactory#IS_REPAIRING_NAMESPACES} is off, as by default), each library's own settings are as it
     * comes: Woodstox and Aalto write an element without content as one tag, the JDK as two. What was written must
     * have the same outline and the same canonical form.
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
                throw new OutcomeException("what was written is another document than what was read");
            }
        });
    }
}
