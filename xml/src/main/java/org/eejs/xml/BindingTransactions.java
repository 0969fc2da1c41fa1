package org.eejs.xml;

import java.util.List;

/** Transactions on documents as a whole: JAXB, schema validation and XSLT. */
final class BindingTransactions {
    static final List<TransactionKind> ALL = List.of();

    private BindingTransactions() {}
}
