package org.eejs.profile;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.result.CpuGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class OperationsTest {
    private static final String USER = "com.example.Pay.call";
    private static final String SIGN = "java.security.Signature.sign";
    private static final String SERVER = "sun.security.ssl.ClientHello$ClientHelloConsumer.consume";
    private static final String CLIENT = "sun.security.ssl.ServerHello$ServerHelloConsumer.consume";
    private static final String STEP = "sun.security.ssl.SSLHandshake.consume";

    private static StackSample stack(String... frames) {
        return new StackSample("worker", Stream.concat(Arrays.stream(frames), Stream.of(USER)).toList());
    }

    /** Returns the operation of the first stack, in a JVM that has all of them. */
    private static Optional<Operations.Found> find(StackSample... all) {
        Categories categories = Categories.of(List.of(), List.of(all));
        return Operations.of(categories, each(List.of(all))).find(all[0], categories.place(all[0]));
    }

    private static String words(String... frames) {
        return find(stack(frames)).map(found -> found.primitive() == null ? found.name() : "%s %s %s".formatted(
                found.name(), found.primitive().algorithm(), found.primitive().provider())).orElse("none");
    }

    /** Stacks of real JVMs. Those of ACCP do not show whose signature it is. */
    @ParameterizedTest
    @CsvSource({"post-quantum-jdk-28, ML-KEM SunJCE|ML-DSA SUN", "post-quantum-bc-28, ML-KEM BC",
        "post-quantum-bc-17, ML-DSA BC", "post-quantum-conscrypt-17, ML-DSA Conscrypt",
        "post-quantum-accp-17, ML-DSA ACCP|signatures ACCP"})
    void postQuantumAlgorithmsAreSeparate(String file, String expected) throws IOException {
        RecordedStacks stacks = RecordedStacks.read(Path.of("src/test/stacks", file + ".txt"));
        Categories categories = Categories.of(RecordedStacks.APPLICATION, stacks.samples());
        Operations operations = Operations.of(categories, each(stacks.samples()));
        Set<String> found = stacks.samples().stream().map(sample -> operations.find(sample, categories.place(sample))
                .orElseThrow(() -> new AssertionError(sample)).primitive()).map(primitive -> primitive.algorithm() + " "
                        + primitive.provider()).collect(Collectors.toSet());
        assertEquals(Set.of(expected.split("\\|")), found);
    }

    /** The frames are separated by spaces, innermost first. */
    @ParameterizedTest
    @CsvSource({
        "java.math.BigInteger.oddModPow sun.security.rsa.RSAKeyPairGenerator.generateKeyPair "
                + "java.security.KeyPairGenerator$Delegate.generateKeyPair, key generation RSA SunRsaSign",
        "sun.security.provider.NativePRNG.engineNextBytes java.security.SecureRandom.nextBytes "
                + "java.math.BigInteger.<init> sun.security.rsa.RSAKeyPairGenerator.generateKeyPair, "
                + "key generation RSA SunRsaSign",
        "sun.security.provider.SHA2.implCompress0 sun.security.provider.DigestBase.engineUpdate "
                + "com.sun.crypto.provider.HmacCore.engineUpdate com.sun.crypto.provider.PBKDF2KeyImpl.deriveKey "
                + "com.sun.crypto.provider.PBES2Core.engineInit javax.crypto.Cipher.init, "
                + "key derivation PBKDF2 SunJCE",
        "org.mindrot.jbcrypt.BCrypt.crypt_raw, password hash",
        "com.sun.crypto.provider.GaloisCounterMode.doFinal javax.crypto.Cipher.doFinal, cipher AES-GCM SunJCE",
        "sun.security.provider.SHA2.implCompress0 java.security.MessageDigest.digest, digest SHA SUN",
        "com.sun.crypto.provider.HmacCore.engineUpdate javax.crypto.Mac.update, MAC HMAC SunJCE",
        "sun.security.rsa.RSACore.crtCrypt java.security.Signature.sign, private-key use RSA SunRsaSign",
        "sun.security.ec.ECDSASignature.engineVerify java.security.Signature.verify, signature check ECDSA SunEC",
        "sun.security.ec.XDHKeyAgreement.engineDoPhase javax.crypto.KeyAgreement.doPhase, key agreement X25519 SunEC",
        "sun.security.rsa.RSACore.crtCrypt java.security.Signature.sign io.jsonwebtoken.impl.DefaultJwtBuilder.sign, "
                + "token signing RSA SunRsaSign",
        "sun.security.rsa.RSACore.rsa java.security.Signature.verify io.jsonwebtoken.impl.DefaultJwtParser.parse, "
                + "signature check RSA SunRsaSign",
        "sun.security.provider.NativePRNG.engineNextBytes java.security.SecureRandom.nextBytes "
                + "java.util.UUID.randomUUID, random numbers NativePRNG SUN",
        "java.util.HashMap.get sun.security.provider.certpath.RevocationChecker.check "
                + "java.security.cert.CertPathValidator.validate, revocation",
        "sun.security.rsa.RSACore.rsa java.security.Signature.verify sun.security.validator.Validator.validate, "
                + "certificate path check RSA SunRsaSign",
        "com.sun.crypto.provider.PBKDF2KeyImpl.deriveKey sun.security.pkcs12.PKCS12KeyStore.engineLoad "
                + "java.security.KeyStore.load, key or trust store load PBKDF2 SunJCE",
        "java.security.KeyStore.load javax.net.ssl.SSLContext.init, SSLContext",
        "java.util.HashMap.get java.security.Provider.getService, provider look-up",
        "java.security.MessageDigest.digest org.apache.xml.security.signature.Reference.digest, XML signature",
        "sun.security.ssl.SSLCipher.encrypt sun.security.ssl.SSLSocketImpl$AppOutputStream.write, record protection",
        "sha512_implCompress, digest",
        "java.util.HashMap.put, none"})
    void eachStackHasItsOperation(String frames, String operation) {
        assertEquals(operation, words(frames.split(" ")));
    }

    @Test
    void handshakesAreFullIfTheirKeyWasSeenAndResumedIfOnlyTicketsWere() {
        StackSample server = stack("java.util.HashMap.get", SERVER, STEP);
        StackSample key = stack("sun.security.rsa.RSACore.crtCrypt", SIGN,
                "sun.security.ssl.CertificateVerify$T13CertificateVerifyProducer.produce", SERVER, STEP);
        StackSample ticket = stack("sun.security.ssl.PreSharedKeyExtension$CHPreSharedKeyConsumer.consume", SERVER,
                STEP);
        assertEquals("handshake as server", find(server).orElseThrow().name());
        assertEquals("handshake as server", find(server, key, ticket).orElseThrow().name());
        assertEquals("full handshake as server", find(key).orElseThrow().name());
        assertEquals("resumed handshake as server", find(server, ticket).orElseThrow().name());
        assertEquals("handshake as client", find(stack("java.util.HashMap.get", CLIENT, STEP), key)
                .orElseThrow().name());
    }

    /** The caller of an operation is outside the interface through which the provider was called. */
    @Test
    void theFrameOfAnOperationIsTheCallOfTheProvider() {
        assertEquals(2, find(stack("org.bouncycastle.crypto.generators.PKCS5S2ParametersGenerator.F",
                "org.bouncycastle.jcajce.provider.symmetric.util.BaseBlockCipher.engineInit",
                "javax.crypto.Cipher.init", "org.jasypt.Encryptor.decrypt")).orElseThrow().frame());
        assertEquals(1, find(stack("sun.security.ssl.SSLCipher.encrypt",
                "sun.security.ssl.SSLSocketImpl$AppOutputStream.write")).orElseThrow().frame());
    }

    static Stream<Path> recorded() throws Exception {
        return CategoriesTest.recorded().stream();
    }

    /** The table and the categories agree on real stacks, so their shares have the same sum. */
    @ParameterizedTest
    @MethodSource("recorded")
    void realStacksOfTlsAndCryptographyHaveAnOperation(Path file) throws Exception {
        RecordedStacks stacks = RecordedStacks.read(file);
        Categories categories = Categories.of(RecordedStacks.APPLICATION, stacks.samples());
        Operations operations = Operations.of(categories, each(stacks.samples()));
        assertAll(stacks.samples().stream().filter(sample -> CpuGroup.of(categories.place(sample).category())
                .isCryptographic()).map(sample -> () -> assertEquals(1, operations.find(sample,
                        categories.place(sample)).stream().count(), sample::toString)));
        assertEquals(List.of(), stacks.samples().stream().filter(sample -> !CpuGroup.of(categories.place(sample)
                .category()).isCryptographic()).flatMap(sample -> operations.find(sample, categories.place(sample))
                .stream().map(found -> found.name() + " " + sample)).collect(Collectors.toList()));
    }

    private static Map<StackSample, Long> each(List<StackSample> samples) {
        return samples.stream().collect(Collectors.toMap(sample -> sample, sample -> 1L, Long::sum));
    }
}
