package org.eejs.lab.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eejs.banking.AlgorithmUse;
import org.eejs.banking.BankStats;
import org.eejs.lab.settings.ProviderChoice;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProviderProofsTest {
    private static final String ACCP = "AmazonCorrettoCryptoProvider";
    private static final Map<String, List<String>> OFFERS = Map.of(
            ACCP, List.of("Cipher.AES", "Cipher.RSA/ECB/Pkcs1Padding", "Signature.RSASSA-PSS", "MessageDigest.SHA-256"),
            "SunPKCS11-NSS", List.of("Cipher.AES/GCM/NoPadding", "KeyGenerator.SunTlsMasterSecret"));

    /** Returns a bank with the use of these services: {@code Cipher.AES SunJCE 5}. */
    private static BankStats bank(String random, String... uses) {
        List<AlgorithmUse> services = Arrays.stream(uses).map(use -> use.split("[ ]")).map(parts -> {
            String[] name = parts[0].split("\\.", 2);
            return new AlgorithmUse(name[0], name[1], parts[1], Long.parseLong(parts[2]));
        }).toList();
        return new BankStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null, null, null, null, null, 0, 0, 0, 0, null, List.of(), services,
                "x", random);
    }

    private static List<String> contradictions(String choice, BankStats bank) {
        return ProviderProofs.contradictions(ProviderChoice.parse(choice), bank.algorithms(), bank.random(), OFFERS);
    }

    @ParameterizedTest
    @CsvSource({
        "rsa=ACCP, Cipher.RSA SunJCE 1, rsa",
        "aes=ACCP, Cipher.AES/GCM/NoPadding SunJCE 1, aes",
        "aes=SunPKCS11-NSS, Cipher.AES SunJCE 3, aes",
        "aes=JDK, Cipher.AES/GCM/NoPadding Conscrypt 1, aes",
        "digest=ACCP, MessageDigest.SHA-256 SUN 9, digest",
    })
    void anotherProviderThatDidTheWorkMakesARunInvalid(String choice, String use, String service) {
        List<String> reasons = contradictions(choice, bank("SUN", use));
        assertEquals(1, reasons.size(), reasons.toString());
        assertTrue(reasons.get(0).startsWith(service + " was requested from "), reasons.get(0));
        assertTrue(reasons.get(0).contains(use.split(" ")[1]) && reasons.get(0).contains(use.split(" ")[0]),
                reasons.get(0));
    }

    @ParameterizedTest
    @CsvSource({
        "rsa=ACCP, Signature.RSASSA-PSS AmazonCorrettoCryptoProvider 1",
        "aes=ACCP, Cipher.AES/CBC/NoPadding AmazonCorrettoCryptoProvider 1",
        // ACCP has no such MAC, so it was not requested from it.
        "digest=ACCP, Mac.HmacMD5 SunJCE 4",
        "aes=JDK, Cipher.AES SunJCE 1",
        // It is unknown whether it was the extended one.
        "keyGeneration=SunPKCS11-NSS, KeyGenerator.SunTlsMasterSecret SunJCE 7",
        "rsa=ACCP, KeyFactory.RSA SunRsaSign 7",
    })
    void whatTheAskedProviderLacksOthersMayDo(String choice, String use) {
        assertEquals(List.of(), contradictions(choice, bank("SUN", use)));
    }

    @Test
    void aFewUsesByTheJdkItselfAreTolerated() {
        assertEquals(List.of(), contradictions("digest=ACCP", bank("SUN", "MessageDigest.SHA-256 " + ACCP + " 96",
                "MessageDigest.SHA-256 SUN 4")));
        assertEquals(1, contradictions("digest=ACCP", bank("SUN", "MessageDigest.SHA-256 " + ACCP + " 90",
                "MessageDigest.SHA-256 SUN 10")).size());
    }

    /** JSSE's first cipher of a premaster secret decrypts nothing; SunJCE instead of it would decrypt. */
    @Test
    void aRepeatedRequestOfJsseTakesNothingFromTheProviderOfRsa() {
        String algorithm = "Cipher.RSA/ECB/PKCS1Padding ";
        assertEquals(List.of(), contradictions("rsa=ACCP", bank("SUN", algorithm + ACCP + " 2",
                algorithm + "EEJS-Premaster 1")));
        assertEquals(1, contradictions("rsa=ACCP", bank("SUN", algorithm + ACCP + " 1",
                algorithm + "SunJCE 1")).size());
    }

    @Test
    void theRandomNumbersAreLookedAtToo() {
        assertEquals(List.of(), contradictions("random=ACCP", bank(ACCP)));
        assertTrue(contradictions("random=ACCP", bank("SUN")).get(0).contains("random was requested from ACCP"));
    }

    @Test
    void aProofNamesProvidersAndAlgorithms() {
        Result.AlgorithmProof proof = ProviderProofs.of(ProviderChoice.parse("aes=ACCP"),
                bank("SUN", "Cipher.AES/GCM/NoPadding " + ACCP + " 7", "Cipher.AES SunJCE 2").algorithms(),
                OFFERS).get(0);
        assertEquals("aes", proof.family());
        assertEquals(List.of(ACCP, "SunJCE"), List.copyOf(proof.servedBy().keySet()), "most first");
        assertEquals(Map.of("SunJCE", 2L), proof.algorithms().get("Cipher.AES"));
        assertEquals(List.of(ACCP), proof.asAsked());
        assertEquals(List.of("SunJCE"), proof.instead());
    }
}
