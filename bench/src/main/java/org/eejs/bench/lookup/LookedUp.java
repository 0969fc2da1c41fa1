package org.eejs.bench.lookup;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Signature;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Function;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.eejs.banking.Named;
import org.eejs.bench.crypto.AgreementVector;
import org.eejs.bench.crypto.KeyAlgorithm;
import org.eejs.bench.measuring.MismatchException;

/** Algorithms that applications look up, by type and algorithm as in the JCA. */
enum LookedUp implements Named {
    SHA_256("MessageDigest.SHA-256", MessageDigest::getInstance, MessageDigest::getInstance,
            found -> ((MessageDigest) found).getProvider()),
    SHA_256_WITH_RSA("Signature.SHA256withRSA", Signature::getInstance, Signature::getInstance,
            found -> ((Signature) found).getProvider()),
    AES_GCM("Cipher.AES/GCM/NoPadding", Cipher::getInstance, Cipher::getInstance,
            found -> ((Cipher) found).getProvider()),
    HMAC_SHA_256("Mac.HmacSHA256", Mac::getInstance, Mac::getInstance, found -> ((Mac) found).getProvider()),
    X25519("KeyAgreement.X25519", KeyAgreement::getInstance, KeyAgreement::getInstance,
            found -> ((KeyAgreement) found).getProvider()),
    /** Applications do not name an algorithm of random numbers: {@code new SecureRandom()}. */
    SECURE_RANDOM("SecureRandom", algorithm -> new SecureRandom(), SecureRandom::getInstance,
            found -> ((SecureRandom) found).getProvider());

    private static final HexFormat HEX = HexFormat.of();
    private static final byte[] ZERO = new byte[16];

    /** A look-up among all providers, in their order. */
    private interface ByName {
        Object of(String algorithm) throws GeneralSecurityException;
    }

    /** A look-up at one provider. */
    private interface FromProvider {
        Object of(String algorithm, Provider provider) throws GeneralSecurityException;
    }

    private final String id;
    private final ByName byName;
    private final FromProvider fromProvider;
    private final Function<Object, Provider> providerOf;

    LookedUp(String id, ByName byName, FromProvider fromProvider, Function<Object, Provider> providerOf) {
        this.id = id;
        this.byName = byName;
        this.fromProvider = fromProvider;
        this.providerOf = providerOf;
    }

    @Override
    public String id() {
        return id;
    }

    /**
     * Returns the algorithm to ask a provider for.
     *
     * @throws NoSuchAlgorithmException when the provider lacks the whole type
     */
    String algorithmOf(Provider provider) throws NoSuchAlgorithmException {
        if (this != SECURE_RANDOM) {
            return id.substring(id.indexOf('.') + 1);
        }
        SecureRandom byName = new SecureRandom();
        if (byName.getProvider() == provider) {
            return byName.getAlgorithm();
        }
        throw new NoSuchAlgorithmException(provider.getName() + " does not serve new SecureRandom()");
    }

    /** Returns an object of the first provider that has the algorithm. */
    Object byName(String algorithm) throws GeneralSecurityException {
        return byName.of(algorithm);
    }

    /** Returns an object of this provider. */
    Object fromProvider(String algorithm, Provider provider) throws GeneralSecurityException {
        return fromProvider.of(algorithm, provider);
    }

    /** Returns the provider of an object. */
    Provider providerOf(Object found) {
        return providerOf.apply(found);
    }

    /**
     * Checks an object with a known answer.
     *
     * @return the source of the answer
     * @throws MismatchException when the answer differs
     */
    String check(Object found, Provider provider) throws Exception {
        return switch (this) {
            case SHA_256 -> expect("FIPS 180-2, B.1",
                    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                    ((MessageDigest) found).digest(ascii("abc")));
            case HMAC_SHA_256 -> {
                Mac mac = (Mac) found;
                mac.init(new SecretKeySpec(ascii("Jefe"), "HmacSHA256"));
                yield expect("RFC 4231, 4.3", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
                        mac.doFinal(ascii("what do ya want for nothing?")));
            }
            case AES_GCM -> {
                Cipher cipher = (Cipher) found;
                cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(ZERO, "AES"),
                        new GCMParameterSpec(128, new byte[12]));
                yield expect("GCM specification, test case 2",
                        "0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf", cipher.doFinal(ZERO));
            }
            case X25519 -> agreed((KeyAgreement) found, provider);
            case SHA_256_WITH_RSA -> signed((Signature) found, provider);
            case SECURE_RANDOM -> drawn((SecureRandom) found);
        };
    }

    private static String agreed(KeyAgreement agreement, Provider provider) throws GeneralSecurityException,
            MismatchException {
        new AgreementVector(KeyAlgorithm.X25519).check(provider, agreement);
        return "RFC 7748, 6.1";
    }

    private static String signed(Signature signature, Provider provider) throws GeneralSecurityException,
            MismatchException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA", "SunRsaSign");
        generator.initialize(2048);
        KeyPair keys = generator.generateKeyPair();
        byte[] text = ascii("signed by one, verified by the other");
        signature.initSign(keys.getPrivate());
        signature.update(text);
        byte[] value = signature.sign();
        boolean ofTheJdk = provider.getName().equals("SunRsaSign");
        Signature other = ofTheJdk ? Signature.getInstance("SHA256withRSA", new BouncyCastleProvider())
                : Signature.getInstance("SHA256withRSA", "SunRsaSign");
        other.initVerify(keys.getPublic());
        other.update(text);
        if (!other.verify(value)) {
            throw new MismatchException("expected a signature that "
                    + (ofTheJdk ? "Bouncy Castle" : "SunRsaSign") + " accepts, but got another");
        }
        return (ofTheJdk ? "Bouncy Castle" : "SunRsaSign") + " verifies what it signs";
    }

    private static String drawn(SecureRandom random) throws MismatchException {
        byte[] first = new byte[32];
        byte[] second = new byte[32];
        random.nextBytes(first);
        random.nextBytes(second);
        if (Arrays.equals(first, second)) {
            throw new MismatchException("expected other random bytes the second time, but got the same");
        }
        return "no repetition";
    }

    private static String expect(String source, String expected, byte[] came) throws MismatchException {
        String answer = HEX.formatHex(came);
        if (!answer.equals(expected)) {
            throw new MismatchException(expected + " was expected (" + source + "), and " + answer + " came");
        }
        return source;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
