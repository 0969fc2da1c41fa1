package org.eejs.xmlload;

import java.util.Locale;

/**
 * A document in memory, with the outline that the generator recorded and every parser must find. Immutable, except for
 * its bytes, which callers must not change: they are not copied, since every transaction reads them.
 *
 * @param kind the kind of document
 * @param bytes the document in UTF-8, with its XML declaration
 * @param outline its content
 */
public record XmlDocument(DocumentKind kind, byte[] bytes, Outline outline) {
    /** The shortest document that is generated, in bytes. */
    public static final int SHORTEST = 1_000;
    /** The longest document that is generated, in bytes. */
    public static final int LONGEST = 16_000_000;

    /**
     * The content of a document, as its generator counted it.
     *
     * @param elements all elements
     * @param attributes all attributes, namespace declarations left out
     * @param characters UTF-16 code units of text between tags, as parsers report them: references resolved, line ends
     *     as one
     * @param items lines of an invoice, items of an order, or credit transfers of a message
     * @param totalCents the sum of the items' amounts, in cents
     */
    public record Outline(long elements, long attributes, long characters, int items, long totalCents) {}

    /**
     * Generates a document; the same for the same arguments, on every JDK.
     *
     * @param size its approximate length in bytes, as near as whole items allow
     * @param seed the seed of all choices
     * @throws IllegalArgumentException when the size is not between {@link #SHORTEST} and {@link #LONGEST}
     */
    public static XmlDocument draw(DocumentKind kind, int size, long seed) {
        if (size < SHORTEST || size > LONGEST) {
            throw new IllegalArgumentException(String.format(Locale.ROOT,
                    "a document of %,d bytes is not generated; give between %,d and %,d", size, SHORTEST, LONGEST));
        }
        return new DocumentGenerator(kind, size, seed).draw();
    }
}
