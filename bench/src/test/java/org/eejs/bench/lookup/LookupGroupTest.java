package org.eejs.bench.lookup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.util.List;
import org.eejs.banking.Named;
import org.eejs.bench.campaign.WrongProvider;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.MismatchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that look-ups find the right provider. */
class LookupGroupTest {
    private static final Group LOOKUP = AlgorithmLookup.GROUP;

    @ParameterizedTest
    @CsvSource({"SUN, MessageDigest.SHA-256, 'FIPS 180-2, B.1'", "SunJCE, Mac.HmacSHA256, 'RFC 4231, 4.3'",
        "SunJCE, Cipher.AES/GCM/NoPadding, 'GCM specification, test case 2'",
        "SunEC, KeyAgreement.X25519, 'RFC 7748, 6.1'",
        "SunRsaSign, Signature.SHA256withRSA, Bouncy Castle verifies what it signs",
        "SUN, SecureRandom, no repetition"})
    void theJdkAnswers(String provider, String algorithm, String means) throws Exception {
        assertEquals(means, LOOKUP.check(CryptoProvider.open(provider), algorithm));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ACCP", "Conscrypt", "BC"})
    void otherProvidersAnswerWhereTheyAreFirst(String provider) throws Exception {
        List<Provider> before = List.of(Security.getProviders());
        for (String algorithm : Named.ids(LookedUp.class)) {
            if (!provider.equals("ACCP") || !algorithm.equals("KeyAgreement.X25519")) {
                LOOKUP.check(CryptoProvider.open(provider), algorithm);
            }
        }
        assertEquals(before, List.of(Security.getProviders()));
    }

    @Test
    void aProviderWithoutTheAlgorithmIsNotMeasured() throws Exception {
        for (String algorithm : List.of("Cipher.AES/GCM/NoPadding", "KeyAgreement.X25519")) {
            assertThrows(NoSuchAlgorithmException.class, () -> LOOKUP.check(CryptoProvider.open("SUN"), algorithm));
        }
        assertThrows(NoSuchAlgorithmException.class, () -> LOOKUP.check(CryptoProvider.open("SunEC"), "SecureRandom"));
    }

    @Test
    void wrongAnswersAreFound() {
        Exception found = assertThrows(MismatchException.class,
                () -> LOOKUP.check(WrongProvider.thatDigestsNothing(), "MessageDigest.SHA-256"));
        assertTrue(found.getMessage().contains("was expected (FIPS 180-2, B.1), and 00"), found.getMessage());
    }
}
