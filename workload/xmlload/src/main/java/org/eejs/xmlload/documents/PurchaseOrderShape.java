package org.eejs.xmlload.documents;

/** Purchase orders, as {@code purchase-order.xsd} has them: a default namespace, no white space, many attributes. */
final class PurchaseOrderShape implements DocumentShape {
    private static final int LONGEST_COMMENT = 600;
    private static final int MOST_PROPERTIES = 4;

    @Override
    public boolean indented() {
        return false;
    }

    @Override
    public int depth() {
        return 2;
    }

    @Override
    public String itemName() {
        return "Item";
    }

    @Override
    public String amountName() {
        return "Amount";
    }

    @Override
    public DocumentSums widest() {
        return DocumentSums.great(0);
    }

    @Override
    public void head(DocumentWriter to, DocumentFields fields, DocumentSums sums) {
        to.start("PurchaseOrder");
        to.namespace("", "urn:eejs:purchase-order:1");
        to.attribute("id", "PO-" + fields.digits(8));
        to.attribute("date", fields.date());
        to.attribute("currency", "EUR");
        if (fields.takes(30)) {
            to.attribute("priority", fields.one("low", "normal", "high"));
        }
        company(to, fields, "Buyer");
        company(to, fields, "Supplier");
        if (fields.takes(80)) {
            to.start("ShipTo");
            to.attribute("street", fields.street() + " " + (1 + fields.below(200)));
            to.attribute("postalCode", fields.digits(5));
            to.attribute("town", fields.town());
            to.attribute("country", fields.country());
            to.end();
        }
        if (fields.takes(80)) {
            to.start("Terms");
            to.attribute("paymentDays", fields.one("10", "30", "60"));
            to.attribute("delivery", fields.one("EXW", "FCA", "DAP", "DDP"));
            to.end();
        }
        to.start("Totals");
        to.attribute("items", Integer.toString(sums.items()));
        to.attribute("amount", DocumentFields.decimal(sums.cents()));
        to.end();
        to.start("Items");
    }

    private static void company(DocumentWriter to, DocumentFields fields, String name) {
        to.start(name);
        to.attribute("id", fields.digits(6));
        to.leaf("Name", fields.company());
        if (fields.takes(70)) {
            to.start("Contact");
            to.attribute("email", fields.email());
            if (fields.takes(50)) {
                to.attribute("phone", fields.phone());
            }
            to.text(fields.person());
            to.end();
        }
        to.end();
    }

    @Override
    public DocumentSums.Item item(DocumentWriter to, DocumentFields fields, int number, int moreText) {
        int quantity = 2 + fields.below(99);
        long price = fields.cents();
        to.start("Item");
        to.attribute("line", Integer.toString(number));
        to.attribute("sku", fields.letters(3) + fields.digits(7));
        to.leaf("Name", fields.words(DocumentFields.SHORTEST_WORDS + fields.below(28)));
        if (fields.takes(40)) {
            to.leaf("Description", fields.remark(300));
        }
        for (int i = fields.takes(60) ? 1 + fields.below(MOST_PROPERTIES) : 0; i > 0; i--) {
            to.start("Property");
            to.attribute("name", fields.one("colour", "material", "length", "finish", "standard"));
            to.attribute("value", fields.one("RAL 7016", "1.4301", "2,5 m", "\"brushed\"", "DIN 912", "grün & weiß"));
            to.end();
        }
        to.start("Quantity");
        to.attribute("unit", fields.one("EA", "KG", "M", "BX"));
        to.text(Integer.toString(quantity));
        to.end();
        to.leaf("Price", DocumentFields.decimal(price));
        to.leaf("Amount", DocumentFields.decimal(quantity * price));
        if (fields.takes(50)) {
            deliveries(to, fields, quantity);
        }
        if (fields.takes(15)) {
            to.leaf("Comment", fields.remark(LONGEST_COMMENT));
        }
        DocumentShape.texts(to, fields, "Comment", LONGEST_COMMENT, moreText);
        to.end();
        return new DocumentSums.Item(quantity * price, 0);
    }

    /** The quantity in one delivery, or in two. */
    private static void deliveries(DocumentWriter to, DocumentFields fields, int quantity) {
        int first = fields.takes(50) ? 1 + fields.below(quantity - 1) : quantity;
        to.start("Deliveries");
        for (int left = quantity, now = first; left > 0; left -= now, now = left) {
            to.start("Delivery");
            to.attribute("date", fields.date());
            to.attribute("quantity", Integer.toString(now));
            if (fields.takes(30)) {
                to.attribute("gate", fields.letters(1) + fields.digits(2));
            }
            to.end();
        }
        to.end();
    }
}
