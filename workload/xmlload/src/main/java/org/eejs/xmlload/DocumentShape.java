package org.eejs.xmlload;

/** The structure of one kind of documents: a head, items within two elements, an end. Immutable and thread-safe. */
interface DocumentShape {
    /** The number of open elements around an item. */
    int DEPTH = 2;

    /** Returns the sums with which the head is longest. */
    default DocumentSums widest() {
        return DocumentSums.great(0);
    }

    /** Writes the head, and begins the elements around the items; the caller ends them. */
    void head(DocumentWriter to, DocumentFields fields, DocumentSums sums);

    /**
     * Writes an item.
     *
     * @param number its number, from 1
     * @param moreText the number of additional bytes of text; 0 for none
     */
    DocumentSums.Item item(DocumentWriter to, DocumentFields fields, int number, int moreText);

    /**
     * Writes text in elements.
     *
     * @param longest the maximum of bytes in an element
     * @param bytes the maximum of bytes in all elements together; where no word fits, nothing is written
     */
    static void texts(DocumentWriter to, DocumentFields fields, String name, int longest, int bytes) {
        int around = 2 * name.length() + "<></>".length() + to.lineBytes();
        int left = bytes;
        while (left >= around + DocumentFields.SHORTEST_WORDS) {
            int text = Math.min(longest, left - around);
            to.leaf(name, fields.words(text));
            left -= around + text;
        }
    }
}
