package org.eejs.bench.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintStream;
import java.security.Security;
import java.util.Collection;
import java.util.function.UnaryOperator;
import org.eejs.banking.bottlenecks.BottleneckProvider;
import org.eejs.bench.cures.CipherSuiteList;
import org.eejs.bench.cures.ContextForEachCall;
import org.eejs.bench.cures.ProviderLookup;
import org.eejs.bench.cures.SslContextInit;
import org.eejs.bench.cures.TrustStoreLoad;
import org.eejs.bench.random.RandomBytes;
import org.eejs.bench.random.RandomSource;
import org.eejs.bench.tls.SslHandshake;
import org.eejs.bench.tls.SslHandshakesInTurn;
import org.eejs.jsse.EejsProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Each benchmark runs for a moment with each of its parameters, and its assertions hold. Measures nothing. */
class BenchmarksTest {
    private static final TimeValue MOMENT = TimeValue.milliseconds(20);

    /** Restores the providers, since JMH restores nothing after a failed benchmark. */
    @AfterEach
    void removeProvider() {
        Security.removeProvider(EejsProvider.NAME);
        Security.removeProvider(BottleneckProvider.NAME);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SunX509", "PKIX", "EEJS"})
    void handshakesAreFullOrResumedAsTheyShould(String keyManager) throws RunnerException {
        assertEquals(2 * 2 * 2, runs(SslHandshake.class, 1,
                options -> options.param("keyManager", keyManager).param("iterations", "10000")));
    }

    @Test
    @Tag("long")
    void handshakesAreMadeInTurn() throws RunnerException {
        assertEquals(2 * 2 * 2, runs(SslHandshakesInTurn.class, 1, options -> options.param("iterations", "10000")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock", "EEJS"})
    @Tag("long")
    void contextsAreMade(String ahead) throws RunnerException {
        assertEquals(3, runs(SslContextInit.class, 1, options -> options.param("ahead", ahead)));
    }

    @Test
    void contextsForEachCallResumeAsTheyShould() throws RunnerException {
        assertEquals(2 * 2 * 2, runs(ContextForEachCall.class, 1, options -> options.param("certificate", "EC")));
    }

    @ParameterizedTest
    @EnumSource
    void randomBytesAreRandom(RandomSource source) throws RunnerException {
        assertEquals(1, runs(RandomBytes.class, 2,
                options -> options.param("provider", source.name()).param("algorithm", RandomBytes.OF_SOURCE)
                        .param("bytes", "32")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock", "truststore-per-context", "unbuffered-truststore",
            "unbuffered-truststore+truststore-per-context", "EEJS"})
    @Tag("long")
    void theDefaultTrustStoreIsLoaded(String ahead) throws RunnerException {
        assertEquals(1, runs(TrustStoreLoad.class, 2, options -> options.param("ahead", ahead)));
    }

    @Test
    void cipherSuitesAreListed() throws RunnerException {
        assertEquals(2 * 2, runs(CipherSuiteList.class, 2, UnaryOperator.identity()));
    }

    @Test
    void servicesAreLookedUp() throws RunnerException {
        assertEquals(3 * 2, runs(ProviderLookup.class, 2, UnaryOperator.identity()));
    }

    /** Runs all methods of a benchmark, with all values of parameters that are not set; returns their number. */
    static int runs(Class<?> benchmark, int threads, UnaryOperator<ChainedOptionsBuilder> parameters)
            throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder().include("^" + benchmark.getName() + "\\.")
                .forks(0).threads(threads).warmupIterations(0).measurementIterations(1).measurementTime(MOMENT)
                .shouldFailOnError(true);
        OutputFormat silent = OutputFormatFactory.createFormatInstance(new PrintStream(PrintStream.nullOutputStream()),
                VerboseMode.SILENT);
        Collection<RunResult> results = new Runner(parameters.apply(options).build(), silent).run();
        return results.size();
    }
}
