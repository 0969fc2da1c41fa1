package org.eejs.bench.cures;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.Security;
import java.security.Signature;
import javax.crypto.Cipher;
import org.eejs.banking.bottlenecks.BottleneckProvider;
import org.eejs.bench.measuring.ProvidersAhead;
import org.eejs.bench.measuring.RateBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Look-ups a second of an algorithm among the providers, without naming one, with an object made. In JDK 8 each
 * provider that was asked took its lock.
 *
 * <p>One thread would hide the cost of the locks. Naming a provider asks no other, and JDKs keep the last look-up of
 * each provider, so repeated look-ups of one algorithm are the cheapest.
 */
@State(Scope.Benchmark)
public class ProviderLookup extends RateBenchmark {
    /** {@code stock}, or with the bottleneck. */
    @Param({"stock", "provider-lookup"})
    String ahead;

    /** Installs the providers. */
    @Setup
    public void prepare() {
        ProvidersAhead.of(ahead).install();
        Provider first = Security.getProviders()[0];
        if (first.getName().equals(BottleneckProvider.NAME) == ahead.equals("stock")) {
            throw new IllegalStateException(ahead + " was to be measured, and the first provider is " + first);
        }
    }

    /** Restores the process. */
    @TearDown
    public void restore() {
        ProvidersAhead.of(ahead).remove();
    }

    /** Finds the algorithm at the first of the JDK's providers, SUN. */
    @Benchmark
    public MessageDigest messageDigest() throws GeneralSecurityException {
        return MessageDigest.getInstance("SHA-256");
    }

    /** Finds the algorithm at the second, SunRsaSign. */
    @Benchmark
    public Signature signature() throws GeneralSecurityException {
        return Signature.getInstance("SHA256withRSA");
    }

    /** Finds the algorithm at the fifth, SunJCE. */
    @Benchmark
    public Cipher cipher() throws GeneralSecurityException {
        return Cipher.getInstance("AES/GCM/NoPadding");
    }
}
