package org.eejs.xmlload;

import java.util.Map;

/** Invoices according to {@code invoice.xsd}: prefixed names, one element a line, attributes of a second namespace. */
final class InvoiceShape implements DocumentShape {
    private static final int[] TAX_PERCENTS = {0, 7, 19};
    private static final int LONGEST_NOTE = 400;

    @Override
    public DocumentSums widest() {
        return DocumentSums.great(TAX_PERCENTS);
    }

    @Override
    public void head(DocumentWriter to, DocumentFields fields, DocumentSums sums) {
        to.start("inv:Invoice").namespace("inv", "urn:eejs:invoice:1").namespace("trc", "urn:eejs:trace:1")
                .attribute("number", "R-" + fields.digits(7)).attribute("currency", "EUR");
        to.leaf("inv:IssueDate", fields.date());
        fields.maybe(80, () -> to.leaf("inv:DueDate", fields.date()));
        fields.maybe(70, () -> to.leaf("inv:OrderReference", "PO-" + fields.digits(8)));
        party(to, fields, "inv:Seller");
        party(to, fields, "inv:Buyer");
        totals(to, sums);
        to.start("inv:Lines");
    }

    private static void party(DocumentWriter to, DocumentFields fields, String name) {
        to.start(name).leaf("inv:Name", fields.company());
        fields.maybe(90, () -> to.leaf("inv:TaxNumber", "DE" + fields.digits(9)));
        fields.maybe(90, () -> to.start("inv:Address")
                .leaf("inv:Street", fields.street() + " " + (1 + fields.below(200)))
                .leaf("inv:PostalCode", fields.digits(5)).leaf("inv:Town", fields.town())
                .leaf("inv:Country", fields.country()).end());
        fields.maybe(60, () -> {
            to.start("inv:Contact").leaf("inv:Name", fields.person()).leaf("inv:Email", fields.email());
            fields.maybe(50, () -> to.leaf("inv:Phone", fields.phone()));
            to.end();
        });
        to.end();
    }

    private static void totals(DocumentWriter to, DocumentSums sums) {
        to.start("inv:Totals").leaf("inv:LineCount", Integer.toString(sums.items()))
                .leaf("inv:Net", DocumentFields.decimal(sums.cents()));
        long payable = sums.cents();
        for (Map.Entry<Integer, Long> each : sums.centsByTax().entrySet()) {
            long tax = DocumentSums.tax(each.getKey(), each.getValue());
            to.start("inv:Tax").attribute("percent", each.getKey().toString()).text(DocumentFields.decimal(tax)).end();
            payable += tax;
        }
        to.leaf("inv:Payable", DocumentFields.decimal(payable)).end();
    }

    @Override
    public DocumentSums.Item item(DocumentWriter to, DocumentFields fields, int number, int moreText) {
        long quantity = 1 + fields.below(48);
        long price = fields.cents();
        int taxPercent = TAX_PERCENTS[fields.below(TAX_PERCENTS.length)];
        to.start("inv:Line").attribute("number", Integer.toString(number));
        fields.maybe(30, () -> to.attribute("trc:batch", fields.hex(12)));
        to.start("inv:Description");
        fields.maybe(25, () -> to.attribute("language", fields.one("de", "en", "fr", "pl")));
        to.text(fields.remark(120)).end();
        fields.maybe(70, () -> to.leaf("inv:ArticleNumber", fields.letters(2) + "-" + fields.digits(6)));
        to.start("inv:Quantity").attribute("unit", fields.one("piece", "kg", "m", "h", "carton"))
                .text(Long.toString(quantity)).end();
        to.leaf("inv:Price", DocumentFields.decimal(price));
        to.start("inv:Amount").attribute("taxPercent", Integer.toString(taxPercent))
                .text(DocumentFields.decimal(quantity * price)).end();
        fields.maybe(40, () -> to.leaf("inv:DeliveryDate", fields.date()));
        fields.maybe(20, () -> to.leaf("inv:Note", fields.remark(LONGEST_NOTE)));
        DocumentShape.texts(to, fields, "inv:Note", LONGEST_NOTE, moreText);
        to.end();
        return new DocumentSums.Item(quantity * price, taxPercent);
    }
}
