package org.eejs.xml;

import java.util.List;

/** Transactions of parsers and writers: StAX, SAX, SAX over Fast Infoset, and DOM. */
final class ParserTransactions {
    static final List<TransactionKind> ALL = List.of();

    private ParserTransactions() {}
}
