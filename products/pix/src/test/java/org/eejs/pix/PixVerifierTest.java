package org.eejs.pix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.eejs.pix.message.MessageType;
import org.eejs.pix.message.PixCheck;
import org.eejs.pix.message.PixMessages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The attempts of a forger; each is refused by the intended check. */
class PixVerifierTest {
    private static final TestSigner SIGNER = TestSigner.RSA;
    private static final String SIGNED = sign(SIGNER, MessageType.PACS_008);
    private static final String SIGNATURE = between(SIGNED, "<ds:Signature ", "</ds:Signature>");
    private static final String DOCUMENT = between(SIGNED, "<Document>", "</Document>");
    private static final String HEADER = between(SIGNED, "<AppHdr>", "</AppHdr>");

    private final PixVerifier verifier = new PixVerifier(List.of(SIGNER.certificate()));

    private static String sign(TestSigner signer, MessageType type) {
        try {
            return new String(new PixSigner(signer.key(), signer.certificate()).sign(
                    new PixMessages(type, 3_500).draw(new Random(3))), StandardCharsets.UTF_8);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static String between(String text, String begin, String end) {
        return text.substring(text.indexOf(begin), text.indexOf(end) + end.length());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private PixVerificationException refused(PixCheck check, String message) {
        return refused(check, utf8(message));
    }

    private PixVerificationException refused(PixCheck check, byte[] message) {
        PixVerificationException refused = assertThrows(PixVerificationException.class,
                () -> verifier.verifyMessage(message),
                () -> "it verifies: " + new String(message, StandardCharsets.UTF_8));
        assertEquals(check, refused.check(), refused.getMessage());
        assertTrue(refused.getMessage().startsWith(check + ": "), refused.getMessage());
        assertEquals(1, refused.getMessage().lines().count(), refused.getMessage());
        return refused;
    }

    private void refused(PixCheck check, UnaryOperator<String> change) {
        String changed = change.apply(SIGNED);
        assertTrue(!changed.equals(SIGNED), "nothing was changed");
        refused(check, changed);
    }

    @Test
    void namesTheSigner() throws Exception {
        for (MessageType type : MessageType.values()) {
            assertEquals(SIGNER.certificate(), verifier.verifyMessage(utf8(sign(SIGNER, type))).signer());
        }
    }

    @Test
    void verifiesEllipticCurves() throws Exception {
        for (TestSigner signer : List.of(TestSigner.EC_P256, TestSigner.EC_P384)) {
            // Sometimes r and s are shorter, and have to be padded.
            for (int i = 0; i < 40; i++) {
                assertEquals(signer.certificate(), new PixVerifier(List.of(signer.certificate()))
                        .verifyMessage(utf8(sign(signer, MessageType.PIBR_001))).signer());
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        // the content
        "DOCUMENT_DIGEST  | '<ChrgBr>SLEV'          | '<ChrgBr>DEBT'",
        "DOCUMENT_DIGEST  | '</Document>'           | ' </Document>'",
        "DOCUMENT_DIGEST  | '<Purp>'                | '<?p?><Purp>'",
        "HEADER_DIGEST    | 'pacs.008.spi'          | 'pacs.009.spi'",
        "HEADER_DIGEST    | '</ds:Signature></Sgntr>' | '</ds:Signature> </Sgntr>'",
        "COMMENT          | '<ChrgBr>SLEV'          | '<ChrgBr>SL<!-- -->EV'",
        "COMMENT          | '<ChrgBr>SLEV'          | '<ChrgBr>SL<![CDATA[EV]]>'",
        // parts that are not signed
        "ENVELOPE         | '<Envelope '            "
                + "| '<Envelope xmlns:i=''http://www.w3.org/2001/XMLSchema-instance'' i:a=''1'' '",
        "ENVELOPE         | '<Document>'            | '<Document xmlns=''urn:x''>'",
        "ENVELOPE         | '<Envelope '            | '<Envelope a=''1'' '",
        "ENVELOPE         | '</AppHdr>'             | '</AppHdr>text'",
        "ENVELOPE         | '</Document>'           | '</Document><Document/>'",
        "ENVELOPE         | '</AppHdr>'             | '</AppHdr><AppHdr/>'",
        "ENVELOPE         | '<AppHdr>'              | '<Document/><AppHdr>'",
        // the sender and the id: not twice, not in pieces, not in other namespaces, not long
        "HEADER           | '<To>'                  | '<Fr></Fr><To>'",
        "HEADER           | '<To>'                  | '<x:Fr xmlns:x=''urn:x''></x:Fr><To>'",
        "HEADER           | '<BizMsgIdr>'           | '<BizMsgIdr>M1</BizMsgIdr><BizMsgIdr>'",
        "HEADER           | '<BizMsgIdr>'           | '<BizMsgIdr><?p?>'",
        "HEADER           | '<BizMsgIdr>'           | '<BizMsgIdr><x/>'",
        "HEADER           | '</BizMsgIdr>'          | '5678</BizMsgIdr>'",
        "HEADER           | '<Fr><FIId><FinInstnId><Othr><Id>' "
                + "| '<Fr><FIId><FinInstnId><Othr><Id>1234567890123456789012345678'",
        "HEADER           | '</Fr>'                 | '<?p?></Fr>'",
        // the place of the signature
        "SIGNATURE_PLACE  | '<Sgntr>'               | '<Sgntr>x'",
        "SIGNATURE_PLACE  | '</Sgntr>'              | '<x/></Sgntr>'",
        "SIGNATURE_PLACE  | '</Sgntr>'              | '</Sgntr><Sgntr/>'",
        "SIGNATURE_PLACE  | '<Sgntr>'               | '<Sgntr><!-- -->'",
        // its shape
        "SIGNATURE_SHAPE  | '</ds:KeyInfo>'         | '</ds:KeyInfo><ds:Object/>'",
        "SIGNATURE_SHAPE  | '<ds:SignedInfo>'       | '<ds:SignedInfo a=''1''>'",
        "SIGNATURE_SHAPE  | '<ds:SignatureValue>'   | '<ds:SignatureValue>!'",
        "SIGNATURE_SHAPE  | '<ds:SignatureValue>'   | '<ds:SignatureValue><!-- -->'",
        "SIGNATURE_SHAPE  | '<ds:DigestValue>'      | '<ds:DigestValue><!-- -->'",
        "SIGNATURE_SHAPE  | '<ds:X509SerialNumber>' | '<ds:X509SerialNumber><![CDATA[]]>'",
        "SIGNATURE_SHAPE  | '<ds:SignedInfo>'       | '<ds:SignedInfo><?p?>'",
        "SIGNATURE_SHAPE  | '<ds:SignedInfo>'       | '<ds:SignedInfo xmlns:ds=''urn:x''>'",
        "REFERENCES       | '<ds:Reference URI=\"\">'   | '<ds:Reference URI=\"http://example.com/x\">'",
        "REFERENCES       | '<ds:Reference URI=\"\">'   | '<ds:Reference URI=\"file:///etc/passwd\">'",
        "REFERENCES       | '<ds:Reference URI=\"\">'   | '<ds:Reference>'",
        "REFERENCES       | '<ds:Reference>'        | '<ds:Reference URI=\"#x\">'",
        "REFERENCES       | '<ds:Reference URI=\"#key-info\">' | '<ds:Reference URI=\"\">'",
        "REFERENCES       | '<ds:Reference>'        | '<ds:Reference Type=\"urn:x\">'",
        "REFERENCES       | '</ds:SignedInfo>'      | '<ds:Reference URI=\"\"/></ds:SignedInfo>'",
        "REFERENCES       | '<ds:Transforms>'       "
                + "| '<ds:Transforms><ds:Transform Algorithm=\"http://www.w3.org/TR/1999/REC-xpath-19991116\"/>'",
        "REFERENCES       | '</ds:Transforms>'      "
                + "| '<ds:Transform Algorithm=\"http://www.w3.org/2001/10/xml-exc-c14n#\"/></ds:Transforms>'",
        "REFERENCES       | '<ds:DigestValue>'      | '<ds:DigestValue>AAAA'",
        "KEY_INFO         | '#key-info'             | '#x'",
        "KEY_INFO         | 'Id=\"key-info\"'       | 'Id=\"\"'",
        "KEY_INFO         | '<Purp>'                | '<Purp id=\"key-info\">'",
        "KEY_INFO         | '<Document>'            | '<Document xml:id=\"key-info\">'",
        "KEY_INFO         | '<ds:SignedInfo>'       | '<ds:SignedInfo Id=\"key-info\">'",
        "KEY_INFO         | '<ds:X509SerialNumber>' | '<ds:X509SerialNumber>x'",
        // names are read once the digests hold
        "KEY_INFO_DIGEST  | '<ds:X509IssuerName>'   | '<ds:X509IssuerName>,'",
        "KEY_INFO         | '</ds:X509Data>'        | '<ds:X509Certificate/></ds:X509Data>'",
        "KEY_INFO_DIGEST  | '<ds:X509SerialNumber>' | '<ds:X509SerialNumber>1'",
        // algorithms
        "ALGORITHM        | '2001/04/xmldsig-more#rsa-sha256' | '2000/09/xmldsig#rsa-sha1'",
        "ALGORITHM        | '2001/04/xmldsig-more#rsa-sha256' | '2000/09/xmldsig#hmac-sha1'",
        "ALGORITHM        | '2001/04/xmlenc#sha256' | '2000/09/xmldsig#sha1'",
        // other XML
        "DOCUMENT_TYPE    | '<Envelope '            "
                + "| '<!DOCTYPE Envelope [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><Envelope '",
        "WELL_FORMED      | '<Purp>'                | '<Purp>&x;'",
        "WELL_FORMED      | 'encoding=\"UTF-8\"'    | 'encoding=\"UTF-16\"'",
    })
    void refusesAChange(PixCheck check, String what, String by) {
        assertTrue(SIGNED.contains(what), what);
        refused(check, SIGNED.replaceFirst(Pattern.quote(what),
                Matcher.quoteReplacement(by)));
    }

    /** Encodings that readers and the parser read differently. */
    @Test
    void refusesOtherEncodings() {
        String plain = SIGNED.substring(SIGNED.indexOf("<Envelope"));
        String declared = "<?xml version=\"1.0\"?>" + plain;
        for (Charset other : List.of(StandardCharsets.UTF_16, StandardCharsets.UTF_16BE, StandardCharsets.UTF_16LE)) {
            refused(PixCheck.WELL_FORMED, declared.getBytes(other));
        }
        // C1 B0 is a longer form of p.
        byte[] overlong = SIGNED.replaceFirst("pacs", "~~acs").getBytes(StandardCharsets.UTF_8);
        int at = 0;
        while (overlong[at] != '~') {
            at++;
        }
        overlong[at] = (byte) 0xc1;
        overlong[at + 1] = (byte) 0xb0;
        refused(PixCheck.WELL_FORMED, overlong);
    }

    @Test
    void refusesInclusivePrefixes() {
        refused(PixCheck.ALGORITHM, text -> text.replaceFirst("exc-c14n#\"></ds:CanonicalizationMethod>",
                "exc-c14n#\"><ec:InclusiveNamespaces xmlns:ec=\"http://www.w3.org/2001/10/xml-exc-c14n#\""
                + " PrefixList=\"x\"/></ds:CanonicalizationMethod>"));
    }

    @Test
    void refusesWrappedAndMovedElements() {
        // The signed document moves to a corner, another one takes its place.
        String forged = DOCUMENT.replaceFirst("<ChrgBr>SLEV", "<ChrgBr>DEBT");
        refused(PixCheck.ENVELOPE, text -> text.replace(DOCUMENT, forged + DOCUMENT));
        refused(PixCheck.ENVELOPE, text -> text.replace(DOCUMENT, DOCUMENT + forged));
        refused(PixCheck.DOCUMENT_DIGEST, text -> text.replace(DOCUMENT,
                forged.replace("</Document>", DOCUMENT + "</Document>")));
        refused(PixCheck.ENVELOPE, text -> "<Envelope>" + text.substring(text.indexOf("<Envelope ")) + "</Envelope>");
        refused(PixCheck.SIGNATURE_SHAPE, text -> text.replace(DOCUMENT, forged).replace("</ds:Signature>",
                "<ds:Object>" + DOCUMENT + "</ds:Object></ds:Signature>"));
        refused(PixCheck.ENVELOPE, text -> text.replace(HEADER, HEADER + HEADER));
        refused(PixCheck.SIGNATURE_PLACE, text -> text.replace(SIGNATURE, SIGNATURE + SIGNATURE));
        refused(PixCheck.SIGNATURE_PLACE, text -> text.replace("<Purp>", SIGNATURE + "<Purp>"));
        refused(PixCheck.ENVELOPE, text -> text.replace("</Envelope>", SIGNATURE + "</Envelope>"));
        refused(PixCheck.SIGNATURE_PLACE, text -> text.replace(SIGNATURE, "").replace("</Envelope>",
                SIGNATURE + "</Envelope>"));
        refused(PixCheck.SIGNATURE_PLACE, text -> text.replace("<Fr>", SIGNATURE + "<Fr>"));
        refused(PixCheck.SIGNATURE_PLACE, text -> text.replace(SIGNATURE, ""));
        // The signature of another message of the same signer.
        String other = between(sign(SIGNER, MessageType.PACS_002), "<ds:Signature ", "</ds:Signature>");
        refused(PixCheck.HEADER_DIGEST, text -> text.replace(SIGNATURE, other));
    }

    @Test
    void refusesWhatWasNotSignedWithTheKey() {
        refused(PixCheck.SIGNATURE, text -> {
            int at = text.indexOf("<ds:SignatureValue>") + 30;
            return text.substring(0, at) + (text.charAt(at) == 'A' ? 'B' : 'A') + text.substring(at + 1);
        });
        // Another key under the name of the signer.
        refused(PixCheck.SIGNATURE, sign(TestSigner.rsa(2048, 17), MessageType.PACS_008));
    }

    @Test
    void knowsOnlyTheSignersGiven() {
        refused(PixCheck.SIGNER, sign(TestSigner.rsa(2048, 99), MessageType.PACS_008));
    }

    @Test
    void certificatesHaveToBeGoodNow() {
        for (Duration after : List.of(Duration.ofDays(-1), Duration.ofDays(5_000))) {
            Clock then = Clock.fixed(Instant.now().plus(after), ZoneOffset.UTC);
            PixVerificationException refused = assertThrows(PixVerificationException.class,
                    () -> new PixVerifier(List.of(SIGNER.certificate()), then, null).verifyMessage(utf8(SIGNED)));
            assertEquals(PixCheck.SIGNER, refused.check());
        }
        TestSigner weak = TestSigner.rsa(1024, 17);
        TestSigner agreeing = TestSigner.of("RSA", 2048, 17, KeyUsage.keyEncipherment);
        for (TestSigner each : List.of(weak, agreeing)) {
            PixVerificationException refused = assertThrows(PixVerificationException.class,
                    () -> new PixVerifier(List.of(each.certificate())).verifyMessage(utf8(sign(each,
                            MessageType.PACS_002))));
            assertEquals(PixCheck.SIGNER, refused.check());
        }
    }

    @Test
    void aNameIsOneCertificates() {
        Collection<X509Certificate> twins = List.of(SIGNER.certificate(),
                TestSigner.rsa(2048, 17).certificate());
        assertThrows(IllegalArgumentException.class, () -> new PixVerifier(twins));
    }

    @Test
    void hugeAndDeepMessagesAreRefusedAtOnce() {
        String attributes = many(30_000, i -> " a" + i + "=''");
        String prefixes = many(12_000, i -> " xmlns:a" + i + "='u:'");
        String inUse = many(30, i -> "<b" + i + ":x xmlns:b" + i + "='u:' xmlns:c" + i + "='v:' xmlns:d" + i + "='w:' c"
                + i + ":y='' d" + i + ":y=''>");
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            refused(PixCheck.SIZE, text -> text.replace("<Purp>", "<Purp>" + "x".repeat(1 << 20)));
            refused(PixCheck.SIZE, text -> text.replace("<Purp>", "<a>".repeat(60_000)));
            refused(PixCheck.SIZE, text -> text.replaceFirst("<Purp>", "<Purp" + attributes + ">"));
            refused(PixCheck.SIZE, text -> text.replaceFirst("<Purp>", "<Purp" + prefixes + ">"));
            refused(PixCheck.SIZE, text -> text.replaceFirst("<Purp>", "<Purp>" + many(8_000, i -> "<b" + i
                    + ":x xmlns:b" + i + "='u:'/>")));
            refused(PixCheck.WELL_FORMED, text -> text.replaceFirst("<Purp>", inUse));
            refused(PixCheck.DOCUMENT_DIGEST, text -> text.replaceFirst("<Purp>", "<Purp>" + many(20_000,
                    i -> "<a" + i + "/>")));
            refused(PixCheck.WELL_FORMED, text -> text.replaceFirst("<Purp>", "<" + "a".repeat(200_000)));
            refused(PixCheck.SIGNATURE_SHAPE, text -> text.replaceFirst("<ds:SignatureValue>",
                    "<ds:SignatureValue>" + "A".repeat(200_000)));
        });
    }

    private static String many(int number, IntFunction<String> each) {
        return IntStream.range(0, number).mapToObj(each).collect(Collectors.joining());
    }
}
