package org.eejs.xmlload.parsing;

import java.io.IOException;
import org.eejs.xmlload.documents.ContentTally;
import org.eejs.xmlload.documents.OutcomeException;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.engine.Transaction;
import org.eejs.xmlload.parsers.FastInfosetDocuments;
import org.xml.sax.SAXException;

/**
 * Has a document reported by SAX that was encoded as Fast Infoset before. The parser is kept, one for each thread, and
 * its settings are as they come.
 */
final class FastInfosetParse implements Transaction {
    private final XmlDocument document;
    private final byte[] encoded;
    private final FastInfosetDocuments parser = new FastInfosetDocuments();

    FastInfosetParse(XmlDocument document, byte[] encoded) {
        this.document = document;
        this.encoded = encoded;
    }

    private ContentTally parse() throws SAXException, IOException {
        SaxParse.Listener listener = new SaxParse.Listener();
        parser.parse(encoded, listener);
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
