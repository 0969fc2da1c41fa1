package org.eejs.pix.signature;

import java.util.Arrays;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.eejs.pix.message.Octets;

/**
 * A streaming implementation of Exclusive XML Canonicalization 1.0 without comments and without a list of inclusive
 * prefixes, for an element with its content. It reads a parser's events one by one, and writes canonical octets. The
 * parser must be aware of namespaces and must not coalesce names; it may report text in pieces. For one thread.
 *
 * <p>An element declares a namespace if it or one of its attributes uses the prefix, and the nearest enclosing element
 * that used the prefix meant another namespace. So declarations are not needed: the names carry their namespaces.
 *
 * @see <a href="https://www.w3.org/TR/xml-exc-c14n/">Exclusive XML Canonicalization</a>
 */
public final class ExclusiveCanonicalizer {
    /** The limit of prefixes in use at one place: the time of a look-up grows with them. */
    static final int PREFIXES = 64;

    private static final String NONE = "";
    private static final String XML_PREFIX = "xml";
    private static final byte[] AMP = Octets.ascii("&amp;");
    private static final byte[] LT = Octets.ascii("&lt;");
    private static final byte[] GT = Octets.ascii("&gt;");
    private static final byte[] QUOT = Octets.ascii("&quot;");
    private static final byte[] TAB = Octets.ascii("&#x9;");
    private static final byte[] LF = Octets.ascii("&#xA;");
    private static final byte[] CR = Octets.ascii("&#xD;");
    private static final byte[] XMLNS = Octets.ascii(" xmlns");

    private final Octets out;
    /** The prefixes that the open elements wrote, and their namespaces; the innermost last. */
    private final String[] prefixes = new String[PREFIXES];
    private final String[] namespaces = new String[PREFIXES];
    private int rendered;
    /** The number of prefixes that were written outside of each open element. */
    private int[] outside = new int[16];
    private int depth;
    private int[] order = new int[8];
    /** The first of a pair of surrogates whose second comes with the next piece of text; 0 for none. */
    private char halfOfPair;

    public ExclusiveCanonicalizer(Octets out) {
        this.out = out;
    }

    public Octets out() {
        return out;
    }

    /**
     * Processes the parser's last event.
     *
     * @throws XMLStreamException if the parser fails, or too many prefixes are in use
     */
    public void take(XMLStreamReader in) throws XMLStreamException {
        switch (in.getEventType()) {
            case XMLStreamConstants.START_ELEMENT -> start(in);
            case XMLStreamConstants.END_ELEMENT -> end(in);
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                text(in.getTextCharacters(), in.getTextStart(), in.getTextLength());
            case XMLStreamConstants.PROCESSING_INSTRUCTION -> instruction(in.getPITarget(), in.getPIData());
            case XMLStreamConstants.COMMENT -> { }
            default -> throw new XMLStreamException("event " + in.getEventType() + " has no canonical form",
                    in.getLocation());
        }
    }

    private void start(XMLStreamReader in) throws XMLStreamException {
        if (depth == outside.length) {
            outside = Arrays.copyOf(outside, 2 * depth);
        }
        outside[depth++] = rendered;
        out.append('<');
        name(in.getPrefix(), in.getLocalName());
        int before = rendered;
        use(orNone(in.getPrefix()), orNone(in.getNamespaceURI()), in);
        int attributes = in.getAttributeCount();
        for (int i = 0; i < attributes; i++) {
            String prefix = in.getAttributePrefix(i);
            if (prefix != null && !prefix.isEmpty()) {
                use(prefix, in.getAttributeNamespace(i), in);
            }
        }
        sortByPrefix(before);
        for (int i = before; i < rendered; i++) {
            out.append(XMLNS);
            if (!prefixes[i].isEmpty()) {
                out.append(':');
                out.append(prefixes[i]);
            }
            value(namespaces[i]);
        }
        if (attributes == 1) {
            attribute(in, 0);
        } else if (attributes > 1) {
            sortAttributes(in, attributes);
            for (int i = 0; i < attributes; i++) {
                attribute(in, order[i]);
            }
        }
        out.append('>');
    }

    private void end(XMLStreamReader in) {
        out.append('<');
        out.append('/');
        name(in.getPrefix(), in.getLocalName());
        out.append('>');
        rendered = outside[--depth];
    }

    private void name(String prefix, String local) {
        if (prefix != null && !prefix.isEmpty()) {
            out.append(prefix);
            out.append(':');
        }
        out.append(local);
    }

    /** Notes a prefix to be written, unless an enclosing element, or this one, has written it with this meaning. */
    private void use(String prefix, String namespace, XMLStreamReader in) throws XMLStreamException {
        if (prefix.equals(XML_PREFIX)) {
            return;
        }
        int last = rendered - 1;
        while (last >= 0 && !prefixes[last].equals(prefix)) {
            last--;
        }
        // Without a written default namespace, there is none to take back.
        if (last >= 0 ? namespaces[last].equals(namespace) : prefix.isEmpty() && namespace.isEmpty()) {
            return;
        }
        if (rendered == PREFIXES) {
            throw new XMLStreamException("more than " + PREFIXES + " namespace prefixes are in use",
                    in.getLocation());
        }
        prefixes[rendered] = prefix;
        namespaces[rendered] = namespace;
        rendered++;
    }

    private void sortByPrefix(int from) {
        for (int i = from + 1; i < rendered; i++) {
            String prefix = prefixes[i];
            String namespace = namespaces[i];
            int to = i;
            for (; to > from && byCodePoint(prefixes[to - 1], prefix) > 0; to--) {
                prefixes[to] = prefixes[to - 1];
                namespaces[to] = namespaces[to - 1];
            }
            prefixes[to] = prefix;
            namespaces[to] = namespace;
        }
    }

    /**
     * Sorts by namespace, then by local name; those without a namespace first. Few, so insertion is the fastest way.
     */
    private void sortAttributes(XMLStreamReader in, int many) throws XMLStreamException {
        if (order.length < many) {
            order = new int[many];
        }
        for (int i = 0; i < many; i++) {
            int to = i;
            for (; to > 0; to--) {
                int compared = compare(in, order[to - 1], i);
                if (compared == 0) {
                    // Two prefixes for one namespace: not every parser checks this.
                    throw new XMLStreamException("the attribute " + in.getAttributeLocalName(i) + " is there twice",
                            in.getLocation());
                }
                if (compared < 0) {
                    break;
                }
                order[to] = order[to - 1];
            }
            order[to] = i;
        }
    }

    private static int compare(XMLStreamReader in, int one, int other) {
        int byNamespace = byCodePoint(orNone(in.getAttributeNamespace(one)), orNone(in.getAttributeNamespace(other)));
        return byNamespace != 0 ? byNamespace
                : byCodePoint(in.getAttributeLocalName(one), in.getAttributeLocalName(other));
    }

    /** Compares by code points; the order of Java's strings differs if they have surrogates. */
    private static int byCodePoint(String one, String other) {
        int length = Math.min(one.length(), other.length());
        for (int i = 0; i < length; i++) {
            char a = one.charAt(i);
            char b = other.charAt(i);
            if (a != b) {
                boolean surrogates = Character.isSurrogate(a) != Character.isSurrogate(b);
                return surrogates ? Boolean.compare(Character.isSurrogate(a), Character.isSurrogate(b)) : a - b;
            }
        }
        return one.length() - other.length();
    }

    private void attribute(XMLStreamReader in, int index) {
        out.append(' ');
        name(in.getAttributePrefix(index), in.getAttributeLocalName(index));
        value(in.getAttributeValue(index));
    }

    private void value(String text) {
        out.append('=');
        out.append('"');
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char each = text.charAt(i);
            switch (each) {
                case '&' -> out.append(AMP);
                case '<' -> out.append(LT);
                case '"' -> out.append(QUOT);
                case '\t' -> out.append(TAB);
                case '\n' -> out.append(LF);
                case '\r' -> out.append(CR);
                default -> {
                    if (each < 0x80) {
                        out.append((byte) each);
                    } else {
                        int codePoint = text.codePointAt(i);
                        out.appendCodePoint(codePoint);
                        i += Character.charCount(codePoint) - 1;
                    }
                }
            }
        }
        out.append('"');
    }

    private void text(char[] text, int start, int length) {
        int end = start + length;
        int from = start;
        if (halfOfPair != 0 && length > 0) {
            out.appendCodePoint(Character.toCodePoint(halfOfPair, text[from++]));
            halfOfPair = 0;
        }
        for (int i = from; i < end; i++) {
            char each = text[i];
            if (each < 0x80) {
                switch (each) {
                    case '&' -> out.append(AMP);
                    case '<' -> out.append(LT);
                    case '>' -> out.append(GT);
                    case '\r' -> out.append(CR);
                    default -> out.append((byte) each);
                }
            } else if (i == end - 1 && Character.isHighSurrogate(each)) {
                halfOfPair = each;
            } else {
                int codePoint = Character.codePointAt(text, i, end);
                out.appendCodePoint(codePoint);
                i += Character.charCount(codePoint) - 1;
            }
        }
    }

    private void instruction(String target, String data) {
        out.append('<');
        out.append('?');
        out.append(target);
        if (data != null && !data.isEmpty()) {
            out.append(' ');
            out.append(data);
        }
        out.append('?');
        out.append('>');
    }

    private static String orNone(String name) {
        return name == null ? NONE : name;
    }
}
