package org.eejs.pix.message;

/**
 * The messages of the instant payment system that can be generated. The names of elements are those of the public
 * message definitions of ISO 20022; the namespaces are the Brazilian central bank's.
 */
public enum MessageType {
    /** A credit transfer, or several. */
    PACS_008("pacs.008", "1.10",
            """
            <FIToFICstmrCdtTrf><GrpHdr><MsgId>{SAME_MESSAGE_ID}</MsgId><CreDtTm>{INSTANT}</CreDtTm>\
            <NbOfTxs>{TRANSACTIONS}</NbOfTxs><SttlmInf><SttlmMtd>CLRG</SttlmMtd></SttlmInf><PmtTpInf>\
            <InstrPrty>HIGH</InstrPrty><SvcLvl><Prtry>PAGPRI</Prtry></SvcLvl></PmtTpInf></GrpHdr>""",
            """
            <CdtTrfTxInf><PmtId><EndToEndId>{END_TO_END_ID}</EndToEndId><TxId>{TRANSACTION_ID}</TxId></PmtId>\
            <IntrBkSttlmAmt Ccy="BRL">{AMOUNT}</IntrBkSttlmAmt><AccptncDtTm>{INSTANT}</AccptncDtTm>\
            <ChrgBr>SLEV</ChrgBr><Dbtr><Nm>{NAME}</Nm><Id><PrvtId><Othr><Id>{TAXPAYER}</Id></Othr></PrvtId></Id></Dbtr>\
            <DbtrAcct><Id><Othr><Id>{ACCOUNT}</Id><Issr>{BRANCH}</Issr></Othr></Id><Tp><Cd>CACC</Cd></Tp></DbtrAcct>\
            <DbtrAgt><FinInstnId><ClrSysMmbId><MmbId>{PARTICIPANT}</MmbId></ClrSysMmbId></FinInstnId></DbtrAgt>\
            <CdtrAgt><FinInstnId><ClrSysMmbId><MmbId>{PARTICIPANT}</MmbId></ClrSysMmbId></FinInstnId></CdtrAgt>\
            <Cdtr><Nm>{NAME}</Nm><Id><PrvtId><Othr><Id>{TAXPAYER}</Id></Othr></PrvtId></Id></Cdtr>\
            <CdtrAcct><Id><Othr><Id>{ACCOUNT}</Id><Issr>{BRANCH}</Issr></Othr></Id><Tp><Cd>TRAN</Cd></Tp></CdtrAcct>\
            <Purp><Cd>IPAY</Cd></Purp>""",
            new MessageText("<RmtInf>", "<Ustrd>", "</Ustrd>", "</RmtInf>", 140),
            "</CdtTrfTxInf>", "</FIToFICstmrCdtTrf>"),
    /** The outcome of credit transfers. */
    PACS_002("pacs.002", "1.11",
            """
            <FIToFIPmtStsRpt><GrpHdr><MsgId>{SAME_MESSAGE_ID}</MsgId><CreDtTm>{INSTANT}</CreDtTm></GrpHdr>""",
            """
            <TxInfAndSts><OrgnlInstrId>{TRANSACTION_ID}</OrgnlInstrId><OrgnlEndToEndId>{END_TO_END_ID}\
            </OrgnlEndToEndId><TxSts>{STATUS}</TxSts>""",
            new MessageText("<StsRsnInf><Rsn><Cd>AB03</Cd></Rsn>", "<AddtlInf>", "</AddtlInf>", "</StsRsnInf>", 105),
            "<FctvIntrBkSttlmDt><DtTm>{INSTANT}</DtTm></FctvIntrBkSttlmDt></TxInfAndSts>", "</FIToFIPmtStsRpt>"),
    /** A message that asks for its echo. */
    PIBR_001("pibr.001", "1.3",
            "<EchoReq><GrpHdr><MsgId>{SAME_MESSAGE_ID}</MsgId><CreDtTm>{INSTANT}</CreDtTm></GrpHdr>",
            "<EchoTxInf>",
            new MessageText("<Data>", "", "", "</Data>", Integer.MAX_VALUE),
            "</EchoTxInf>", "</EchoReq>");

    private final String namespace;
    final MessageTemplate head;
    final MessageTemplate transaction;
    /** The text of each transaction, which can have any length. */
    final MessageText text;
    final MessageTemplate transactionEnd;
    final MessageTemplate tail;

    MessageType(String name, String version, String begin, String transaction, MessageText text,
            String transactionEnd, String end) {
        namespace = "https://www.bcb.gov.br/pi/" + name + "/" + version;
        head = new MessageTemplate("""
                <?xml version="1.0" encoding="UTF-8" standalone="no"?>
                <Envelope xmlns="%s"><AppHdr>\
                <Fr><FIId><FinInstnId><Othr><Id>{PARTICIPANT}</Id></Othr></FinInstnId></FIId></Fr>\
                <To><FIId><FinInstnId><Othr><Id>00038166</Id></Othr></FinInstnId></FIId></To>\
                <BizMsgIdr>{MESSAGE_ID}</BizMsgIdr><MsgDefIdr>%s.spi.%s</MsgDefIdr><CreDt>{INSTANT}</CreDt>\
                <Sgntr/></AppHdr><Document>""".formatted(namespace, name, version) + begin);
        this.transaction = new MessageTemplate(transaction);
        this.text = text;
        this.transactionEnd = new MessageTemplate(transactionEnd);
        tail = new MessageTemplate(end + "</Document></Envelope>");
    }

    public String namespace() {
        return namespace;
    }
}
