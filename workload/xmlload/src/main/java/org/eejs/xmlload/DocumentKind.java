package org.eejs.xmlload;

import java.net.URL;
import org.eejs.banking.Named;

/** A kind of document, by its name in options. EEJS has a schema for each. */
public enum DocumentKind implements Named {
    INVOICE("invoice", true, "Line", "Amount", new InvoiceShape()),
    PURCHASE_ORDER("purchase-order", false, "Item", "Amount", new PurchaseOrderShape()),
    /** A payment message according to ISO 20022, pacs.008.001.08, with credit transfers. */
    PACS_008("pacs.008", false, "CdtTrfTxInf", "IntrBkSttlmAmt", new Pacs008Shape());

    private final String id;
    /** Whether each element begins on a new line. */
    final boolean indented;
    final String itemName;
    /** The local name of the element of an item's amount; no other element has it. */
    final String amountName;
    final DocumentShape shape;

    DocumentKind(String id, boolean indented, String itemName, String amountName, DocumentShape shape) {
        this.id = id;
        this.indented = indented;
        this.itemName = itemName;
        this.amountName = amountName;
        this.shape = shape;
    }

    @Override
    public String id() {
        return id;
    }

    /** Returns the location of its schema, in W3C's XML Schema 1.0, which includes no other. */
    public URL schema() {
        return DocumentKind.class.getResource(id + ".xsd");
    }
}
