package org.eejs.xmlload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.eejs.pix.signature.Dsig;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Canonical forms of whole documents, compared with those of libxml2. */
class CanonicalizersTest {
    /** Without comments, which xmllint would write. */
    private static final String ODD = """
            <?xml version="1.0" encoding="UTF-8"?>
            <?before root?><p:a xmlns:p='u:p' xmlns='u:d' xmlns:unused='u:u' p:x='1' x="&lt;&#9;&quot;'"><b xmlns=''
             y='é' xml:lang='pt'/>&amp;&#13;<![CDATA[<&]]>\ud83d\ude00<?in  side ?><p:c xmlns:p='u:q'/>]]&gt;</p:a>
            <?behind?><?all ?>
            """;

    @TempDir
    private Path folder;

    static Stream<Arguments> all() {
        return CanonicalTransactions.ALL.stream().flatMap(kind -> kind.libraries().stream().map(library ->
                Arguments.of(kind.name(), library)));
    }

    private static DocumentCanonicalizer canonicalizer(String kind, String library) throws Exception {
        return CanonicalTransactions.canonicalizer(library,
                kind.equals("c14n") ? Dsig.INCLUSIVE_C14N : Dsig.EXCLUSIVE_C14N);
    }

    @ParameterizedTest
    @MethodSource("all")
    void writesWhatLibxml2Writes(String kind, String library) throws Exception {
        DocumentCanonicalizer canonicalizer = canonicalizer(kind, library);
        for (byte[] document : List.of(ODD.getBytes(StandardCharsets.UTF_8),
                XmlDocument.draw(DocumentKind.INVOICE, 5_000, 3).bytes(),
                XmlDocument.draw(DocumentKind.PURCHASE_ORDER, 5_000, 3).bytes(),
                XmlDocument.draw(DocumentKind.PACS_008, 5_000, 3).bytes())) {
            assertArrayEquals(xmllint(kind, document), canonicalizer.canonical(document));
        }
    }

    private byte[] xmllint(String kind, byte[] document) throws Exception {
        Path in = folder.resolve("in.xml");
        Path out = folder.resolve("out.xml");
        Files.write(in, document);
        Process process = new ProcessBuilder("xmllint", "--nonet", kind.equals("c14n") ? "--c14n" : "--exc-c14n",
                in.toString()).redirectOutput(out.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        assertEquals(0, process.waitFor());
        return Files.readAllBytes(out);
    }

    /** A difference from another library's form is found. */
    @ParameterizedTest
    @MethodSource("all")
    void anotherFormIsFound(String kind, String library) throws Exception {
        XmlDocument document = XmlDocument.draw(DocumentKind.PACS_008, 5_000, 3);
        DocumentCanonicalizer canonicalizer = canonicalizer(kind, library);
        CanonicalTransactions.canonicalizing(document, canonicalizer, canonicalizer(kind, "santuario")).check();
        DocumentCanonicalizer wrong = bytes -> {
            byte[] canonical = canonicalizer.canonical(bytes);
            canonical[canonical.length - 3]++;
            return canonical;
        };
        assertThrows(OutcomeException.class,
                CanonicalTransactions.canonicalizing(document, wrong, canonicalizer(kind, "santuario"))::check);
    }
}
