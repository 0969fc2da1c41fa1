package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The report on a terminal: all important facts, and never wider than 120 columns. */
class TerminalTest {
    static Stream<Result> results() {
        return Stream.of(RenderingFixture.valid(), RenderingFixture.slow(), RenderingFixture.invalid(),
                RenderingFixture.empty(), ComparisonFixture.six(), ComparisonFixture.begun(), CapacityFixture.two(),
                CapacityFixture.open(), BenchFixture.full(), BenchFixture.empty(),
                BenchFixture.compared(), RemoteKeyFixture.full(), RemoteKeyFixture.empty(), BenchFixture.xml());
    }

    @ParameterizedTest
    @MethodSource("results")
    void everyResultFits(Result result) {
        String text = Report.terminal(result);
        assertFalse(text.contains("null"), text);
        assertNarrow(text.lines().toList());
    }

    @Test
    void theVerdictComesFirst() {
        assertTrue(Report.terminal(ComparisonFixture.six())
                .startsWith("\nE costs least: 11.6% less application CPU per page than B"));
        assertTrue(Report.terminal(RenderingFixture.invalid()).contains("INVALID: do not use these figures."));
        assertTrue(Report.terminal(RenderingFixture.slow()).contains("Quality of service not met."));
        String xml = Report.terminal(BenchFixture.xml());
        assertTrue(xml.contains("woodstox 13.1 MB/s, 1.31 times jdk"), xml);
        assertTrue(xml.contains("Unrecognized VM option 'AggressiveOpts'"), xml);
        assertTrue(xml.contains("No core has two hardware threads."), xml);
        String bench = Report.terminal(BenchFixture.full());
        assertTrue(bench.contains("AES-GCM, JDK 25.0.1, MB/s, 2 threads"), bench);
        assertTrue(bench.contains("MB/s, in software"), bench);
        assertTrue(bench.contains("AES-128-GCM encrypt 64 KiB"), "all sizes");
        assertTrue(bench.contains("WRONG ANSWER: SunPKCS11-NSS"), bench);
    }

    private static void assertNarrow(List<String> lines) {
        for (String line : lines) {
            assertTrue(line.length() <= 120, line);
        }
    }
}
