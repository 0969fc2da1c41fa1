package org.eejs.xml;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.xml.security.signature.XMLSignature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;

/** What is signed is what Santuario would sign, and nothing else of the message changes. */
class SpiSignerTest {
    private final SpiSigner signer = new SpiSigner(TestSigner.RSA.key(), TestSigner.RSA.certificate());

    @ParameterizedTest
    @EnumSource
    void signsWhatSantuarioSigns(SpiMessageType type) throws Exception {
        Random random = new Random(1);
        for (int i = 0; i < 20; i++) {
            byte[] message = new SpiMessages(type, SpiMessages.shortest(type) + 100 * i).draw(random);
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
        return java.util.Base64.getDecoder().decode(
                Dom.child(Dom.signature(Dom.parse(signed)), "SignatureValue").getTextContent());
    }

    private static String text(byte[] octets) {
        return new String(octets, StandardCharsets.UTF_8);
    }

    @Test
    void digestsOddMessagesAsSantuarioDoes() throws Exception {
        OddMessages odd = new OddMessages(new Random(2), true);
        for (int i = 0; i < 3000; i++) {
            byte[] message = odd.draw();
            Document tree = Dom.parse(message);
            MessageParts parts;
            try {
                parts = MessageParts.read(message, new AnyPlace(), () -> "none");
            } catch (SpiFormatException e) {
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
        for (int i = 0; i < 150; i++) {
            assertSameSignature(odd.draw());
        }
    }

    private static byte[] sha256(byte[] octets) {
        return MessageParts.sha256().digest(octets);
    }

    /** Takes Sgntr as it is. */
    private static final class AnyPlace implements SignaturePlace {
        @Override
        public void read(MessageCursor in, ExclusiveCanonicalizer header) throws SpiFormatException {
            while (in.next() != javax.xml.stream.XMLStreamConstants.END_ELEMENT) {
                in.copyTo(header);
            }
        }
    }
}
