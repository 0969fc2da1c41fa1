package org.eejs.xmlload.parsing;

import java.io.IOException;
import javax.xml.parsers.ParserConfigurationException;
import org.eejs.xmlload.documents.ContentTally;
import org.eejs.xmlload.documents.OutcomeException;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.engine.Transaction;
import org.eejs.xmlload.parsers.SaxDocuments;
import org.eejs.xmlload.parsers.SaxLibrary;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Has a document reported by SAX. Each library's parser is kept, one for each thread, and reads a stream, since SAX
 * knows no arrays. Prefixes are not reported as attributes, as is SAX's default.
 */
public final class SaxParse implements Transaction {
    private final XmlDocument document;
    private final SaxDocuments parser;

    SaxParse(XmlDocument document, SaxLibrary library) throws SAXException, ParserConfigurationException {
        this.document = document;
        parser = library.parser();
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

    private ContentTally parse() throws SAXException, IOException {
        Listener listener = new Listener();
        parser.parse(document.bytes(), listener);
        return listener.tally();
    }

    @Override
    public long run() throws SAXException, IOException {
        return parse().mixed();
    }

    @Override
    public void check() throws SAXException, IOException, OutcomeException {
        parse().expect(document.outline());
    }
}
