package org.eejs.bench.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.SignatureException;
import java.security.SignatureSpi;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import javax.crypto.KeyAgreementSpi;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.eejs.bench.campaign.DelegatingAlgorithms.ConstantAgreement;
import org.eejs.bench.campaign.DelegatingAlgorithms.Delegating;
import org.eejs.bench.campaign.DelegatingAlgorithms.DelegatingAgreement;
import org.eejs.bench.campaign.DelegatingAlgorithms.DelegatingEncapsulation;
import org.eejs.bench.campaign.DelegatingAlgorithms.Pairs;
import org.eejs.bench.campaign.DelegatingAlgorithms.SixteenBytes;
import org.eejs.bench.crypto.KeyAgreements;
import org.eejs.bench.crypto.KeyAlgorithm;
import org.eejs.bench.crypto.KeyEncapsulations;
import org.eejs.bench.crypto.KeyGeneration;
import org.eejs.bench.crypto.SignMessage;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.MismatchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Providers with plausible errors are detected; a correct one passes. */
class WrongProvidersTest {
    @Test
    void aProviderThatIsRightPasses() throws Exception {
        assertEquals("SunEC", sign("SHA256withECDSA", "ECDSA-P-256", () -> new Delegating("SHA256withECDSA")));
        assertEquals("NIST CAVP, SunEC", agree(() -> new DelegatingAgreement(secret -> secret)));
    }

    @Test
    void verifyingAnythingIsFoundOut() {
        assertMismatch("accepts the signature of 0 bytes", () -> sign("SHA256withECDSA", "ECDSA-P-256",
                () -> new Delegating("SHA256withECDSA") {
                    @Override
                    protected boolean engineVerify(byte[] signature) throws SignatureException {
                        super.engineVerify(signature);
                        return true;
                    }
                }));
    }

    @Test
    void verifyingNothingIsFoundOut() {
        assertMismatch("refuses the signature", () -> sign("SHA256withECDSA", "ECDSA-P-256",
                () -> new Delegating("SHA256withECDSA") {
                    @Override
                    protected boolean engineVerify(byte[] signature) throws SignatureException {
                        return super.engineVerify(signature) & false;
                    }
                }));
    }

    @Test
    void anotherHashIsFoundOut() {
        assertMismatch("SunEC ECDSA-P-256 refuses the signature of 0 bytes by Wrong", () -> sign("SHA256withECDSA",
                "ECDSA-P-256", () -> new Delegating("SHA384withECDSA")));
        assertMismatch("refuses the signature", () -> sign("SHA256withRSA", "RSA-2048",
                () -> new Delegating("SHA512withRSA")));
    }

    /** Right for messages that fit in one update, as in a small test. */
    @Test
    void forgettingTheFirstPartOfALongMessageIsFoundOut() {
        assertMismatch("of 5000 bytes by Wrong", () -> sign("SHA256withRSA", "RSA-2048",
                () -> new Delegating("SHA256withRSA") {
                    @Override
                    protected void engineUpdate(byte[] bytes, int offset, int length) throws SignatureException {
                        if (offset > 0 || length <= SignMessage.MESSAGE_LENGTH) {
                            super.engineUpdate(bytes, offset, length);
                        }
                    }
                }));
    }

    /** Right once: a reused object signs the message before, too. */
    @Test
    void notResettingIsDetected() {
        assertMismatch("of 64 bytes by Wrong", () -> sign("SHA256withRSA", "RSA-2048",
                () -> new Delegating("SHA256withRSA") {
                    private byte[] before = new byte[0];
                    private boolean signs;

                    @Override
                    protected void engineInitSign(PrivateKey key) throws InvalidKeyException {
                        super.engineInitSign(key);
                        signs = true;
                    }

                    @Override
                    protected void engineUpdate(byte[] bytes, int offset, int length) throws SignatureException {
                        super.engineUpdate(before, 0, before.length);
                        super.engineUpdate(bytes, offset, length);
                        before = signs ? bytes : before;
                    }
                }));
    }

    @Test
    void aConstantSecretIsFoundOut() {
        assertMismatch("the secret of NIST CAVP: expected 46fc", () -> agree(
                () -> new DelegatingAgreement(secret -> new byte[secret.length])));
    }

    @Test
    void aShorterSecretIsFoundOut() {
        assertMismatch("the secret of NIST CAVP: expected 46fc", () -> agree(
                () -> new DelegatingAgreement(secret -> Arrays.copyOfRange(secret, 1, secret.length))));
    }

    /** A number instead of bytes: its leading zeros are missing, which happens with one secret in 256. */
    @Test
    void aSecretWithoutItsZerosInFrontIsFoundOut() {
        assertMismatch("31 bytes instead of 32", () -> agree(() -> new DelegatingAgreement(
                secret -> secret[0] == 0 ? Arrays.copyOfRange(secret, 1, secret.length) : secret)));
    }

    @Test
    void encapsulatingWithoutRejectingIsFoundOut() {
        KeyAlgorithm keys = KeyAlgorithm.ML_KEM_768;
        assertMismatch("accepts a changed encapsulation", () -> KeyEncapsulations.check(wrong(), keys,
                new DelegatingEncapsulation(keys) {
                    private byte[] last;

                    @Override
                    public Object encapsulate(PublicKey peer) throws GeneralSecurityException {
                        Object encapsulated = super.encapsulate(peer);
                        last = encapsulationOf(encapsulated);
                        return encapsulated;
                    }

                    @Override
                    public Object decapsulate(PrivateKey own, byte[] encapsulation) throws GeneralSecurityException {
                        boolean isLast = last != null && Arrays.equals(last, 0, 64, encapsulation, 0, 64);
                        return super.decapsulate(own, isLast ? last : encapsulation);
                    }
                }));
    }

    @Test
    void anotherSecretThanEncapsulatedIsFoundOut() {
        KeyAlgorithm keys = KeyAlgorithm.ML_KEM_768;
        assertMismatch("another secret than NIST ACVP", () -> KeyEncapsulations.check(wrong(), keys,
                new DelegatingEncapsulation(keys) {
                    @Override
                    public byte[] secretOf(Object encapsulated) {
                        byte[] secret = super.secretOf(encapsulated);
                        secret[31] = 0;
                        return secret;
                    }
                }));
    }

    @Test
    void anotherKeyThanThatOfASeedIsFoundOut() throws Exception {
        KeyPairGenerator generator = KeyAlgorithm.ML_DSA_65.generator(CryptoProvider.open("BC"));
        assertMismatch("ML-DSA-65: the public key of NIST ACVP has the SHA-256 646b26b8", () -> KeyGeneration.GROUP
                .check(wrong(service("KeyPairGenerator", "ML-DSA-65", () -> new Pairs(generator::generateKeyPair) {
                    @Override
                    public void initialize(AlgorithmParameterSpec parameters, SecureRandom random) {
                        random.nextBytes(new byte[32]);
                    }
                })), "ML-DSA-65"));
    }

    @Test
    void aWrongPartOfAHybridSecretIsFoundOut() {
        BouncyCastleProvider wrong = new BouncyCastleProvider();
        wrong.remove("KeyAgreement.ECDH");
        wrong.put("KeyAgreement.ECDH", ConstantAgreement.class.getName());
        for (Group group : List.of(KeyAgreements.GROUP, KeyGeneration.GROUP)) {
            assertMismatch("BC SecP256r1MLKEM768: the secret of published keys: expected 46fc",
                    () -> group.check(wrong, "SecP256r1MLKEM768"));
        }
    }

    @Test
    void keysThatDoNotBelongTogetherAreFoundOut() throws Exception {
        KeyPairGenerator generator = KeyAlgorithm.P_256.generator(CryptoProvider.open("SunEC"));
        assertMismatch("do not belong together", () -> keygen("EC", "P-256", () -> new KeyPair(
                generator.generateKeyPair().getPublic(), generator.generateKeyPair().getPrivate())));
    }

    @Test
    void theSameKeysAgainAreFoundOut() {
        assertMismatch("twice", () -> keygen("EC", "P-256", KeyAlgorithm.P_256::pair));
    }

    @Test
    void keysOfAnotherSizeAreFoundOut() throws Exception {
        KeyPairGenerator generator = KeyAlgorithm.P_256.generator(CryptoProvider.open("SunEC"));
        assertMismatch("91 bytes instead of 120", () -> keygen("EC", "P-384", generator::generateKeyPair));
        KeyPairGenerator small = KeyPairGenerator.getInstance("RSA");
        small.initialize(1024);
        assertMismatch("instead of 294", () -> keygen("RSA", "RSA-2048", small::generateKeyPair));
        assertMismatch("16 bytes instead of 32", () -> KeyGeneration.GROUP.check(
                wrong(service("KeyGenerator", "AES", SixteenBytes::new)), "AES-256"));
    }

    @Test
    void whatIsNotOfferedIsNoMismatch() {
        for (Group group : List.of(SignMessage.GROUP, KeyAgreements.GROUP, KeyEncapsulations.GROUP,
                KeyGeneration.GROUP)) {
            for (String algorithm : group.algorithms(Extent.THOROUGH)) {
                assertThrows(NoSuchAlgorithmException.class, () -> group.check(wrong(), algorithm),
                        group.name() + " " + algorithm);
            }
        }
    }

    private static void assertMismatch(String part, Executable check) {
        String message = assertThrows(MismatchException.class, check).getMessage();
        assertTrue(message.contains(part), message);
        assertEquals(1, message.lines().count(), message);
    }

    private static String sign(String name, String algorithm, Supplier<SignatureSpi> spi) throws Exception {
        return SignMessage.GROUP.check(wrong(service("Signature", name, spi)), algorithm);
    }

    private static String agree(Supplier<KeyAgreementSpi> spi) throws Exception {
        KeyPairGenerator generator = KeyAlgorithm.P_256.generator(CryptoProvider.open("SunEC"));
        return KeyAgreements.GROUP.check(wrong(service("KeyAgreement", "ECDH", spi),
                service("KeyPairGenerator", "EC", () -> new Pairs(generator::generateKeyPair))), "P-256");
    }

    private static String keygen(String name, String algorithm, Supplier<KeyPair> pairs) throws Exception {
        return KeyGeneration.GROUP.check(wrong(service("KeyPairGenerator", name, () -> new Pairs(pairs))), algorithm);
    }

    private record Offer(String type, String algorithm, Supplier<?> implementation) {}

    private static Offer service(String type, String algorithm, Supplier<?> implementation) {
        return new Offer(type, algorithm, implementation);
    }

    private static Provider wrong(Offer... services) {
        return new Wrong(services);
    }

    /** A provider of these services. */
    private static final class Wrong extends Provider {
        private static final long serialVersionUID = 1;

        Wrong(Offer... services) {
            super("Wrong", "1", "computes something else");
            for (Offer each : services) {
                putService(new Provider.Service(this, each.type(), each.algorithm(), each.type(), null, null) {
                    @Override
                    public Object newInstance(Object parameter) {
                        return each.implementation().get();
                    }
                });
            }
        }
    }
}
