package org.eejs.xmlload.signatures;

import java.util.Arrays;
import org.eejs.xmlload.documents.OutcomeException;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.engine.Transaction;

/**
 * Makes the canonical form of a document, from its octets to octets: with parsing, since a library that needs a tree
 * cannot do without, and one that does not has its advantage just there.
 */
public final class Canonicalize implements Transaction {
    private final XmlDocument document;
    private final DocumentCanonicalizer canonicalizer;
    private final DocumentCanonicalizer other;

    /** The other is another library's, to check the outcome by. */
    public Canonicalize(XmlDocument document, DocumentCanonicalizer canonicalizer, DocumentCanonicalizer other) {
        this.document = document;
        this.canonicalizer = canonicalizer;
        this.other = other;
    }

    @Override
    public long run() throws Exception {
        byte[] canonical = canonicalizer.canonical(document.bytes());
        return 31L * canonical.length + canonical[canonical.length / 2];
    }

    @Override
    public void check() throws Exception {
        byte[] canonical = canonicalizer.canonical(document.bytes());
        int at = Arrays.mismatch(canonical, other.canonical(document.bytes()));
        if (at >= 0) {
            throw new OutcomeException("the canonical form differs from another library's at byte " + at);
        }
    }
}
