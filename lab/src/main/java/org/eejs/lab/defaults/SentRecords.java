package org.eejs.lab.defaults;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.IntFunction;
import org.bouncycastle.tls.CipherSuite;
import org.bouncycastle.tls.ContentType;
import org.bouncycastle.tls.ExtensionType;
import org.bouncycastle.tls.HandshakeType;
import org.bouncycastle.tls.NamedGroup;
import org.bouncycastle.tls.SignatureScheme;

/** The bytes of one side of a TLS connection in words. For one thread. */
final class SentRecords {
    private static final int RANDOM = 32;
    private static final int MASK = 0xff;
    private static final int MASK_2 = 0xffff;
    /** Longer contents of extensions are shown by their lengths. */
    private static final int SHOWN = 32;
    private static final Map<Integer, String> SUITES = suites();

    private final Map<String, String> facts = new LinkedHashMap<>();
    private final String side;

    private SentRecords(String side) {
        this.side = side;
    }

    /**
     * Describes the bytes.
     *
     * @param side the sender, for the names of facts
     * @param stream all that it sent
     * @return values by names
     */
    static Map<String, String> facts(String side, byte[] stream) {
        SentRecords records = new SentRecords(side);
        try {
            records.read(ByteBuffer.wrap(stream));
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new IllegalArgumentException("the JDK sent what is not TLS", e);
        }
        return records.facts;
    }

    private void read(ByteBuffer stream) {
        StringJoiner all = new StringJoiner(", ");
        ByteBuffer messages = ByteBuffer.allocate(stream.remaining());
        boolean encrypted = false;
        while (stream.hasRemaining()) {
            short type = (short) one(stream);
            two(stream);
            ByteBuffer body = part(stream, two(stream));
            all.add(ContentType.getName(type) + " " + body.remaining());
            encrypted |= type == ContentType.change_cipher_spec || type == ContentType.application_data;
            if (type == ContentType.handshake && !encrypted) {
                messages.put(body);
            }
        }
        facts.put(side + ", records and their bytes", all.toString());
        messages.flip();
        while (messages.hasRemaining()) {
            short type = (short) one(messages);
            message(HandshakeType.getName(type), type, part(messages, one(messages) << 2 * Byte.SIZE
                    | two(messages)));
        }
    }

    private void message(String name, short type, ByteBuffer message) {
        fact(name, "bytes", message.remaining());
        switch (type) {
            case HandshakeType.client_hello -> {
                beginning(name, message);
                fact(name, "suites", list(part(message, two(message)), SentRecords::suite));
                fact(name, "compression", hex(part(message, one(message))));
                extensions(name, message);
            }
            case HandshakeType.server_hello -> {
                beginning(name, message);
                fact(name, "suite", suite(two(message)));
                fact(name, "compression", one(message));
                extensions(name, message);
            }
            case HandshakeType.server_key_exchange -> {
                if (one(message) == 3) {
                    fact(name, "group", group(two(message)));
                    part(message, one(message));
                    fact(name, "signature", SentRecords.scheme(two(message)));
                }
            }
            case HandshakeType.certificate_request -> {
                fact(name, "certificate types", hex(part(message, one(message))));
                fact(name, "signature_algorithms", list(part(message, two(message)), SentRecords::scheme));
            }
            default -> { }
        }
    }

    private void beginning(String name, ByteBuffer hello) {
        fact(name, "version", version(two(hello)));
        part(hello, RANDOM);
        fact(name, "session id, bytes", part(hello, one(hello)).remaining());
    }

    private void extensions(String name, ByteBuffer message) {
        if (!message.hasRemaining()) {
            return;
        }
        StringJoiner order = new StringJoiner(", ");
        for (ByteBuffer all = part(message, two(message)); all.hasRemaining();) {
            int type = two(all);
            String extension = ExtensionType.getName(type) + (ExtensionType.getName(type).equals("UNKNOWN")
                    ? " " + type : "");
            order.add(extension);
            ByteBuffer content = part(all, two(all));
            boolean hello = name.equals("client_hello");
            fact(name, extension, switch (type) {
                case ExtensionType.supported_groups -> list(part(content, two(content)), SentRecords::group);
                case ExtensionType.signature_algorithms, ExtensionType.signature_algorithms_cert ->
                        list(part(content, two(content)), SentRecords::scheme);
                case ExtensionType.supported_versions -> hello ? list(part(content, one(content)),
                        SentRecords::version) : version(two(content));
                case ExtensionType.key_share -> shares(hello ? part(content, two(content)) : content);
                case ExtensionType.pre_shared_key -> hello ? identities(part(content, two(content)))
                        : "number " + two(content);
                default -> content.remaining() > SHOWN ? content.remaining() + " bytes" : hex(content);
            });
        }
        fact(name, "extensions", order);
    }

    private static String shares(ByteBuffer shares) {
        StringJoiner all = new StringJoiner(", ");
        while (shares.hasRemaining()) {
            String group = group(two(shares));
            // A request for another hello names only the group.
            all.add(shares.hasRemaining() ? group + " " + part(shares, two(shares)).remaining() + " bytes" : group);
        }
        return all.toString();
    }

    private static String identities(ByteBuffer identities) {
        StringJoiner all = new StringJoiner(", ");
        while (identities.hasRemaining()) {
            all.add("ticket of " + part(identities, two(identities)).remaining() + " bytes");
            identities.getInt();
        }
        return all.toString();
    }

    private void fact(String message, String name, Object value) {
        facts.put(side + ", " + message + ", " + name, value.toString());
    }

    private static String list(ByteBuffer numbers, IntFunction<String> name) {
        List<String> all = new ArrayList<>();
        while (numbers.hasRemaining()) {
            all.add(name.apply(two(numbers)));
        }
        return String.join(", ", all);
    }

    private static int one(ByteBuffer from) {
        return from.get() & MASK;
    }

    private static int two(ByteBuffer from) {
        return from.getShort() & MASK_2;
    }

    private static ByteBuffer part(ByteBuffer from, int length) {
        if (length > from.remaining()) {
            throw new BufferUnderflowException();
        }
        ByteBuffer part = from.slice(from.position(), length);
        from.position(from.position() + length);
        return part;
    }

    private static String hex(ByteBuffer of) {
        byte[] bytes = new byte[of.remaining()];
        of.get(bytes);
        return bytes.length == 0 ? "empty" : "0x" + HexFormat.of().formatHex(bytes);
    }

    private static String group(int number) {
        return named(NamedGroup.getName(number), number);
    }

    private static String scheme(int number) {
        return named(SignatureScheme.getName(number), number);
    }

    private static String suite(int number) {
        return named(SUITES.getOrDefault(number, ""), number);
    }

    private static String version(int number) {
        return switch (number) {
            case 0x0304 -> "TLS 1.3";
            case 0x0303 -> "TLS 1.2";
            case 0x0302 -> "TLS 1.1";
            case 0x0301 -> "TLS 1.0";
            default -> named("", number);
        };
    }

    private static String named(String name, int number) {
        return name.isEmpty() || name.startsWith("UNKNOWN") ? "0x%04x".formatted(number) : name;
    }

    /** Returns the names of Bouncy Castle's constants by their numbers. */
    private static Map<Integer, String> suites() {
        Map<Integer, String> names = new LinkedHashMap<>();
        for (var field : CipherSuite.class.getFields()) {
            try {
                names.putIfAbsent(field.getInt(null), field.getName());
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
        return names;
    }
}
