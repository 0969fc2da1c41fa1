package org.eejs.xmlload.parsing;

import java.util.List;
import org.eejs.banking.Named;
import org.eejs.pix.limits.ParserLimits;
import org.eejs.xmlload.documents.ContentTally;
import org.eejs.xmlload.documents.RecordedDocument;
import org.eejs.xmlload.engine.TransactionKind;
import org.eejs.xmlload.parsers.FastInfosetDocuments;
import org.eejs.xmlload.parsers.SaxLibrary;
import org.eejs.xmlload.parsers.StaxLibrary;

/**
 * Transactions of parsers and writers: StAX, SAX, SAX over Fast Infoset, and DOM. All parsers refuse what no document
 * may have ({@link ParserLimits}), and what that costs is in their figures. {@link ContentTally} defines what is done
 * with what they report, the same for all.
 */
public final class ParserTransactions {
    public static final List<TransactionKind> ALL = List.of(
            new TransactionKind("stax-parse", "Pulls every event of a document, looks at names, attributes, text",
                    Named.ids(StaxLibrary.class), false, (document, library, signature) -> {
                        StaxLibrary parsers = Named.byId(StaxLibrary.class, "a StAX library", library);
                        return () -> ParseTransaction.stax(document, parsers);
                    }),
            new TransactionKind("stax-write", "Writes a document of the same content into memory as UTF-8",
                    Named.ids(StaxLibrary.class), false, (document, library, signature) -> {
                        StaxLibrary writers = Named.byId(StaxLibrary.class, "a StAX library", library);
                        RecordedDocument content = new RecordedDocument(document.bytes());
                        return () -> new StaxWrite(document, content, writers);
                    }),
            new TransactionKind("sax-parse", "Is told every event of a document, looks at names, attributes, text",
                    Named.ids(SaxLibrary.class), false, (document, library, signature) -> {
                        SaxLibrary parsers = Named.byId(SaxLibrary.class, "a SAX library", library);
                        return () -> ParseTransaction.sax(document, parsers);
                    }),
            new TransactionKind("fast-infoset-parse",
                    "Is told every event of the same document in binary (Fast Infoset)",
                    List.of("fastinfoset"), false, (document, library, signature) -> {
                        byte[] encoded = FastInfosetDocuments.encode(document.bytes());
                        return () -> ParseTransaction.fastInfoset(document, encoded);
                    }),
            new TransactionKind("dom-parse", "Makes a tree of a document, looks at names, attributes, text",
                    List.of("jdk"), false, (document, library, signature) -> () -> ParseTransaction.dom(document)));

    private ParserTransactions() {}
}
