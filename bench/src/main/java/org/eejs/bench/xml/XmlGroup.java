package org.eejs.bench.xml;

import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.MismatchException;
import org.eejs.xmlload.Transactions;
import org.eejs.xmlload.documents.OutcomeException;
import org.eejs.xmlload.engine.Transaction;
import org.eejs.xmlload.engine.TransactionKind;

/**
 * XML transactions by library. Signatures are made with an RSA key of 2048 bits by the JVM's own choice of provider; by
 * key and provider the XML workload measures them.
 */
public final class XmlGroup implements Group {
    public static final String NAME = "xml";
    /** The JDK as a library. */
    public static final String JDK = "jdk";

    private static final List<String> THOROUGH = List.of("stax-parse", "sax-parse", "fast-infoset-parse", "dom-parse",
            "jaxb-unmarshal", "jaxb-marshal", "c14n", "sign-enveloped");
    private static final List<String> QUICK = List.of("stax-parse", "jaxb-unmarshal", "sign-enveloped");

    /** All libraries that do any of it. */
    public static final Set<String> LIBRARIES = libraries();

    private static Set<String> libraries() {
        Set<String> libraries = new LinkedHashSet<>();
        THOROUGH.forEach(kind -> libraries.addAll(Transactions.byName(kind).libraries()));
        return libraries;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "XML transactions";
    }

    @Override
    public String about() {
        return "One transaction of the XML workload on an invoice in memory, by a library that keeps its parser.";
    }

    @Override
    public Class<?> benchmark() {
        return XmlTransaction.class;
    }

    @Override
    public List<String> operations(Extent extent) {
        return List.of("transaction");
    }

    @Override
    public List<String> algorithms(Extent extent) {
        return extent == Extent.QUICK ? QUICK : THOROUGH;
    }

    @Override
    public List<Integer> sizes(Extent extent) {
        return extent == Extent.QUICK ? List.of(10_000) : List.of(1_000, 10_000, 100_000);
    }

    @Override
    public int warmupFactor() {
        return 3;
    }

    @Override
    public List<String> providers(String algorithm) {
        return Transactions.byName(algorithm).libraries();
    }

    /** Libraries come with EEJS, whose version the result has, or with the JDK. */
    @Override
    public String version(String provider) {
        return null;
    }

    @Override
    public String check(String provider, String algorithm) throws Exception {
        TransactionKind kind = Transactions.byName(algorithm);
        if (!kind.libraries().contains(provider)) {
            throw new NoSuchAlgorithmException(provider + " does no " + algorithm);
        }
        for (int bytes : sizes(Extent.THOROUGH)) {
            check(XmlTransaction.prepared(algorithm, provider, "invoice", bytes).forThread());
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
