package org.eejs.lab.hello;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import org.eejs.result.Hellos.Form;

/**
 * The first message of a TLS client (RFC 8446, section 4.1.2), as OpenJDK 25.0.5 sends it by default. It offers TLS 1.3
 * and 1.2. Its key shares are random numbers without private keys, so no handshake with them can be completed.
 * Immutable.
 */
final class ClientHello {
    private static final int TLS_1_0 = 0x0301;
    private static final int TLS_1_2 = 0x0303;
    private static final int TLS_1_3 = 0x0304;
    private static final int HANDSHAKE = 22;
    private static final int CLIENT_HELLO = 1;
    private static final int RANDOM = 32;
    private static final int MASK = 0xff;

    private static final int SERVER_NAME = 0;
    private static final int STATUS_REQUEST = 5;
    private static final int GROUPS = 10;
    private static final int POINT_FORMATS = 11;
    private static final int SIGNATURES = 13;
    private static final int PADDING = 21;
    private static final int EXTENDED_MASTER_SECRET = 23;
    private static final int SESSION_TICKET = 35;
    private static final int VERSIONS = 43;
    private static final int PSK_MODES = 45;
    private static final int SIGNATURES_OF_CERTIFICATES = 50;
    private static final int KEY_SHARES = 51;
    private static final int RENEGOTIATION = 0xff01;
    private static final int EXTENSION_HEADER = 4;

    private static final int X25519 = 0x1d;
    private static final int X25519_BYTES = 32;
    /** draft-ietf-tls-ecdhe-mlkem. */
    private static final int X25519_MLKEM768 = 0x11ec;
    /** FIPS 203: an encapsulation key has 768 numbers below this one, of 12 bits, and a seed. */
    private static final int Q = 3_329;
    private static final int COEFFICIENTS = 768;
    private static final int SEED = 32;

    /** TLS 1.3, then ephemeral and static key exchanges of TLS 1.2, so that old servers answer, too. */
    private static final int[] SUITES = {0x1302, 0x1301, 0x1303, 0xc02c, 0xc02b, 0xcca9, 0xc030, 0xcca8, 0xc02f, 0x009f,
        0xccaa, 0x009e, 0xc024, 0xc028, 0xc023, 0xc027, 0x006b, 0x0067, 0xc00a, 0xc014, 0xc009, 0xc013, 0x0039, 0x0033,
        0x009d, 0x009c, 0x003d, 0x003c, 0x0035, 0x002f, 0x00ff};
    private static final int[] CLASSICAL = {X25519, 0x17, 0x18, 0x19, 0x1e, 0x100, 0x101, 0x102, 0x103, 0x104};
    /** ECDSA, EdDSA, RSA-PSS and RSA, then ML-DSA, so that servers with such a key answer, too. */
    private static final int[] SCHEMES = {0x0403, 0x0503, 0x0603, 0x0807, 0x0808, 0x0804, 0x0805, 0x0806, 0x0809,
        0x080a, 0x080b, 0x0401, 0x0501, 0x0601, 0x0402, 0x0303, 0x0301, 0x0302, 0x0203, 0x0201, 0x0202, 0x0904,
        0x0905, 0x0906};

    private final byte[] message;

    private ClientHello(byte[] message) {
        this.message = message;
    }

    /**
     * Returns the message of a form.
     *
     * @param name the name of the server; only a name with a dot is sent, as the JDK does
     */
    static ClientHello of(Form form, String name) {
        return switch (form) {
            case HYBRID -> new ClientHello(message(name, true, -1));
            case PADDED -> new ClientHello(message(name, false, message(name, true, -1).length
                    - message(name, false, -1).length - EXTENSION_HEADER));
            default -> new ClientHello(message(name, false, -1));
        };
    }

    /** Returns the message in one record. */
    byte[] record() {
        return record(message);
    }

    /** Returns its two halves, each in a record. */
    byte[] twoRecords() {
        Bytes records = new Bytes();
        records.add(record(Arrays.copyOf(message, message.length / 2)));
        records.add(record(Arrays.copyOfRange(message, message.length / 2, message.length)));
        return records.toArray();
    }

    /** Returns the record in two halves, for one segment each. */
    List<byte[]> twoSegments() {
        byte[] record = record();
        return List.of(Arrays.copyOf(record, record.length / 2),
                Arrays.copyOfRange(record, record.length / 2, record.length));
    }

    private static byte[] record(byte[] content) {
        Bytes record = new Bytes();
        record.one(HANDSHAKE);
        record.two(TLS_1_0);
        record.two(content.length);
        record.add(content);
        return record.toArray();
    }

    /** Returns a message; without the extension for padding if its length is negative. */
    private static byte[] message(String name, boolean hybrid, int padding) {
        Bytes body = new Bytes();
        body.two(TLS_1_2);
        body.add(random(RANDOM));
        body.one(RANDOM);
        body.add(random(RANDOM));
        body.list(SUITES);
        body.one(1);
        body.one(0);
        byte[] extensions = extensions(name, hybrid, padding);
        body.two(extensions.length);
        body.add(extensions);
        Bytes message = new Bytes();
        message.one(CLIENT_HELLO);
        message.one(0);
        message.two(body.toArray().length);
        message.add(body.toArray());
        return message.toArray();
    }

    private static byte[] extensions(String name, boolean hybrid, int padding) {
        Bytes all = new Bytes();
        if (name.matches("[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*\\.[A-Za-z-][A-Za-z0-9-]*")) {
            byte[] host = name.getBytes(StandardCharsets.US_ASCII);
            Bytes names = new Bytes();
            names.two(host.length + 3);
            names.one(0);
            names.two(host.length);
            names.add(host);
            all.extension(SERVER_NAME, names);
        }
        all.extension(STATUS_REQUEST, Bytes.of(1, 0, 0, 0, 0));
        int[] groups = hybrid ? new int[CLASSICAL.length + 1] : CLASSICAL;
        if (hybrid) {
            groups[0] = X25519_MLKEM768;
            System.arraycopy(CLASSICAL, 0, groups, 1, CLASSICAL.length);
        }
        all.extension(GROUPS, Bytes.ofList(groups));
        all.extension(POINT_FORMATS, Bytes.of(1, 0));
        all.extension(EXTENDED_MASTER_SECRET, Bytes.of());
        all.extension(SESSION_TICKET, Bytes.of());
        all.extension(SIGNATURES, Bytes.ofList(SCHEMES));
        all.extension(VERSIONS, Bytes.of(4, TLS_1_3 >> Byte.SIZE, TLS_1_3 & MASK, TLS_1_2 >> Byte.SIZE,
                TLS_1_2 & MASK));
        all.extension(PSK_MODES, Bytes.of(1, 1));
        all.extension(SIGNATURES_OF_CERTIFICATES, Bytes.ofList(SCHEMES));
        all.extension(KEY_SHARES, shares(hybrid));
        all.extension(RENEGOTIATION, Bytes.of(0));
        if (padding >= 0) {
            all.extension(PADDING, Bytes.of(new int[padding]));
        }
        return all.toArray();
    }

    private static Bytes shares(boolean hybrid) {
        Bytes shares = new Bytes();
        if (hybrid) {
            byte[] key = encapsulationKey();
            shares.two(X25519_MLKEM768);
            shares.two(key.length + X25519_BYTES);
            shares.add(key);
            shares.add(random(X25519_BYTES));
        }
        shares.two(X25519);
        shares.two(X25519_BYTES);
        shares.add(random(X25519_BYTES));
        Bytes all = new Bytes();
        all.two(shares.toArray().length);
        all.add(shares.toArray());
        return all;
    }

    /** Returns a valid key for ML-KEM-768: servers check that its numbers are below the modulus. */
    private static byte[] encapsulationKey() {
        SecureRandom random = new SecureRandom();
        Bytes key = new Bytes();
        for (int i = 0; i < COEFFICIENTS; i += 2) {
            int first = random.nextInt(Q);
            int second = random.nextInt(Q);
            key.one(first & MASK);
            key.one(first >> Byte.SIZE | (second & 0xf) << 4);
            key.one(second >> 4);
        }
        key.add(random(SEED));
        return key.toArray();
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /** Bytes in the encoding of TLS. */
    private static final class Bytes {
        private final ByteArrayOutputStream all = new ByteArrayOutputStream();

        static Bytes of(int... each) {
            Bytes bytes = new Bytes();
            for (int one : each) {
                bytes.one(one);
            }
            return bytes;
        }

        static Bytes ofList(int... each) {
            Bytes bytes = new Bytes();
            bytes.list(each);
            return bytes;
        }

        void one(int value) {
            all.write(value);
        }

        void two(int value) {
            all.write(value >> Byte.SIZE);
            all.write(value);
        }

        void add(byte[] bytes) {
            all.writeBytes(bytes);
        }

        /** Adds numbers of two bytes after the length of their list. */
        void list(int... each) {
            two(2 * each.length);
            for (int one : each) {
                two(one);
            }
        }

        void extension(int type, Bytes content) {
            two(type);
            two(content.all.size());
            add(content.toArray());
        }

        byte[] toArray() {
            return all.toByteArray();
        }
    }
}
