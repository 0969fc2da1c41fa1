package org.eejs.pix.limits;

import java.nio.charset.StandardCharsets;

/**
 * How much of anything a document may have, whichever parser reads it. What a parser can hold to by a setting is set
 * there; the rest is counted by {@code DocumentCheck}, {@link ElementCount} and {@link NameCount}. Immutable and
 * thread-safe.
 *
 * @param documentBytes the whole document
 * @param tags the characters {@code <}: two for an element with content, one for a comment or an instruction. A tree
 *         takes memory by it
 * @param depth elements within each other; parsers and what is behind them may take stack by it
 * @param attributes of one element; the JDK counts declarations of namespaces among them
 * @param scope namespaces that are declared at one place: parsers look through all of them for each prefix
 * @param tagBytes one start tag with all its attributes, and so a name and the value of an attribute, too
 * @param textBytes what may stand without a {@code <} in between, and so one text between two tags. Within comments,
 *         sections and instructions a {@code <} begins the count anew; of these only the document's bytes are the end
 */
public record ParserLimits(int documentBytes, int tags, int depth, int attributes, int scope, int tagBytes,
        int textBytes) {
    /** The longest name, in characters: the JDK's own limit, which no real name comes near. */
    public static final int NAME = 1000;

    /**
     * Lets through every document that is drawn, signed or not. A start tag of 64 KiB holds 13,000 attributes at most;
     * each parser comes to their end, where it counts them, within moments.
     */
    public static final ParserLimits WORKLOAD = new ParserLimits(20 << 20, 2_000_000, 64, 64, 256, 64 << 10, 1 << 20);

    public static final String ENCODING = StandardCharsets.UTF_8.name();

    /**
     * So many bytes of documents a parser reads that keeps all names that it has ever seen, as the JDK's SAX and DOM
     * do, and Woodstox's SAX: then a new one takes its place. Else names that nobody has sent before fill the memory,
     * eight bytes for each that was sent.
     */
    public static final int KEPT_BYTES = 8 << 20;
}
