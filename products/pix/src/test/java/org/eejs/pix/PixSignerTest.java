package org.eejs.pix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.xml.stream.XMLStreamConstants;
import org.apache.xml.security.signature.XMLSignature;
import org.eejs.pix.message.MessageType;
import org.eejs.pix.message.PixCheck;
import org.eejs.pix.message.PixFormatException;
import org.eejs.pix.message.PixMessages;
import org.eejs.pix.signature.ExclusiveCanonicalizer;
import org.eejs.pix.signature.MessageCursor;
import org.eejs.pix.signature.MessageParts;
import org.eejs.pix.signature.SignaturePlace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;

/** The signed part is that of Santuario, and nothing else of the message changes. */
@Tag("costly")
class PixSignerTest {
    private final PixSigner signer = new PixSigner(TestSigner.RSA.key(), TestSigner.RSA.certificate());

    @ParameterizedTest
    @EnumSource
    void signsWhatSantuarioSigns(MessageType type) throws Exception {
        Random random = new Random(1);
        for (int i = 0; i < 10; i++) {
            byte[] message = new PixMessages(type, PixMessages.shortest(type) + 200 * i).draw(random);
            assertSameSignature(message);
        }
    }

    private void assertSameSignature(byte[] message) throws Exception {
        Document tree = Dom.parse(message);
        XMLSignature expected = Santuario.sign(tree, TestSigner.RSA);
        assertEquals(text(Santuario.signedInfo(expected)), text(signer.signedInfo(message)), () -> text(message));
        byte[] signed = signer.sign(message);
        // RSA by PKCS#1 1.5 has one signature for one content.
        assertArrayEquals(expected.getSignatureValue(), valueIn(signed));
        assertTrue(Santuario.verify(signed, TestSigner.RSA.certificate()), () -> text(signed));
    }

    private static byte[] valueIn(byte[] signed) throws Exception {
        return Base64.getDecoder().decode(
                Dom.child(Dom.signature(Dom.parse(signed)), "SignatureValue").getTextContent());
    }

    private static String text(byte[] octets) {
        return new String(octets, StandardCharsets.UTF_8);
    }

    @Test
    void digestsOddMessagesAsSantuarioDoes() throws Exception {
        OddMessages odd = new OddMessages(new Random(2), true);
        for (int i = 0; i < 2000; i++) {
            byte[] message = odd.draw();
            Document tree = Dom.parse(message);
            MessageParts parts;
            try {
                parts = MessageParts.read(message, new AnyPlace(), () -> "none");
            } catch (PixFormatException e) {
                throw new AssertionError(i + ": " + e.getMessage() + "\n" + text(message), e);
            }
            assertArrayEquals(sha256(Santuario.canonical(Dom.document(tree))), parts.documentDigest(),
                    () -> text(message));
            assertArrayEquals(sha256(Santuario.canonical(Dom.header(tree))), parts.headerDigest(),
                    () -> text(message));
        }
    }

    @Test
    void signsOddMessagesAsSantuarioDoes() throws Exception {
        OddMessages odd = new OddMessages(new Random(3), true);
        for (int i = 0; i < 100; i++) {
            assertSameSignature(odd.draw());
        }
    }

    @Test
    void leavesEveryOtherByteAsItIs() throws Exception {
        OddMessages odd = new OddMessages(new Random(4), true);
        for (int i = 0; i < 100; i++) {
            String message = text(odd.draw());
            String signed = text(signer.sign(message.getBytes(StandardCharsets.UTF_8)));
            int from = signed.indexOf("<ds:Signature ");
            int to = signed.indexOf("</ds:Signature>") + "</ds:Signature>".length();
            String rest = signed.substring(0, from) + signed.substring(to);
            String place = message.contains("<e:Sgntr") ? "e:Sgntr" : "Sgntr";
            String opened = message.replaceFirst("(<" + place + "[^>]*)/>", "$1></" + place + ">");
            assertEquals(opened, rest);
        }
    }

    @Test
    void takesAByteOrderMark() throws Exception {
        byte[] message = ("\ufeff" + text(new PixMessages(MessageType.PIBR_001, 1_000).draw(new Random(1))))
                .getBytes(StandardCharsets.UTF_8);
        assertSameSignature(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "ENVELOPE        | <?p?><Envelope/>                       | an instruction that is not signed: p",
        "ENVELOPE        | <a/>                                   | line 1, column 1: Envelope is expected here, not a",
        "ENVELOPE        | <Envelope><Document/></Envelope>       | AppHdr is expected here, not Document",
        "ENVELOPE        | <Envelope>text</Envelope>              | AppHdr is missing in Envelope",
        "ENVELOPE        | <Envelope><AppHdr><Sgntr/></AppHdr></Envelope> | Document is missing",
        "ENVELOPE        | <Envelope><AppHdr><Sgntr/></AppHdr><Document/><x/></Envelope> "
                + "| Envelope ends behind Document",
        "ENVELOPE        | <Envelope a='1'><AppHdr><Sgntr/></AppHdr><Document/></Envelope> | not signed: a",
        "SIGNATURE_PLACE | <Envelope><AppHdr/><Document/></Envelope> | AppHdr has no Sgntr",
        "SIGNATURE_PLACE | <Envelope><AppHdr><x><Sgntr/></x></AppHdr><Document/></Envelope> | AppHdr has no Sgntr",
        "SIGNATURE_PLACE | <Envelope><AppHdr><Sgntr/><Sgntr/></AppHdr><Document/></Envelope> | there is a second Sgntr",
        "SIGNATURE_PLACE | <Envelope><AppHdr><Sgntr>x</Sgntr></AppHdr><Document/></Envelope> | Sgntr has to be empty",
        "SIGNATURE_PLACE | <Envelope><AppHdr><Sgntr xmlns='u:'/></AppHdr><Document/></Envelope> | another namespace",
        "SIGNATURE_PLACE | <Envelope><AppHdr><Sgntr><Signature/></Sgntr></AppHdr><Document/></Envelope> "
                + "| signed already",
        "COMMENT         | <Envelope><AppHdr><Sgntr/></AppHdr><Document><v>1<!-- -->2</v></Document></Envelope> "
                + "| value of v",
        "KEY_INFO        | <Envelope><AppHdr><Sgntr/></AppHdr><Document ID='key-info'/></Envelope> "
                + "| has the Id of the key",
        "WELL_FORMED     | <Envelope><AppHdr><Sgntr/></AppHdr><Document></Envelope> | line 1, column",
        "WELL_FORMED     | <?xml version='1.0' encoding='ISO-8859-1'?><Envelope/> | UTF-8, this one declares ISO-8859-1",
        "WELL_FORMED     | <?xml version='1.1'?><Envelope/>       | XML 1.0, this one declares 1.1",
        "WELL_FORMED     | nothing                                | not well-formed",
        "DOCUMENT_TYPE   | <!DOCTYPE Envelope><Envelope/>         | no document type",
    })
    void reportsWhatIsWrongAndWhere(PixCheck check, String message, String words) {
        PixFormatException refused = assertThrows(PixFormatException.class,
                () -> signer.sign(message.getBytes(StandardCharsets.UTF_8)));
        assertTrue(refused.getMessage().contains(words), refused.getMessage());
        assertEquals(check, refused.check());
        assertEquals(1, refused.getMessage().lines().count());
    }

    @Test
    void refusesWhatIsSignedAlready() throws Exception {
        byte[] signed = signer.sign(new PixMessages(MessageType.PACS_002, 2_000).draw(new Random(1)));
        PixFormatException refused = assertThrows(PixFormatException.class, () -> signer.sign(signed));
        assertTrue(refused.getMessage().endsWith("Sgntr holds Signature: the message is signed already"),
                refused.getMessage());
    }

    @Test
    void refusesAnotherKeysCertificate() {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class,
                () -> new PixSigner(TestSigner.RSA.key(), TestSigner.rsa(2048, 5).certificate()));
        assertTrue(refused.getMessage().endsWith("belongs to another key"), refused.getMessage());
    }

    @Test
    void oneSignerServesAllThreads() throws Exception {
        byte[][] messages = IntStream.range(0, 8).mapToObj(i ->
                new PixMessages(MessageType.PACS_008, 3_500).draw(new Random(i))).toArray(byte[][]::new);
        byte[][] expected = new byte[messages.length][];
        for (int i = 0; i < messages.length; i++) {
            expected[i] = signer.sign(messages[i]);
        }
        ExecutorService threads = Executors.newFixedThreadPool(80);
        try {
            List<Callable<byte[]>> tasks = IntStream.range(0, 480).<Callable<byte[]>>mapToObj(i ->
                    () -> signer.sign(messages[i % messages.length])).toList();
            int i = 0;
            for (Future<byte[]> signed : threads.invokeAll(tasks)) {
                assertArrayEquals(expected[i++ % expected.length], signed.get());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static byte[] sha256(byte[] octets) {
        return MessageParts.sha256().digest(octets);
    }

    /** A reader that accepts any Sgntr. */
    private static final class AnyPlace implements SignaturePlace {
        @Override
        public void read(MessageCursor in, ExclusiveCanonicalizer header) throws PixFormatException {
            while (in.next() != XMLStreamConstants.END_ELEMENT) {
                in.copyTo(header);
            }
        }
    }
}
