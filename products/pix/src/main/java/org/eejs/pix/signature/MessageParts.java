package org.eejs.pix.signature;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import javax.xml.stream.XMLStreamConstants;
import org.codehaus.stax2.XMLStreamReader2;
import org.eejs.pix.message.Octets;
import org.eejs.pix.message.PixCheck;
import org.eejs.pix.message.PixFormatException;

/**
 * The parts of a message, read in one pass: all elements are in their places, and header and document are digested.
 *
 * @param headerDigest SHA-256 of {@code AppHdr} in canonical form, without the signature
 * @param documentDigest SHA-256 of {@code Document} in canonical form
 * @param sender the participant that the header names; null if it names none, or more than that
 * @param id the message's id; null if the header has none
 */
public record MessageParts(byte[] headerDigest, byte[] documentDigest, String sender, String id) {
    public static final String PLACE = "Sgntr";
    private static final String ENVELOPE = "Envelope";
    private static final String HEADER = "AppHdr";
    private static final String DOCUMENT = "Document";
    private static final String SCHEMA_INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";
    private static final String ID = "id";

    /**
     * Reads a message.
     *
     * @param place reads the content of {@code Sgntr}
     * @param keyInfoId the {@code Id} that only the key info may have; requested at the end
     */
    public static MessageParts read(byte[] message, SignaturePlace place, Supplier<String> keyInfoId)
            throws PixFormatException {
        MessageCursor in = MessageCursor.open(message);
        Walk walk = new Walk(in, place);
        walk.envelope();
        in.close();
        walk.checkId(keyInfoId.get());
        return new MessageParts(walk.headerDigest, walk.documentDigest, walk.names.sender(), walk.names.id());
    }

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static final class Walk {
        private final MessageCursor in;
        private final SignaturePlace place;
        private final boolean[] textIn = new boolean[MessageCursor.DEPTH + 1];
        private final boolean[] commentIn = new boolean[MessageCursor.DEPTH + 1];
        /** All values of attributes that may be taken for an Id, outside of the signature; most messages have none. */
        private final Set<String> ids = new HashSet<>();
        private final HeaderNames names = new HeaderNames();
        private byte[] headerDigest;
        private byte[] documentDigest;
        private boolean placeSeen;

        Walk(MessageCursor in, SignaturePlace place) {
            this.in = in;
            this.place = place;
        }

        void envelope() throws PixFormatException {
            skipTo(XMLStreamConstants.START_ELEMENT, "a message begins with " + ENVELOPE);
            expect(ENVELOPE);
            XMLStreamReader2 at = in.at();
            if (at.getAttributeCount() > 0) {
                // No signature covers the envelope's own attributes and name, so they may not carry anything.
                throw in.fault(PixCheck.ENVELOPE, ENVELOPE + " has an attribute that is not signed: "
                        + at.getAttributeLocalName(0));
            }
            String namespace = String.valueOf(at.getNamespaceURI());
            skipTo(XMLStreamConstants.START_ELEMENT, HEADER + " is missing in " + ENVELOPE);
            expect(HEADER);
            expectNamespace(namespace);
            headerDigest = part(true);
            if (!placeSeen) {
                throw in.fault(PixCheck.SIGNATURE_PLACE, HEADER + " has no " + PLACE);
            }
            skipTo(XMLStreamConstants.START_ELEMENT, DOCUMENT + " is missing in " + ENVELOPE);
            expect(DOCUMENT);
            expectNamespace(namespace);
            documentDigest = part(false);
            skipTo(XMLStreamConstants.END_ELEMENT, ENVELOPE + " ends behind " + DOCUMENT);
            skipTo(XMLStreamConstants.END_DOCUMENT, "nothing follows " + ENVELOPE);
        }

        /** Advances to an event of that kind, over comments and blanks, but nothing else. */
        private void skipTo(int wanted, String otherwise) throws PixFormatException {
            while (true) {
                int event = in.next();
                if (event == wanted) {
                    return;
                }
                if (event == XMLStreamConstants.PROCESSING_INSTRUCTION) {
                    throw in.fault(PixCheck.ENVELOPE, "there is an instruction that is not signed: "
                            + in.at().getPITarget());
                }
                if (event != XMLStreamConstants.COMMENT && !(in.isText() && in.isBlank())) {
                    throw in.fault(PixCheck.ENVELOPE, otherwise);
                }
            }
        }

        private void expect(String name) throws PixFormatException {
            if (!in.at().getLocalName().equals(name)) {
                throw in.fault(PixCheck.ENVELOPE, name + " is expected here, not " + in.at().getLocalName());
            }
        }

        private void expectNamespace(String envelopes) throws PixFormatException {
            if (!envelopes.equals(String.valueOf(in.at().getNamespaceURI()))) {
                throw in.fault(PixCheck.ENVELOPE, in.at().getLocalName() + " is in another namespace than " + ENVELOPE);
            }
        }

        /** Digests the element at whose start the cursor is. */
        private byte[] part(boolean header) throws PixFormatException {
            ExclusiveCanonicalizer canonical = new ExclusiveCanonicalizer(new Octets(sha256()));
            int outer = in.depth();
            String namespace = in.at().getNamespaceURI();
            begin();
            in.copyTo(canonical);
            while (true) {
                int event = in.next();
                int depth = in.depth();
                switch (event) {
                    case XMLStreamConstants.START_ELEMENT -> {
                        begin();
                        in.copyTo(canonical);
                        if (header && depth == outer + 1 && isPlace(namespace)) {
                            placeSeen = true;
                            place.read(in, canonical);
                            in.copyTo(canonical);
                        } else {
                            noSignature();
                            if (header) {
                                names.start(in, depth - outer, namespace);
                            }
                        }
                        continue;
                    }
                    case XMLStreamConstants.COMMENT -> commentIn[depth] = true;
                    // It leaves no trace in the signed form, and splits a value in two for some readers.
                    case XMLStreamConstants.CDATA -> throw in.fault(PixCheck.COMMENT, "there is a CDATA section");
                    case XMLStreamConstants.CHARACTERS, XMLStreamConstants.SPACE -> {
                        textIn[depth] = textIn[depth] || !in.isBlank();
                        if (header) {
                            names.text(in, depth - outer);
                        }
                    }
                    case XMLStreamConstants.PROCESSING_INSTRUCTION -> {
                        if (header) {
                            names.instruction(in, depth - outer);
                        }
                    }
                    case XMLStreamConstants.END_ELEMENT -> {
                        if (header) {
                            names.end(depth - outer);
                        }
                        if (textIn[depth] && commentIn[depth]) {
                            throw in.fault(PixCheck.COMMENT, "there is a comment within the value of "
                                    + in.at().getLocalName());
                        }
                    }
                    default -> { }
                }
                in.copyTo(canonical);
                if (event == XMLStreamConstants.END_ELEMENT && depth == outer) {
                    return canonical.out().digest();
                }
            }
        }

        private void begin() throws PixFormatException {
            int depth = in.depth();
            textIn[depth] = false;
            commentIn[depth] = false;
            XMLStreamReader2 at = in.at();
            for (int i = 0; i < at.getAttributeCount(); i++) {
                if (SCHEMA_INSTANCE.equals(at.getAttributeNamespace(i))) {
                    // Its values may name a prefix, and the meaning of a prefix is not signed unless a name uses it.
                    throw in.fault(PixCheck.ENVELOPE, "there is an attribute of XML Schema's instances: "
                            + at.getAttributeLocalName(i));
                }
                if (isId(at.getAttributeLocalName(i))) {
                    ids.add(at.getAttributeValue(i));
                }
            }
        }

        private boolean isPlace(String namespace) throws PixFormatException {
            XMLStreamReader2 at = in.at();
            if (!at.getLocalName().equals(PLACE)) {
                return false;
            }
            if (!String.valueOf(namespace).equals(String.valueOf(at.getNamespaceURI()))) {
                throw in.fault(PixCheck.SIGNATURE_PLACE, PLACE + " is in another namespace than " + HEADER);
            }
            if (placeSeen) {
                throw in.fault(PixCheck.SIGNATURE_PLACE, "there is a second " + PLACE);
            }
            return true;
        }

        private void noSignature() throws PixFormatException {
            XMLStreamReader2 at = in.at();
            if (at.getLocalName().equals(Dsig.SIGNATURE) && Dsig.NAMESPACE.equals(at.getNamespaceURI())) {
                throw in.fault(PixCheck.SIGNATURE_PLACE, "there is a signature outside of " + HEADER + "/" + PLACE);
            }
        }

        /**
         * Checks for another element with the Id of the key info. Readers disagree about which attributes are Ids, so
         * each that may be one counts.
         */
        void checkId(String keyInfoId) throws PixFormatException {
            if (ids.contains(keyInfoId)) {
                throw new PixFormatException(PixCheck.KEY_INFO, "another element has the Id of the key info, "
                        + keyInfoId, 0, 0);
            }
        }

        private static boolean isId(String name) {
            return name.length() == ID.length() && name.toLowerCase(Locale.ROOT).equals(ID);
        }
    }
}
