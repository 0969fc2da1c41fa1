package org.eejs.bench.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintStream;
import java.security.NoSuchAlgorithmException;
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
import org.eejs.result.InputException;
import org.eejs.xmlload.Transactions;
import org.eejs.xmlload.documents.DocumentKind;
import org.eejs.xmlload.documents.XmlDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** XML transactions by library: checked, benchmarked, and held to bare calls. Measures nothing. */
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
    void aPlanAsksLibrariesForWhatTheyDoAndNobodyElse() {
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
    @CsvSource({"XmlTransaction.transaction,stax-parse", "BareStaxParse.parse,", "BareJaxbUnmarshal.unmarshal,",
            "BareSignEnveloped.sign,"})
    void benchmarksRun(String benchmark, String kind) throws RunnerException {
        OptionsBuilder options = new OptionsBuilder();
        options.include("^org\\.eejs\\.bench\\.xml\\." + benchmark + "$").forks(0).threads(2).warmupIterations(0)
                .measurementIterations(1).measurementTime(TimeValue.milliseconds(20)).shouldFailOnError(true)
                .param("bytes", "1000");
        if (kind != null) {
            options.param("algorithm", kind);
        }
        assertEquals(1, new Runner(options.build(), OutputFormatFactory.createFormatInstance(
                new PrintStream(PrintStream.nullOutputStream()), VerboseMode.SILENT)).run().size());
    }

    @Test
    void theEngineIsJudgedByThreePerCent() {
        XmlEngineCommand.Pairs equal = new XmlEngineCommand.Pairs();
        XmlEngineCommand.Pairs slow = new XmlEngineCommand.Pairs();
        XmlEngineCommand.Pairs vague = new XmlEngineCommand.Pairs();
        for (double rate : new double[] {1_000, 1_010, 990}) {
            equal.add(reading(rate), reading(rate + 1));
            slow.add(reading(0.96 * rate), reading(rate));
            vague.add(reading(rate), reading(1_000 + 20 * (1_000 - rate)));
        }
        assertFalse(equal.isMissed());
        assertTrue(equal.row(XmlCall.ALL.get(0)).endsWith("| reached |"), equal.row(XmlCall.ALL.get(0)));
        assertTrue(slow.isMissed());
        assertTrue(slow.row(XmlCall.ALL.get(0)).contains("0.960 (0.960 to 0.960)"), slow.row(XmlCall.ALL.get(0)));
        assertTrue(vague.row(XmlCall.ALL.get(0)).endsWith("| reached, its interval is wider |"),
                vague.row(XmlCall.ALL.get(0)));
    }

    private static Reading reading(double rate) {
        return new Reading(List.of(rate), 1_000, 0);
    }
}
