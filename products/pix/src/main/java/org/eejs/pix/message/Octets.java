package org.eejs.pix.message;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * Bytes that are written one after the other: kept, or passed to a digest whenever the buffer is full. For one thread.
 */
public final class Octets {
    private static final int DIGESTED_AT_ONCE = 8192;

    private final MessageDigest digest;
    private byte[] bytes;
    private int size;

    public Octets(int expected) {
        digest = null;
        bytes = new byte[Math.max(16, expected)];
    }

    /** Creates a buffer that digests the written bytes, and keeps none of them. */
    public Octets(MessageDigest digest) {
        this.digest = digest;
        bytes = new byte[DIGESTED_AT_ONCE];
    }

    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    public int size() {
        return size;
    }

    /** Returns the kept bytes, followed by room for more; valid until the next one is written. */
    public byte[] array() {
        return bytes;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** Discards everything after that number of bytes. */
    public void truncate(int kept) {
        size = Math.min(size, kept);
    }

    public byte[] digest() {
        digest.update(bytes, 0, size);
        size = 0;
        return digest.digest();
    }

    public void append(char ascii) {
        append((byte) ascii);
    }

    public void append(byte octet) {
        if (size == bytes.length) {
            room(1);
        }
        bytes[size++] = octet;
    }

    public void append(byte[] octets) {
        append(octets, 0, octets.length);
    }

    public void append(byte[] octets, int from, int length) {
        if (length > bytes.length - size) {
            room(length);
        }
        if (length > bytes.length - size) {
            digest.update(octets, from, length);
            return;
        }
        System.arraycopy(octets, from, bytes, size, length);
        size += length;
    }

    public void append(String text) {
        int length = text.length();
        if (3 * length > bytes.length - size) {
            room(3 * length);
        }
        if (3 * length > bytes.length - size) {
            append(text.getBytes(StandardCharsets.UTF_8));
            return;
        }
        int at = size;
        byte[] to = bytes;
        for (int i = 0; i < length; i++) {
            char each = text.charAt(i);
            if (each >= 0x80) {
                size = at;
                append(text.substring(i).getBytes(StandardCharsets.UTF_8));
                return;
            }
            to[at++] = (byte) each;
        }
        size = at;
    }

    /** Writes a character beyond ASCII in UTF-8. */
    public void appendCodePoint(int codePoint) {
        if (bytes.length - size < 4) {
            room(4);
        }
        if (codePoint < 0x800) {
            bytes[size++] = (byte) (0xc0 | codePoint >> 6);
        } else {
            if (codePoint < 0x10000) {
                bytes[size++] = (byte) (0xe0 | codePoint >> 12);
            } else {
                bytes[size++] = (byte) (0xf0 | codePoint >> 18);
                bytes[size++] = (byte) (0x80 | codePoint >> 12 & 0x3f);
            }
            bytes[size++] = (byte) (0x80 | codePoint >> 6 & 0x3f);
        }
        bytes[size++] = (byte) (0x80 | codePoint & 0x3f);
    }

    /** Makes room by growing, or by digesting the content, which may still be too little for that number of bytes. */
    private void room(int more) {
        if (digest != null) {
            digest.update(bytes, 0, size);
            size = 0;
        } else {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(size, more)));
        }
    }
}
