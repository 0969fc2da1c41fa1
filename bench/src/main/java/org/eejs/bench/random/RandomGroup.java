package org.eejs.bench.random;

import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.List;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.ProviderGroup;

/**
 * Random numbers. As providers name their generators as they like, they stand side by side as {@code default}, and the
 * others by name. {@code openssl speed rand} asks the generator of its thread, an AES-256-CTR DRBG, for as many bytes;
 * it shares none between threads.
 */
public final class RandomGroup implements ProviderGroup {
    private static final String DEFAULT = "default";
    /** Which one is the default of a provider with several: SUN's on Linux, Bouncy Castle's, SUN's elsewhere. */
    private static final List<String> DEFAULTS = List.of("NativePRNG", "DEFAULT", "DRBG");

    @Override
    public String name() {
        return "random";
    }

    @Override
    public String title() {
        return "Random numbers";
    }

    @Override
    public String about() {
        return "One nextBytes of a generator that all threads share; 32 bytes are what a handshake asks for at a time.";
    }

    @Override
    public Class<?> benchmark() {
        return RandomBytes.class;
    }

    @Override
    public List<String> operations(Extent extent) {
        return List.of("nextBytes");
    }

    @Override
    public List<String> algorithms(Extent extent) {
        return extent == Extent.QUICK ? List.of(DEFAULT, "DRBG") : List.of(DEFAULT, "DRBG", "SHA1PRNG", "NONCEANDIV");
    }

    @Override
    public List<Integer> sizes(Extent extent) {
        return extent == Extent.QUICK ? List.of(32) : List.of(32, 16384);
    }

    /**
     * A new generator.
     *
     * @param algorithm the JCA's name, or {@code default}
     * @throws NoSuchAlgorithmException when the provider has none, or none of that name beside its default
     */
    static SecureRandom generator(Provider provider, String algorithm) throws NoSuchAlgorithmException {
        List<String> offered = provider.getServices().stream().filter(each -> each.getType().equals("SecureRandom"))
                .map(Provider.Service::getAlgorithm).sorted().toList();
        if (offered.isEmpty()) {
            throw new NoSuchAlgorithmException(provider.getName() + " has no generator of random numbers");
        }
        String first = DEFAULTS.stream().filter(offered::contains).findFirst().orElse(offered.get(0));
        if (first.equals(algorithm)) {
            throw new NoSuchAlgorithmException(algorithm + " is the default of " + provider.getName()
                    + " and stands there");
        }
        return SecureRandom.getInstance(algorithm.equals(DEFAULT) ? first : algorithm, provider);
    }

    @Override
    public String check(Provider provider, String algorithm) throws Exception {
        SecureRandom random = generator(provider, algorithm);
        new RandomCheck(provider.getName() + ", " + random.getAlgorithm())
                .run(random, generator(provider, algorithm), sizes(Extent.THOROUGH));
        return "nothing repeated by " + random.getAlgorithm() + ", by 2 objects and 2 threads";
    }

    @Override
    public List<String> openSsl(String operation, String algorithm) {
        return List.of("rand");
    }
}
