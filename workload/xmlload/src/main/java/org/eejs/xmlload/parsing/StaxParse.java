package org.eejs.xmlload.parsing;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.eejs.pix.limits.ElementCount;
import org.eejs.xmlload.documents.ContentTally;
import org.eejs.xmlload.documents.OutcomeException;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.engine.Transaction;
import org.eejs.xmlload.parsers.StaxLibrary;
import org.eejs.xmlload.parsers.StaxParser;

/**
 * Pulls every event of a document. Each library gets what its documentation recommends: a factory that is kept, one for
 * each thread; the document as an array where it takes one (Woodstox, Aalto), as a stream where it does not (JDK); a
 * reader that is closed, so that buffers are used again. Settings of coalescing and namespaces are alike; what a
 * library puts off until it is asked for, it may.
 */
public final class StaxParse implements Transaction {
    private final XmlDocument document;
    private final StaxParser parser;

    public StaxParse(XmlDocument document, StaxLibrary library) {
        this.document = document;
        parser = library.parser();
    }

    private ContentTally parse() throws XMLStreamException {
        ContentTally tally = new ContentTally();
        XMLStreamReader in = parser.bareReader(document.bytes());
        ElementCount count = parser.count();
        while (in.hasNext()) {
            int event = in.next();
            count.take(event, in);
            tally.take(event, in);
        }
        in.close();
        return tally;
    }

    @Override
    public long run() throws XMLStreamException {
        return parse().mixed();
    }

    @Override
    public void check() throws XMLStreamException, OutcomeException {
        parse().expect(document.outline());
    }
}
