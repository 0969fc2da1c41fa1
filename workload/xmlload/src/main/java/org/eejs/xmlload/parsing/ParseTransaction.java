package org.eejs.xmlload.parsing;

import java.io.IOException;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.stream.XMLStreamReader;
import org.eejs.pix.limits.ElementCount;
import org.eejs.xmlload.documents.ContentTally;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.engine.Transaction;
import org.eejs.xmlload.parsers.DomParser;
import org.eejs.xmlload.parsers.FastInfosetDocuments;
import org.eejs.xmlload.parsers.SaxLibrary;
import org.eejs.xmlload.parsers.StaxLibrary;
import org.eejs.xmlload.parsers.StaxParser;
import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Reads a document and looks at everything in it. */
public final class ParseTransaction implements Transaction {
    private final XmlDocument document;
    private final byte[] bytes;
    private final Parser parser;

    /** Reads documents, and hands everything in them to a tally. Kept by one thread. */
    @FunctionalInterface
    private interface Parser {
        ContentTally parse(byte[] document) throws Exception;
    }

    /** Reports a document's events. */
    @FunctionalInterface
    private interface Events {
        void report(byte[] document, ContentHandler to) throws SAXException, IOException;
    }

    private ParseTransaction(XmlDocument document, byte[] bytes, Parser parser) {
        this.document = document;
        this.bytes = bytes;
        this.parser = parser;
    }

    /**
     * Pulls every event. Each library gets what its documentation recommends: a factory that is kept, one for each
     * thread; the document as an array where it takes one (Woodstox, Aalto), as a stream where it does not (JDK); a
     * reader that is closed, so that buffers are used again. Settings of coalescing and namespaces are alike; what a
     * library puts off until it is requested, it may.
     */
    public static ParseTransaction stax(XmlDocument document, StaxLibrary library) {
        StaxParser parser = library.parser();
        return new ParseTransaction(document, document.bytes(), bytes -> {
            ContentTally tally = new ContentTally();
            XMLStreamReader in = parser.bareReader(bytes);
            ElementCount count = parser.count();
            while (in.hasNext()) {
                int event = in.next();
                count.take(event, in);
                tally.take(event, in);
            }
            in.close();
            return tally;
        });
    }

    /**
     * Has every event reported. Each library's parser is kept, one for each thread, and reads a stream, since SAX knows
     * no arrays. Prefixes are not reported as attributes, as is SAX's default.
     */
    static ParseTransaction sax(XmlDocument document, SaxLibrary library)
            throws SAXException, ParserConfigurationException {
        return new ParseTransaction(document, document.bytes(), tallied(library.parser()::parse));
    }

    /** The same as SAX, of what was encoded as Fast Infoset before; the parser's settings are its defaults. */
    static ParseTransaction fastInfoset(XmlDocument document, byte[] encoded) {
        return new ParseTransaction(document, encoded, tallied(new FastInfosetDocuments()::parse));
    }

    private static Parser tallied(Events events) {
        return bytes -> {
            Listener listener = new Listener();
            events.report(bytes, listener);
            return listener.tally();
        };
    }

    /**
     * Makes a tree, and walks through it once: the JDK makes a node only when somebody comes to it, so a tree alone is
     * half the work. The builder is kept, one for each thread.
     */
    static ParseTransaction dom(XmlDocument document) throws ParserConfigurationException {
        DomParser parser = new DomParser();
        return new ParseTransaction(document, document.bytes(), bytes -> {
            ContentTally tally = new ContentTally();
            tally.walk(parser.parse(bytes));
            return tally;
        });
    }

    /** Hands everything to a tally. */
    public static final class Listener extends DefaultHandler {
        private final ContentTally tally = new ContentTally();

        public ContentTally tally() {
            return tally;
        }

        @Override
        public void startElement(String namespace, String name, String qualified, Attributes attributes) {
            tally.start(namespace, name, attributes);
        }

        @Override
        public void characters(char[] text, int start, int length) {
            tally.text(text, start, length);
        }
    }

    @Override
    public long run() throws Exception {
        return parser.parse(bytes).mixed();
    }

    @Override
    public void check() throws Exception {
        parser.parse(bytes).expect(document.outline());
    }
}
