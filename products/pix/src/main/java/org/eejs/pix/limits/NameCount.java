package org.eejs.pix.limits;

import java.util.HashSet;
import java.util.Set;
import javax.xml.stream.XMLStreamReader;
import org.xml.sax.Attributes;

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

    /** Takes the element that a reader stands on; the fault, or null. */
    String start(XMLStreamReader in) {
        name(in.getLocalName());
        for (int i = in.getAttributeCount() - 1; i >= 0; i--) {
            name(in.getAttributeLocalName(i));
        }
        for (int i = in.getNamespaceCount() - 1; i >= 0; i--) {
            name(in.getNamespacePrefix(i));
        }
        return fault();
    }

    /** Takes an element from SAX; the fault, or null. */
    public String start(String name, Attributes attributes) {
        name(name);
        for (int i = attributes.getLength() - 1; i >= 0; i--) {
            name(attributes.getLocalName(i));
        }
        return fault();
    }

    /** Takes the name of an instruction, or a prefix; the fault, or null. */
    public String other(String name) {
        name(name);
        return fault();
    }

    private String fault() {
        return isTooMany() ? "a document has more than " + IN_DOCUMENT + " different names" : null;
    }
}
