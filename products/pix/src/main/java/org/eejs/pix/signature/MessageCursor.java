package org.eejs.pix.signature;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.codehaus.stax2.io.Stax2ByteArraySource;
import org.eejs.pix.message.PixCheck;
import org.eejs.pix.message.PixFormatException;

/**
 * A reader of a message, event by event. It rejects what no message may have: document types, entities, other encodings
 * than UTF-8, too much of anything. For one thread.
 */
public final class MessageCursor {
    /** Ten transactions have 20 kB; this limit leaves room, and bounds the cost of a hostile message. */
    static final int BYTES = 256 << 10;
    static final int DEPTH = 64;
    /** The longest name, in characters: the JDK's own limit, far above any real name. */
    private static final int NAME = 1_000;
    static final int ATTRIBUTES = 64;
    /**
     * The limit of namespace declarations in the whole message: the parser's search for a prefix takes time by their
     * number.
     */
    static final int NAMESPACES = 512;

    /** The beginning of an absolute URI (RFC 3986, section 3.1). */
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");

    /** The factory of readers for all threads; it keeps the names that it has seen. */
    private static final XMLInputFactory2 PARSERS = parsers();

    private final byte[] message;
    private final XMLStreamReader2 in;
    private int depth;
    private int namespaces;

    private static XMLInputFactory2 parsers() {
        XMLInputFactory2 factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, true);
        factory.setProperty(XMLInputFactory.IS_COALESCING, false);
        // Otherwise text is read on request, and its faults are exceptions of another kind.
        factory.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
        factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, ATTRIBUTES);
        factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, DEPTH);
        return factory;
    }

    private MessageCursor(byte[] message, XMLStreamReader2 in) {
        this.message = message;
        this.in = in;
    }

    /** Opens a message, with the cursor before its first event. */
    static MessageCursor open(byte[] message) throws PixFormatException {
        if (message.length > BYTES) {
            throw new PixFormatException(PixCheck.SIZE, "a message has " + BYTES + " bytes at most, this one has "
                    + message.length, 0, 0);
        }
        checkUtf8(message);
        try {
            MessageCursor cursor = new MessageCursor(message, (XMLStreamReader2) PARSERS.createXMLStreamReader(
                    new Stax2ByteArraySource(message, 0, message.length)));
            cursor.checkDeclaration();
            return cursor;
        } catch (XMLStreamException | RuntimeException e) {
            throw notXml(e);
        }
    }

    /**
     * Checks the encoding. The parser guesses it from the first bytes, and accepts overlong forms of UTF-8; stricter
     * readers would see another message.
     */
    private static void checkUtf8(byte[] message) throws PixFormatException {
        boolean ascii = true;
        for (byte each : message) {
            if (each == 0) {
                throw notWellFormed("a message in UTF-8 has no byte 0");
            }
            ascii &= each > 0;
        }
        if (ascii) {
            return;
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(message));
        } catch (CharacterCodingException e) {
            throw notWellFormed("this is not UTF-8");
        }
    }

    private void checkDeclaration() throws PixFormatException {
        String declared = in.getCharacterEncodingScheme();
        if (declared != null && !declared.equalsIgnoreCase(StandardCharsets.UTF_8.name())) {
            throw fault(PixCheck.WELL_FORMED, "a message is in UTF-8, this one declares " + declared);
        }
        String version = in.getVersion();
        if (version != null && !version.equals("1.0")) {
            throw fault(PixCheck.WELL_FORMED, "a message is XML 1.0, this one declares " + version);
        }
    }

    /** Returns the reader, for questions about the cursor's event. */
    public XMLStreamReader2 at() {
        return in;
    }

    /** Returns the number of open elements, including the one that begins or ends here. */
    int depth() {
        return in.getEventType() == XMLStreamConstants.END_ELEMENT ? depth + 1 : depth;
    }

    public int next() throws PixFormatException {
        int event;
        try {
            event = in.next();
        } catch (XMLStreamException | RuntimeException e) {
            // Sometimes the parser's own checks of characters and names throw runtime exceptions.
            throw notXml(e);
        }
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> {
                depth++;
                if (depth > DEPTH) {
                    throw fault(PixCheck.SIZE, "elements are nested deeper than " + DEPTH);
                }
                if (in.getAttributeCount() > ATTRIBUTES || in.getNamespaceCount() > ATTRIBUTES) {
                    throw fault(PixCheck.SIZE, "an element has more than " + ATTRIBUTES
                            + " attributes or namespaces");
                }
                checkName(in.getLocalName());
                for (int i = in.getAttributeCount() - 1; i >= 0; i--) {
                    checkName(in.getAttributeLocalName(i));
                }
                checkNamespaces();
                namespaces += in.getNamespaceCount();
                if (namespaces > NAMESPACES) {
                    throw fault(PixCheck.SIZE, "more than " + NAMESPACES + " namespaces are declared");
                }
            }
            case XMLStreamConstants.END_ELEMENT -> depth--;
            case XMLStreamConstants.PROCESSING_INSTRUCTION -> checkName(in.getPITarget());
            case XMLStreamConstants.DTD -> throw fault(PixCheck.DOCUMENT_TYPE, "a message has no document type");
            case XMLStreamConstants.ENTITY_REFERENCE ->
                throw fault(PixCheck.DOCUMENT_TYPE, "a message has no own entities");
            default -> { }
        }
        return event;
    }

    /** Rejects long names, because the parsers' factory keeps names for later messages. */
    private void checkName(String name) throws PixFormatException {
        if (name != null && name.length() > NAME) {
            throw fault(PixCheck.SIZE, "a name has " + name.length() + " characters, " + NAME + " are allowed");
        }
    }

    /** Rejects relative namespaces: Canonical XML (section 1.3) has no form for them, and readers disagree on them. */
    private void checkNamespaces() throws PixFormatException {
        for (int i = 0; i < in.getNamespaceCount(); i++) {
            String prefix = in.getNamespacePrefix(i);
            checkName(prefix);
            String namespace = in.getNamespaceURI(i);
            if (namespace != null && !namespace.isEmpty() && !SCHEME.matcher(namespace).lookingAt()) {
                throw fault(PixCheck.WELL_FORMED, "the namespace '" + namespace + "' is not an absolute URI");
            }
        }
    }

    /** Passes the cursor's event to a canonicalizer. */
    public void copyTo(ExclusiveCanonicalizer canonical) throws PixFormatException {
        try {
            canonical.take(in);
        } catch (XMLStreamException | RuntimeException e) {
            throw notXml(e);
        }
    }

    void appendText(StringBuilder to) throws PixFormatException {
        try {
            to.append(in.getTextCharacters(), in.getTextStart(), in.getTextLength());
        } catch (RuntimeException e) {
            throw notXml(e);
        }
    }

    /** Returns whether the cursor's text is only blanks, tabs and ends of lines. */
    public boolean isBlank() throws PixFormatException {
        try {
            char[] text = in.getTextCharacters();
            for (int i = in.getTextStart(), end = i + in.getTextLength(); i < end; i++) {
                if (text[i] > ' ') {
                    return false;
                }
            }
            return true;
        } catch (RuntimeException e) {
            throw notXml(e);
        }
    }

    /** Returns whether the cursor's event is text of any kind. */
    public boolean isText() {
        int event = in.getEventType();
        return event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA
                || event == XMLStreamConstants.SPACE;
    }

    /**
     * Returns the position of the first octet after the event. The parser counts characters as Java does, in UTF-16,
     * after a byte order mark; the octets before are UTF-8, because it has read them.
     */
    public int endOffset() throws PixFormatException {
        long characters;
        try {
            characters = in.getLocationInfo().getEndingCharOffset();
        } catch (XMLStreamException e) {
            throw notXml(e);
        }
        int at = message[0] == (byte) 0xef ? 3 : 0;
        for (; characters > 0; characters--) {
            int lead = message[at] & 0xff;
            if (lead >= 0xf0) {
                // A pair of surrogates.
                characters--;
            }
            at += lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        }
        return at;
    }

    public PixFormatException fault(PixCheck check, String what) {
        Location location = in.getLocation();
        return new PixFormatException(check, what, location.getLineNumber(), location.getColumnNumber());
    }

    void close() throws PixFormatException {
        try {
            in.close();
        } catch (XMLStreamException e) {
            throw notXml(e);
        }
    }

    private static PixFormatException notXml(Exception fault) {
        if (!(fault instanceof XMLStreamException e)) {
            return fault.getCause() instanceof XMLStreamException cause ? notXml(cause)
                    : notWellFormed(fault.toString());
        }
        Location location = e.getLocation();
        // Of several lines the first is the fault, and the others are the place.
        String said = e.getMessage() == null ? e.toString() : e.getMessage();
        // These are the parser's own limits.
        boolean limit = said.startsWith("Maximum ") || said.startsWith("Attribute limit ");
        return new PixFormatException(limit ? PixCheck.SIZE : PixCheck.WELL_FORMED,
                (limit ? "" : "not well-formed: ") + said.lines().findFirst().orElse(""),
                location == null ? 0 : location.getLineNumber(), location == null ? 0 : location.getColumnNumber());
    }

    private static PixFormatException notWellFormed(String why) {
        return new PixFormatException(PixCheck.WELL_FORMED, "not well-formed: " + why, 0, 0);
    }
}
