package org.eejs.link;

import java.nio.ByteBuffer;

/**
 * The records of one direction of a TLS connection (RFC 8446, section 5.1), cut into any pieces. Not thread-safe.
 */
final class TlsRecords {
    static final int HANDSHAKE = 22;
    static final int APPLICATION_DATA = 23;
    private static final int HEADER = 5;

    private final byte[] header = new byte[HEADER];
    private int ofHeader;
    private int ofContent;

    /**
     * Reads the next bytes.
     *
     * @return whether a record of this type begins or continues in them
     */
    boolean carry(ByteBuffer bytes, int type) {
        boolean found = false;
        int at = bytes.position();
        while (at < bytes.limit()) {
            if (ofHeader < HEADER) {
                header[ofHeader++] = bytes.get(at++);
                if (ofHeader == HEADER) {
                    ofContent = (header[3] & 0xff) << 8 | header[4] & 0xff;
                }
            } else {
                int here = Math.min(ofContent, bytes.limit() - at);
                at += here;
                ofContent -= here;
            }
            found |= ofHeader > 0 && header[0] == type;
            if (ofHeader == HEADER && ofContent == 0) {
                ofHeader = 0;
            }
        }
        return found;
    }
}
