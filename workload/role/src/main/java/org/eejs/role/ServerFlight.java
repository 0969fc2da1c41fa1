package org.eejs.role;

import java.nio.ByteBuffer;
import org.eejs.banking.TlsProfile.NamedGroup;

/**
 * The first bytes that a server sends. They show whether it resumes a session: with TLS 1.3 its hello names a
 * pre-shared key (RFC 8446, section 4.2.11); with TLS 1.2 no certificate follows the hello (RFC 5246, section 7.3).
 * They also show the group of the key exchange of TLS 1.3 (RFC 8446, section 4.2.8) and of TLS 1.2 (RFC 8422, section
 * 5.4). All this is unencrypted on the wire. For one connection; not thread-safe.
 */
public final class ServerFlight {
    private static final int ENOUGH = 4_096;
    private static final int HANDSHAKE_RECORD = 22;
    private static final int MESSAGE_HEADER = 4;
    private static final int SERVER_HELLO = 2;
    private static final int CERTIFICATE = 11;
    private static final int SERVER_KEY_EXCHANGE = 12;
    private static final int NAMED_CURVE = 3;
    private static final int PRE_SHARED_KEY = 41;
    private static final int KEY_SHARE = 51;
    private static final int SUPPORTED_VERSIONS = 43;
    /** The first bytes of the random of a hello that only asks for another one (RFC 8446, section 4.1.3). */
    private static final long RETRY = 0xCF21AD74E59A6111L;

    private final ByteBuffer sent = ByteBuffer.allocate(ENOUGH);

    /** Adds bytes that the server has sent: those in the buffer from an index to its position. */
    public void add(ByteBuffer records, int from) {
        add(records.duplicate().flip().position(from));
    }

    /** Adds bytes that the server has sent: those that remain in the buffer, whose position stays. */
    public void add(ByteBuffer records) {
        ByteBuffer more = records.duplicate();
        more.limit(Math.min(more.limit(), more.position() + sent.remaining()));
        sent.put(more);
    }

    /**
     * Returns the group of the key exchange by its JSSE name; null if there was none, as in resumed sessions of TLS
     * 1.2.
     */
    public String group() {
        ByteBuffer messages = handshakeMessages();
        while (messages.remaining() > 4) {
            int header = messages.getInt();
            int type = header >>> 24;
            ByteBuffer message = messages.slice();
            message.limit(Math.min(message.limit(), header & 0xffffff));
            messages.position(messages.position() + message.limit());
            if (type == SERVER_HELLO && message.getLong(2) != RETRY && extensions(message).group() != 0) {
                return NamedGroup.nameOf(extensions(message).group());
            }
            if (type == SERVER_KEY_EXCHANGE && message.remaining() > 3 && message.get(0) == NAMED_CURVE) {
                return NamedGroup.nameOf(message.getShort(1) & 0xffff);
            }
        }
        return null;
    }

    /** Returns whether the server has so far only requested another hello (RFC 8446, section 4.1.4). */
    public boolean onlyAsksAgain() {
        ByteBuffer messages = handshakeMessages();
        return asksAgain(messages) && messages.remaining() <= MESSAGE_HEADER + (messages.getInt(0) & 0xffffff);
    }

    /** Returns whether the server resumes a session; call it when the handshake has finished. */
    public boolean resumes() {
        ByteBuffer messages = handshakeMessages();
        while (messages.remaining() > 4 && messages.get(messages.position()) == SERVER_HELLO) {
            int header = messages.getInt();
            ByteBuffer hello = messages.slice();
            messages.position(messages.position() + Math.min(messages.remaining(), header & 0xffffff));
            if (hello.getLong(2) == RETRY) {
                continue;
            }
            Extensions extensions = extensions(hello);
            return extensions.supportedVersions()
                    ? extensions.preSharedKey()
                    : !messages.hasRemaining() || messages.get(messages.position()) != CERTIFICATE;
        }
        return false;
    }

    /** Returns the handshake messages up to the first other record: from there on all is encrypted. */
    private ByteBuffer handshakeMessages() {
        ByteBuffer records = sent.duplicate().flip();
        ByteBuffer messages = ByteBuffer.allocate(records.remaining());
        while (records.remaining() >= 5) {
            int type = records.get();
            int length = records.getShort(records.position() + 2) & 0xffff;
            records.position(records.position() + 4);
            int here = Math.min(length, records.remaining());
            if (type == HANDSHAKE_RECORD) {
                messages.put(records.slice().limit(here));
            } else if (messages.position() > 0 && !asksAgain(messages.duplicate().flip())) {
                break;
            }
            records.position(records.position() + here);
        }
        return messages.flip();
    }

    /**
     * Returns whether the server requests another hello; it may then send a change of ciphers in between, which has no
     * effect.
     */
    private static boolean asksAgain(ByteBuffer messages) {
        return messages.limit() > 14 && messages.getLong(6) == RETRY;
    }

    /** The extensions of a hello that matter; the group is 0 if it names none. */
    private record Extensions(boolean supportedVersions, boolean preSharedKey, int group) {}

    private static Extensions extensions(ByteBuffer hello) {
        boolean supportedVersions = false;
        boolean preSharedKey = false;
        int group = 0;
        // Version, random, session id, suite, compression.
        int at = 2 + 32;
        at += 1 + (hello.get(at) & 0xff) + 2 + 1;
        int end = at + 2 <= hello.limit() ? Math.min(hello.limit(), at + 2 + (hello.getShort(at) & 0xffff)) : at;
        for (at += 2; at + 4 <= end; at += 4 + (hello.getShort(at + 2) & 0xffff)) {
            int type = hello.getShort(at);
            supportedVersions |= type == SUPPORTED_VERSIONS;
            preSharedKey |= type == PRE_SHARED_KEY;
            if (type == KEY_SHARE && at + 6 <= end) {
                group = hello.getShort(at + 4) & 0xffff;
            }
        }
        return new Extensions(supportedVersions, preSharedKey, group);
    }
}
