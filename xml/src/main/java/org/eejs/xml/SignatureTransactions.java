package org.eejs.xml;

import java.util.List;

/** Transactions of XML signatures: making and validating enveloped, enveloping and detached ones. */
final class SignatureTransactions {
    static final List<TransactionKind> ALL = List.of();

    private SignatureTransactions() {}
}
