package org.eejs.bench.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.Group;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The available providers give known answers for all that they offer, and offer all that they should. */
class BulkChecksTest {
    private static final List<String> AES = List.of("AES-128-GCM", "AES-256-GCM", "AES-128-CBC", "AES-256-CBC");
    private static final List<String> SHA_1_AND_2 = List.of("SHA-1", "SHA-256", "SHA-384", "SHA-512");
    private static final List<String> HMAC = List.of("HmacSHA1", "HmacSHA256", "HmacSHA384");
    private static final List<String> CHACHA20 = List.of("ChaCha20-Poly1305");
    private static final List<String> SHA_3 = List.of("SHA3-256");
    private static final List<String> DEFAULT = List.of("default");

    static Stream<String> providers() {
        return CryptoProvider.known().stream();
    }

    private static Set<String> offered(String provider) {
        return switch (provider) {
            case "SunJCE" -> all(AES, CHACHA20, HMAC);
            case "SUN" -> all(SHA_1_AND_2, SHA_3, DEFAULT, List.of("DRBG", "SHA1PRNG"));
            case "SunRsaSign", "SunEC" -> Set.of();
            case "EEJS" -> all(DEFAULT);
            case "ACCP" -> all(AES, SHA_1_AND_2, HMAC, DEFAULT);
            case "Conscrypt", "SunPKCS11-NSS" -> all(AES, CHACHA20, SHA_1_AND_2, HMAC, DEFAULT);
            case "BC" -> all(AES, CHACHA20, SHA_1_AND_2, SHA_3, HMAC, DEFAULT, List.of("NONCEANDIV"));
            case "SunPKCS11-SoftHSM" -> all(AES, SHA_1_AND_2, HMAC, DEFAULT);
            default -> throw new IllegalArgumentException("what does " + provider + " offer?");
        };
    }

    @SafeVarargs
    private static Set<String> all(List<String>... algorithms) {
        Set<String> all = new TreeSet<>();
        for (List<String> each : algorithms) {
            all.addAll(each);
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("providers")
    void knownAnswersAreGiven(String name) throws Exception {
        Provider provider = CryptoProvider.open(name);
        Set<String> given = new TreeSet<>();
        List<String> wrong = new ArrayList<>();
        for (Group group : BulkGroups.ALL) {
            for (String algorithm : group.algorithms(Extent.THOROUGH)) {
                try {
                    assertTrue(!group.check(provider, algorithm).isBlank());
                    given.add(algorithm);
                } catch (NoSuchAlgorithmException e) {
                    // A missing algorithm is detected below.
                } catch (Exception e) {
                    wrong.add(algorithm + ": " + e);
                }
            }
        }
        assertEquals(List.of(), wrong);
        Set<String> missing = new TreeSet<>(offered(name));
        missing.removeAll(given);
        assertEquals(Set.of(), missing, name + " gave " + given);
    }
}
