package org.eejs.lab.hello;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * The first records of a TLS server, and what they reveal before they are encrypted: version, key exchange group, alert
 * (RFC 8446 and RFC 5246). Not thread-safe.
 */
public final class ServerAnswer {
    private static final int ALERT = 21;
    private static final int HANDSHAKE = 22;
    /** ChangeCipherSpec to heartbeat. */
    private static final int FIRST_TYPE = 20;
    private static final int LAST_TYPE = 24;
    private static final int FATAL = 2;
    private static final int MOST_RECORD = 18_000;
    private static final int RECORD_HEADER = 5;
    private static final int SERVER_HELLO = 2;
    private static final int SERVER_KEY_EXCHANGE = 12;
    private static final int SERVER_HELLO_DONE = 14;
    private static final int HEADER = 4;
    private static final int VERSIONS = 43;
    private static final int KEY_SHARE = 51;
    private static final int NAMED_CURVE = 3;
    private static final int RANDOM = 32;
    private static final int SHORT = 2;
    private static final int MASK = 0xff;
    private static final int MASK_2 = 0xffff;
    private static final int TLS_1_0 = 0x0301;
    private static final int TLS_1_3 = 0x0304;
    /** The start of the random number of a HelloRetryRequest: SHA-256 of that word (RFC 8446, section 4.1.3). */
    private static final byte[] RETRY = {(byte) 0xcf, 0x21, (byte) 0xad, 0x74, (byte) 0xe5, (byte) 0x9a, 0x61, 0x11};

    /** RFC 8446, section 4.2.7, RFC 8422, draft-ietf-tls-ecdhe-mlkem and draft-ietf-tls-mlkem. */
    private static final Map<Integer, String> GROUPS = Map.ofEntries(Map.entry(0x17, "secp256r1"),
            Map.entry(0x18, "secp384r1"), Map.entry(0x19, "secp521r1"), Map.entry(0x1d, "x25519"),
            Map.entry(0x1e, "x448"), Map.entry(0x100, "ffdhe2048"), Map.entry(0x101, "ffdhe3072"),
            Map.entry(0x102, "ffdhe4096"), Map.entry(0x103, "ffdhe6144"), Map.entry(0x104, "ffdhe8192"),
            Map.entry(0x200, "MLKEM512"), Map.entry(0x201, "MLKEM768"), Map.entry(0x202, "MLKEM1024"),
            Map.entry(0x11eb, "SecP256r1MLKEM768"), Map.entry(0x11ec, "X25519MLKEM768"),
            Map.entry(0x11ed, "SecP384r1MLKEM1024"));
    /** RFC 8446, section 6, and RFC 5246, section 7.2. */
    private static final Map<Integer, String> ALERTS = Map.ofEntries(Map.entry(0, "close_notify"),
            Map.entry(10, "unexpected_message"), Map.entry(20, "bad_record_mac"), Map.entry(22, "record_overflow"),
            Map.entry(40, "handshake_failure"), Map.entry(42, "bad_certificate"), Map.entry(47, "illegal_parameter"),
            Map.entry(49, "access_denied"), Map.entry(50, "decode_error"), Map.entry(51, "decrypt_error"),
            Map.entry(70, "protocol_version"), Map.entry(71, "insufficient_security"), Map.entry(80, "internal_error"),
            Map.entry(86, "inappropriate_fallback"), Map.entry(90, "user_canceled"),
            Map.entry(109, "missing_extension"), Map.entry(110, "unsupported_extension"),
            Map.entry(112, "unrecognized_name"), Map.entry(116, "certificate_required"),
            Map.entry(120, "no_application_protocol"));

    private final ByteArrayOutputStream messages = new ByteArrayOutputStream();
    private String protocol = "";
    private String group = "";
    private String alert;
    private boolean retry;
    private boolean encrypted;
    private boolean done;

    /** Returns whether a ServerHello or a HelloRetryRequest came. */
    public boolean isAnswered() {
        return !protocol.isEmpty();
    }

    /** Returns whether nothing more can be learned from further records. */
    public boolean isComplete() {
        return encrypted || done || !group.isEmpty() || alert != null;
    }

    /** Returns the TLS version, such as {@code TLSv1.3}; empty if it is unknown. */
    public String protocol() {
        return protocol;
    }

    /** Returns the group of the key exchange, such as {@code x25519}; empty if it is unknown, or was not named. */
    public String group() {
        return group;
    }

    /** Returns whether the server asks for another hello. */
    public boolean retries() {
        return retry;
    }

    /** Returns the alert that ended the handshake, with its number; empty if there was none. */
    public Optional<String> alert() {
        return Optional.ofNullable(alert);
    }

    /**
     * Reads the next record.
     *
     * @return the whole record
     * @throws SSLException if it is not of TLS
     * @throws IOException if it does not arrive
     */
    public byte[] next(DataInputStream in) throws IOException {
        int type = in.readUnsignedByte();
        if (type < FIRST_TYPE || type > LAST_TYPE) {
            throw new SSLException("this is not TLS");
        }
        int version = in.readUnsignedShort();
        int length = in.readUnsignedShort();
        if (version >> Byte.SIZE != 3 || length > MOST_RECORD) {
            throw new SSLException("this is not TLS");
        }
        byte[] body = new byte[length];
        in.readFully(body);
        if (type == HANDSHAKE && !encrypted) {
            messages.writeBytes(body);
            read(ByteBuffer.wrap(messages.toByteArray()));
        } else if (type == ALERT && !encrypted) {
            // Servers without the requested name may warn, and go on (RFC 6066, section 3).
            int code = length == 2 ? body[1] & MASK : -1;
            if (code >= 0 && (body[0] == FATAL || code == 0)) {
                alert = "alert %s (%d)".formatted(ALERTS.getOrDefault(code, "unknown"), code).toLowerCase(Locale.ROOT);
            }
        } else {
            encrypted = true;
        }
        return ByteBuffer.allocate(length + RECORD_HEADER).put((byte) type).putShort((short) version)
                .putShort((short) length).put(body).array();
    }

    private void read(ByteBuffer all) throws SSLException {
        try {
            while (all.remaining() >= HEADER) {
                int type = all.get();
                int length = (all.get() & MASK) << 2 * Byte.SIZE | all.getShort() & MASK_2;
                if (length > all.remaining()) {
                    return;
                }
                ByteBuffer message = all.slice(all.position(), length);
                all.position(all.position() + length);
                done |= type == SERVER_HELLO_DONE;
                if (type == SERVER_HELLO) {
                    hello(message);
                } else if (type == SERVER_KEY_EXCHANGE && length > 3 && message.get() == NAMED_CURVE) {
                    group = GROUPS.getOrDefault(message.getShort() & MASK_2, "");
                }
            }
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new SSLException("the server's message is not of TLS", e);
        }
    }

    private void hello(ByteBuffer message) {
        int version = message.getShort() & MASK_2;
        byte[] random = new byte[RANDOM];
        message.get(random);
        retry = Arrays.equals(Arrays.copyOf(random, RETRY.length), RETRY);
        int session = message.get() & MASK;
        // After the session are the suite and the compression.
        message.position(message.position() + session + SHORT + 1);
        int end = message.remaining() < SHORT ? 0 : message.getShort() & MASK_2;
        while (end >= 2 * SHORT && message.remaining() >= 2 * SHORT) {
            int type = message.getShort() & MASK_2;
            int length = message.getShort() & MASK_2;
            int next = message.position() + length;
            if (type == VERSIONS) {
                version = message.getShort() & MASK_2;
            } else if (type == KEY_SHARE) {
                group = GROUPS.getOrDefault(message.getShort() & MASK_2, "");
            }
            message.position(next);
            end -= 2 * SHORT + length;
        }
        protocol = version >= TLS_1_3 ? "TLSv1.3" : version == TLS_1_0 ? "TLSv1" : "TLSv1." + (version - TLS_1_0);
    }
}
