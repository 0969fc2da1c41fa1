package org.eejs.bench.tls;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A parser of the groups for key exchange in the clear part of a handshake: the client's supported_groups (RFC 8446,
 * 4.2.7) and the server's key_share (4.2.8). In TLS 1.2 it reads the server's parameters instead (RFC 8422, 5.4). For
 * one handshake.
 */
public final class HelloParser implements EnginePair.Tap {
    private static final int CHANGE_CIPHER_SPEC = 20;
    private static final int HANDSHAKE = 22;
    private static final int CLIENT_HELLO = 1;
    private static final int SERVER_HELLO = 2;
    private static final int SERVER_KEY_EXCHANGE = 12;
    private static final int SUPPORTED_GROUPS = 10;
    private static final int KEY_SHARE = 51;
    private static final int NAMED_CURVE = 3;
    private static final int VERSION_AND_RANDOM = 34;
    private static final int SUITE_AND_COMPRESSION = 3;

    private final ByteArrayOutputStream client = new ByteArrayOutputStream();
    private final ByteArrayOutputStream server = new ByteArrayOutputStream();

    @Override
    public void sent(EnginePair.Side by, ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        (by == EnginePair.Side.CLIENT ? client : server).writeBytes(copy);
    }

    /** Returns the code points of the groups that the client offered. */
    Set<Integer> offered() {
        Set<Integer> groups = new LinkedHashSet<>();
        for (Message message : messages(client)) {
            if (message.type() == CLIENT_HELLO) {
                ByteBuffer hello = message.body();
                skip(hello, VERSION_AND_RANDOM);
                skip(hello, byteOf(hello));
                skip(hello, shortOf(hello));
                skip(hello, byteOf(hello));
                ByteBuffer list = extension(hello, SUPPORTED_GROUPS);
                if (list.hasRemaining()) {
                    list.getShort();
                }
                while (list.hasRemaining()) {
                    groups.add(shortOf(list));
                }
            }
        }
        return groups;
    }

    /** Returns the code point of the group of the server's public key; empty where it sent none. */
    OptionalInt agreed() {
        for (Message message : messages(server)) {
            ByteBuffer body = message.body();
            if (message.type() == SERVER_HELLO) {
                skip(body, VERSION_AND_RANDOM);
                skip(body, byteOf(body));
                skip(body, SUITE_AND_COMPRESSION);
                ByteBuffer share = extension(body, KEY_SHARE);
                if (share.hasRemaining()) {
                    return OptionalInt.of(shortOf(share));
                }
            } else if (message.type() == SERVER_KEY_EXCHANGE && byteOf(body) == NAMED_CURVE) {
                return OptionalInt.of(shortOf(body));
            }
        }
        return OptionalInt.empty();
    }

    private record Message(int type, ByteBuffer body) {}

    /** Returns the messages before the side began to encrypt. */
    private static List<Message> messages(ByteArrayOutputStream sent) {
        ByteBuffer records = ByteBuffer.wrap(sent.toByteArray());
        ByteArrayOutputStream clear = new ByteArrayOutputStream();
        while (records.hasRemaining()) {
            int type = byteOf(records);
            records.getShort();
            byte[] fragment = new byte[shortOf(records)];
            records.get(fragment);
            if (type == CHANGE_CIPHER_SPEC) {
                break;
            }
            if (type == HANDSHAKE) {
                clear.writeBytes(fragment);
            }
        }
        ByteBuffer bytes = ByteBuffer.wrap(clear.toByteArray());
        List<Message> messages = new ArrayList<>();
        while (bytes.hasRemaining()) {
            int type = byteOf(bytes);
            int length = byteOf(bytes) << 16 | shortOf(bytes);
            messages.add(new Message(type, bytes.slice(bytes.position(), length)));
            skip(bytes, length);
        }
        return messages;
    }

    /** Returns the content of an extension; empty where it is missing. */
    private static ByteBuffer extension(ByteBuffer list, int wanted) {
        if (list.hasRemaining()) {
            list.getShort();
        }
        while (list.hasRemaining()) {
            int type = shortOf(list);
            int length = shortOf(list);
            if (type == wanted) {
                return list.slice(list.position(), length);
            }
            skip(list, length);
        }
        return ByteBuffer.allocate(0);
    }

    private static int byteOf(ByteBuffer bytes) {
        return Byte.toUnsignedInt(bytes.get());
    }

    private static int shortOf(ByteBuffer bytes) {
        return Short.toUnsignedInt(bytes.getShort());
    }

    private static void skip(ByteBuffer bytes, int many) {
        bytes.position(bytes.position() + many);
    }
}
