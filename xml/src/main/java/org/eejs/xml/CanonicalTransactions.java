package org.eejs.xml;

import java.util.List;

/** Transactions of canonical XML, inclusive and exclusive. */
final class CanonicalTransactions {
    static final List<TransactionKind> ALL = List.of();

    private CanonicalTransactions() {}
}
