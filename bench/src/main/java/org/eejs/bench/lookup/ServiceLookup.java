package org.eejs.bench.lookup;

import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.concurrent.TimeUnit;
import org.eejs.bench.cures.ProviderLookup;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.FirstProvider;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Look-ups of a service a second, and objects of it made: by the algorithm's name alone, and at a provider that is
 * named. A provider of the JDK stands where the JDK has it, so that those before it are asked in vain; any other stands
 * first.
 *
 * <p>Like {@link ProviderLookup}, which has a disease of the look-up for a parameter, it looks up one service alone,
 * which is the cheapest there is.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
public class ServiceLookup {
    /** Whose service is found. */
    @Param("SunJCE")
    String provider;

    /** The type of service and its algorithm, as of {@link LookedUp}. */
    @Param("Cipher.AES/GCM/NoPadding")
    String algorithm;

    private LookedUp service;
    private String name;
    private Provider from;

    /**
     * Has the provider in its place, and makes sure that it is the one that is found.
     *
     * @throws NoSuchAlgorithmException when it is not
     */
    @Setup
    public void prepare() throws GeneralSecurityException {
        FirstProvider.install(provider);
        prepare(CryptoProvider.open(provider));
    }

    /** The same of a provider that is in its place. */
    void prepare(Provider installed) throws GeneralSecurityException {
        from = installed;
        service = LookedUp.of(algorithm);
        name = service.algorithmOf(from);
        // First at the provider: its message is the better one, should it lack the algorithm.
        Provider asked = service.providerOf(fromProvider());
        Provider found = service.providerOf(byName());
        if (asked != from || found != from) {
            throw new NoSuchAlgorithmException("who asks for " + algorithm + " gets that of "
                    + (asked != from ? asked : found).getName() + " instead");
        }
    }

    /** Leaves the JVM as it was. */
    @TearDown
    public void restore() throws GeneralSecurityException {
        FirstProvider.remove(provider);
    }

    /** Without naming the provider. */
    @Benchmark
    public Object byName() throws GeneralSecurityException {
        return service.byName(name);
    }

    /** At the provider. */
    @Benchmark
    public Object fromProvider() throws GeneralSecurityException {
        return service.fromProvider(name, from);
    }
}
