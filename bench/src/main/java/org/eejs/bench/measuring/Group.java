package org.eejs.bench.measuring;

import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import org.eejs.bench.campaign.Groups;

/**
 * Benchmarks that are shown together: what is measured, on what, and how it is made sure beforehand that a provider
 * computes what it should. A new group is a class of this kind, in most cases a {@link ProviderGroup}, its benchmark,
 * and a line in {@link Groups}.
 *
 * <p>The benchmark has at least the parameters {@code provider} and those that {@link #parametersOf} gives; where
 * operations have a size, also {@code bytes}. Implementations are stateless.
 */
public interface Group {
    /** Its name on the command line, for example {@code gcm}. */
    String name();

    /** Its name for people. */
    String title();

    /** What one operation is, in a sentence: what is counted in it and what is not. */
    String about();

    /** The class with the benchmark's methods. */
    Class<?> benchmark();

    /** The names of its methods; each is an operation. The most telling one comes first. */
    List<String> operations(Extent extent);

    /** On what operations work, by names that people know, for example {@code AES-128-GCM}. */
    List<String> algorithms(Extent extent);

    /** On how many bytes operations work, ascending; empty where they have no size. */
    default List<Integer> sizes(Extent extent) {
        return List.of();
    }

    /** The benchmark's parameters for an algorithm. */
    default Map<String, String> parametersOf(String algorithm) {
        return Map.of("algorithm", algorithm);
    }

    /** Further parameters of the benchmark, with the values that are measured; all combinations are. */
    default Map<String, List<String>> variations(Extent extent) {
        return Map.of();
    }

    /** Who can be asked to do an algorithm, by the names that the option {@code --provider} knows. */
    List<String> providers(String algorithm);

    /**
     * The providers that a first look takes, of those that are found; empty for all. What makes no difference here, or
     * takes too long, is left out.
     */
    default List<String> quickProviders() {
        return List.of();
    }

    /** Whether operations of the JDK's providers run on machine code that a flag can switch off. */
    default boolean hasIntrinsics() {
        return false;
    }

    /**
     * How many times longer than usual a JVM warms up: code of many methods, as of elliptic curves or handshakes, takes
     * the JIT compiler longer than a loop over bytes.
     */
    default int warmupFactor() {
        return 1;
    }

    /** Whether an operation is meant for one thread only. */
    default boolean isForOneThread() {
        return false;
    }

    /**
     * The version of a provider in this JVM; null where that tells nothing that the result does not tell already.
     *
     * @throws GeneralSecurityException with a line that says why it cannot be had
     */
    String version(String provider) throws GeneralSecurityException;

    /**
     * Asks a provider for answers that are known, in the JVM that will be measured.
     *
     * @return by what they are known, in a few words
     * @throws java.security.NoSuchAlgorithmException when the provider does not offer the algorithm, or not on this JDK
     * @throws MismatchException when an answer is another one
     * @throws Exception when it fails otherwise
     */
    String check(String provider, String algorithm) throws Exception;

    /**
     * The words after {@code openssl speed} that measure the same natively, without those for size, time and number of
     * processes; empty when it cannot.
     */
    default List<String> openSsl(String operation, String algorithm) {
        return List.of();
    }
}
