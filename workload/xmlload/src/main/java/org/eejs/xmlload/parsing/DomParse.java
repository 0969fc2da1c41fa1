package org.eejs.xmlload.parsing;

import java.io.IOException;
import javax.xml.parsers.ParserConfigurationException;
import org.eejs.xmlload.documents.ContentTally;
import org.eejs.xmlload.documents.OutcomeException;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.engine.Transaction;
import org.eejs.xmlload.parsers.DomParser;
import org.xml.sax.SAXException;

/**
 * Makes a tree of a document, and walks through it once: the JDK makes a node only when somebody comes to it, so a tree
 * alone is half the work. The builder is kept, one for each thread.
 */
final class DomParse implements Transaction {
    private final XmlDocument document;
    private final DomParser parser = new DomParser();

    DomParse(XmlDocument document) throws ParserConfigurationException {
        this.document = document;
    }

    private ContentTally parse() throws SAXException, IOException {
        ContentTally tally = new ContentTally();
        tally.walk(parser.parse(document.bytes()));
        return tally;
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
