package org.eejs.bench.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Provider;
import java.security.Security;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.eejs.bench.cures.OpenJdkStyle;
import org.eejs.bench.lookup.AlgorithmLookup;
import org.eejs.bench.tls.SslHandshake;
import org.eejs.bench.tls.SslTransfer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The benchmarks of TLS and of look-ups run for a moment. Measures nothing. */
class TlsBenchmarksTest {
    private static final TimeValue MOMENT = TimeValue.milliseconds(20);

    @ParameterizedTest
    @ValueSource(strings = {"SunJCE", "ACCP"})
    @Tag("long")
    void recordsAreTransferredInThreads(String provider) throws RunnerException {
        List<Provider> before = List.of(Security.getProviders());
        assertEquals(1, runs(SslTransfer.class, options -> options.forks(0).threads(2).param("provider", provider))
                .size());
        assertEquals(before, List.of(Security.getProviders()));
    }

    @Test
    void handshakesAreMadeByAProviderInThreads() throws RunnerException {
        List<Provider> before = List.of(Security.getProviders());
        assertEquals(1, runs(SslHandshake.class, options -> options.forks(0).threads(2).param("provider", "ACCP")
                .param("certificate", "EC").param("iterations", "10000").param("keyManager", "SunX509")
                .param("resume", "true").param("protocol", "TLSv1.2")).size());
        assertEquals(before, List.of(Security.getProviders()));
    }

    /** JDK 17 applies the setting only in a JVM that has not used TLS yet; the benchmark itself detects this. */
    @Test
    @Tag("long")
    void aFreshJvmOffersOneGroupOnly() throws RunnerException {
        Map<String, String> parameters = SslHandshake.GROUP.parametersOf("TLSv1.3 EC X25519 full");
        assertEquals(1, runs(SslHandshake.class, options -> {
            parameters.forEach(options::param);
            return options.forks(1).param("keyManager", "SunX509");
        }).size());
    }

    @Test
    @Tag("long")
    void updatesOfKeysAreSurvivedAndCounted(@TempDir Path folder) throws Exception {
        Path security = Files.writeString(folder.resolve("java.security"),
                "jdk.tls.keyLimits=AES/GCM/NoPadding KeyUpdate 2^18\n");
        RunResult result = runs(SslTransfer.class, options -> options.forks(1)
                .measurementTime(TimeValue.seconds(1)).jvmArgsAppend("-Djava.security.properties=" + security))
                .iterator().next();
        double updates = result.getSecondaryResults().get("keyUpdates").getScore();
        double transfers = result.getAggregatedResult().getIterationResults().iterator().next().getMetadata()
                .getMeasuredOps();
        // 2^18 bytes are 16 transfers less the overhead of records.
        assertTrue(updates > 0 && updates <= transfers / 8 + 1, updates + " updates in " + transfers + " transfers");
        assertTrue(updates >= Math.floor(transfers / 17), updates + " updates in " + transfers + " transfers");
    }

    @Test
    void keysAreNotUpdatedOtherwise() throws Exception {
        RunResult result = runs(SslTransfer.class, options -> options.forks(0).measurementTime(TimeValue.seconds(1)))
                .iterator().next();
        assertEquals(0, result.getSecondaryResults().get("keyUpdates").getScore());
    }

    @Test
    void servicesAreLookedUp() throws RunnerException {
        assertEquals(2, runs(AlgorithmLookup.class, options -> options.forks(0)).size());
    }

    @Test
    void openJdkStyleRuns() throws RunnerException {
        assertEquals(3, runs(OpenJdkStyle.class, options -> options.forks(0)).size());
    }

    private static Collection<RunResult> runs(Class<?> benchmark, UnaryOperator<ChainedOptionsBuilder> parameters)
            throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder().include("^" + benchmark.getName() + "\\.")
                .warmupIterations(0).measurementIterations(1).measurementTime(MOMENT).shouldFailOnError(true);
        return new Runner(parameters.apply(options).build(), OutputFormatFactory.createFormatInstance(
                new PrintStream(PrintStream.nullOutputStream()), VerboseMode.SILENT)).run();
    }
}
