package org.eejs.xmlload.documents;

import java.util.Map;

/** Invoices, as {@code invoice.xsd} has them: prefixed names, one element a line, attributes of a second namespace. */
final class InvoiceShape implements DocumentShape {
    private static final int[] TAX_PERCENTS = {0, 7, 19};
    private static final int LONGEST_NOTE = 400;

    @Override
    public boolean indented() {
        return true;
    }

    @Override
    public int depth() {
        return 2;
    }

    @Override
    public String itemName() {
        return "Line";
    }

    @Override
    public String amountName() {
        return "Amount";
    }

    @Override
    public DocumentSums widest() {
        return DocumentSums.great(TAX_PERCENTS);
    }

    @Override
    public void head(DocumentWriter to, DocumentFields fields, DocumentSums sums) {
        to.start("inv:Invoice");
        to.namespace("inv", "urn:eejs:invoice:1");
        to.namespace("trc", "urn:eejs:trace:1");
        to.attribute("number", "R-" + fields.digits(7));
        to.attribute("currency", "EUR");
        to.leaf("inv:IssueDate", fields.date());
        if (fields.takes(80)) {
            to.leaf("inv:DueDate", fields.date());
        }
        if (fields.takes(70)) {
            to.leaf("inv:OrderReference", "PO-" + fields.digits(8));
        }
        party(to, fields, "inv:Seller");
        party(to, fields, "inv:Buyer");
        totals(to, sums);
        to.start("inv:Lines");
    }

    private static void party(DocumentWriter to, DocumentFields fields, String name) {
        to.start(name);
        to.leaf("inv:Name", fields.company());
        if (fields.takes(90)) {
            to.leaf("inv:TaxNumber", "DE" + fields.digits(9));
        }
        if (fields.takes(90)) {
            to.start("inv:Address");
            to.leaf("inv:Street", fields.street() + " " + (1 + fields.below(200)));
            to.leaf("inv:PostalCode", fields.digits(5));
            to.leaf("inv:Town", fields.town());
            to.leaf("inv:Country", fields.country());
            to.end();
        }
        if (fields.takes(60)) {
            to.start("inv:Contact");
            to.leaf("inv:Name", fields.person());
            to.leaf("inv:Email", fields.email());
            if (fields.takes(50)) {
                to.leaf("inv:Phone", fields.phone());
            }
            to.end();
        }
        to.end();
    }

    private static void totals(DocumentWriter to, DocumentSums sums) {
        to.start("inv:Totals");
        to.leaf("inv:LineCount", Integer.toString(sums.items()));
        to.leaf("inv:Net", DocumentFields.decimal(sums.cents()));
        long payable = sums.cents();
        for (Map.Entry<Integer, Long> each : sums.centsByTax().entrySet()) {
            long tax = DocumentSums.tax(each.getKey(), each.getValue());
            to.start("inv:Tax");
            to.attribute("percent", each.getKey().toString());
            to.text(DocumentFields.decimal(tax));
            to.end();
            payable += tax;
        }
        to.leaf("inv:Payable", DocumentFields.decimal(payable));
        to.end();
    }

    @Override
    public DocumentSums.Item item(DocumentWriter to, DocumentFields fields, int number, int moreText) {
        long quantity = 1 + fields.below(48);
        long price = fields.cents();
        int taxPercent = TAX_PERCENTS[fields.below(TAX_PERCENTS.length)];
        to.start("inv:Line");
        to.attribute("number", Integer.toString(number));
        if (fields.takes(30)) {
            to.attribute("trc:batch", fields.hex(12));
        }
        to.start("inv:Description");
        if (fields.takes(25)) {
            to.attribute("language", fields.one("de", "en", "fr", "pl"));
        }
        to.text(fields.remark(120));
        to.end();
        if (fields.takes(70)) {
            to.leaf("inv:ArticleNumber", fields.letters(2) + "-" + fields.digits(6));
        }
        to.start("inv:Quantity");
        to.attribute("unit", fields.one("piece", "kg", "m", "h", "carton"));
        to.text(Long.toString(quantity));
        to.end();
        to.leaf("inv:Price", DocumentFields.decimal(price));
        to.start("inv:Amount");
        to.attribute("taxPercent", Integer.toString(taxPercent));
        to.text(DocumentFields.decimal(quantity * price));
        to.end();
        if (fields.takes(40)) {
            to.leaf("inv:DeliveryDate", fields.date());
        }
        if (fields.takes(20)) {
            to.leaf("inv:Note", fields.remark(LONGEST_NOTE));
        }
        DocumentShape.texts(to, fields, "inv:Note", LONGEST_NOTE, moreText);
        to.end();
        return new DocumentSums.Item(quantity * price, taxPercent);
    }
}
