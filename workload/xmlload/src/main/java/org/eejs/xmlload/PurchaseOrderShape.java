package org.eejs.xmlload;

/** Purchase orders according to {@code purchase-order.xsd}: a default namespace, no white space, many attributes. */
final class PurchaseOrderShape implements DocumentShape {
    private static final int LONGEST_COMMENT = 600;
    private static final int MOST_PROPERTIES = 4;

    @Override
    public void head(DocumentWriter to, DocumentFields fields, DocumentSums sums) {
        to.start("PurchaseOrder").namespace("", "urn:eejs:purchase-order:1")
                .attribute("id", "PO-" + fields.digits(8)).attribute("date", fields.date())
                .attribute("currency", "EUR");
        fields.maybe(30, () -> to.attribute("priority", fields.one("low", "normal", "high")));
        company(to, fields, "Buyer");
        company(to, fields, "Supplier");
        fields.maybe(80, () -> to.start("ShipTo")
                .attribute("street", fields.street() + " " + (1 + fields.below(200)))
                .attribute("postalCode", fields.digits(5)).attribute("town", fields.town())
                .attribute("country", fields.country()).end());
        fields.maybe(80, () -> to.start("Terms").attribute("paymentDays", fields.one("10", "30", "60"))
                .attribute("delivery", fields.one("EXW", "FCA", "DAP", "DDP")).end());
        to.start("Totals").attribute("items", Integer.toString(sums.items()))
                .attribute("amount", DocumentFields.decimal(sums.cents())).end();
        to.start("Items");
    }

    private static void company(DocumentWriter to, DocumentFields fields, String name) {
        to.start(name).attribute("id", fields.digits(6)).leaf("Name", fields.company());
        fields.maybe(70, () -> {
            to.start("Contact").attribute("email", fields.email());
            fields.maybe(50, () -> to.attribute("phone", fields.phone()));
            to.text(fields.person()).end();
        });
        to.end();
    }

    @Override
    public DocumentSums.Item item(DocumentWriter to, DocumentFields fields, int number, int moreText) {
        int quantity = 2 + fields.below(99);
        long price = fields.cents();
        to.start("Item").attribute("line", Integer.toString(number))
                .attribute("sku", fields.letters(3) + fields.digits(7));
        to.leaf("Name", fields.words(DocumentFields.SHORTEST_WORDS + fields.below(28)));
        fields.maybe(40, () -> to.leaf("Description", fields.remark(300)));
        for (int i = fields.takes(60) ? 1 + fields.below(MOST_PROPERTIES) : 0; i > 0; i--) {
            to.start("Property").attribute("name", fields.one("colour", "material", "length", "finish", "standard"))
                    .attribute("value", fields.one("RAL 7016", "1.4301", "2,5 m", "\"brushed\"", "DIN 912",
                            "grün & weiß")).end();
        }
        to.start("Quantity").attribute("unit", fields.one("EA", "KG", "M", "BX")).text(Integer.toString(quantity))
                .end();
        to.leaf("Price", DocumentFields.decimal(price)).leaf("Amount", DocumentFields.decimal(quantity * price));
        fields.maybe(50, () -> deliveries(to, fields, quantity));
        fields.maybe(15, () -> to.leaf("Comment", fields.remark(LONGEST_COMMENT)));
        DocumentShape.texts(to, fields, "Comment", LONGEST_COMMENT, moreText);
        to.end();
        return new DocumentSums.Item(quantity * price, 0);
    }

    /** Writes the quantity as one delivery, or as two. */
    private static void deliveries(DocumentWriter to, DocumentFields fields, int quantity) {
        int first = fields.takes(50) ? 1 + fields.below(quantity - 1) : quantity;
        to.start("Deliveries");
        for (int left = quantity, now = first; left > 0; left -= now, now = left) {
            to.start("Delivery").attribute("date", fields.date()).attribute("quantity", Integer.toString(now));
            fields.maybe(30, () -> to.attribute("gate", fields.letters(1) + fields.digits(2)));
            to.end();
        }
        to.end();
    }
}
