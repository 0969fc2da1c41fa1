package org.eejs.pix.limits;

import java.util.HashSet;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;

/**
 * Counts the different names that a factory of Aalto's has seen. It keeps them for all documents in a table whose hash
 * codes collide for names that differ by their digits: 20,000 of them, in 300 KB, took more than half a second, and
 * every such document more, up to half a minute for the sixth. So no document may bring many, and the factory is given
 * up in time. For one thread.
 */
public final class NameCount {
    /** The largest schemas of payments know a thousand names. */
    private static final int IN_DOCUMENT = 4_000;
    private static final int IN_FACTORY = 10_000;
    /** Names come again and again: most are found here, by one comparison. */
    private static final int RECENT = 512;

    private final Set<String> seen = new HashSet<>();
    private final String[] recent = new String[RECENT];
    private int before;

    /** Whether the factory should be given up before the next document. */
    public boolean isFull() {
        return seen.size() > IN_FACTORY || isTooMany();
    }

    public void begin() {
        before = seen.size();
    }

    private boolean isTooMany() {
        return seen.size() - before > IN_DOCUMENT;
    }

    private void name(String name) {
        if (name == null) {
            return;
        }
        int at = name.hashCode() & RECENT - 1;
        if (!name.equals(recent[at])) {
            recent[at] = name;
            seen.add(name);
        }
    }

    /** Takes the element that a reader stands on. */
    void start(XMLStreamReader in) throws XMLStreamException {
        name(in.getLocalName());
        for (int i = in.getAttributeCount() - 1; i >= 0; i--) {
            name(in.getAttributeLocalName(i));
        }
        for (int i = in.getNamespaceCount() - 1; i >= 0; i--) {
            name(in.getNamespacePrefix(i));
        }
        if (isTooMany()) {
            throw new XMLStreamException(tooMany(), in.getLocation());
        }
    }

    /** Takes the instruction that a reader stands on. */
    void instruction(XMLStreamReader in) throws XMLStreamException {
        name(in.getPITarget());
        if (isTooMany()) {
            throw new XMLStreamException(tooMany(), in.getLocation());
        }
    }

    /** Takes an element from SAX. */
    public void start(String name, Attributes attributes) throws SAXException {
        name(name);
        for (int i = attributes.getLength() - 1; i >= 0; i--) {
            name(attributes.getLocalName(i));
        }
        other("");
    }

    /** Takes the name of an instruction, or a prefix, from SAX. */
    public void other(String name) throws SAXException {
        name(name);
        if (isTooMany()) {
            throw new SAXException(tooMany());
        }
    }

    private static String tooMany() {
        return "a document has more than " + IN_DOCUMENT + " different names";
    }
}
