package org.eejs.pix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.xml.crypto.MarshalException;
import org.eejs.pix.message.MessageType;
import org.eejs.pix.message.PixMessages;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.SAXParseException;

/**
 * Signed messages, changed at random. A message that still verifies has the same content, and the JDK finds it valid,
 * too. All others end quickly with the intended exception.
 */
@Tag("costly")
class PixFuzzTest {
    /** The time limit; on a slow machine fewer changes are tried. */
    private static final Duration BOUND = Duration.ofSeconds(5);
    private static final int CHANGES = 12_000;
    private static final int SOON_MILLIS = 30_000;
    private static final TestSigner SIGNER = TestSigner.RSA;
    private static final List<String> SNIPPETS = List.of("<!-- c -->", "<!---->", "<?p d?>", "<![CDATA[x]]>",
            "<![CDATA[]]>",
            "&#13;", "&amp;", "&lt;", "&x;", " ", "\n", "\r\n", "\t", "<", ">", "\"", "'", "=", "/", "\0", "\ufeff",
            " xmlns:z='u'", " xmlns:z='urn:z'", " xmlns='urn:z'", " xmlns=''", " Id='key-info'", " xml:id='key-info'",
            " a='1'", "ds:", "</",
            "<x/>", "<Sgntr/>", "<Document/>", "<AppHdr>", "<!DOCTYPE a>", "<?xml version='1.0'?>", "\u00e9",
            "\ud83d\ude00", "AAAA", "==", " standalone='yes'", "&#x1F600;", "]]>", "-->");

    private final Random random = new Random(20261121);
    private final PixVerifier verifier = new PixVerifier(List.of(SIGNER.certificate()));

    @Test
    @Tag("costly")
    void nothingElseVerifies() throws Exception {
        PixSigner signer = new PixSigner(SIGNER.key(), SIGNER.certificate());
        Instant end = Instant.now().plus(BOUND);
        int valid = 0;
        int tried = 0;
        int unread = 0;
        OddMessages odd = new OddMessages(random, true);
        byte[] signed = null;
        List<String> said = null;
        for (; tried < CHANGES && Instant.now().isBefore(end); tried++) {
            if (tried % 500 == 0) {
                signed = signer.sign(tried % 1000 == 0
                        ? new PixMessages(MessageType.values()[tried / 1000 % 3], 2_000).draw(random) : odd.draw());
                said = canonical(signed);
                assertEquals(SIGNER.certificate(), verifier.verifyMessage(signed).signer());
            }
            byte[] changed = changed(signed);
            if (verifies(changed)) {
                valid++;
                unread += isUnread(changed, said) ? 1 : 0;
            }
        }
        // Else the changes were too coarse to find a hole.
        assertTrue(valid * 500 > tried, "only " + valid + " of " + tried + " changes left a message valid");
        assertTrue(unread * 50 <= valid, unread + " of " + valid + " valid messages cannot be read by the JDK");
    }

    /**
     * Returns whether the JDK is unable to read a message that is valid; what it reads must be the signed content, and
     * valid. It is stricter in some characters of names, and in blanks within the padding of Base64.
     */
    private static boolean isUnread(byte[] changed, List<String> said) throws Exception {
        try {
            assertEquals(said, canonical(changed), () -> text(changed));
            assertTrue(Jsr105.verify(changed, SIGNER.certificate().getPublicKey()), () -> text(changed));
            return false;
        } catch (SAXParseException | MarshalException e) {
            return true;
        }
    }

    private boolean verifies(byte[] changed) {
        long begin = System.nanoTime();
        try {
            verifier.verifyMessage(changed);
            return true;
        } catch (PixVerificationException e) {
            assertEquals(1, e.getMessage().lines().count(), e::getMessage);
            return false;
        } catch (RuntimeException | Error e) {
            throw new AssertionError("a change ended with " + e + ": " + text(changed), e);
        } finally {
            long millis = (System.nanoTime() - begin) / 1_000_000;
            assertTrue(millis < SOON_MILLIS, () -> millis + " ms for " + text(changed));
        }
    }

    private static String text(byte[] octets) {
        return new String(octets, StandardCharsets.UTF_8);
    }

    /** Returns header without signature, document, and the signer's name, in canonical form. */
    private static List<String> canonical(byte[] message) throws Exception {
        Document tree = Dom.parse(message);
        Element signature = Dom.signature(tree);
        String keyInfo = text(Santuario.canonical(Dom.child(signature, "KeyInfo")));
        String signedInfo = text(Santuario.canonical(Dom.child(signature, "SignedInfo")));
        signature.getParentNode().removeChild(signature);
        return List.of(text(Santuario.canonical(Dom.header(tree))), text(Santuario.canonical(Dom.document(tree))),
                keyInfo, signedInfo);
    }

    private byte[] changed(byte[] message) {
        byte[] changed = message;
        // A first change may remove all octets.
        for (int i = 1 + random.nextInt(10) / 8; i > 0 && changed.length > 0; i--) {
            changed = changedOnce(changed);
        }
        return changed;
    }

    private byte[] changedOnce(byte[] message) {
        int at = random.nextInt(message.length);
        int other = random.nextInt(message.length);
        return switch (random.nextInt(9)) {
            case 0 -> {
                byte[] copy = message.clone();
                copy[at] ^= (byte) (1 << random.nextInt(8));
                yield copy;
            }
            case 1 -> {
                byte[] copy = message.clone();
                copy[at] = copy[other];
                yield copy;
            }
            case 2 -> replaced(message, at, Math.min(message.length, at + 1 + random.nextInt(20)), new byte[0]);
            case 3 -> {
                // A whole range of tags moves elsewhere, or appears twice.
                int from = after(message, at, '<') - 1;
                int to = after(message, Math.min(message.length - 1, from + random.nextInt(600)), '>');
                int place = after(message, other, '>');
                yield replaced(message, place, place, Arrays.copyOfRange(message, from, Math.max(from, to)));
            }
            case 4 -> Arrays.copyOf(message, at);
            case 5, 6 -> {
                int place = after(message, at, '>');
                yield replaced(message, place, place, snippet());
            }
            case 7 -> {
                // After a name in a tag, at the place of an attribute.
                int place = after(message, at, '<');
                while (place < message.length - 1 && message[place] > ' ' && message[place] != '>'
                        && message[place] != '/') {
                    place++;
                }
                yield replaced(message, place, place, snippet());
            }
            default -> replaced(message, at, at, snippet());
        };
    }

    private byte[] snippet() {
        return SNIPPETS.get(random.nextInt(SNIPPETS.size())).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the place after the next such character, or the end. */
    private static int after(byte[] message, int from, char wanted) {
        for (int i = from; i < message.length; i++) {
            if (message[i] == wanted) {
                return i + 1;
            }
        }
        return message.length;
    }

    private static byte[] replaced(byte[] message, int from, int to, byte[] by) {
        byte[] changed = new byte[message.length - (to - from) + by.length];
        System.arraycopy(message, 0, changed, 0, from);
        System.arraycopy(by, 0, changed, from, by.length);
        System.arraycopy(message, to, changed, from + by.length, message.length - to);
        return changed;
    }
}
