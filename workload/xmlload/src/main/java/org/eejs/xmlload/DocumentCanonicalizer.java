package org.eejs.xmlload;

/** Makes the canonical form of documents, without comments. For one thread; reuse it. */
@FunctionalInterface
public interface DocumentCanonicalizer {
    /**
     * Returns the canonical form of a whole document.
     *
     * @throws Exception when the document is refused, or the library fails
     */
    byte[] canonical(byte[] document) throws Exception;
}
