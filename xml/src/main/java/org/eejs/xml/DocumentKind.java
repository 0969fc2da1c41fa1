package org.eejs.xml;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A kind of document, by the name that options know. Each has a schema of ours. */
public enum DocumentKind {
    /** An invoice with lines, taxes and totals. */
    INVOICE("invoice"),
    /** A purchase order with items and deliveries. */
    PURCHASE_ORDER("purchase-order"),
    /** A payment message as of ISO 20022, pacs.008.001.08, with credit transfers. */
    PACS_008("pacs.008");

    private final String id;

    DocumentKind(String id) {
        this.id = id;
    }

    /** The name in options and results. */
    public String id() {
        return id;
    }

    /**
     * The kind with this {@link #id()}.
     *
     * @throws IllegalArgumentException with a line that lists those that exist
     */
    public static DocumentKind byId(String id) {
        return Arrays.stream(values()).filter(kind -> kind.id.equals(id)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'%s' is not a document; there are %s".formatted(id,
                        Arrays.stream(values()).map(DocumentKind::id).collect(Collectors.joining(", ")))));
    }
}
