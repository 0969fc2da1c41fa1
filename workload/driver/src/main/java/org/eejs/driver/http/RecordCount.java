package org.eejs.driver.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import org.eejs.role.ServerFlight;

/**
 * The number of TLS records of a connection that carry data, in both directions. These are the records of type 23 (RFC
 * 8446, 5.1), recognized by their headers, which are not encrypted. Its place is before TLS. In TLS 1.3 session tickets
 * have that type, too; so have parts of the handshake, which {@link #endHandshake} leaves out. Used by one event
 * loop's thread only.
 *
 * <p>It also counts the bytes of the client's first flight, and those of the server until the handshake ends, which are
 * a handshake's largest part.
 */
public final class RecordCount extends ChannelDuplexHandler {
    private static final int HEADER_BYTES = 5;
    private static final int APPLICATION_DATA = 23;

    private final Direction received = new Direction();
    private final Direction sent = new Direction();
    private int records;
    private int helloBytes;
    private int flightBytes;
    private boolean ended;
    /** The server's first bytes, where TLS does not report the group of the key exchange; else null. */
    private final ServerFlight seen;

    /** Creates a counter; {@code readsGroup} is whether it also reads the group of the key exchange. */
    public RecordCount(boolean readsGroup) {
        seen = readsGroup ? new ServerFlight() : null;
    }

    /** The position of one direction within a record; a record may come in several reads, and several in one. */
    private static final class Direction {
        /** The number of header bytes that have been read. */
        private int header;
        private int type;
        /** The remaining bytes of the body, once the header is complete. */
        private int left;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!ended && message instanceof ByteBuf bytes) {
            flightBytes += bytes.readableBytes();
            if (seen != null) {
                seen.add(bytes.nioBuffer());
            }
        }
        count(received, message);
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (flightBytes == 0 && message instanceof ByteBuf bytes) {
            helloBytes += bytes.readableBytes();
        }
        count(sent, message);
        context.write(message, promise);
    }

    private void count(Direction direction, Object message) {
        if (!(message instanceof ByteBuf bytes)) {
            return;
        }
        int at = bytes.readerIndex();
        while (at < bytes.writerIndex()) {
            if (direction.header == HEADER_BYTES) {
                int skipped = Math.min(direction.left, bytes.writerIndex() - at);
                at += skipped;
                direction.left -= skipped;
            } else {
                header(direction, bytes.getUnsignedByte(at++));
            }
            if (direction.header == HEADER_BYTES && direction.left == 0) {
                direction.header = 0;
            }
        }
    }

    /** Reads a header byte: type, two bytes of version, two of length. */
    private void header(Direction direction, int next) {
        direction.type = direction.header == 0 ? next : direction.type;
        direction.left = direction.header <= 2 ? 0 : direction.left << Byte.SIZE | next;
        direction.header++;
        records += direction.header == HEADER_BYTES && direction.type == APPLICATION_DATA ? 1 : 0;
    }

    /** Returns the bytes of the client's first flight, its ClientHello. */
    public int helloBytes() {
        return helloBytes;
    }

    /** Leaves out all later records and bytes. */
    public void endHandshake() {
        ended = true;
        drain();
    }

    /** Returns the server's bytes of the handshake: in TLS 1.3 those of its flight. */
    public int flightBytes() {
        return flightBytes;
    }

    /** Returns the group of the key exchange; null if it is not read, or there was none. */
    public String group() {
        return seen == null ? null : seen.group();
    }

    /** Returns the number of records that began since the last call. */
    public int drain() {
        int counted = records;
        records = 0;
        return counted;
    }
}
