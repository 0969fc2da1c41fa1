package org.eejs.bench.xml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Provider;
import java.util.List;
import org.eejs.banking.KnownProvider;
import org.eejs.banking.Named;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.MismatchException;
import org.eejs.bench.measuring.RateBenchmark;
import org.eejs.lab.settings.SignatureProviders;
import org.eejs.remotekey.RemoteKeyProvider;
import org.eejs.xmlload.DocumentKind;
import org.eejs.xmlload.OutcomeException;
import org.eejs.xmlload.PreparedTransaction;
import org.eejs.xmlload.SignatureKey;
import org.eejs.xmlload.SignatureSetup;
import org.eejs.xmlload.Transaction;
import org.eejs.xmlload.TransactionKind;
import org.eejs.xmlload.Transactions;
import org.eejs.xmlload.XmlDocument;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * XML transactions a second on a document in memory. Shared objects, such as schemas and keys, are made once; each
 * thread keeps its parsers.
 */
@State(Scope.Benchmark)
public class XmlTransaction extends RateBenchmark {
    /** The JDK as a library. */
    public static final String JDK = "jdk";
    /** The system property that names the file of a cluster of key servers, for keys that are on them. */
    static final String CLUSTER = "eejs.xml.cluster";

    private static final List<String> KINDS = List.of("stax-parse", "sax-parse", "fast-infoset-parse", "dom-parse",
            "jaxb-unmarshal", "jaxb-marshal", "c14n", "sign-enveloped");
    private static final List<Integer> SIZES = List.of(1_000, 10_000, 100_000);

    /**
     * XML transactions by library. Signatures are made with an RSA key of 2048 bits by the JVM's own choice of
     * provider; {@code eejs xml} varies key, provider, options of the JVM and placement, too.
     */
    public static final Group GROUP = Group.named("xml", XmlTransaction.class).title("XML transactions")
            .about("One XML transaction on an invoice in memory, by a library that keeps its parser.")
            .operations("transaction")
            .algorithms(List.of("stax-parse", "jaxb-unmarshal", "sign-enveloped"), KINDS)
            .sizes(List.of(10_000), SIZES)
            .warmupFactor(3)
            .performedBy(kind -> Transactions.byName(kind).libraries(), XmlTransaction::check);

    /** The library, which is the provider of a group's benchmarks. */
    @Param("jdk")
    String provider = JDK;

    /** The kind of transaction. */
    @Param("stax-parse")
    String algorithm;

    /** The approximate length of the document. */
    @Param("10000")
    int bytes;

    /** The kind of document. */
    @Param("invoice")
    String document = DocumentKind.INVOICE.id();

    /** The kind of key of a signature. */
    @Param("rsa-2048")
    String key = SignatureKey.RSA_2048.id();

    /** The security provider that makes or verifies the signature; JDK for the JVM's own choice. */
    @Param("JDK")
    String signer = KnownProvider.JDK.id();

    /** The seed of the document. */
    @Param("1")
    long seed = 1;

    private PreparedTransaction prepared;

    /** A thread's own transaction. */
    @State(Scope.Thread)
    public static class OfThread {
        private Transaction transaction;

        /** Makes the transaction, and checks its outcome. */
        @Setup(Level.Trial)
        public void prepare(XmlTransaction benchmark) throws Exception {
            transaction = benchmark.prepared.forThread();
            transaction.check();
        }
    }

    /** Generates the document and makes the shared objects. */
    @Setup(Level.Trial)
    public void prepare() throws Exception {
        TransactionKind kind = Transactions.byName(algorithm);
        XmlDocument drawn = XmlDocument.draw(Named.byId(DocumentKind.class, "a document", document), bytes, seed);
        prepared = kind.prepare(drawn, Transactions.library(kind, provider), kind.signature() ? signature() : null);
    }

    private SignatureSetup signature() throws GeneralSecurityException, IOException {
        SignatureKey kind = Named.byId(SignatureKey.class, "a key", key);
        return signer.equals(SignatureProviders.REMOTE) ? remote(kind)
                : SignatureSetup.make(kind, signer.equals(KnownProvider.JDK.id()) ? null : CryptoProvider.open(signer));
    }

    private static SignatureSetup remote(SignatureKey kind) throws GeneralSecurityException, IOException {
        Provider remote = new RemoteKeyProvider();
        KeyStore store = KeyStore.getInstance(RemoteKeyProvider.KEY_STORE, remote);
        try (InputStream in = Files.newInputStream(Path.of(System.getProperty(CLUSTER)))) {
            store.load(in, null);
        }
        PrivateKey secret = (PrivateKey) store.getKey(kind.id(), null);
        return new SignatureSetup(kind, new KeyPair(store.getCertificate(kind.id()).getPublicKey(), secret), remote)
                .proven();
    }

    /** Performs the transaction once. */
    @Benchmark
    public long transaction(OfThread own) throws Exception {
        return own.transaction.run();
    }

    private static String check(String library, String algorithm) throws Exception {
        if (!Transactions.byName(algorithm).libraries().contains(library)) {
            throw new NoSuchAlgorithmException(library + " does not support " + algorithm);
        }
        for (int size : SIZES) {
            XmlTransaction each = new XmlTransaction();
            each.provider = library;
            each.algorithm = algorithm;
            each.bytes = size;
            each.prepare();
            check(each.prepared.forThread());
        }
        return "the generator's counts for the document";
    }

    /** Fails when the outcome does not match the document. */
    static void check(Transaction transaction) throws Exception {
        try {
            transaction.check();
        } catch (OutcomeException e) {
            throw new MismatchException(e.getMessage());
        }
    }
}
