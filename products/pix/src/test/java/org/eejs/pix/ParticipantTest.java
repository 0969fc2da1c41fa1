package org.eejs.pix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.eejs.pix.message.Escaped;
import org.eejs.pix.message.MessageType;
import org.eejs.pix.message.PixCheck;
import org.eejs.pix.message.PixMessages;
import org.eejs.pix.signature.Dsig;
import org.eejs.pix.signature.MessageParts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages are refused unless the named sender has signed them; messages here are signed unchanged. */
@Tag("costly")
class ParticipantTest {
    private static final TestSigner A = TestSigner.RSA;
    private static final TestSigner B = TestSigner.EC_P256;
    private static final String BANK_A = "12345678";
    private static final String BANK_B = "60746948";

    private final PixVerifier verifier = new PixVerifier(Map.of(BANK_A, Set.of(A.certificate()),
            BANK_B, Set.of(B.certificate())));

    /** Returns a message of bank A, changed before it is signed. */
    private static byte[] signed(TestSigner signer, UnaryOperator<String> change) throws Exception {
        String drawn = new String(new PixMessages(MessageType.PACS_008, 3_500).draw(new Random(5)),
                StandardCharsets.UTF_8).replaceFirst("<Id>[0-9]{8}</Id>", "<Id>" + BANK_A + "</Id>");
        return new PixSigner(signer.key(), signer.certificate()).sign(change.apply(drawn).getBytes(
                StandardCharsets.UTF_8));
    }

    private String refused(byte[] message) {
        PixVerificationException refused = assertThrows(PixVerificationException.class,
                () -> verifier.verifyMessage(message));
        assertEquals(PixCheck.PARTICIPANT, refused.check(), refused.getMessage());
        assertEquals(1, refused.getMessage().lines().count());
        return refused.getMessage();
    }

    @Test
    void theSendersOwnSignatureHolds() throws Exception {
        byte[] message = signed(A, text -> text);
        VerifiedMessage verified = verifier.verifyMessage(message);
        assertEquals(A.certificate(), verified.signer());
        assertEquals(BANK_A, verified.sender());
        assertTrue(new String(message, StandardCharsets.UTF_8).contains("<BizMsgIdr>" + verified.id() + "<"));
        assertTrue(verified.id().matches("M[0-9A-Z]{31}"), verified.id());
        assertTrue(verified.senderIsSigner());
    }

    @Test
    void noParticipantSignsForAnother() throws Exception {
        assertEquals("PARTICIPANT: the sender is '12345678', but CN=participant 18 has signed, which is '60746948'",
                refused(signed(B, text -> text)));
    }

    @Test
    void withoutParticipantsTheSenderIsNotBound() throws Exception {
        List<X509Certificate> signers = List.of(A.certificate(), B.certificate());
        VerifiedMessage verified = new PixVerifier(signers).verifyMessage(signed(B, text -> text));
        assertEquals(B.certificate(), verified.signer());
        assertEquals(BANK_A, verified.sender());
        assertFalse(verified.senderIsSigner());
    }

    @Test
    void aParticipantMayHaveSeveralCertificates() throws Exception {
        PixVerifier rotating = new PixVerifier(Map.of(BANK_A, Set.of(A.certificate(), B.certificate())));
        assertTrue(rotating.verifyMessage(signed(A, text -> text)).senderIsSigner());
        assertTrue(rotating.verifyMessage(signed(B, text -> text)).senderIsSigner());
        assertThrows(IllegalArgumentException.class, () -> new PixVerifier(Map.of(BANK_A, Set.of())));
    }

    /** Ids that look like a participant's, or have something around one, are not a participant's. */
    @ParameterizedTest
    @ValueSource(strings = {"12345679", "\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18", "1234567\u0668",
            " 12345678",
        "12345678\n", "12345678\u200b", "\u202e12345678", "", "12345678\u0085out/m.xml: valid"})
    void homographsAreOthers(String sender) throws Exception {
        String message = refused(signed(A, text -> text.replace(BANK_A, sender)));
        assertTrue(message.endsWith("' is not a known participant"), message);
        assertTrue(message.chars().allMatch(each -> each >= ' ' && each <= '~'), message);
    }

    /** If readers could find another sender than this one, there is none. */
    @ParameterizedTest
    @CsvSource({"<FinInstnId>, <FinInstnId><BICFI>EEJSBRSPXXX</BICFI>",
            "</Othr>, </Othr><Othr><Id>60746948</Id></Othr>",
        "</Id>, </Id><Id>60746948</Id>", "<Fr>, <Fr>60746948", "</FIId>, </FIId><OrgId><Nm>B</Nm></OrgId>",
        "<Othr>, <x:Othr xmlns:x='urn:x'><x:Id>60746948</x:Id></x:Othr><Othr>", "</Id>, <x/></Id>",
        "<FIId><FinInstnId>, <OrgId><FinInstnId>"})
    void aSenderIsTheOnlyContent(String place, String instead) throws Exception {
        byte[] message = signed(A, text -> {
            String changed = text.replaceFirst(place, instead);
            return place.startsWith("<FIId><") ? changed.replaceFirst("</FIId></Fr>", "</OrgId></Fr>") : changed;
        });
        assertTrue(refused(message).contains("does not name one sender"));
        assertNull(new PixVerifier(List.of(A.certificate())).verifyMessage(message).sender());
    }

    /** Nor does one that is elsewhere: in the document, or in a header that this one is related to. */
    @Test
    void otherPlacesNameNoSender() throws Exception {
        String other = "<Fr><FIId><FinInstnId><Othr><Id>" + BANK_B + "</Id></Othr></FinInstnId></FIId></Fr>";
        assertEquals(BANK_A, verifier.verifyMessage(signed(A, text -> text.replace("<Purp>", other + "<Purp>")
                .replace("<Sgntr/>", "<Rltd>" + other + "<BizMsgIdr>M2</BizMsgIdr></Rltd><Sgntr/>"))).sender());
        byte[] none = signed(A, text -> text.replaceFirst("<Fr>.*</Fr>", "").replace("<Purp>", other + "<Purp>")
                .replaceFirst("<BizMsgIdr>.*</BizMsgIdr>", ""));
        assertTrue(refused(none).contains("does not name one sender"));
        VerifiedMessage verified = new PixVerifier(List.of(A.certificate())).verifyMessage(none);
        assertNull(verified.sender());
        assertNull(verified.id());
    }

    /** Nothing may be next to the signed parts, so no sender either. */
    @ParameterizedTest
    @ValueSource(strings = {"<AppHdr>", "<Document>", "</Envelope>", "<ds:Signature "})
    void nothingIsReadThatIsNotSigned(String place) throws Exception {
        String other = "<Fr><FIId><FinInstnId><Othr><Id>" + BANK_B + "</Id></Othr></FinInstnId></FIId></Fr>";
        String message = new String(signed(B, text -> text.replaceFirst("<Fr>.*</Fr>", "")), StandardCharsets.UTF_8);
        byte[] changed = message.replaceFirst(place, other + place).getBytes(StandardCharsets.UTF_8);
        PixVerificationException refused = assertThrows(PixVerificationException.class,
                () -> verifier.verifyMessage(changed));
        assertTrue(Set.of(PixCheck.ENVELOPE, PixCheck.SIGNATURE_PLACE).contains(refused.check()),
                refused.getMessage());
    }

    /** A name of many pieces takes time to read: so none is long, and none is read for a message that was changed. */
    @Test
    void namesAreBoundedAndReadLast() throws Exception {
        String message = new String(signed(A, text -> text), StandardCharsets.UTF_8);
        String name = message.substring(message.indexOf("<ds:X509IssuerName>") + "<ds:X509IssuerName>".length(),
                message.indexOf("</ds:X509IssuerName>"));
        assertKeyInfo(message.replace(name, "CN=" + "a".repeat(1_021)), PixCheck.KEY_INFO_DIGEST);
        assertKeyInfo(message.replace(name, "CN=" + "a".repeat(1_022)), PixCheck.KEY_INFO);
        assertKeyInfo(message.replace(name, "CN=" + "\u00e3".repeat(511)), PixCheck.KEY_INFO);
        assertKeyInfo(message.replace(name, "no name at all"), PixCheck.KEY_INFO_DIGEST);
    }

    private void assertKeyInfo(String message, PixCheck check) {
        PixVerificationException refused = assertThrows(PixVerificationException.class,
                () -> verifier.verifyMessage(message.getBytes(StandardCharsets.UTF_8)));
        assertEquals(check, refused.check(), refused.getMessage());
    }

    /** Digests prove nothing by themselves: even with new digests, a forger needs a valid name. */
    @Test
    void aNameThatIsNoneIsRefusedWithoutItsDigest() throws Exception {
        String message = new String(signed(A, text -> text), StandardCharsets.UTF_8).replaceFirst(
                "<ds:X509IssuerName>.*</ds:X509IssuerName>", "<ds:X509IssuerName>,</ds:X509IssuerName>");
        String keyInfo = message.substring(message.indexOf("<ds:KeyInfo"), message.indexOf("</ds:KeyInfo>")
                + "</ds:KeyInfo>".length());
        byte[] digest = MessageParts.sha256().digest(keyInfo.replaceFirst("<ds:KeyInfo ", "<ds:KeyInfo xmlns:ds=\""
                + Dsig.NAMESPACE + "\" ").getBytes(StandardCharsets.UTF_8));
        assertKeyInfo(message.replaceFirst("<ds:DigestValue>[^<]*<", "<ds:DigestValue>"
                + Base64.getEncoder().encodeToString(digest) + "<"), PixCheck.KEY_INFO);
    }

    @Test
    void whatIsShownCannotForgeALine() {
        assertEquals("a\\u000ab\\\\n\\u202e\\uff11", Escaped.ascii("a\nb\\n\u202e\uff11"));
        assertEquals("caf\u00e9\\u000a\\u001b[2K\\u2028", Escaped.line("caf\u00e9\n\u001b[2K\u2028"));
    }
}
