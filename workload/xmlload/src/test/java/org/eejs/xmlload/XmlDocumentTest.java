package org.eejs.xmlload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.eejs.pix.Dom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Generated documents match their outlines, are the same everywhere, and valid. */
@Tag("costly")
class XmlDocumentTest {
    /** Digests of documents. If they change, earlier results are no longer comparable. */
    @ParameterizedTest
    @CsvSource({
        "INVOICE, 1000, 8252d54419b94b49",
        "INVOICE, 100000, e0deedd669f51730",
        "PURCHASE_ORDER, 1000, 9fad6ce5bb79c337",
        "PURCHASE_ORDER, 100000, fd7f52a5afed2e62",
        "PACS_008, 1000, ca5d615ea059a0d4",
        "PACS_008, 100000, 88d7e82f483694bb"})
    void isTheSameOnEveryJdk(DocumentKind kind, int size, String digest) throws Exception {
        byte[] bytes = XmlDocument.draw(kind, size, 1).bytes();
        assertEquals(digest, HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 8));
        assertArrayEquals(bytes, XmlDocument.draw(kind, size, 1).bytes());
        assertFalse(Arrays.equals(bytes, XmlDocument.draw(kind, size, 2).bytes()));
    }

    @ParameterizedTest
    @EnumSource
    void hasTheSizeThatWasAskedFor(DocumentKind kind) {
        for (int size : new int[] {1_000, 1_234, 2_499, 2_500, 10_000, 100_000, 1_000_000}) {
            for (int seed = 1; seed <= 2_000_000 / size && seed <= 50; seed++) {
                int length = XmlDocument.draw(kind, size, seed).bytes().length;
                assertTrue(Math.abs(length - size) <= size / 20, kind + " of " + size + " has " + length);
            }
        }
        int length = XmlDocument.draw(kind, XmlDocument.LONGEST, 1).bytes().length;
        assertTrue(Math.abs(length - XmlDocument.LONGEST) < 1_000, kind + " has " + length);
    }

    @ParameterizedTest
    @EnumSource
    void matchesTheTree(DocumentKind kind) throws Exception {
        for (int seed = 1; seed <= 10; seed++) {
            holdsAgainstTree(XmlDocument.draw(kind, 1_000, seed));
            holdsAgainstTree(XmlDocument.draw(kind, 20_000, seed));
        }
    }

    private static void holdsAgainstTree(XmlDocument document) throws Exception {
        XmlDocument.Outline outline = document.outline();
        Document tree = Dom.parse(document.bytes());
        NodeList elements = tree.getElementsByTagNameNS("*", "*");
        assertEquals(outline.elements(), elements.getLength());
        int attributes = 0;
        for (int i = 0; i < elements.getLength(); i++) {
            for (int j = 0; j < elements.item(i).getAttributes().getLength(); j++) {
                Attr attribute = (Attr) elements.item(i).getAttributes().item(j);
                attributes += attribute.getName().startsWith("xmlns") ? 0 : 1;
            }
        }
        assertEquals(outline.attributes(), attributes);
        assertEquals(outline.characters(), tree.getDocumentElement().getTextContent().length());
        assertEquals(outline.items(), tree.getElementsByTagNameNS("*", document.kind().itemName).getLength());
        NodeList amounts = tree.getElementsByTagNameNS("*", document.kind().amountName);
        BigDecimal total = BigDecimal.ZERO;
        for (int i = 0; i < amounts.getLength(); i++) {
            total = total.add(new BigDecimal(amounts.item(i).getTextContent()));
        }
        assertEquals(BigDecimal.valueOf(outline.totalCents(), 2), total);
        holdsAgainstHead(outline, tree.getDocumentElement(), document.kind());
    }

    /** Compares an outline with the head, which contains the number of items and their sums. */
    private static void holdsAgainstHead(XmlDocument.Outline outline, Element root, DocumentKind kind) {
        String total = BigDecimal.valueOf(outline.totalCents(), 2).toString();
        switch (kind) {
            case INVOICE -> {
                assertEquals(String.valueOf(outline.items()), text(root, "LineCount"));
                assertEquals(total, text(root, "Net"));
            }
            case PURCHASE_ORDER -> {
                Element totals = Dom.child(root, "Totals");
                assertEquals(String.valueOf(outline.items()), totals.getAttribute("items"));
                assertEquals(total, totals.getAttribute("amount"));
            }
            case PACS_008 -> {
                assertEquals(String.valueOf(outline.items()), text(root, "NbOfTxs"));
                assertEquals(total, text(root, "TtlIntrBkSttlmAmt"));
            }
        }
    }

    private static String text(Element root, String name) {
        return root.getElementsByTagNameNS("*", name).item(0).getTextContent();
    }

    @ParameterizedTest
    @EnumSource
    void isValidToXmllint(DocumentKind kind, @TempDir Path folder) throws Exception {
        List<String> command = new ArrayList<>(List.of("xmllint", "--nonet", "--noout", "--schema",
                Path.of(kind.schema().toURI()).toString()));
        for (int seed = 1; seed <= 20; seed++) {
            for (int size : seed == 1 ? new int[] {1_000, 2_500, 1_000_000} : new int[] {1_000, 2_500, 20_000}) {
                Path file = folder.resolve(size + "-" + seed + ".xml");
                Files.write(file, XmlDocument.draw(kind, size, seed).bytes());
                command.add(file.toString());
            }
        }
        assertEquals(0, xmllint(command, folder), () -> said(folder));
        // Proves that xmllint uses the schema.
        Path last = Path.of(command.get(command.size() - 1));
        Files.writeString(last, Files.readString(last).replaceFirst("=\"EUR\"", "=\"euro\""));
        assertEquals(3, xmllint(command, folder), () -> said(folder));
    }

    private static int xmllint(List<String> command, Path folder) throws Exception {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(folder.resolve("said").toFile())
                .start().waitFor();
    }

    private static String said(Path folder) {
        try {
            return Files.readString(folder.resolve("said"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @EnumSource
    void hasWhatIsHardToParse(DocumentKind kind) {
        String text = new String(XmlDocument.draw(kind, 100_000, 1).bytes(), StandardCharsets.UTF_8);
        assertTrue(text.contains("&amp;") && text.contains("&lt;"), "references");
        assertTrue(text.contains("ß") && text.contains("→") && text.contains("\uD842\uDFB7"), "beyond ASCII");
    }

    @Test
    void listsTheValidSizes() {
        for (int size : new int[] {-1, 999, 16_000_001}) {
            IllegalArgumentException refused = assertThrows(IllegalArgumentException.class,
                    () -> XmlDocument.draw(DocumentKind.INVOICE, size, 1));
            assertTrue(refused.getMessage().endsWith("is not generated; give between 1,000 and 16,000,000"),
                    refused.getMessage());
        }
    }
}
