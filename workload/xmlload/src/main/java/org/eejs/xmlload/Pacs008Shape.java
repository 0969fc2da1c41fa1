package org.eejs.xmlload;

/**
 * Credit transfers between financial institutions, with the elements and the order of ISO 20022's pacs.008.001.08 that
 * {@code pacs.008.xsd} contains. They have a default namespace, no white space, deep nesting and hardly any attributes.
 */
final class Pacs008Shape implements DocumentShape {
    /** ISO 20022's Max140Text. */
    private static final int LONGEST_REMITTANCE = 140;
    /** The bytes of the {@code RmtInf} tags, for an item without it. */
    private static final int AROUND_REMITTANCE = "<RmtInf></RmtInf>".length();

    @Override
    public void head(DocumentWriter to, DocumentFields fields, DocumentSums sums) {
        to.start("Document").namespace("", "urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08");
        to.start("FIToFICstmrCdtTrf").start("GrpHdr").leaf("MsgId", "M" + fields.digits(15))
                .leaf("CreDtTm", fields.moment()).leaf("NbOfTxs", Integer.toString(sums.items()));
        amount(to, "TtlIntrBkSttlmAmt", "EUR", sums.cents());
        to.leaf("IntrBkSttlmDt", fields.date()).start("SttlmInf").leaf("SttlmMtd", "CLRG");
        fields.maybe(60, () -> to.start("ClrSys").leaf("Prtry", "ST2").end());
        to.end();
        fields.maybe(60, () -> {
            agent(to, fields, "InstgAgt");
            agent(to, fields, "InstdAgt");
        });
        to.end();
    }

    private static void agent(DocumentWriter to, DocumentFields fields, String name) {
        to.start(name).start("FinInstnId").leaf("BICFI", fields.bic()).end().end();
    }

    @Override
    public DocumentSums.Item item(DocumentWriter to, DocumentFields fields, int number, int moreText) {
        long cents = fields.cents();
        to.start("CdtTrfTxInf");
        identification(to, fields, number);
        fields.maybe(50, () -> {
            to.start("PmtTpInf").start("SvcLvl").leaf("Cd", "SEPA").end();
            fields.maybe(40, () -> code(to, fields, "CtgyPurp", "SALA", "SUPP", "TAXS", "TRAD"));
            to.end();
        });
        amount(to, "IntrBkSttlmAmt", "EUR", cents);
        fields.maybe(10, () -> {
            amount(to, "InstdAmt", fields.one("CHF", "GBP", "USD"), fields.cents());
            to.leaf("XchgRate", "1." + fields.digits(4));
        });
        to.leaf("ChrgBr", fields.one("SLEV", "SHAR"));
        fields.maybe(10, () -> party(to, fields, "UltmtDbtr"));
        party(to, fields, "Dbtr");
        account(to, fields, "DbtrAcct");
        agent(to, fields, "DbtrAgt");
        agent(to, fields, "CdtrAgt");
        party(to, fields, "Cdtr");
        account(to, fields, "CdtrAcct");
        fields.maybe(10, () -> party(to, fields, "UltmtCdtr"));
        fields.maybe(30, () -> code(to, fields, "Purp", "GDDS", "SCVE", "RENT", "SALA"));
        remittance(to, fields, moreText);
        to.end();
        return new DocumentSums.Item(cents, 0);
    }

    private static void identification(DocumentWriter to, DocumentFields fields, int number) {
        to.start("PmtId");
        fields.maybe(40, () -> to.leaf("InstrId", "I" + fields.digits(12)));
        to.leaf("EndToEndId", "E" + fields.digits(10) + "-" + number)
                .leaf("TxId", fields.letters(4) + fields.digits(12));
        fields.maybe(50, () -> to.leaf("UETR", fields.uuid()));
        to.end();
    }

    private static void code(DocumentWriter to, DocumentFields fields, String name, String... codes) {
        to.start(name).leaf("Cd", fields.one(codes)).end();
    }

    private static void amount(DocumentWriter to, String name, String currency, long cents) {
        to.start(name).attribute("Ccy", currency).text(DocumentFields.decimal(cents)).end();
    }

    private static void party(DocumentWriter to, DocumentFields fields, String name) {
        to.start(name).leaf("Nm", fields.takes(50) ? fields.company() : fields.person());
        fields.maybe(35, () -> to.start("PstlAdr").leaf("StrtNm", fields.street())
                .leaf("BldgNb", Integer.toString(1 + fields.below(200))).leaf("PstCd", fields.digits(5))
                .leaf("TwnNm", fields.town()).leaf("Ctry", fields.country()).end());
        fields.maybe(15, () -> to.start("Id").start("OrgId")
                .leaf("LEI", fields.digits(4) + "00" + fields.letters(12) + fields.digits(2)).end().end());
        to.end();
    }

    private static void account(DocumentWriter to, DocumentFields fields, String name) {
        to.start(name).start("Id").leaf("IBAN", fields.iban()).end().end();
    }

    /** Writes words for the creditor, the reference of the payment, or both. */
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
            to.start("Strd").start("CdtrRefInf").leaf("Ref", creditorReference).end().end();
        }
        to.end();
    }
}
