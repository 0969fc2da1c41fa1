package org.eejs.xmlload;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.eejs.xmlload.documents.ContentTally;
import org.eejs.xmlload.documents.DocumentKind;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.parsers.FastInfosetDocuments;
import org.eejs.xmlload.parsers.SaxLibrary;
import org.eejs.xmlload.parsing.ParseTransaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.xml.sax.SAXException;

/** Fast Infoset: what the library writes is read, what attackers would write is not. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FastInfosetTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    /** Begins a document with the root a, which has no attributes. */
    private static final String ROOT = "e0000001 00 3c0061";
    private static final int MUTATIONS = 10_000;

    private final FastInfosetDocuments parser = new FastInfosetDocuments();

    private long read(byte[] encoded) throws SAXException, IOException {
        ParseTransaction.Listener listener = new ParseTransaction.Listener();
        parser.parse(encoded, listener);
        return listener.tally().mixed();
    }

    private static byte[] hex(String... parts) {
        return HexFormat.of().parseHex(String.join("", parts).replace(" ", ""));
    }

    /** So many names, values and texts, of such lengths, that every form of index and length is there. */
    @Test
    void readsWhateverTheLibraryWrites() throws Exception {
        StringBuilder text = new StringBuilder("<?xml version='1.0' encoding='UTF-8'?><?p i?>"
                + "<r xmlns:n='u:n' xmlns='u:d'>");
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 10_000; i++) {
                text.append("<e").append(i % 3_000).append(" a").append(i % 9_000).append("='v").append(i)
                        .append("' n:b='").append("w".repeat(i % 300)).append("'>t").append(i).append("<n:f/>")
                        .append("é".repeat(i % 500)).append("</e").append(i % 3_000).append('>');
            }
        }
        text.append("<?q ").append("i".repeat(700)).append("?></r>");
        byte[] document = text.toString().getBytes(StandardCharsets.UTF_8);
        ParseTransaction.Listener expected = new ParseTransaction.Listener();
        SaxLibrary.JDK.parser().parse(document, expected);
        assertEquals(expected.tally().mixed(), read(FastInfosetDocuments.encode(document)));
    }

    private static Map<String, byte[]> attacks() {
        Map<String, byte[]> attacks = new TreeMap<>();
        attacks.put("1.75 GiB of text claimed", hex(ROOT, "83 70000000 61"));
        attacks.put("4 GiB of text claimed", hex(ROOT, "93 ffffffff 61"));
        attacks.put("1.75 GiB of a name claimed", hex("e0000001 00 3c 60 70000000 61"));
        attacks.put("1.75 GiB of a value claimed", hex("e0000001 00 7c0061 780062 0c 70000000 61"));
        attacks.put("1.75 GiB of a comment claimed", hex(ROOT, "e2 0c 70000000 61"));
        attacks.put("more text claimed than is left", hex(ROOT, "82 10 61 62 ff"));
        attacks.put("text as UTF-16", hex(ROOT, "85 0061 ff"));
        attacks.put("an alphabet", hex(ROOT, "88 00 61 ff"));
        attacks.put("an algorithm", hex(ROOT, "8c 04 00 ff"));
        attacks.put("a vocabulary", hex("e0000001 20 1000 0075 3c0061 ff"));
        attacks.put("a document type", hex("e0000001 00 c7 0075 0075 f0 3c0061 ff"));
        attacks.put("an entity", hex(ROOT, "c8 0065 ff"));
        attacks.put("an element that nobody named", hex(ROOT, "01 ff f0"));
        attacks.put("an attribute that nobody named", hex("e0000001 00 7c0061 00 0061 ff ff"));
        attacks.put("a value that nobody wrote", hex("e0000001 00 7c0061 780062 80 ff ff"));
        attacks.put("text that nobody wrote", hex(ROOT, "a0 ff"));
        attacks.put("a prefix that nobody declared", hex("e0000001 00 3f 81 81 0061 ff"));
        attacks.put("two roots", hex(ROOT, "f0 3c0062 ff"));
        attacks.put("no root", hex("e0000001 00 f0"));
        attacks.put("no end", hex(ROOT, "f0"));
        attacks.put("something behind", hex(ROOT, "ff 00"));
        attacks.put("another document behind", hex(ROOT, "ff", ROOT, "ff"));
        attacks.put("text outside of the root", hex("e0000001 00 80 61 3c0061 ff"));
        attacks.put("nothing", new byte[0]);
        attacks.put("XML", "<a/>".getBytes(StandardCharsets.UTF_8));
        attacks.put("100,000 levels", hex(ROOT, "00".repeat(100_000), "ff".repeat(50_001)));
        attacks.put("2,000,000 elements", hex(ROOT, "00f0".repeat(2_000_000), "ff"));
        attacks.put("1,000 attributes", manyAttributes());
        attacks.put("3,600 namespaces at one place", hex("e0000001 00", scopes(60, 60), "f0".repeat(60), "f0"));
        // 60,000 characters, meant again by each of a million octets.
        attacks.put("text meant a million times", hex(ROOT, "93 0000e95d", "61".repeat(60_000), "a0".repeat(1_000_000),
                "ff"));
        attacks.put("names meant a million times", hex(ROOT, "3c 40ff", "6e".repeat(320), "f0",
                "01f0".repeat(600_000), "ff"));
        return attacks;
    }

    @Test
    void attacksAreRefused() {
        assertAll(attacks().entrySet().stream().map(attack -> () -> {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            assertThrows(Exception.class, () -> read(attack.getValue()), attack.getKey());
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            assertTrue(allocated < 100 << 20, () -> attack.getKey() + " allocated " + allocated + " bytes");
        }));
    }

    private static byte[] manyAttributes() {
        StringBuilder attributes = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            attributes.append("7803").append(HexFormat.of().toHexDigits(i, 8).chars()
                    .mapToObj(digit -> HexFormat.of().toHexDigits((byte) digit)).skip(4)
                    .reduce("", String::concat)).append("ff");
        }
        return hex("e0000001 00 7c0061", attributes.toString(), "ff ff");
    }

    /** Elements within each other, each of which declares so many prefixes that are new. */
    private static String scopes(int levels, int each) {
        StringBuilder elements = new StringBuilder();
        for (int i = 0; i < levels; i++) {
            elements.append("38");
            for (int j = 0; j < each; j++) {
                String prefix = String.format("p%04d", i * each + j);
                elements.append("cf04").append(HexFormat.of().formatHex(prefix.getBytes(StandardCharsets.US_ASCII)))
                        .append("0075");
            }
            elements.append("f03c0061");
        }
        return elements.toString();
    }

    /** What has ended does not count for what follows. */
    @Test
    void namespacesOfManyPlacesAreRead() throws Exception {
        assertDoesNotThrow(() -> read(hex("e0000001 00", scopes(60, 4), "f0".repeat(60), "f0")));
        StringBuilder siblings = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            // One ends with itself, one with its attributes, two at once.
            siblings.append(scopes(1, 60)).append("f0").append(scopes(1, 60).replaceFirst("38", "78"))
                    .append("7800620061ff").append(scopes(2, 60)).append("ff");
        }
        assertDoesNotThrow(() -> read(hex(ROOT, siblings.toString(), "ff")));
    }

    @Test
    void aHarmlessOneOfThatKindIsRead() throws Exception {
        assertEquals(new ContentTally().mixed() + 31 * 31 * 31 + 1, read(hex(ROOT, "ff")));
    }

    @Test
    void cutsAreRefused() throws Exception {
        byte[] encoded = encoded();
        for (int length = 0; length < encoded.length; length++) {
            byte[] cut = Arrays.copyOf(encoded, length);
            assertThrows(Exception.class, () -> read(cut), length + " bytes of " + encoded.length);
        }
    }

    /** Whatever comes of it, it is an exception or another document; and the parser goes on to read. */
    @Test
    void mutationsDoNoHarm() throws Exception {
        byte[] encoded = encoded();
        long expected = read(encoded);
        Random random = new Random(29);
        int refused = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] changed = changed(encoded, random);
            long before = THREADS.getCurrentThreadAllocatedBytes();
            try {
                read(changed);
            } catch (SAXException | IOException e) {
                refused++;
            } catch (RuntimeException | Error e) {
                fail(e + " of " + HexFormat.of().formatHex(changed), e);
            }
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            assertTrue(allocated < 16 << 20, () -> HexFormat.of().formatHex(changed));
        }
        assertTrue(refused > MUTATIONS / 10, refused + " were refused");
        assertEquals(expected, read(encoded));
    }

    private static byte[] encoded() throws Exception {
        return FastInfosetDocuments.encode(XmlDocument.draw(DocumentKind.INVOICE, 2_000, 5).bytes());
    }

    private static byte[] changed(byte[] encoded, Random random) {
        byte[] changed = encoded.clone();
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = 5 + random.nextInt(changed.length - 5);
            switch (random.nextInt(4)) {
                case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> changed[at] = (byte) random.nextInt(256);
                case 2 -> changed = Arrays.copyOf(changed, at + 1);
                default -> {
                    // A few octets twice.
                    ByteArrayOutputStream longer = new ByteArrayOutputStream();
                    longer.write(changed, 0, at);
                    longer.write(changed, at - Math.min(at, 8), changed.length - at + Math.min(at, 8));
                    changed = longer.toByteArray();
                }
            }
            if (changed.length < 7) {
                break;
            }
        }
        return changed;
    }
}
