package org.eejs.bench.random;

import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.eejs.bench.measuring.Comparison;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.RateBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Calls of {@code nextBytes} a second, of all threads together, on one generator that they share, as in an SSLContext.
 * A handshake requests 32 bytes at a time; with 16 KB, the generator's own speed dominates.
 *
 * <p>One thread would hide the cost of generators' locks. So would a generator for each thread, except of
 * {@code NativePRNG}, whose instances share their lock.
 *
 * <p>{@code openssl speed rand} requests as many bytes from its thread's generator, an AES-256-CTR DRBG; threads do not
 * share generators.
 */
@State(Scope.Benchmark)
public class RandomBytes extends RateBenchmark {
    private static final String DEFAULT = "default";
    /** The default generators of providers with several: SUN's on Linux, Bouncy Castle's, SUN's elsewhere. */
    private static final List<String> DEFAULTS = List.of("NativePRNG", "DEFAULT", "DRBG");
    private static final List<Integer> SIZES = List.of(32, 16384);

    /**
     * Random numbers. Providers name their generators differently, so their defaults are compared as {@code default},
     * and the others by name.
     */
    public static final Group GROUP = Group.named("random", RandomBytes.class).title("Random numbers")
            .about("One nextBytes of a generator that all threads share. A handshake requests 32 bytes at a "
                    + "time.")
            .operations("nextBytes")
            .algorithms(List.of(DEFAULT, "DRBG"), List.of(DEFAULT, "DRBG", "SHA1PRNG", "NONCEANDIV"))
            .sizes(SIZES.subList(0, 1), SIZES)
            .openSsl((operation, algorithm) -> List.of("rand"))
            .checkedBy(RandomBytes::check);

    /** The algorithm of generators whose provider is a {@link RandomSource}. */
    public static final String OF_SOURCE = "source";
    private static final String EEJS = RandomSource.EEJS.name();
    private static final String LOCKED = RandomSource.LOCKED.name();

    /**
     * The generators that EEJS is compared with, by default with two threads; for the paper's section 5.3.2, with any
     * number.
     */
    public static final Group SOURCES = Group.named("cures-random", RandomBytes.class)
            .title("Random numbers in threads, by source")
            .about("One nextBytes of 32 bytes, of a generator that all threads share; LOCKED is the one of JDK 8u60.")
            .operations("nextBytes")
            .algorithms(List.of(OF_SOURCE), List.of(OF_SOURCE))
            .sizes(List.of(32), List.of(32))
            .seconds(4, 4)
            .threads((algorithm, source) -> source.equals(EEJS) ? List.of(1, 2) : List.of(2))
            .compare(Comparison.of(EEJS, RandomSource.NativePRNG.name()).atLeast(4),
                    Comparison.of(EEJS, EEJS).besideThreads(1).atLeast(1.9),
                    Comparison.of(EEJS, RandomSource.rivals().toArray(String[]::new)).atLeast(1),
                    Comparison.of(EEJS, LOCKED), Comparison.of(RandomSource.NativePRNG.name(), LOCKED))
            .performedBy(algorithm -> Stream.of(RandomSource.values()).map(Enum::name).toList(),
                    RandomBytes::checkSource);

    /** The provider of the generator, or the name of a {@link RandomSource}. */
    @Param("SUN")
    String provider;

    /** The JCA's name of the generator, {@code default} for the provider's default, or {@code source}. */
    @Param(DEFAULT)
    String algorithm;

    /** The number of bytes of a call. */
    @Param("32")
    int bytes;

    private SecureRandom random;

    /** Each thread's own bytes, so that threads contend only for the generator. */
    @State(Scope.Thread)
    public static class Filled {
        private byte[] bytes;

        /** Allocates the bytes. */
        @Setup
        public void prepare(RandomBytes benchmark) {
            bytes = new byte[benchmark.bytes];
        }
    }

    /** Opens the generator, and makes sure that it does not repeat itself. */
    @Setup
    public void prepare() throws GeneralSecurityException {
        random = algorithm.equals(OF_SOURCE) ? RandomSource.valueOf(provider).open()
                : generator(CryptoProvider.open(provider), algorithm);
        byte[] first = new byte[bytes];
        byte[] second = new byte[bytes];
        random.nextBytes(first);
        random.nextBytes(second);
        if (Arrays.equals(first, second) || Arrays.equals(first, new byte[bytes])) {
            throw new IllegalStateException("the generator of " + provider + " gives bytes that are not random");
        }
    }

    /** Restores the JVM. */
    @TearDown
    public void restore() {
        if (algorithm.equals(OF_SOURCE)) {
            RandomSource.valueOf(provider).close();
        }
    }

    /** Makes one call. */
    @Benchmark
    public byte[] nextBytes(Filled filled) {
        random.nextBytes(filled.bytes);
        return filled.bytes;
    }

    /** Returns a new generator, by the JCA's name or {@code default}. */
    private static SecureRandom generator(Provider provider, String algorithm) throws NoSuchAlgorithmException {
        List<String> offered = provider.getServices().stream().filter(each -> each.getType().equals("SecureRandom"))
                .map(Provider.Service::getAlgorithm).sorted().toList();
        if (offered.isEmpty()) {
            throw new NoSuchAlgorithmException(provider.getName() + " has no generator of random numbers");
        }
        String first = DEFAULTS.stream().filter(offered::contains).findFirst().orElse(offered.get(0));
        if (first.equals(algorithm)) {
            throw new NoSuchAlgorithmException(algorithm + " is the default of " + provider.getName()
                    + ", which is measured already");
        }
        return SecureRandom.getInstance(algorithm.equals(DEFAULT) ? first : algorithm, provider);
    }

    private static String check(Provider provider, String algorithm) throws Exception {
        return check(provider.getName(), generator(provider, algorithm), generator(provider, algorithm));
    }

    private static String checkSource(String name, String algorithm) throws Exception {
        RandomSource source = RandomSource.valueOf(name);
        if (!source.isHere()) {
            throw new NoSuchAlgorithmException(name + " is not on this machine");
        }
        return check(name, source.open(), source.open());
    }

    private static String check(String name, SecureRandom random, SecureRandom other) throws Exception {
        new RandomCheck(name + ", " + random.getAlgorithm()).run(random, other, SIZES);
        return "nothing repeated by " + random.getAlgorithm() + ", by 2 objects and 2 threads";
    }
}
