package org.eejs.xmlload.signatures;

import java.util.List;
import org.eejs.pix.signature.Dsig;
import org.eejs.xmlload.engine.TransactionKind;

/** Transactions of canonical XML, inclusive and exclusive; without comments, from octets to octets. */
public final class CanonicalTransactions {
    private static final String JDK = "jdk";
    private static final String SANTUARIO = "santuario";
    private static final String EEJS = "eejs";

    public static final List<TransactionKind> ALL = List.of(
            kind("c14n", "Reads a document and writes its canonical form (Canonical XML 1.0, no comments)",
                    Dsig.INCLUSIVE_C14N, List.of(JDK, SANTUARIO)),
            kind("c14n-exclusive", "Reads a document and writes its exclusive canonical form (no comments)",
                    Dsig.EXCLUSIVE_C14N, List.of(JDK, SANTUARIO, EEJS)));

    private CanonicalTransactions() {}

    private static TransactionKind kind(String name, String about, String algorithm, List<String> libraries) {
        return new TransactionKind(name, about, libraries, false, (document, library, signature) ->
                () -> new Canonicalize(document, canonicalizer(library, algorithm),
                        canonicalizer(library.equals(SANTUARIO) ? JDK : SANTUARIO, algorithm)));
    }

    public static DocumentCanonicalizer canonicalizer(String library, String algorithm) throws Exception {
        return switch (library) {
            case JDK -> new JdkCanonicalizer(algorithm);
            case SANTUARIO -> new SantuarioCanonicalizer(algorithm);
            case EEJS -> new StreamCanonicalizer();
            default -> throw new IllegalArgumentException("'%s' is not a library for canonical XML; there are %s"
                    .formatted(library, String.join(", ", JDK, SANTUARIO, EEJS)));
        };
    }
}
