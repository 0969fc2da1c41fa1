package org.eejs.xmlload;

import java.util.List;
import org.eejs.banking.Named;

/**
 * A kind of transaction, by its name in options.
 *
 * @param name in options and results, for example {@code stax-parse}
 * @param about the description of a transaction, in a sentence without its full stop
 * @param libraries the libraries that support it, the JDK's own first
 * @param signature whether it makes or validates a signature, and so needs a {@link SignatureSetup}
 * @param maker prepares it
 */
public record TransactionKind(String name, String about, List<String> libraries, boolean signature, Maker maker) {
    /** Prepares a transaction. */
    @FunctionalInterface
    public interface Maker {
        /**
         * Prepares a transaction on a document, with one of the libraries; the signature is null where none is needed.
         */
        PreparedTransaction prepare(XmlDocument document, String library, SignatureSetup signature) throws Exception;
    }

    /** Prepares a transaction without a signature, with a library out of an enumeration. */
    @FunctionalInterface
    interface MakerOf<L> {
        PreparedTransaction prepare(XmlDocument document, L library) throws Exception;
    }

    /** Returns a kind that all libraries of an enumeration support. */
    static <L extends Enum<L> & Named> TransactionKind of(String name, String about, Class<L> libraries, String what,
            MakerOf<L> maker) {
        return new TransactionKind(name, about, Named.ids(libraries), false, (document, library, signature) ->
                maker.prepare(document, Named.byId(libraries, what, library)));
    }

    /** Returns a kind that one library supports. */
    static TransactionKind of(String name, String about, String library, MakerOf<String> maker) {
        return new TransactionKind(name, about, List.of(library), false, (document, only, signature) ->
                maker.prepare(document, only));
    }

    /**
     * Prepares it for threads.
     *
     * @param document the document that it works on
     * @param library one of {@link #libraries}
     * @param signature key and provider of signatures; null where {@link #signature} is false
     * @throws Exception when the library does not support the key or document, with a line that gives the reason
     */
    public PreparedTransaction prepare(XmlDocument document, String library, SignatureSetup signature)
            throws Exception {
        return maker.prepare(document, library, signature);
    }
}
