package org.eejs.bench.lookup;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.FirstProvider;
import org.eejs.bench.measuring.MismatchException;
import org.eejs.bench.measuring.ProviderGroup;

/** What it costs to look a service up and to have an object of it, which is not used. */
public final class LookupGroup implements ProviderGroup {
    private static final HexFormat HEX = HexFormat.of();
    private static final byte[] ZERO = new byte[16];

    @Override
    public String name() {
        return "lookup";
    }

    @Override
    public String title() {
        return "Provider look-ups";
    }

    @Override
    public String about() {
        return "One getInstance by the algorithm's name alone, or at a provider that is named, and the object made; a "
                + "provider of the JDK stands in the JDK's order, any other stands first.";
    }

    @Override
    public Class<?> benchmark() {
        return ServiceLookup.class;
    }

    @Override
    public List<String> operations(Extent extent) {
        return List.of("byName", "fromProvider");
    }

    @Override
    public List<String> algorithms(Extent extent) {
        return extent == Extent.QUICK ? List.of("MessageDigest.SHA-256", "Cipher.AES/GCM/NoPadding", "SecureRandom")
                : LookedUp.labels();
    }

    @Override
    public List<String> quickProviders() {
        return List.of("SunJCE", "SUN", "SunRsaSign", "SunEC", "ACCP", "BC");
    }

    @Override
    public String check(Provider provider, String algorithm) throws Exception {
        boolean ofTheJdk = CryptoProvider.isOfTheJdk(provider.getName());
        if (!ofTheJdk) {
            FirstProvider.install(provider);
        }
        try {
            ServiceLookup benchmark = new ServiceLookup();
            benchmark.algorithm = algorithm;
            benchmark.prepare(provider);
            LookedUp service = LookedUp.of(algorithm);
            String means = check(service, benchmark.fromProvider(), provider);
            check(service, benchmark.byName(), provider);
            return means;
        } finally {
            if (!ofTheJdk) {
                Security.removeProvider(provider.getName());
            }
        }
    }

    private static String check(LookedUp service, Object found, Provider provider) throws Exception {
        return switch (service) {
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

    /** By the keys of the RFC, in the encodings of RFC 8410. */
    private static String agreed(KeyAgreement agreement, Provider provider) throws GeneralSecurityException,
            MismatchException {
        KeyFactory keys = KeyFactory.getInstance("XDH", provider);
        agreement.init(keys.generatePrivate(new PKCS8EncodedKeySpec(HEX.parseHex("302e020100300506032b656e04220420"
                + "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"))));
        agreement.doPhase(keys.generatePublic(new X509EncodedKeySpec(HEX.parseHex("302a300506032b656e032100"
                + "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"))), true);
        byte[] secret = agreement.generateSecret();
        if (!HEX.formatHex(secret).equals("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")) {
            throw new MismatchException("the secret of RFC 7748, 6.1, was expected, and another came");
        }
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
            throw new MismatchException("a signature was expected that "
                    + (ofTheJdk ? "Bouncy Castle" : "SunRsaSign") + " accepts, and another came");
        }
        return (ofTheJdk ? "Bouncy Castle" : "SunRsaSign") + " verifies what it signs";
    }

    private static String drawn(SecureRandom random) throws MismatchException {
        byte[] first = new byte[32];
        byte[] second = new byte[32];
        random.nextBytes(first);
        random.nextBytes(second);
        if (Arrays.equals(first, second)) {
            throw new MismatchException("other random bytes were expected the second time, and the same came");
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
