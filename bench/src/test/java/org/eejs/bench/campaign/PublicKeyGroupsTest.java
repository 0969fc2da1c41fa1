package org.eejs.bench.campaign;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintStream;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.eejs.banking.Named;
import org.eejs.bench.crypto.JdkKeyEncapsulation;
import org.eejs.bench.crypto.KeyAgreements;
import org.eejs.bench.crypto.KeyAlgorithm;
import org.eejs.bench.crypto.KeyEncapsulation;
import org.eejs.bench.crypto.KeyEncapsulations;
import org.eejs.bench.crypto.KeyGeneration;
import org.eejs.bench.crypto.SignMessage;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.Group;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Every provider gives the known answers of its known algorithms, and the benchmarks of public keys run. */
class PublicKeyGroupsTest {
    private static final boolean JDK_HAS_LATTICES = Runtime.version().feature() >= 24;
    private static final String RSA = "RSA-2048 RSA-3072 RSA-4096 RSA-2048-PSS RSA-3072-PSS RSA-4096-PSS";
    private static final String ECDSA = "ECDSA-P-256 ECDSA-P-384";
    private static final String ML_DSA = "ML-DSA-44 ML-DSA-65 ML-DSA-87";
    private static final String ML_KEM = "ML-KEM-512 ML-KEM-768 ML-KEM-1024";
    private static final String SLH_DSA = "SLH-DSA-SHA2-128s SLH-DSA-SHA2-128f";
    private static final String HYBRIDS = "X25519MLKEM768 SecP256r1MLKEM768";
    private static final String CURVES = "P-256 P-384";
    private static final String RSA_KEYS = "RSA-2048 RSA-3072";

    private static final Map<String, String> SIGN = Map.of(
            "SUN", JDK_HAS_LATTICES ? ML_DSA : "",
            "SunRsaSign", RSA,
            "SunEC", ECDSA + " Ed25519",
            "ACCP", RSA + " " + ECDSA + " Ed25519 " + ML_DSA,
            "Conscrypt", RSA + " " + ECDSA + " Ed25519 " + ML_DSA + " SLH-DSA-SHA2-128s",
            "BC", RSA + " " + ECDSA + " Ed25519 " + ML_DSA + " " + SLH_DSA,
            "SunPKCS11-NSS", RSA + " " + ECDSA);
    private static final Map<String, String> AGREE = Map.of(
            "SunEC", "X25519 " + CURVES + (JDK_HAS_LATTICES ? " " + HYBRIDS : ""),
            "ACCP", CURVES,
            "Conscrypt", "X25519 " + CURVES,
            "BC", "X25519 " + CURVES + " " + HYBRIDS,
            "SunPKCS11-NSS", CURVES);
    /** Conscrypt 2.9 names services of ML-KEM, but its jar for OpenJDK lacks their classes. */
    private static final Map<String, String> KEM = Map.of(
            "SunJCE", JDK_HAS_LATTICES ? ML_KEM : "",
            "BC", ML_KEM);
    private static final Map<String, String> KEYGEN = Map.of(
            "SunJCE", JDK_HAS_LATTICES ? ML_KEM + " AES-256" : "AES-256",
            "SUN", JDK_HAS_LATTICES ? ML_DSA : "",
            "SunRsaSign", RSA_KEYS,
            "SunEC", CURVES + " X25519 Ed25519" + (JDK_HAS_LATTICES ? " " + HYBRIDS : ""),
            "ACCP", RSA_KEYS + " " + CURVES + " Ed25519 AES-256 " + ML_DSA,
            "Conscrypt", RSA_KEYS + " " + CURVES + " X25519 Ed25519 ML-KEM-768 ML-KEM-1024 AES-256 SLH-DSA-SHA2-128s "
                    + ML_DSA,
            "BC", RSA_KEYS + " " + CURVES + " X25519 Ed25519 AES-256 " + ML_KEM + " " + ML_DSA + " " + SLH_DSA + " "
                    + HYBRIDS,
            "SunPKCS11-NSS", RSA_KEYS + " " + CURVES + " AES-256");
    private static final Map<Group, Map<String, String>> OFFERED = Map.of(
            SignMessage.GROUP, SIGN, KeyAgreements.GROUP, AGREE, KeyEncapsulations.GROUP, KEM,
            KeyGeneration.GROUP, KEYGEN);

    @ParameterizedTest
    @ValueSource(strings = {"SunEC", "ACCP"})
    void providersGiveKnownAnswers(String name) throws Exception {
        knownAnswersAreGiven(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"BC", "SunJCE", "SUN", "SunRsaSign", "EEJS", "Conscrypt", "SunPKCS11-NSS"})
    @Tag("long")
    void soDoOtherProviders(String name) throws Exception {
        knownAnswersAreGiven(name);
    }

    private void knownAnswersAreGiven(String name) throws Exception {
        Provider provider;
        try {
            provider = CryptoProvider.open(name);
        } catch (GeneralSecurityException e) {
            // All except the library of the operating system come with the build.
            assertEquals("SunPKCS11-NSS", name, e.toString());
            return;
        }
        for (Group group : OFFERED.keySet()) {
            Set<String> right = new TreeSet<>();
            for (String algorithm : group.algorithms(Extent.THOROUGH)) {
                try {
                    assertNotNull(group.check(provider, algorithm));
                    right.add(algorithm);
                } catch (NoSuchAlgorithmException e) {
                    // The list below decides whether it may be missing.
                }
            }
            String names = OFFERED.get(group).getOrDefault(name, "");
            Set<String> offered = new TreeSet<>(List.of(names.split(" ")));
            offered.remove("");
            assertEquals(offered, right, group.name());
        }
    }

    /** A provider could pass by exchanges with another one only, so the reports name the publications. */
    @ParameterizedTest
    @CsvSource({"sign,BC,SLH-DSA-SHA2-128s,'NIST ACVP, itself'", "sign,BC,SLH-DSA-SHA2-128f,'NIST ACVP, itself'",
            "sign,ACCP,ML-DSA-44,'Wycheproof, '", "sign,Conscrypt,ML-DSA-87,'Wycheproof, '", "kem,BC,ML-KEM-1024,'NIST ACVP, '",
            "keygen,BC,ML-KEM-512,'NIST ACVP, '", "keygen,BC,ML-DSA-87,'NIST ACVP, '",
            "keygen,BC,SLH-DSA-SHA2-128f,'NIST ACVP, '", "agree,BC,SecP256r1MLKEM768,'NIST CAVP, NIST ACVP, SunEC'",
            "keygen,BC,X25519MLKEM768,'RFC 7748, NIST ACVP, SunEC'"})
    @Tag("long")
    void sourcesOfAnswersAreNamed(String group, String provider, String algorithm, String source) throws Exception {
        String means = Groups.named(group).check(CryptoProvider.open(provider), algorithm);
        assertTrue(means.startsWith(source), means);
    }

    @ParameterizedTest
    @CsvSource({"sign,SunEC,Ed25519", "agree,Conscrypt,P-256", "kem,BC,ML-KEM-768", "keygen,SunJCE,AES-256"})
    void operationsRun(String group, String provider, String algorithm) throws RunnerException {
        runs(group, provider, algorithm);
    }

    @ParameterizedTest
    @CsvSource({"sign,BC,ML-DSA-44", "sign,SunRsaSign,RSA-2048-PSS", "agree,SunEC,X25519",
        "agree,BC,X25519MLKEM768", "keygen,SunEC,P-256", "keygen,BC,SecP256r1MLKEM768",
        "sign,BC,SLH-DSA-SHA2-128f"})
    @Tag("long")
    void otherOperationsRunToo(String group, String provider, String algorithm) throws RunnerException {
        runs(group, provider, algorithm);
    }

    private static void runs(String group, String provider, String algorithm) throws RunnerException {
        Group measured = Groups.ALL.stream().filter(each -> each.name().equals(group)).findFirst().orElseThrow();
        OptionsBuilder options = new OptionsBuilder();
        options.include("^" + measured.benchmark().getName() + "\\.").forks(0).threads(2).warmupIterations(0)
                .measurementIterations(1).measurementTime(TimeValue.milliseconds(20)).shouldFailOnError(true)
                .param("provider", provider);
        measured.parametersOf(algorithm).forEach(options::param);
        assertEquals(measured.operations(Extent.THOROUGH).size(), new Runner(options.build(), OutputFormatFactory
                .createFormatInstance(new PrintStream(PrintStream.nullOutputStream()), VerboseMode.SILENT)).run()
                .size());
    }

    /** JDKs without javax.crypto.KEM use Bouncy Castle's own API, which is not used where the tests run. */
    @ParameterizedTest
    @ValueSource(strings = {"ML-KEM-512", "ML-KEM-768", "ML-KEM-1024"})
    @Tag("long")
    void bothApisOfBouncyCastleEncapsulateAlike(String algorithm) throws Exception {
        Provider bc = CryptoProvider.open("BC");
        KeyAlgorithm keys = Named.byId(KeyAlgorithm.class, "a kind of key", algorithm);
        KeyEncapsulation own = new KeyEncapsulation.OfBouncyCastle(bc, keys);
        KeyEncapsulations.check(bc, keys, own);
        if (JdkKeyEncapsulation.isHere()) {
            KeyEncapsulation ofTheJdk = new JdkKeyEncapsulation(bc, keys);
            KeyPair pair = keys.pair();
            Object encapsulated = own.encapsulate(pair.getPublic());
            assertArrayEquals(own.secretOf(encapsulated), ofTheJdk.secretOf(ofTheJdk.decapsulate(pair.getPrivate(),
                    own.encapsulationOf(encapsulated))));
        }
    }

    /** An RSA key of 4096 bits takes seconds, so all providers and threads must get the same one. */
    @Test
    void providersWorkOnOnePair() throws Exception {
        KeyPair pair = KeyAlgorithm.RSA_2048.in(CryptoProvider.open("BC"));
        assertArrayEquals(KeyAlgorithm.RSA_2048.pair().getPublic().getEncoded(), pair.getPublic().getEncoded());
        assertTrue(pair.getPrivate().getClass().getName().startsWith("org.bouncycastle."), "not BC's own object");
    }

    @Test
    void openSslIsAskedOnlyForWhatItMeasures() {
        Group sign = SignMessage.GROUP;
        assertEquals(List.of("rsa3072"), sign.openSsl("verify", "RSA-3072"));
        assertEquals(List.of(), sign.openSsl("sign", "RSA-2048-PSS"));
        Group agree = KeyAgreements.GROUP;
        assertEquals(List.of("ecdhx25519"), agree.openSsl("agree", "X25519"));
        assertEquals(List.of(), agree.openSsl("ephemeral", "X25519"));
    }
}
