package org.eejs.bench.crypto;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;

/**
 * The memory of one record: its text and, behind it, room for the tag. An initialised cipher processes it in place, or
 * reads it and writes to another memory of the same kind. Not thread-safe.
 */
public abstract class RecordMemory {
    /**
     * The kind of memory that a cipher gets. The names are those of the benchmark's parameter. It matters most to
     * native code: Conscrypt copies it to direct buffers that it allocates each time, while it
     * uses arrays and direct buffers as they are.
     */
    public enum Buffer {
        /** A ByteBuffer on the heap and its duplicate, as in JSSE unless it is given direct ones. */
        heapBuffer,
        /** An array of bytes. */
        array,
        /** A ByteBuffer outside the heap and its duplicate, as in network code that copies nothing. */
        directBuffer
    }

    /** Returns memory of that kind, all zero. */
    public static RecordMemory of(Buffer buffer, int textBytes, int tagBytes) {
        int all = textBytes + tagBytes;
        return switch (buffer) {
            case heapBuffer -> new InBuffer(ByteBuffer.allocate(all), textBytes);
            case directBuffer -> new InBuffer(ByteBuffer.allocateDirect(all), textBytes);
            case array -> new InArray(new byte[all], textBytes);
        };
    }

    /** Encrypts the text in place, and appends the tag; returns the number of bytes according to the cipher. */
    abstract int seal(Cipher cipher) throws GeneralSecurityException;

    /** Decrypts all in place; returns the number of bytes according to the cipher. */
    abstract int open(Cipher cipher) throws GeneralSecurityException;

    /** Decrypts all into another memory of this kind; returns the number of bytes according to the cipher. */
    abstract int openInto(Cipher cipher, RecordMemory to) throws GeneralSecurityException;

    /** Puts bytes at the start. */
    abstract void put(byte[] bytes);

    /** Returns a copy of the first bytes. */
    abstract byte[] first(int bytes);

    private static final class InBuffer extends RecordMemory {
        private final ByteBuffer all;
        private final int textBytes;

        InBuffer(ByteBuffer all, int textBytes) {
            this.all = all;
            this.textBytes = textBytes;
        }

        @Override
        int seal(Cipher cipher) throws GeneralSecurityException {
            ByteBuffer text = all.duplicate();
            text.clear().limit(textBytes);
            all.clear();
            return cipher.doFinal(text, all);
        }

        @Override
        int open(Cipher cipher) throws GeneralSecurityException {
            ByteBuffer text = all.duplicate();
            text.clear();
            all.clear();
            return cipher.doFinal(all, text);
        }

        @Override
        int openInto(Cipher cipher, RecordMemory to) throws GeneralSecurityException {
            ByteBuffer text = ((InBuffer) to).all;
            text.clear();
            all.clear();
            return cipher.doFinal(all, text);
        }

        @Override
        void put(byte[] bytes) {
            all.clear().put(bytes);
        }

        @Override
        byte[] first(int bytes) {
            byte[] copy = new byte[bytes];
            all.clear().get(copy);
            return copy;
        }
    }

    private static final class InArray extends RecordMemory {
        private final byte[] all;
        private final int textBytes;

        InArray(byte[] all, int textBytes) {
            this.all = all;
            this.textBytes = textBytes;
        }

        @Override
        int seal(Cipher cipher) throws GeneralSecurityException {
            return cipher.doFinal(all, 0, textBytes, all, 0);
        }

        @Override
        int open(Cipher cipher) throws GeneralSecurityException {
            return cipher.doFinal(all, 0, all.length, all, 0);
        }

        @Override
        int openInto(Cipher cipher, RecordMemory to) throws GeneralSecurityException {
            return cipher.doFinal(all, 0, all.length, ((InArray) to).all, 0);
        }

        @Override
        void put(byte[] bytes) {
            System.arraycopy(bytes, 0, all, 0, bytes.length);
        }

        @Override
        byte[] first(int bytes) {
            return Arrays.copyOf(all, bytes);
        }
    }
}
