package org.eejs.xmlload;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.util.Arrays;
import java.util.Random;

/**
 * The raw JCA operation within an XML signature. It processes as many bytes as a canonical SignedInfo has, with a new
 * object for each, as in both libraries. Its time, divided by that of the XML transaction, is the part that a faster
 * provider or a token can save. Key and provider are the same. Thread-safe.
 */
final class BareSignature {
    /** The approximate length of a canonical SignedInfo with one reference. */
    static final int BYTES = 640;

    private final SignatureSetup setup;
    private final String algorithm;
    private final byte[] data = new byte[BYTES];

    private BareSignature(SignatureSetup setup, String library) {
        this.setup = setup;
        String usual = setup.key().signatureName();
        // The JDK's library asks for the form of XML signatures first, Santuario converts the signature itself.
        algorithm = setup.key().isRsa() || !library.equals("jdk") ? usual : usual + "inP1363Format";
        new Random(1).nextBytes(data);
    }

    /** Returns a transaction that signs; the JVM's own provider must verify the signature, in the same format. */
    static Transaction signing(SignatureSetup setup, String library) {
        BareSignature bare = new BareSignature(setup, library);
        return Transaction.of(() -> Arrays.hashCode(bare.sign()), () -> {
            Signature verifying = Signature.getInstance(bare.engine().getAlgorithm());
            require(bare.verify(verifying, bare.data, bare.sign()));
        });
    }

    /**
     * Returns a transaction that verifies a signature; it must refuse other bytes.
     *
     * @throws IllegalArgumentException when the provider does not verify, with a line that reports it
     */
    static Transaction verifying(SignatureSetup setup, String library) throws GeneralSecurityException {
        BareSignature bare = new BareSignature(setup, library);
        byte[] value = bare.sign();
        try {
            Signature engine = bare.engine();
            // A provider that only signs may hand verification on to another, whose cost would count as its own.
            if (setup.provider() != null && !setup.provider().getService("Signature", engine.getAlgorithm())
                    .supportsParameter(setup.keys().getPublic())) {
                throw new InvalidKeyException("it takes no public keys");
            }
            engine.initVerify(setup.keys().getPublic());
        } catch (GeneralSecurityException | UnsupportedOperationException e) {
            throw new IllegalArgumentException("the provider %s signs but does not verify; validate with another"
                    .formatted(setup.provider() == null ? "of the JVM" : setup.provider().getName()), e);
        }
        byte[] altered = bare.data.clone();
        altered[0]++;
        return Transaction.of(() -> bare.verify(bare.engine(), bare.data, value) ? 1 : 0, () ->
                require(bare.verify(bare.engine(), bare.data, value) && !bare.verify(bare.engine(), altered, value)));
    }

    private static void require(boolean verifies) throws OutcomeException {
        if (!verifies) {
            throw new OutcomeException("a signature that was made does not verify, or verifies for other bytes");
        }
    }

    private Signature engine() throws NoSuchAlgorithmException {
        try {
            return setup.engine(algorithm);
        } catch (NoSuchAlgorithmException e) {
            return setup.engine(setup.key().signatureName());
        }
    }

    private byte[] sign() throws GeneralSecurityException {
        Signature engine = engine();
        engine.initSign(setup.keys().getPrivate());
        engine.update(data);
        return engine.sign();
    }

    private boolean verify(Signature engine, byte[] signed, byte[] made) throws GeneralSecurityException {
        engine.initVerify(setup.keys().getPublic());
        engine.update(signed);
        return engine.verify(made);
    }
}
