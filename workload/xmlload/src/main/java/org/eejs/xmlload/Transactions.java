package org.eejs.xmlload;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All kinds of transactions, in the order of a report. */
public final class Transactions {
    public static final List<TransactionKind> ALL = Stream.of(ParserTransactions.ALL, BindingTransactions.ALL,
            CanonicalTransactions.ALL, SignatureTransactions.ALL).flatMap(List::stream).toList();

    private Transactions() {}

    /**
     * Returns the kind with this name.
     *
     * @throws IllegalArgumentException with a line that lists those that exist
     */
    public static TransactionKind byName(String name) {
        return ALL.stream().filter(kind -> kind.name().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'%s' is not a transaction; there are %s"
                        .formatted(name, ALL.stream().map(TransactionKind::name).collect(Collectors.joining(", ")))));
    }

    public static String library(TransactionKind kind, String name) {
        if (!kind.libraries().contains(name)) {
            throw new IllegalArgumentException("'%s' is not a library for %s; there are %s".formatted(name, kind.name(),
                    String.join(", ", kind.libraries())));
        }
        return name;
    }
}
