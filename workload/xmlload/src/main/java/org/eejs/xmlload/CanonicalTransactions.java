package org.eejs.xmlload;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;
import org.apache.xml.security.Init;
import org.apache.xml.security.c14n.Canonicalizer;
import org.eejs.pix.message.Octets;
import org.eejs.pix.signature.Dsig;
import org.eejs.pix.signature.ExclusiveCanonicalizer;

/**
 * The transactions of canonical XML, inclusive and exclusive, without comments. They read octets and write octets.
 * Parsing is included: some libraries need a tree, and the advantage of the others is that they do not.
 */
final class CanonicalTransactions {
    private static final String JDK = "jdk";
    private static final String SANTUARIO = "santuario";
    private static final String EEJS = "eejs";

    static final List<TransactionKind> ALL = List.of(
            kind("c14n", "Reads a document and writes its canonical form (Canonical XML 1.0, no comments)",
                    Dsig.INCLUSIVE_C14N, List.of(JDK, SANTUARIO)),
            kind("c14n-exclusive", "Reads a document and writes its exclusive canonical form (no comments)",
                    Dsig.EXCLUSIVE_C14N, List.of(JDK, SANTUARIO, EEJS)));

    private CanonicalTransactions() {}

    private static TransactionKind kind(String name, String about, String algorithm, List<String> libraries) {
        return new TransactionKind(name, about, libraries, false, (document, library, signature) ->
                () -> canonicalizing(document, canonicalizer(library, algorithm),
                        canonicalizer(library.equals(SANTUARIO) ? JDK : SANTUARIO, algorithm)));
    }

    /** Makes the canonical form of a document, which must equal that of another library. */
    static Transaction canonicalizing(XmlDocument document, DocumentCanonicalizer canonicalizer,
            DocumentCanonicalizer other) {
        return Transaction.of(() -> {
            byte[] canonical = canonicalizer.canonical(document.bytes());
            return 31L * canonical.length + canonical[canonical.length / 2];
        }, () -> {
            int at = Arrays.mismatch(canonicalizer.canonical(document.bytes()), other.canonical(document.bytes()));
            if (at >= 0) {
                throw new OutcomeException("the canonical form differs from another library's at byte " + at);
            }
        });
    }

    static DocumentCanonicalizer canonicalizer(String library, String algorithm) throws Exception {
        return switch (library) {
            case JDK -> new JdkCanonicalizer(algorithm);
            case SANTUARIO -> santuario(algorithm);
            case EEJS -> eejs();
            default -> throw new IllegalArgumentException("'%s' is not a library for canonical XML; there are %s"
                    .formatted(library, String.join(", ", JDK, SANTUARIO, EEJS)));
        };
    }

    /** Returns the canonicalizer of Apache Santuario, over the JDK's tree. */
    static DocumentCanonicalizer santuario(String algorithm) throws Exception {
        // Registers its algorithms; repeated calls do no harm.
        Init.init();
        DomParser parser = new DomParser();
        Canonicalizer canonicalizer = Canonicalizer.getInstance(algorithm);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        return document -> {
            out.reset();
            canonicalizer.canonicalizeSubtree(parser.parse(document), out);
            return out.toByteArray();
        };
    }

    /** Returns the canonicalizer of EEJS, without a tree: Woodstox reads, {@link ExclusiveCanonicalizer} writes. */
    private static DocumentCanonicalizer eejs() {
        StaxLibrary.Opener parser = StaxLibrary.WOODSTOX.parser();
        return document -> {
            ExclusiveCanonicalizer canonical = new ExclusiveCanonicalizer(new Octets(document.length));
            XMLStreamReader in = parser.open(document);
            int depth = 0;
            boolean rootSeen = false;
            while (in.hasNext()) {
                int event = in.next();
                depth += event == XMLStreamConstants.START_ELEMENT ? 1
                        : event == XMLStreamConstants.END_ELEMENT ? -1 : 0;
                boolean outside = depth == 0;
                rootSeen |= !outside;
                if (!outside || event == XMLStreamConstants.END_ELEMENT) {
                    canonical.take(in);
                } else if (event == XMLStreamConstants.PROCESSING_INSTRUCTION) {
                    // Canonical XML 1.0, section 2.3: a line feed between them and the root.
                    if (rootSeen) {
                        canonical.out().append('\n');
                    }
                    canonical.take(in);
                    if (!rootSeen) {
                        canonical.out().append('\n');
                    }
                }
            }
            in.close();
            return canonical.out().toByteArray();
        };
    }
}
