package org.eejs.xmlload.documents;

import java.util.ArrayDeque;
import java.util.Deque;
import org.eejs.pix.message.Octets;

/**
 * Writes elements, attributes and text in UTF-8, and counts them as it goes, so that what is known of a document comes
 * from no parser. Names are written as they are given, prefix included. For one thread.
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
    /** An element has just ended, so its parent's end tag gets a line of its own. */
    private boolean afterChild;

    /** Where a writer stood between two elements. */
    record Mark(int size, long elements, long attributes, long characters, boolean afterChild) {}

    /**
     * Writes a document, or a part of one.
     *
     * @param expected about how many bytes
     * @param indented whether each element begins on a line of its own
     * @param baseDepth how many elements are open around the part; 0 for a document
     */
    DocumentWriter(int expected, boolean indented, int baseDepth) {
        out = new Octets(expected);
        this.indented = indented;
        this.baseDepth = baseDepth;
    }

    /** Writes the XML declaration. */
    void declaration() {
        out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    }

    /** Begins an element. */
    void start(String name) {
        endTag();
        // The line end before the root is no character of the document's content.
        if (baseDepth + open.size() > 0) {
            newLine();
        }
        out.append('<');
        out.append(name);
        open.push(name);
        elements++;
        inTag = true;
        afterChild = false;
    }

    /** Declares a namespace in the start tag; an empty prefix is the default. */
    void namespace(String prefix, String uri) {
        out.append(prefix.isEmpty() ? " xmlns=\"" : " xmlns:" + prefix + "=\"");
        escape(uri);
        out.append('"');
    }

    /** Writes an attribute in the start tag. */
    void attribute(String name, String value) {
        out.append(' ');
        out.append(name);
        out.append("=\"");
        escape(value);
        out.append('"');
        attributes++;
    }

    /** Writes text into the element. */
    void text(String text) {
        endTag();
        escape(text);
        characters += text.length();
    }

    /** Ends the element that was begun last. */
    void end() {
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
    }

    /** Writes an element that has only text. */
    void leaf(String name, String text) {
        start(name);
        text(text);
        end();
    }

    /** Writes a part that was written elsewhere. */
    void append(DocumentWriter part) {
        endTag();
        out.append(part.out.array(), 0, part.out.size());
        elements += part.elements;
        attributes += part.attributes;
        characters += part.characters;
        afterChild |= part.elements > 0;
    }

    /** Where it stands, between two elements. */
    Mark mark() {
        endTag();
        return new Mark(out.size(), elements, attributes, characters, afterChild);
    }

    /** Forgets what was written since; as many elements must be open as then. */
    void reset(Mark mark) {
        out.truncate(mark.size());
        elements = mark.elements();
        attributes = mark.attributes();
        characters = mark.characters();
        inTag = false;
        afterChild = mark.afterChild();
    }

    /** How many bytes there are. */
    int size() {
        return out.size();
    }

    byte[] toByteArray() {
        return out.toByteArray();
    }

    /** What was counted, with what the items were. */
    XmlDocument.Outline outline(int items, long totalCents) {
        return new XmlDocument.Outline(elements, attributes, characters, items, totalCents);
    }

    private void endTag() {
        if (inTag) {
            out.append('>');
            inTag = false;
        }
    }

    /** How many bytes the line end and the indentation of an element take that begins here. */
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

    /** What stands for a character that may not stand for itself; null where it may. */
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
