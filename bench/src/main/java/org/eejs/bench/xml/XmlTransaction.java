package org.eejs.bench.xml;

import java.security.NoSuchAlgorithmException;
import java.util.List;
import org.eejs.banking.Named;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.MismatchException;
import org.eejs.bench.measuring.RateBenchmark;
import org.eejs.xmlload.Transactions;
import org.eejs.xmlload.documents.DocumentKind;
import org.eejs.xmlload.documents.OutcomeException;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.engine.PreparedTransaction;
import org.eejs.xmlload.engine.Transaction;
import org.eejs.xmlload.engine.TransactionKind;
import org.eejs.xmlload.keys.SignatureSetup;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * XML transactions a second on a document in memory, as the XML workload performs them: what threads share, such as
 * schemas and keys, is made once; each thread has parsers of its own, which it keeps.
 */
@State(Scope.Benchmark)
public class XmlTransaction extends RateBenchmark {
    /** The JDK as a library. */
    public static final String JDK = "jdk";

    private static final List<String> KINDS = List.of("stax-parse", "sax-parse", "fast-infoset-parse", "dom-parse",
            "jaxb-unmarshal", "jaxb-marshal", "c14n", "sign-enveloped");
    private static final List<Integer> SIZES = List.of(1_000, 10_000, 100_000);

    /**
     * XML transactions by library. Signatures are made with an RSA key of 2048 bits by the JVM's own choice of
     * provider; by key and provider the XML workload measures them.
     */
    public static final Group GROUP = Group.named("xml", XmlTransaction.class).title("XML transactions")
            .about("One transaction of the XML workload on an invoice in memory, by a library that keeps its parser.")
            .operations("transaction")
            .algorithms(List.of("stax-parse", "jaxb-unmarshal", "sign-enveloped"), KINDS)
            .sizes(List.of(10_000), SIZES)
            .warmupFactor(3)
            .performedBy(kind -> Transactions.byName(kind).libraries(), XmlTransaction::check);

    /** The library that does it; of a group's benchmarks this is the provider. */
    @Param("jdk")
    String provider;

    /** The kind of transaction. */
    @Param("stax-parse")
    String algorithm;

    /** About how long the document is. */
    @Param("10000")
    int bytes;

    /** The kind of document. */
    @Param("invoice")
    String document;

    private PreparedTransaction prepared;

    /** A thread's own transaction. */
    @State(Scope.Thread)
    public static class OfThread {
        private Transaction transaction;

        /** Makes it, and holds its outcome against what is known of the document. */
        @Setup(Level.Trial)
        public void prepare(XmlTransaction benchmark) throws Exception {
            transaction = benchmark.prepared.forThread();
            transaction.check();
        }
    }

    /** Draws the document and makes what threads share. */
    @Setup(Level.Trial)
    public void prepare() throws Exception {
        prepared = prepared(algorithm, provider, document, bytes);
    }

    static PreparedTransaction prepared(String kind, String library, String document, int bytes) throws Exception {
        TransactionKind transaction = Transactions.byName(kind);
        DocumentKind of = Named.byId(DocumentKind.class, "a document", document);
        return transaction.prepare(XmlDocument.draw(of, bytes, XmlEngine.SEED),
                Transactions.library(transaction, library),
                transaction.signature() ? SignatureSetup.open("rsa-2048", "JDK") : null);
    }

    /** Performs it once. */
    @Benchmark
    public long transaction(OfThread own) throws Exception {
        return own.transaction.run();
    }

    private static String check(String library, String algorithm) throws Exception {
        TransactionKind kind = Transactions.byName(algorithm);
        if (!kind.libraries().contains(library)) {
            throw new NoSuchAlgorithmException(library + " does no " + algorithm);
        }
        for (int bytes : SIZES) {
            check(prepared(algorithm, library, "invoice", bytes).forThread());
        }
        return "what is known of the document from its making";
    }

    /** Fails when the outcome is another than that of the document's making. */
    static void check(Transaction transaction) throws Exception {
        try {
            transaction.check();
        } catch (OutcomeException e) {
            throw new MismatchException(e.getMessage());
        }
    }
}
