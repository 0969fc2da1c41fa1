package org.eejs.xmlload;

import java.util.List;
import org.eejs.banking.Named;

/**
 * A kind of transaction, by the name that options know.
 *
 * @param name in options and results, for example {@code stax-parse}
 * @param about what one transaction is, in a sentence without its full stop
 * @param libraries which can do it, the JDK's own first where it can
 * @param signature whether it makes or validates a signature, and so needs a {@link SignatureSetup}
 * @param maker gets it ready
 */
public record TransactionKind(String name, String about, List<String> libraries, boolean signature, Maker maker) {
    /** Gets a transaction ready. */
    @FunctionalInterface
    public interface Maker {
        /** Of a document, with one of the libraries; the signature is null where none is needed. */
        PreparedTransaction prepare(XmlDocument document, String library, SignatureSetup signature) throws Exception;
    }

    /** Gets a transaction without a signature ready, with a library out of an enumeration. */
    @FunctionalInterface
    interface MakerOf<L> {
        PreparedTransaction prepare(XmlDocument document, L library) throws Exception;
    }

    /** Returns a kind that all libraries of an enumeration can do. */
    static <L extends Enum<L> & Named> TransactionKind of(String name, String about, Class<L> libraries, String what,
            MakerOf<L> maker) {
        return new TransactionKind(name, about, Named.ids(libraries), false, (document, library, signature) ->
                maker.prepare(document, Named.byId(libraries, what, library)));
    }

    /** Returns a kind that one library can do. */
    static TransactionKind of(String name, String about, String library, MakerOf<String> maker) {
        return new TransactionKind(name, about, List.of(library), false, (document, only, signature) ->
                maker.prepare(document, only));
    }

    /**
     * Gets it ready.
     *
     * @param document what it works on
     * @param library one of {@link #libraries}
     * @param signature what signs; null where {@link #signature} is false
     * @throws Exception when the library, key or document cannot be used, with a line that gives the reason
     */
    public PreparedTransaction prepare(XmlDocument document, String library, SignatureSetup signature)
            throws Exception {
        return maker.prepare(document, library, signature);
    }
}
