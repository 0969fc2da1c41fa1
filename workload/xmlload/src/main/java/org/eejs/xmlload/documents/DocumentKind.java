package org.eejs.xmlload.documents;

import java.net.URL;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A kind of document, by the name that options know. Each has a schema of ours. */
public enum DocumentKind {
    /** An invoice with lines, taxes and totals. */
    INVOICE("invoice", "invoice.xsd", new InvoiceShape()),
    /** A purchase order with items and deliveries. */
    PURCHASE_ORDER("purchase-order", "purchase-order.xsd", new PurchaseOrderShape()),
    /** A payment message as of ISO 20022, pacs.008.001.08, with credit transfers. */
    PACS_008("pacs.008", "pacs.008.xsd", new Pacs008Shape());

    private final String id;
    private final String schema;
    private final DocumentShape shape;

    DocumentKind(String id, String schema, DocumentShape shape) {
        this.id = id;
        this.schema = schema;
        this.shape = shape;
    }

    /** The name in options and results. */
    public String id() {
        return id;
    }

    /** Where its schema stands, in W3C's XML Schema 1.0; it needs no other. */
    public URL schema() {
        return DocumentKind.class.getResource(schema);
    }

    /** How documents of the kind are written. */
    DocumentShape shape() {
        return shape;
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
