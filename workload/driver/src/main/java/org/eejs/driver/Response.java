package org.eejs.driver;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/**
 * The response that a connection is receiving. Of a body only what the checks need is kept: its length, its beginning
 * and its end. One object serves all responses of a connection; it is valid until the next request is sent.
 */
final class Response {
    static final int OK = 200;
    static final int NOT_MODIFIED = 304;

    /** Everything that a page must show stands within these first bytes. */
    static final int HEAD_BYTES = 4_096;
    /** The end marker is shorter than this. */
    static final int TAIL_BYTES = 128;

    private int status;
    private String etag;
    private String cookie;
    private String location;
    private int bodyBytes;
    private int exchangedBytes;
    private boolean keepsBody;
    private boolean keepAlive;
    private byte[] head;
    private int headLength;
    private final byte[] tail = new byte[TAIL_BYTES];
    private int tailLength;

    /** Makes ready for the response to a request of so many bytes; bodies are kept for pages only. */
    void begin(int requestBytes, boolean keepBody) {
        exchangedBytes = requestBytes;
        status = 0;
        etag = null;
        cookie = null;
        location = null;
        bodyBytes = 0;
        headLength = 0;
        tailLength = 0;
        keepsBody = keepBody;
    }

    /** Takes in that so many bytes of it have come, headers included. */
    void received(int bytes) {
        exchangedBytes += bytes;
    }

    /** The bytes of request and response so far. */
    int exchangedBytes() {
        return exchangedBytes;
    }

    void head(HttpResponse message) {
        HttpHeaders headers = message.headers();
        status = message.status().code();
        etag = headers.get(HttpHeaderNames.ETAG);
        cookie = headers.get(HttpHeaderNames.SET_COOKIE);
        location = headers.get(HttpHeaderNames.LOCATION);
        keepAlive = !"close".equalsIgnoreCase(headers.get(HttpHeaderNames.CONNECTION));
    }

    void body(ByteBuf content) {
        int length = content.readableBytes();
        bodyBytes += length;
        if (!keepsBody || length == 0) {
            return;
        }
        if (head == null) {
            head = new byte[HEAD_BYTES];
        }
        int start = content.readerIndex();
        int toHead = Math.min(length, HEAD_BYTES - headLength);
        content.getBytes(start, head, headLength, toHead);
        headLength += toHead;

        int toTail = Math.min(length, TAIL_BYTES);
        int kept = Math.min(tailLength, TAIL_BYTES - toTail);
        System.arraycopy(tail, tailLength - kept, tail, 0, kept);
        content.getBytes(start + length - toTail, tail, kept, toTail);
        tailLength = kept + toTail;
    }

    /** Drops the beginning of the body, which is by far the largest part of an idle connection. */
    void release() {
        head = null;
    }

    int status() {
        return status;
    }

    String etag() {
        return etag;
    }

    /** The cookie's name and value without its attributes, or null. */
    String cookie() {
        if (cookie == null) {
            return null;
        }
        int end = cookie.indexOf(';');
        return end < 0 ? cookie : cookie.substring(0, end);
    }

    String location() {
        return location;
    }

    int bodyBytes() {
        return bodyBytes;
    }

    boolean keepAlive() {
        return keepAlive;
    }

    /** The beginning of the body, {@link #HEAD_BYTES} at most. */
    String bodyHead() {
        return head == null ? "" : new String(head, 0, headLength, StandardCharsets.ISO_8859_1);
    }

    /** The end of the body, {@link #TAIL_BYTES} at most. */
    String bodyTail() {
        return new String(tail, 0, tailLength, StandardCharsets.ISO_8859_1);
    }
}
