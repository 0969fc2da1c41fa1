package org.eejs.xmlload;

/** How documents of one kind are written: a head, items within two elements, an end. Immutable and thread-safe. */
interface DocumentShape {
    /** How many elements are open around an item. */
    int DEPTH = 2;

    /** Sums with which the head is as long as it gets. */
    default DocumentSums widest() {
        return DocumentSums.great(0);
    }

    /** Writes the head, and begins the elements around the items; they are ended elsewhere. */
    void head(DocumentWriter to, DocumentFields fields, DocumentSums sums);

    /**
     * Writes an item.
     *
     * @param number its number, from 1
     * @param moreText how many more bytes of text it shall have; 0 for none
     */
    DocumentSums.Item item(DocumentWriter to, DocumentFields fields, int number, int moreText);

    /**
     * Writes text for people in elements of at most so many bytes of text each, together at most so many bytes long,
     * and none where the room is too small for a word.
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
