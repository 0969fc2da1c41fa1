package org.eejs.xmlload.signatures;

import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.util.Random;
import org.eejs.xmlload.documents.OutcomeException;
import org.eejs.xmlload.engine.Fold;
import org.eejs.xmlload.engine.PreparedTransaction;
import org.eejs.xmlload.engine.Transaction;
import org.eejs.xmlload.engine.TransactionKind;
import org.eejs.xmlload.keys.SignatureKey;
import org.eejs.xmlload.keys.SignatureSetup;

/**
 * The signature within an XML signature by itself: one operation of the JCA on as many bytes as a canonical SignedInfo
 * has, with the same key and provider, and with an object that is made anew for each, as both libraries make it. To set
 * beside the whole transaction. Thread-safe.
 */
public final class BareSignature implements PreparedTransaction {
    /** About as long as a canonical SignedInfo with one reference. */
    static final int BYTES = 640;

    private final SignatureSetup setup;
    private final String algorithm;
    private final String fallback;
    private final byte[] data = new byte[BYTES];
    /** What is verified; null when it signs. */
    private final byte[] value;

    private BareSignature(SignatureSetup setup, String library, boolean verifies) throws GeneralSecurityException {
        this.setup = setup;
        SignatureKey key = SignatureKey.byId(setup.algorithm());
        fallback = key.signatureName();
        // The JDK's library asks for the form of XML signatures first, Santuario converts by itself.
        algorithm = key.isRsa() || !library.equals("jdk") ? fallback : fallback + "inP1363Format";
        new Random(1).nextBytes(data);
        value = verifies ? sign() : null;
    }

    /**
     * The operation that a kind of transaction has within itself.
     *
     * @param kind one that makes or validates signatures
     * @param library one of its libraries
     * @throws IllegalArgumentException when the provider does not do it, with a line that says so
     * @throws GeneralSecurityException what the provider throws
     */
    public static BareSignature of(TransactionKind kind, String library, SignatureSetup setup)
            throws GeneralSecurityException {
        return kind.name().startsWith("validate") ? verifying(setup, library)
                : new BareSignature(setup, library, false);
    }

    static BareSignature verifying(SignatureSetup setup, String library) throws GeneralSecurityException {
        BareSignature bare = new BareSignature(setup, library, true);
        try {
            Signature engine = bare.engine();
            engine.initVerify(setup.keys().getPublic());
        } catch (GeneralSecurityException | UnsupportedOperationException e) {
            throw new IllegalArgumentException("the provider %s signs but does not verify; validate with another"
                    .formatted(setup.provider() == null ? "of the JVM" : setup.provider().getName()), e);
        }
        return bare;
    }

    /** The name and version of the provider whose object does it. */
    public String servedBy() throws GeneralSecurityException {
        Signature engine = engine();
        // Without a provider the JVM chooses by the key.
        if (value == null) {
            engine.initSign(setup.keys().getPrivate());
        } else {
            engine.initVerify(setup.keys().getPublic());
        }
        return engine.getProvider().getName() + " " + engine.getProvider().getVersionStr();
    }

    private Signature engine() throws NoSuchAlgorithmException {
        try {
            return engine(algorithm);
        } catch (NoSuchAlgorithmException e) {
            return engine(fallback);
        }
    }

    private Signature engine(String name) throws NoSuchAlgorithmException {
        return setup.provider() == null ? Signature.getInstance(name) : Signature.getInstance(name, setup.provider());
    }

    private byte[] sign() throws GeneralSecurityException {
        Signature engine = engine();
        engine.initSign(setup.keys().getPrivate());
        engine.update(data);
        return engine.sign();
    }

    private boolean verify() throws GeneralSecurityException {
        return verify(engine(), value);
    }

    private boolean verify(Signature engine, byte[] made) throws GeneralSecurityException {
        engine.initVerify(setup.keys().getPublic());
        engine.update(data);
        return engine.verify(made);
    }

    /** Whether what is made is right in the eyes of the JVM's own provider, which is asked for the same format. */
    private boolean signs() throws GeneralSecurityException {
        return verify(Signature.getInstance(engine().getAlgorithm()), sign());
    }

    @Override
    public Transaction forThread() {
        return new Transaction() {
            @Override
            public long run() throws GeneralSecurityException {
                return value == null ? Fold.of(sign()) : verify() ? 1 : 0;
            }

            @Override
            public void check() throws GeneralSecurityException, OutcomeException {
                if (!(value == null ? signs() : verify())) {
                    throw new OutcomeException("a signature that was made does not verify");
                }
            }
        };
    }
}
