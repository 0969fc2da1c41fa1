package org.eejs.pix.signature;

import java.util.List;
import org.codehaus.stax2.XMLStreamReader2;
import org.eejs.pix.message.PixCheck;
import org.eejs.pix.message.PixFormatException;

/**
 * The sender and the id of a message from the header: {@code AppHdr/Fr} and {@code AppHdr/BizMsgIdr}, from the same
 * events that are signed. Readers that search only by name must find nothing else. So each element is there once, and
 * {@code Fr} names a sender only if it holds nothing but the one value. For one message.
 */
public final class HeaderNames {
    /** ISO 20022's Max35Text, the type of both. */
    public static final int LONGEST = 35;

    private static final String SENDER = "Fr";
    private static final String ID = "BizMsgIdr";
    /** The payment system's only way to name a participant. */
    private static final List<String> PATH = List.of(SENDER, "FIId", "FinInstnId", "Othr", "Id");

    private final StringBuilder sender = new StringBuilder();
    private final StringBuilder id = new StringBuilder();
    private final boolean[] seen = new boolean[PATH.size() + 1];
    private boolean idSeen;
    private boolean otherValues;
    /** The open element of the header; null for one that does not matter here. */
    private String open;

    /**
     * Notes that an element begins.
     *
     * @param level its depth in the header; 1 for its children
     * @param namespace the header's
     */
    void start(MessageCursor in, int level, String namespace) throws PixFormatException {
        XMLStreamReader2 at = in.at();
        String name = at.getLocalName();
        boolean same = String.valueOf(namespace).equals(String.valueOf(at.getNamespaceURI()));
        if (level == 1) {
            open = name.equals(SENDER) ? SENDER : name.equals(ID) ? ID : null;
            if (open != null) {
                checkOnce(in, same);
            }
        } else if (ID.equals(open)) {
            throw in.fault(PixCheck.HEADER, ID + " holds text, not " + name);
        }
        if (SENDER.equals(open)) {
            if (level <= PATH.size() && same && name.equals(PATH.get(level - 1)) && !seen[level]) {
                seen[level] = true;
            } else {
                otherValues = true;
            }
        }
        idSeen |= ID.equals(open);
    }

    private void checkOnce(MessageCursor in, boolean sameNamespace) throws PixFormatException {
        if (!sameNamespace) {
            throw in.fault(PixCheck.HEADER, open + " is in another namespace than AppHdr");
        }
        if (SENDER.equals(open) ? seen[1] : idSeen) {
            throw in.fault(PixCheck.HEADER, "there is a second " + open);
        }
    }

    /** Notes text in an element of that level. */
    void text(MessageCursor in, int level) throws PixFormatException {
        if (level == 0 || open == null) {
            return;
        }
        if (ID.equals(open)) {
            append(in, id);
        } else if (level == PATH.size() && !otherValues) {
            append(in, sender);
        } else if (!in.isBlank()) {
            otherValues = true;
        }
    }

    private void append(MessageCursor in, StringBuilder value) throws PixFormatException {
        if (value.length() + in.at().getTextLength() > LONGEST) {
            throw in.fault(PixCheck.HEADER, "the value of " + open + " is longer than " + LONGEST + " characters");
        }
        in.appendText(value);
    }

    /** Rejects an instruction, because it splits a value in two, and some readers take the first part for the whole. */
    void instruction(MessageCursor in, int level) throws PixFormatException {
        if (level > 0 && open != null) {
            throw in.fault(PixCheck.HEADER, "there is an instruction within " + open);
        }
    }

    /** Notes that an element of that level ends. */
    void end(int level) {
        if (level == 1) {
            open = null;
        }
    }

    String sender() {
        return seen[PATH.size()] && !otherValues ? sender.toString() : null;
    }

    String id() {
        return idSeen ? id.toString() : null;
    }
}
