package org.eejs.xmlload.signatures;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.util.Arrays;
import java.util.Random;
import org.eejs.xmlload.documents.OutcomeException;
import org.eejs.xmlload.engine.PreparedTransaction;
import org.eejs.xmlload.engine.Transaction;
import org.eejs.xmlload.engine.TransactionKind;
import org.eejs.xmlload.engine.Workload;
import org.eejs.xmlload.engine.WorkloadDone;
import org.eejs.xmlload.engine.WorkloadException;
import org.eejs.xmlload.keys.SignatureSetup;

/**
 * The signature within an XML signature by itself: one operation of the JCA on as many bytes as a canonical SignedInfo
 * has, with the same key and provider, and with a new object for each, as in both libraries. To set
 * beside the whole transaction. Thread-safe.
 */
public final class BareSignature implements PreparedTransaction {
    /** About as long as a canonical SignedInfo with one reference. */
    static final int BYTES = 640;
    /**
     * The part of a measurement that warms up: the provider's code is warm from the transactions, the way to it not.
     */
    private static final double WARM_UP = 0.25;
    private static final double MICROS = 1e6;

    private final SignatureSetup setup;
    private final String algorithm;
    private final String fallback;
    private final byte[] data = new byte[BYTES];
    /** What is verified; null when it signs. */
    private final byte[] value;

    private BareSignature(SignatureSetup setup, String library, boolean verifies) throws GeneralSecurityException {
        this.setup = setup;
        fallback = setup.key().signatureName();
        // The JDK's library asks for the form of XML signatures first, Santuario converts by itself.
        algorithm = setup.key().isRsa() || !library.equals("jdk") ? fallback : fallback + "inP1363Format";
        new Random(1).nextBytes(data);
        value = verifies ? sign() : null;
    }

    /**
     * The operation that a kind of transaction has within itself.
     *
     * @param kind one that makes or validates signatures
     * @param library one of its libraries
     * @throws IllegalArgumentException when the provider does not do it, with a line that reports it
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

    /**
     * Measures, in a process that has performed transactions.
     *
     * @param threads how many sign, or verify, at once
     * @param nanos how long all of it takes
     */
    public WorkloadDone.Signature measure(int threads, long nanos)
            throws WorkloadException, InterruptedException, GeneralSecurityException {
        long warmUp = Math.round(WARM_UP * nanos);
        Workload.Run run = new Workload(this, threads).run(warmUp, nanos - warmUp);
        return new WorkloadDone.Signature(servedBy(), run.end().transactions() == run.begin().transactions() ? null
                : Double.valueOf(threads * MICROS / run.end().transactionsPerSecondSince(run.begin())));
    }

    private Signature engine() throws NoSuchAlgorithmException {
        try {
            return setup.engine(algorithm);
        } catch (NoSuchAlgorithmException e) {
            return setup.engine(fallback);
        }
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

    /** Whether the JVM's own provider verifies what is made, in the same format. */
    private boolean signs() throws GeneralSecurityException {
        return verify(Signature.getInstance(engine().getAlgorithm()), sign());
    }

    @Override
    public Transaction forThread() {
        return new Transaction() {
            @Override
            public long run() throws GeneralSecurityException {
                return value == null ? Arrays.hashCode(sign()) : verify() ? 1 : 0;
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
