package org.eejs.xmlload.documents;

/**
 * Credit transfers between financial institutions, in the elements and the order of ISO 20022's pacs.008.001.08, as far
 * as {@code pacs.008.xsd} has them: a default namespace, no white space, deep nesting, hardly an attribute.
 */
final class Pacs008Shape implements DocumentShape {
    /** ISO 20022's Max140Text. */
    private static final int LONGEST_REMITTANCE = 140;
    /** What {@code RmtInf} takes where an item had none. */
    private static final int AROUND_REMITTANCE = "<RmtInf></RmtInf>".length();

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
        return "CdtTrfTxInf";
    }

    @Override
    public String amountName() {
        return "IntrBkSttlmAmt";
    }

    @Override
    public DocumentSums widest() {
        return DocumentSums.great(0);
    }

    @Override
    public void head(DocumentWriter to, DocumentFields fields, DocumentSums sums) {
        String total = DocumentFields.decimal(sums.cents());
        to.start("Document");
        to.namespace("", "urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08");
        to.start("FIToFICstmrCdtTrf");
        to.start("GrpHdr");
        to.leaf("MsgId", "M" + fields.digits(15));
        to.leaf("CreDtTm", fields.moment());
        to.leaf("NbOfTxs", Integer.toString(sums.items()));
        to.start("TtlIntrBkSttlmAmt");
        to.attribute("Ccy", "EUR");
        to.text(total);
        to.end();
        to.leaf("IntrBkSttlmDt", fields.date());
        to.start("SttlmInf");
        to.leaf("SttlmMtd", "CLRG");
        if (fields.takes(60)) {
            to.start("ClrSys");
            to.leaf("Prtry", "ST2");
            to.end();
        }
        to.end();
        if (fields.takes(60)) {
            agent(to, fields, "InstgAgt");
            agent(to, fields, "InstdAgt");
        }
        to.end();
    }

    private static void agent(DocumentWriter to, DocumentFields fields, String name) {
        to.start(name);
        to.start("FinInstnId");
        to.leaf("BICFI", fields.bic());
        to.end();
        to.end();
    }

    @Override
    public DocumentSums.Item item(DocumentWriter to, DocumentFields fields, int number, int moreText) {
        long cents = fields.cents();
        to.start("CdtTrfTxInf");
        identification(to, fields, number);
        if (fields.takes(50)) {
            to.start("PmtTpInf");
            to.start("SvcLvl");
            to.leaf("Cd", "SEPA");
            to.end();
            if (fields.takes(40)) {
                to.start("CtgyPurp");
                to.leaf("Cd", fields.one("SALA", "SUPP", "TAXS", "TRAD"));
                to.end();
            }
            to.end();
        }
        amount(to, "IntrBkSttlmAmt", "EUR", cents);
        if (fields.takes(10)) {
            amount(to, "InstdAmt", fields.one("CHF", "GBP", "USD"), fields.cents());
            to.leaf("XchgRate", "1." + fields.digits(4));
        }
        to.leaf("ChrgBr", fields.one("SLEV", "SHAR"));
        party(to, fields, "UltmtDbtr", 10);
        party(to, fields, "Dbtr", 100);
        account(to, fields, "DbtrAcct");
        agent(to, fields, "DbtrAgt");
        agent(to, fields, "CdtrAgt");
        party(to, fields, "Cdtr", 100);
        account(to, fields, "CdtrAcct");
        party(to, fields, "UltmtCdtr", 10);
        if (fields.takes(30)) {
            to.start("Purp");
            to.leaf("Cd", fields.one("GDDS", "SCVE", "RENT", "SALA"));
            to.end();
        }
        remittance(to, fields, moreText);
        to.end();
        return new DocumentSums.Item(cents, 0);
    }

    private static void identification(DocumentWriter to, DocumentFields fields, int number) {
        to.start("PmtId");
        if (fields.takes(40)) {
            to.leaf("InstrId", "I" + fields.digits(12));
        }
        to.leaf("EndToEndId", "E" + fields.digits(10) + "-" + number);
        to.leaf("TxId", fields.letters(4) + fields.digits(12));
        if (fields.takes(50)) {
            to.leaf("UETR", fields.uuid());
        }
        to.end();
    }

    private static void amount(DocumentWriter to, String name, String currency, long cents) {
        to.start(name);
        to.attribute("Ccy", currency);
        to.text(DocumentFields.decimal(cents));
        to.end();
    }

    /** A party, in so many of a hundred. */
    private static void party(DocumentWriter to, DocumentFields fields, String name, int percent) {
        if (percent < 100 && !fields.takes(percent)) {
            return;
        }
        to.start(name);
        to.leaf("Nm", fields.takes(50) ? fields.company() : fields.person());
        if (fields.takes(35)) {
            to.start("PstlAdr");
            to.leaf("StrtNm", fields.street());
            to.leaf("BldgNb", Integer.toString(1 + fields.below(200)));
            to.leaf("PstCd", fields.digits(5));
            to.leaf("TwnNm", fields.town());
            to.leaf("Ctry", fields.country());
            to.end();
        }
        if (fields.takes(15)) {
            to.start("Id");
            to.start("OrgId");
            to.leaf("LEI", fields.digits(4) + "00" + fields.letters(12) + fields.digits(2));
            to.end();
            to.end();
        }
        to.end();
    }

    private static void account(DocumentWriter to, DocumentFields fields, String name) {
        to.start(name);
        to.start("Id");
        to.leaf("IBAN", fields.iban());
        to.end();
        to.end();
    }

    /** Words for the creditor, or the reference of what is paid, or both. */
    private static void remittance(DocumentWriter to, DocumentFields fields, int moreText) {
        boolean words = fields.takes(60);
        boolean reference = fields.takes(20);
        int more = words || reference ? moreText : moreText - AROUND_REMITTANCE;
        if (!words && !reference && more <= 0) {
            return;
        }
        to.start("RmtInf");
        if (words) {
            to.leaf("Ustrd", fields.remark(LONGEST_REMITTANCE));
        }
        String creditorReference = fields.digits(16);
        DocumentShape.texts(to, fields, "Ustrd", LONGEST_REMITTANCE, more);
        if (reference) {
            to.start("Strd");
            to.start("CdtrRefInf");
            to.leaf("Ref", creditorReference);
            to.end();
            to.end();
        }
        to.end();
    }
}
