package org.eejs.bench.xml;

import java.util.concurrent.TimeUnit;
import org.eejs.xmlload.Transactions;
import org.eejs.xmlload.documents.DocumentKind;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.engine.PreparedTransaction;
import org.eejs.xmlload.engine.Transaction;
import org.eejs.xmlload.engine.TransactionKind;
import org.eejs.xmlload.keys.SignatureSetup;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * XML transactions a second on a document in memory, as the XML workload performs them: what threads share, such as
 * schemas and keys, is made once; each thread has parsers of its own, which it keeps.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 8, time = 1)
@Measurement(iterations = 5, time = 1)
public class XmlTransaction {
    /** What every document follows from. */
    private static final long SEED = 1;

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
        return transaction.prepare(XmlDocument.draw(DocumentKind.byId(document), bytes, SEED),
                Transactions.library(transaction, library),
                transaction.signature() ? SignatureSetup.open("rsa-2048", "JDK") : null);
    }

    /** Performs it once. */
    @Benchmark
    public long transaction(OfThread own) throws Exception {
        return own.transaction.run();
    }
}
