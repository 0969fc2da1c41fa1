package org.eejs.xmlload;

import java.util.ArrayDeque;
import java.util.Deque;
import org.eejs.pix.message.Octets;

/**
 * Writes elements, attributes and text in UTF-8, and counts them. The counts are therefore independent of parsers.
 * Names are written as given, prefix included. For one thread.
 */
final class DocumentWriter {
    private static final int INDENT = 2;

    private final Octets out;
    private final boolean indented;
    private final int baseDepth;
    private final Deque<String> open = new ArrayDeque<>();
    private long elements;
    private long attributes;
    private long characters;
    /** A start tag still lacks its end, since attributes may follow. */
    private boolean inTag;
    /** An element has just ended, so its parent's end tag gets a new line. */
    private boolean afterChild;

    record Mark(int size, long elements, long attributes, long characters, boolean afterChild) {}

    /**
     * Writes a document, or a part of one.
     *
     * @param expected the approximate number of bytes
     * @param indented whether each element begins on a new line
     * @param baseDepth the number of open elements around the part; 0 for a document
     */
    DocumentWriter(int expected, boolean indented, int baseDepth) {
        out = new Octets(expected);
        this.indented = indented;
        this.baseDepth = baseDepth;
    }

    void declaration() {
        out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    }

    DocumentWriter start(String name) {
        endTag();
        // The line end before the root is not part of the document's content.
        if (baseDepth + open.size() > 0) {
            newLine();
        }
        out.append('<');
        out.append(name);
        open.push(name);
        elements++;
        inTag = true;
        afterChild = false;
        return this;
    }

    /** Declares a namespace in the start tag; an empty prefix is the default. */
    DocumentWriter namespace(String prefix, String uri) {
        out.append(prefix.isEmpty() ? " xmlns=\"" : " xmlns:" + prefix + "=\"");
        escape(uri);
        out.append('"');
        return this;
    }

    DocumentWriter attribute(String name, String value) {
        out.append(' ');
        out.append(name);
        out.append("=\"");
        escape(value);
        out.append('"');
        attributes++;
        return this;
    }

    DocumentWriter text(String text) {
        endTag();
        escape(text);
        characters += text.length();
        return this;
    }

    DocumentWriter end() {
        String name = open.pop();
        if (inTag) {
            out.append("/>");
            inTag = false;
        } else {
            if (afterChild) {
                newLine();
            }
            out.append("</");
            out.append(name);
            out.append('>');
        }
        afterChild = true;
        return this;
    }

    DocumentWriter leaf(String name, String text) {
        return start(name).text(text).end();
    }

    void append(DocumentWriter part) {
        endTag();
        out.append(part.out.array(), 0, part.out.size());
        elements += part.elements;
        attributes += part.attributes;
        characters += part.characters;
        afterChild |= part.elements > 0;
    }

    Mark mark() {
        endTag();
        return new Mark(out.size(), elements, attributes, characters, afterChild);
    }

    /** Removes everything written since the mark; the number of open elements must be the same as then. */
    void reset(Mark mark) {
        out.truncate(mark.size());
        elements = mark.elements();
        attributes = mark.attributes();
        characters = mark.characters();
        inTag = false;
        afterChild = mark.afterChild();
    }

    int size() {
        return out.size();
    }

    byte[] toByteArray() {
        return out.toByteArray();
    }

    XmlDocument.Outline outline(int items, long totalCents) {
        return new XmlDocument.Outline(elements, attributes, characters, items, totalCents);
    }

    private void endTag() {
        if (inTag) {
            out.append('>');
            inTag = false;
        }
    }

    /** Returns how many bytes the line end and the indentation take for an element that begins here. */
    int lineBytes() {
        return indented ? 1 + INDENT * (baseDepth + open.size()) : 0;
    }

    private void newLine() {
        int bytes = lineBytes();
        if (bytes > 0) {
            out.append("\n" + " ".repeat(bytes - 1));
            characters += bytes;
        }
    }

    private void escape(String text) {
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            String reference = reference(text.charAt(i));
            if (reference != null) {
                out.append(text.substring(from, i));
                out.append(reference);
                from = i + 1;
            }
        }
        out.append(from == 0 ? text : text.substring(from));
    }

    /** Returns the reference that replaces a character; null for a character that needs none. */
    static String reference(char character) {
        return switch (character) {
            case '&' -> "&amp;";
            case '<' -> "&lt;";
            case '>' -> "&gt;";
            case '"' -> "&quot;";
            default -> null;
        };
    }
}
