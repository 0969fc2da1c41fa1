package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eejs.result.CpuCategory;
import org.eejs.result.CpuGroup;
import org.eejs.result.Diagnosis;
import org.eejs.result.Hellos.Answer;
import org.eejs.result.Hellos.Form;
import org.eejs.result.Hellos.Outcome;
import org.eejs.result.Hellos;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the doctor's report. */
class DiagnosisReportTest {
    @TempDir
    private Path folder;

    private static Result result(List<Diagnosis.Finding> findings) {
        return result(findings, 21.5);
    }

    private static Result result(List<Diagnosis.Finding> findings, double cpuSeconds) {
        return result(findings, cpuSeconds, List.of(new Diagnosis.NotSeen(null,
                "objects of the heap: the JVM did not answer")));
    }

    private static Result result(List<Diagnosis.Finding> findings, double cpuSeconds, List<Diagnosis.NotSeen> notSeen) {
        return result(findings, cpuSeconds, notSeen, 0.1);
    }

    private static Result result(List<Diagnosis.Finding> findings, double cpuSeconds, List<Diagnosis.NotSeen> notSeen,
            double compiling) {
        return result(findings, cpuSeconds, notSeen, compiling, List.of());
    }

    static Result withOperations() {
        return result(List.of(finding()), 21.5, List.of(), 0, List.of(operation("SSLContext", "com.example.Pay.call",
                0.31, "context-per-call"), operation("key generation", null, 0.27, null)));
    }

    private static Diagnosis.Operation operation(String name, String caller, double share, String rule) {
        return new Diagnosis.Operation(name, "RSA", "SunRsaSign", "org.bouncycastle.crypto", caller, share,
                List.of(share - 0.01, share + 0.01), null, null, null, rule == null ? Diagnosis.Verdict.UNEXPLAINED
                : Diagnosis.Verdict.AVOIDABLE, rule, null);
    }

    private static Result result(List<Diagnosis.Finding> findings, double cpuSeconds, List<Diagnosis.NotSeen> notSeen,
            double compiling, List<Diagnosis.Operation> operations) {
        return Result.of("doctor", "2026-11-24T11:00:00Z", RenderingFixture.disclosure(), new Diagnosis(
                new Diagnosis.Target(4_711L, null, "17.0.15", "com.example.Shop"), 30.2, 2_400, "asyncProfiler", false,
                cpuSeconds, null, 0.05, List.of(part(CpuCategory.HANDSHAKES_AS_CLIENT, "certificateChecks", 0.2),
                        part(CpuCategory.TLS_MATERIAL, null, 0.3), part(CpuCategory.APPLICATION, null, 0.5 - compiling),
                        part(CpuCategory.JIT, null, compiling)), operations, findings, List.of(), notSeen).graded());
    }

    private static Diagnosis.Part part(CpuCategory category, String detail, double share) {
        return new Diagnosis.Part(category, detail, share, List.of(share - 0.01, share + 0.01));
    }

    private static Diagnosis.Finding waiting(double millis) {
        return new Diagnosis.Finding("provider-lock", "Threads wait for each other", 0, List.of(0.0, 0.0), 0,
                List.of(0.0, 0.0), millis, Diagnosis.Basis.COUNTED, null, List.of(),
                new Diagnosis.Cure("Keep it", List.of()), "jjwt#59");
    }

    private static Diagnosis.Finding finding() {
        return new Diagnosis.Finding("context-per-call", "The service creates SSLContexts again and again", 0.31,
                List.of(0.29, 0.33), 0.31, List.of(0.29, 0.33), 0, Diagnosis.Basis.SAMPLED,
                "com.example.Pay.call",
                List.of("SSLContext.getInstance 212.0 times per second", "javax.net.ssl.SSLContext.init, 700 of 740 "
                + "samples"),
                new Diagnosis.Cure("Create one SSLContext; com.example.Pay.call(Pay.java:41) creates one each time",
                        List.of("java -Dx=<y> -cp eejs-jsse.jar:service.jar …")), "s3auth#144");
    }

    @Test
    void theFirstSentenceIsTheAnswerAndTheCureCanBeCopied() {
        Result sick = result(List.of(finding()));
        List<String> lines = Report.terminal(sick).lines().filter(line -> !line.isBlank()).toList();
        assertEquals("The service creates SSLContexts again and again (com.example.Pay.call): this takes 31% of the CPU, "
                + "and the fix saves", lines.get(0).replace('\u00a0', ' '));
        String text = Report.terminal(sick);
        assertTrue(text.contains("Grade D: TLS and cryptography take 50% of the CPU; fixes save 31%, 19% has no known "
                + "fix, 0% is not explained."), text);
        assertTrue(text.contains("com.example.Pay.call(Pay.java:41)"), text);
        assertTrue(text.contains("java -Dx=<y> -cp eejs-jsse.jar:service.jar …"), text);
        assertTrue(text.contains("212.0 times per second"), text);
        assertTrue(text.contains("the JVM did not answer"), text);
        String page = Report.html(List.of(sick));
        assertTrue(page.contains("TLS as client 20"), page);
        assertFalse(page.matches("(?s).*%[^<]{0,2}ms<.*"), "shares are no milliseconds");
        assertTrue(page.contains("-Dx=&lt;y&gt;") && !page.contains("-Dx=<y>"), "what it quotes is escaped");
    }

    /** A port without an answer is a caution everywhere; other answers are in files. */
    @Test
    void hellosWithoutAnAnswerAreCautions() {
        Answer whole = new Answer(Form.WHOLE, 357, Outcome.ANSWERED, 2, "TLSv1.3", "x25519", false, null);
        Answer halves = new Answer(Form.TWO_SEGMENTS, 357, Outcome.STALLED, 3_000, null, null, null, null);
        Result result = withOperations();
        Result known = Result.of("doctor", "2026-11-24T11:00:00Z", RenderingFixture.disclosure(), result.diagnosis()
                .with(List.of(new Hellos("port 8443", List.of(whole, halves)), new Hellos("port 9443", List.of(whole)))));
        String text = Report.terminal(known).replaceAll("\\s+", " ");
        assertTrue(text.contains("Caution: Port 8443: hello in two segments: no answer in 3 s. Clients on JDK 25.0.5"),
                text);
        assertFalse(text.contains("9443"), text);
        assertTrue(Report.html(List.of(known)).contains("Port 8443: hello in two segments: no answer in 3 s"));
    }

    /** The first line, the table and the bar are sums of the same parts. */
    @Test
    void cryptographyThatIsNoTlsIsASeparateGroup() {
        List<CpuCategory> own = List.of(CpuCategory.CRYPTOGRAPHY, CpuCategory.XML_SIGNATURES,
                CpuCategory.PASSWORD_HASHING);
        List<Diagnosis.Part> parts = new ArrayList<>(List.of(part(CpuCategory.HANDSHAKES_AS_SERVER, null, 0.1),
                part(CpuCategory.APPLICATION, null, 0.3)));
        own.forEach(category -> parts.add(part(category, null, 0.2)));
        Result result = Result.of("doctor", "2026-11-24T11:00:00Z", RenderingFixture.disclosure(), new Diagnosis(
                new Diagnosis.Target(4_711L, null, "17.0.15", "com.example.Shop"), 30.2, 2_400, "asyncProfiler", false,
                21.5, null, 0.05, parts, List.of(), List.of(), List.of(), List.of()).graded());
        String text = Report.terminal(result).replace('\u00a0', ' ');
        assertTrue(text.contains("TLS and cryptography take 70% of the CPU"), text);
        assertTrue(text.matches("(?s).*\\n *TLS as server +10\\.0% *\\n *other cryptography +60\\.0% *"
                + "\\n *application +30\\.0% *\\n.*"), text);
        assertTrue(Report.html(List.of(result)).replace('\u00a0', ' ').contains("other cryptography 60"));
        for (CpuCategory category : CpuCategory.values()) {
            assertEquals(category.isTls() || own.contains(category), CpuGroup.of(category).isCryptographic(),
                    category.id());
        }
    }

    @Test
    void aHealthyJvmIsReportedAsSuch() {
        Result healthy = result(List.of());
        String text = Report.terminal(healthy).replace('\u00a0', ' ');
        assertTrue(text.strip().startsWith("Nothing to save was found: TLS and cryptography take 50% of the CPU"), text);
        assertFalse(text.contains("Bottlenecks"), text);
        assertTrue(healthy.diagnosis().isHealthy());
    }

    @Test
    void theFirstSentenceNamesWhatNoRuleExplains() {
        List<Diagnosis.Operation> operations = List.of(operation("key generation", "com.example.Proxy.<y>", 0.27, null),
                operation("SSLContext", "com.example.Pay.call", 0.13, "context-per-call"),
                operation("key generation", "com.example.Other.make", 0.03, null),
                operation("random numbers", "com.example.Other.id", 0.04, null));
        Result unexplained = result(List.of(), 21.5, List.of(), 0, operations);
        String text = Report.terminal(unexplained).replace('\u00a0', ' ').replaceAll("\\s+", " ").strip();
        assertTrue(text.startsWith("Key generation (RSA, SunRsaSign) takes 30% of the CPU, called by "
                + "com.example.Proxy.<y>; no rule explains it."), text);
        assertTrue(text.contains("Operations of TLS and cryptography"), text);
        assertTrue(text.contains("SSLContext (RSA, SunRsaSign) 13.00 (12.00 to 14.00) – avoidable "
                + "com.example.Pay.call"), text);
        assertEquals(null, unexplained.diagnosis().grade());
        assertTrue(unexplained.diagnosis().isHealthy());
        assertTrue(Report.markdown(List.of(unexplained)).replace('\u00a0', ' ').contains("| SSLContext (RSA, "
                + "SunRsaSign) | 13.00 (12.00 to 14.00) | – | – | avoidable | com.example.Pay.call "
                + "(org.bouncycastle.crypto) |"), Report.markdown(List.of(unexplained)));
        String page = Report.html(List.of(unexplained));
        assertTrue(page.contains("Proxy.&lt;y&gt;") && !page.contains("Proxy.<y>"), "what it quotes is escaped");
        assertFalse(page.contains("✓"), "nothing is passed");
    }

    @Test
    void aFindingThatSavesMoreComesFirst() {
        List<Diagnosis.Operation> operations = List.of(operation("digest", "com.example.Pay.call", 0.7, null));
        assertTrue(result(List.of(finding()), 21.5, List.of(), 0, operations).diagnosis().unexplained().isEmpty());
        List<Diagnosis.Operation> more = List.of(operation("digest", "com.example.Pay.call", 0.8, null));
        String text = Report.terminal(result(List.of(finding()), 21.5, List.of(), 0, more));
        assertTrue(text.replaceAll("\\s+", " ").strip().startsWith("Digest (RSA, SunRsaSign) takes 80% of the CPU, "
                + "called by com.example.Pay.call; no rule explains it; fixes save 31% elsewhere."), text);
        assertTrue(result(List.of(), 21.5, List.of(), 0, List.of(operation("digest", null, 0.05, null))).diagnosis()
                .unexplained().isEmpty(), "it is not above the threshold");
    }

    @Test
    void withUnknownCodeAJvmIsNotReportedAsHealthy() {
        Result healthy = result(List.of());
        Diagnosis known = healthy.diagnosis();
        Diagnosis unknown = new Diagnosis(known.target(), known.seconds(), known.samples(), known.source(), false,
                known.cpuSeconds(), null, 0.05, known.attribution(), List.of(new Diagnosis.Operation(
                Diagnosis.UNKNOWN, null, null, null, "libfoo.so.bar < start_thread", 0.06, List.of(0.05, 0.07), null,
                null, null, Diagnosis.Verdict.UNEXPLAINED, null, null)), List.of(), List.of(), List.of()).graded();
        assertEquals("unknown code", unknown.unexplained().orElseThrow().words());
        assertEquals(null, unknown.grade());
        assertTrue(known.unexplained().isEmpty());
    }

    @Test
    void sharesOfAJvmThatCompilesAreReportedAsTooSmall() {
        String young = Report.terminal(result(List.of(finding()), 21.5, List.of(), 0.4)).replace('\u00a0', ' ');
        assertTrue(young.replaceAll("\\s+", " ").contains("The JVM was still compiling, which took 40% of its CPU. "
                + "All other shares are larger once it is warm: repeat the capture then."), young);
        assertFalse(Report.terminal(result(List.of(finding()))).contains("compiling"));
    }

    @Test
    void anIdleJvmIsNotReportedAsHealthy() {
        String text = Report.terminal(result(List.of(), 0.1));
        assertTrue(text.strip().startsWith("The JVM was idle"), text);
    }

    @Test
    void withUncheckedRulesAJvmIsNotReportedAsHealthy() {
        Result unknown = result(List.of(), 21.5, List.of(new Diagnosis.NotSeen("random-lock", "it was not recorded"),
                new Diagnosis.NotSeen("context-per-call", "it was not recorded")));
        String text = Report.terminal(unknown);
        assertTrue(text.strip().startsWith("Nothing to save was found, but not every rule"), text);
        assertTrue(text.contains("it was not recorded (context-per-call, random-lock)"), text);
        assertEquals(null, unknown.diagnosis().grade());
    }

    @Test
    void withUnseenTlsThereIsNoGradeAndTheHeadlineShowsIt() {
        List<Diagnosis.NotSeen> hidden = List.of(new Diagnosis.NotSeen(null, "TLS by Conscrypt", true));
        for (List<Diagnosis.Finding> findings : List.of(List.<Diagnosis.Finding>of(), List.of(finding()))) {
            Result unseen = result(findings, 21.5, hidden);
            assertEquals(null, unseen.diagnosis().grade());
            assertFalse(unseen.diagnosis().isComplete());
            String text = Report.terminal(unseen).replace('\u00a0', ' ').strip();
            assertTrue(text.replaceAll("\\s+", " ").contains("No grade, because some TLS may be missing (TLS by Conscrypt): at least TLS"
                    + " and cryptography take 50% of the CPU"), text);
        }
    }

    @Test
    void aServiceThatWaitsHasNoGoodGradeAndTheHeadlineShowsIt() {
        Result waiting = result(List.of(waiting(640)));
        assertEquals(Diagnosis.Grade.C, waiting.diagnosis().grade());
        String text = Report.terminal(waiting).replace('\u00a0', ' ').strip();
        assertTrue(text.startsWith("Threads wait for each other: this costs time, not CPU; threads wait "
                + "640 ms per second."), "the finding is named once: " + text);
        String other = Report.terminal(result(List.of(finding(), waiting(640)))).replace('\u00a0', ' ').strip();
        assertTrue(other.replaceAll("\\s+", " ").contains("; threads wait 640 ms per second: Threads wait for each other."), other);
        assertEquals(Diagnosis.Grade.A, (result(List.of(waiting(50))).diagnosis()).grade());
        assertEquals(Diagnosis.Grade.D, (result(List.of(finding(), waiting(640))).diagnosis()).grade());
    }

    @Test
    void theGradeIsTheSameInTheResultAndInWords() {
        Diagnosis sick = result(List.of(finding())).diagnosis();
        assertEquals(Diagnosis.Grade.D, sick.grade());
        assertTrue(RunDirectory.json(result(List.of(finding()))).contains("\"grade\" : \"D\""));
        assertEquals(Diagnosis.Grade.A, result(List.of()).diagnosis().grade());
        assertEquals(Diagnosis.Grade.B, Diagnosis.Grade.of(0.05));
        assertEquals(Diagnosis.Grade.E, Diagnosis.Grade.of(0.41));
    }

    @Test
    void itIsReadAsItWasWritten() throws Exception {
        Result sick = result(List.of(finding()), 21.5, List.of(), 0.1, List.of(operation("key generation",
                "com.example.Proxy.certificate", 0.27, null), operation("SSLContext", null, 0.13, "context-per-call")));
        RunDirectory directory = RunDirectory.create(folder.resolve("out"), "doctor");
        directory.write(sick);
        assertEquals(sick.diagnosis(), RunDirectory.read(directory.path()).diagnosis());
    }
}
