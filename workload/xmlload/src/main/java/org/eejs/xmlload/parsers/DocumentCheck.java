package org.eejs.xmlload.parsers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.eejs.pix.limits.ParserLimits;

/**
 * Looks over a document before a parser does, for what one parser or the other lets pass: too many bytes or tags, a tag
 * or text that is too long, octets that are not UTF-8, another encoding. It takes about a nanosecond for eight octets.
 *
 * <p>Aalto reads longer forms of UTF-8 than there may be, so that other readers see other text, and takes time by
 * the square of the names in a tag, which nobody can count before its end; the JDK and Aalto know no end of text.
 */
final class DocumentCheck {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class,
            ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH = 0x8080808080808080L;
    private static final long LOW = 0x7f7f7f7f7f7f7f7fL;
    private static final long TAGS = '<' * ONES;
    /** A declaration of version, encoding and standalone has 60 characters. */
    private static final int LONGEST_DECLARATION = 256;

    private final byte[] document;
    private final ParserLimits limits;
    private int tags;

    private DocumentCheck(byte[] document, ParserLimits limits) {
        this.document = document;
        this.limits = limits;
    }

    /** Refuses a document that no parser shall get. */
    static void check(byte[] document, ParserLimits limits) throws DocumentRefusedException {
        if (document.length > limits.documentBytes()) {
            throw refused("a document has " + limits.documentBytes() + " bytes at most, this one has "
                    + document.length);
        }
        DocumentCheck check = new DocumentCheck(document, limits);
        check.declaration();
        check.octets();
        check.lengths();
    }

    private static DocumentRefusedException refused(String why) {
        return new DocumentRefusedException(why);
    }

    private void declaration() throws DocumentRefusedException {
        int from = document.length > 2 && document[0] == (byte) 0xef ? 3 : 0;
        String start = new String(document, from, Math.min(LONGEST_DECLARATION, document.length - from),
                StandardCharsets.ISO_8859_1);
        if (!start.startsWith("<?xml") || start.length() < 6 || start.charAt(5) > ' ') {
            return;
        }
        int end = start.indexOf("?>");
        if (end < 0) {
            throw refused("the XML declaration does not end within " + LONGEST_DECLARATION + " bytes");
        }
        expect(start.substring(5, end), "version", "1.0");
        expect(start.substring(5, end), "encoding", ParserLimits.ENCODING);
    }

    private static void expect(String declaration, String name, String wanted) throws DocumentRefusedException {
        int at = declaration.indexOf(name);
        if (at < 0) {
            return;
        }
        int from = at + name.length();
        while (from < declaration.length() && "= \t\r\n".indexOf(declaration.charAt(from)) >= 0) {
            from++;
        }
        int end = from < declaration.length() ? declaration.indexOf(declaration.charAt(from), from + 1) : -1;
        if (end < 0 || !declaration.substring(from + 1, end).equalsIgnoreCase(wanted)) {
            throw refused("the XML declaration says another " + name + " than " + wanted);
        }
    }

    /** Looks at all of them: whether they are UTF-8, none is 0, and how many begin a tag. */
    private void octets() throws DocumentRefusedException {
        int at = 0;
        while (at <= document.length - Long.BYTES) {
            long eight = (long) LONGS.get(document, at);
            if (((eight | (eight - ONES) & ~eight) & HIGH) == 0) {
                long others = eight ^ TAGS;
                // The highest bit of each octet that is none of them.
                long marked = ((others & LOW) + LOW | others) & HIGH;
                tags += Long.BYTES - Long.bitCount(marked);
                at += Long.BYTES;
            } else {
                int end = at + Long.BYTES;
                while (at < end) {
                    at = character(at);
                }
            }
        }
        while (at < document.length) {
            at = character(at);
        }
        if (tags > limits.tags()) {
            throw refused("a document has " + limits.tags() + " tags, comments and instructions at most, this one "
                    + tags);
        }
    }

    /** Looks at the character that begins there (RFC 3629, section 4), and returns where the next one does. */
    private int character(int at) throws DocumentRefusedException {
        int lead = document[at] & 0xff;
        if (lead < 0x80) {
            if (lead == 0) {
                throw refused("a document in UTF-8 has no byte 0; this one has, at " + at);
            }
            if (lead == '<') {
                tags++;
            }
            return at + 1;
        }
        int length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
        if (length == 0 || at + length > document.length) {
            throw notUtf8(at);
        }
        int least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
        int most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
        int second = document[at + 1] & 0xff;
        if (second < least || second > most) {
            throw notUtf8(at);
        }
        for (int i = 2; i < length; i++) {
            if ((document[at + i] & 0xc0) != 0x80) {
                throw notUtf8(at);
            }
        }
        return at + length;
    }

    private static DocumentRefusedException notUtf8(int at) {
        return refused("a document is in UTF-8, this one is not at byte " + at);
    }

    /**
     * No tag and no text may be too long. Within so many bytes there must be another {@code <}, since none can stand
     * within a tag or text; the last one is looked for first, so few bytes are looked at. In a comment, a section or an
     * instruction it can stand: these are not distinguished here, as that would take a look at each byte. So they may
     * be as long as the document if they have one in time, and what follows one there must end as soon as a tag.
     */
    private void lengths() throws DocumentRefusedException {
        int at = -1;
        while (at < document.length - 1 - limits.tagBytes()) {
            int next = lastTag(at + 1, at + limits.tagBytes());
            if (next < 0) {
                next = at + 1;
                while (next < document.length && document[next] != '<') {
                    next++;
                }
                run(at, next);
            }
            at = next;
        }
    }

    private int lastTag(int from, int to) {
        for (int i = to; i >= from; i--) {
            if (document[i] == '<') {
                return i;
            }
        }
        return -1;
    }

    /** More bytes than a tag may have, from one {@code <} to the next; at -1 from the beginning. */
    private void run(int from, int to) throws DocumentRefusedException {
        if (to - from > limits.textBytes()) {
            throw refused("there are " + (to - from) + " bytes without a tag from byte " + Math.max(from, 0) + " on, "
                    + limits.textBytes() + " are allowed");
        }
        // A comment, a section or an instruction is like text; so is what stands in front of all.
        if (from >= 0 && from + 1 < to && document[from + 1] != '!' && document[from + 1] != '?'
                && tagEnd(from, from + limits.tagBytes()) < 0) {
            throw refused("the tag at byte " + from + " has more than " + limits.tagBytes() + " bytes");
        }
    }

    /** Where the tag ends; a {@code >} in the value of an attribute does not end it. */
    private int tagEnd(int from, int to) {
        byte quote = 0;
        for (int i = from + 1; i <= to && i < document.length; i++) {
            byte each = document[i];
            if (quote != 0) {
                if (each == quote) {
                    quote = 0;
                }
            } else if (each == '"' || each == '\'') {
                quote = each;
            } else if (each == '>') {
                return i;
            }
        }
        return -1;
    }
}
