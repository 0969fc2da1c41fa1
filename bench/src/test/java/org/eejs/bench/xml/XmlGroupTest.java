package org.eejs.bench.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintStream;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.eejs.bench.campaign.BenchPlan;
import org.eejs.bench.campaign.BenchRequestTest;
import org.eejs.bench.campaign.CheckProcess;
import org.eejs.bench.campaign.Groups;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.MismatchException;
import org.eejs.bench.measuring.Reading;
import org.eejs.lab.processes.KeyServers;
import org.eejs.result.InputException;
import org.eejs.result.NotHereException;
import org.eejs.xmlload.DocumentKind;
import org.eejs.xmlload.Transactions;
import org.eejs.xmlload.XmlDocument;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** XML transactions by library and signer: checked and benchmarked. Measures nothing. */
class XmlGroupTest {
    private static final Group XML = Groups.named("xml");

    static Stream<Arguments> libraries() {
        return XML.algorithms(Extent.THOROUGH).stream()
                .flatMap(kind -> XML.providers(kind).stream().map(library -> Arguments.of(kind, library)));
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void everyLibraryPassesTheCheck(String kind, String library) throws Exception {
        assertFalse(XML.check(library, kind).isBlank());
    }

    @Test
    void aWrongOutcomeAndALibraryThatCannotAreFoundOut() throws Exception {
        XmlDocument drawn = XmlDocument.draw(DocumentKind.INVOICE, 2_000, 1);
        XmlDocument.Outline outline = drawn.outline();
        XmlDocument wrong = new XmlDocument(drawn.kind(), drawn.bytes(), new XmlDocument.Outline(outline.elements(),
                outline.attributes(), outline.characters() + 1, outline.items(), outline.totalCents()));
        MismatchException found = assertThrows(MismatchException.class, () -> XmlTransaction.check(
                Transactions.byName("stax-parse").prepare(wrong, "woodstox", null).forThread()));
        assertTrue(found.getMessage().startsWith("characters: "), found.getMessage());
        assertThrows(NoSuchAlgorithmException.class, () -> XML.check("fastinfoset", "stax-parse"));
    }

    @Test
    void aPlanAsksOnlyLibrariesThatSupportATransaction() {
        BenchPlan plan = BenchPlan.of(BenchRequestTest.request(List.of("xml"), List.of(), List.of(), List.of(),
                List.of()), 2);
        assertEquals(List.of("stax-parse"), plan.questions("woodstox").stream()
                .map(CheckProcess.Question::algorithm).toList());
        assertEquals(List.of(), plan.questions("SunJCE"));
        assertEquals(List.of(), plan.questions("org.example.Provider@lib/example.jar"));
        String refused = assertThrows(InputException.class, () -> BenchRequestTest.request(List.of("xml"),
                List.of("woodstock"), List.of(), List.of(), List.of())).getMessage();
        assertTrue(refused.startsWith("there is no provider 'woodstock'; did you mean woodstox"), refused);
        assertTrue(BenchRequestTest.request(List.of("digest"), List.of(), List.of(), List.of(), List.of())
                .chosenProviders().equals(CryptoProvider.known()));
    }

    @ParameterizedTest
    @CsvSource({"SunEC,ec-p384", "ACCP,rsa-2048", "SunPKCS11-SoftHSM,rsa-2048"})
    void signersSignAndValidate(String signer, String key) throws Exception {
        signsAndValidates(signer, key);
    }

    /** NSS is opened once in the life of a JVM. */
    @ParameterizedTest
    @CsvSource({"SunRsaSign,rsa-1024", "ACCP,ec-p256", "BC,ec-p256", "Conscrypt,rsa-2048", "SunPKCS11-NSS,ec-p256",
        "JDK,rsa-4096"})
    @Tag("long")
    void allOthersDoSoToo(String signer, String key) throws Exception {
        signsAndValidates(signer, key);
    }

    private static void signsAndValidates(String signer, String key) throws Exception {
        for (String kind : List.of("sign-enveloped", "validate-enveloped", "signature", "verification")) {
            new XmlTransaction.OfThread().prepare(signing(kind, signer, key));
        }
    }

    private static XmlTransaction signing(String kind, String signer, String key) throws Exception {
        XmlTransaction transaction = new XmlTransaction();
        transaction.algorithm = kind;
        transaction.document = "pacs.008";
        transaction.bytes = 2_000;
        transaction.signer = signer;
        transaction.key = key;
        transaction.prepare();
        return transaction;
    }

    @Test
    void unsupportedKeysOfASignerAreReportedInOneLine() {
        assertEquals("SunEC cannot sign with a key rsa-2048: no such algorithm: SHA256withRSA for provider SunEC",
                assertThrows(IllegalArgumentException.class, () -> signing("signature", "SunEC", "rsa-2048"))
                        .getMessage());
    }

    @Test
    @Tag("long")
    void keysOfAKeyServerSign(@TempDir Path folder) throws Exception {
        Path home = Path.of(System.getProperty("eejs.home"));
        try (KeyServers server = KeyServers.ofKey(home, "rsa-2048", "", folder.resolve("server.log"))) {
            System.setProperty(XmlTransaction.CLUSTER, server.cluster().toString());
            new XmlTransaction.OfThread().prepare(signing("sign-enveloped", "EEJSRemote", "rsa-2048"));
            assertNull(server.problem());
        } finally {
            System.clearProperty(XmlTransaction.CLUSTER);
        }
        assertEquals("EEJSRemote: no key rsa-1024 is made; there are rsa-2048, rsa-4096, ec-p256, ec-p384",
                assertThrows(NotHereException.class, () -> KeyServers.ofKey(home, "rsa-1024", "",
                        folder.resolve("other.log"))).getMessage());
    }

    @Test
    void aKeyServerDoesNotUseTheOtherCores() {
        List<BitSet> cores = List.of(BitSet.valueOf(new long[] {0b0011}), BitSet.valueOf(new long[] {0b1100}));
        assertEquals("2-3", KeyServers.rest(cores, "0"));
        assertEquals("", KeyServers.rest(cores, "0,2"));
        assertEquals("", KeyServers.rest(cores, ""));
    }

    @Test
    void theBenchmarkRuns() throws RunnerException {
        OptionsBuilder options = new OptionsBuilder();
        options.include("^org\\.eejs\\.bench\\.xml\\.XmlTransaction.transaction$").forks(0).threads(2)
                .warmupIterations(0).measurementIterations(1).measurementTime(TimeValue.milliseconds(20))
                .shouldFailOnError(true).param("bytes", "1000").addProfiler(PagesProfiler.class);
        RunResult result = new Runner(options.build(), OutputFormatFactory.createFormatInstance(
                new PrintStream(PrintStream.nullOutputStream()), VerboseMode.SILENT)).runSingle();
        assertTrue(Reading.secondary(result, "residentKb") > 10_000);
    }
}
