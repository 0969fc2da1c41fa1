package org.eejs.driver;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.util.ByteProcessor;
import java.nio.charset.StandardCharsets;
import org.eejs.driver.http.Response;

/**
 * A decoder of HTTP/1.1 responses that counts their decrypted bytes, and keeps back the bytes that follow a response.
 * It accepts a line end after a body although the body's length does not count it; some servers send one.
 */
final class AnswerDecoder extends HttpResponseDecoder {
    /** Bodies are passed on in pieces of at most this size; large enough for the largest page. */
    private static final int CHUNK_BYTES = 64 * 1_024;

    private final Connection connection;
    private final Response response;

    AnswerDecoder(Connection connection, Response response, int mostHeaderBytes) {
        super(new HttpDecoderConfig().setMaxChunkSize(CHUNK_BYTES).setValidateHeaders(false)
                .setMaxHeaderSize(mostHeaderBytes).setInitialBufferSize(128));
        this.connection = connection;
        this.response = response;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
        if (message instanceof ByteBuf bytes) {
            boolean idle = connection.isIdle();
            if (idle && hasText(bytes) || connection.awaitsLater() && !begins(bytes, "HTTP/")) {
                int surplus = bytes.readableBytes();
                // A server may send this status before it closes an idle connection.
                boolean timedOut = idle && begins(bytes, "HTTP/1.1 408");
                bytes.release();
                connection.followed(timedOut ? 0 : surplus, !idle);
                return;
            }
            response.received(bytes.readableBytes());
        }
        super.channelRead(context, message);
    }

    /** Returns the number of bytes that have been read and belong to no response. */
    int surplus() {
        return hasText(internalBuffer()) ? actualReadableBytes() : 0;
    }

    private static boolean hasText(ByteBuf bytes) {
        return bytes.forEachByte(ByteProcessor.FIND_NON_CRLF) >= 0;
    }

    /** Returns whether they are the beginning of the expected text, or begin with it. */
    private static boolean begins(ByteBuf bytes, String expected) {
        int start = bytes.forEachByte(ByteProcessor.FIND_NON_CRLF);
        int length = start < 0 ? 0 : Math.min(expected.length(), bytes.writerIndex() - start);
        return length == 0
                || bytes.toString(start, length, StandardCharsets.ISO_8859_1).equals(expected.substring(0, length));
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage message) {
        return response.isBodiless() || super.isContentAlwaysEmpty(message);
    }
}
