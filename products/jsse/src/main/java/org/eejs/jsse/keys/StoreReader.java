package org.eejs.jsse.keys;

import java.io.ByteArrayInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * Reads a key store from a stream, and compares it on the way with one that is known: where they are equal, nothing is
 * copied and nothing is allocated. For one thread and one stream; closed, it gives its buffer to the next one.
 */
final class StoreReader implements AutoCloseable {
    /** The fastest for files among 8, 16, 32 and 64 kB on JDK 17 and 25. */
    private static final int BUFFER_BYTES = 64 << 10;
    private static final int FOREIGN_BUFFER_BYTES = 8 << 10;
    private static final Queue<byte[]> BUFFERS = new ArrayBlockingQueue<>(4);

    private final InputStream stream;
    private final byte[] buffer;
    private int filled;

    StoreReader(InputStream stream) {
        this.stream = stream;
        byte[] reused = isTrusted() ? BUFFERS.poll() : null;
        this.buffer = reused != null ? reused : new byte[isTrusted() ? BUFFER_BYTES : FOREIGN_BUFFER_BYTES];
    }

    /** Whether the stream forgets the buffer that it filled, so that another stream may have it. */
    private boolean isTrusted() {
        return stream.getClass() == FileInputStream.class || stream.getClass() == ByteArrayInputStream.class;
    }

    /** The next bytes; as many as fit into the buffer, fewer at the end of the stream only, none behind it. */
    ByteBuffer next() throws IOException {
        filled = 0;
        while (filled < buffer.length) {
            int count = stream.read(buffer, filled, buffer.length - filled);
            if (count < 0) {
                break;
            }
            filled += count;
        }
        return ByteBuffer.wrap(buffer, 0, filled);
    }

    /**
     * All bytes of the stream, or the first ones where there are more than {@code most}.
     *
     * @param equal what is equal to the bytes before those that {@link #next} gave last
     * @param length how many bytes that are
     */
    byte[] all(byte[] equal, int length, int most) throws IOException {
        int size = length + filled;
        byte[] bytes = Arrays.copyOf(equal, size + Math.min(Math.max(stream.available(), 0), most));
        System.arraycopy(buffer, 0, bytes, length, filled);
        while (filled == buffer.length && size <= most) {
            next();
            if (size + filled > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + filled));
            }
            System.arraycopy(buffer, 0, bytes, size, filled);
            size += filled;
        }
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    @Override
    public void close() {
        if (buffer.length == BUFFER_BYTES) {
            BUFFERS.offer(buffer);
        }
    }
}
