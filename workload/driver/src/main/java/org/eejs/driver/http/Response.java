package org.eejs.driver.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.eejs.banking.service.AnswerLimits;

/**
 * The response that a connection is receiving. It keeps only the parts that the checks need. One object serves all
 * responses of a connection; it is valid until the next request is sent.
 */
public final class Response {
    public static final int OK = 200;
    public static final int NOT_MODIFIED = 304;
    private static final int NO_CONTENT = 204;

    /** The length of the beginning, which contains everything that a page must show. */
    public static final int HEAD_BYTES = 4_096;
    /** The end marker is shorter than this. */
    public static final int TAIL_BYTES = 128;

    /** The parts of a response that are kept, in addition to its status. */
    public enum Keep {
        NOTHING,
        /** Its headers. */
        HEADERS,
        /** Its headers; no body follows, whatever they announce, as after a HEAD. */
        HEADERS_ALONE,
        /** Its headers, and the beginning and the end of its body. */
        EDGES,
        /** Its headers and its body. */
        ALL
    }

    private final AnswerLimits limits;
    private final TextBudget budget;
    private int status;
    private long bodyBytes;
    private long exchangedBytes;
    private int requestBytes;
    private int records;
    /** The value of {@link #exchangedBytes} above which an answer is too long. */
    private long mostExchanged;
    private Keep keep;
    private boolean keepAlive;
    /** The length in its header; -1 if that is not kept or missing. */
    private long length;
    /** The status of the response before this one; for messages. */
    private int lastStatus;
    private long lastLength;
    private boolean lastIsBodiless;
    private HttpHeaders headers;
    private ByteArrayOutputStream body;
    /** The reason why the body is not kept; null if it is. */
    private String unkept;
    private byte[] head;
    private int headLength;
    private final byte[] tail = new byte[TAIL_BYTES];
    private int tailLength;

    /** Creates a response with the usual limits. */
    public Response() {
        this(AnswerLimits.USUAL, TextBudget.unlimited());
    }

    /**
     * Creates a response with these limits.
     *
     * @param budget the memory for kept bodies
     */
    public Response(AnswerLimits limits, TextBudget budget) {
        this.limits = limits;
        this.budget = budget;
    }

    /** Prepares for the response to a request of this number of bytes. */
    public void begin(int requestBytes, Keep kept) {
        exchangedBytes = requestBytes;
        this.requestBytes = requestBytes;
        mostExchanged = requestBytes + limits.bodyBytes();
        unkept = null;
        status = 0;
        length = -1;
        bodyBytes = 0;
        headLength = 0;
        tailLength = 0;
        keep = kept;
        release();
    }

    /** Counts bytes that have come, headers included. */
    public void received(int bytes) {
        exchangedBytes += bytes;
    }

    /** Returns the bytes of request and response so far. */
    public long exchangedBytes() {
        return exchangedBytes;
    }

    /** Completes the response, whose connection has carried this number of TLS records since the response before it. */
    public void records(int carried) {
        records = carried;
    }

    /** Returns the TLS records of request and response; those of other streams of the connection may be among them. */
    public int records() {
        return records;
    }

    /** Returns whether more has come than the limits allow. */
    public boolean isTooLong() {
        return exchangedBytes > mostExchanged;
    }

    public void head(HttpResponse message) {
        HttpHeaders all = message.headers();
        status = message.status().code();
        keepAlive = HttpUtil.isKeepAlive(message);
        headers = keep == Keep.NOTHING ? null : all;
        length = headers == null ? -1 : HttpUtil.getContentLength(message, -1L);
    }

    /** Completes the response. */
    public void ends() {
        lastStatus = status;
        lastLength = length;
        lastIsBodiless = isBodiless();
    }

    /** Returns the fault of bytes that follow the last complete response, in words. */
    public String surplus(int bytes) {
        String found = ", found " + bytes + " bytes more";
        if (lastIsBodiless) {
            return "expected an answer to HEAD without a body" + found;
        }
        return lastStatus == NO_CONTENT || lastStatus == NOT_MODIFIED
                ? "expected no body of an answer with status " + lastStatus + found
                : lastLength < 0 ? "expected nothing after the end of the answer" + found
                        : "expected the " + lastLength + " bytes that Content-Length gives" + found;
    }

    /** Returns the missing part of the body, in words; null if nothing has come, or the length is not known. */
    public String missing() {
        return status == 0 || length <= bodyBytes || isBodiless() ? null
                : "expected the " + length + " bytes that Content-Length gives, found " + bodyBytes;
    }

    /** Returns whether any of it has come. */
    public boolean hasBegun() {
        return exchangedBytes > requestBytes || status != 0;
    }

    public void body(ByteBuf content) {
        int length = content.readableBytes();
        bodyBytes += length;
        if (keep == Keep.EDGES && length > 0) {
            edges(content, length);
        } else if (keep == Keep.ALL && unkept == null) {
            keep(content, length);
        }
    }

    private void keep(ByteBuf content, int length) {
        if (bodyBytes > limits.textBytes()) {
            dropBody("its body is longer than " + limits.textBytes() + " bytes; raise limits: {textBytes} if it must "
                    + "be read");
        } else if (!budget.take(length)) {
            dropBody("answers that are under way fill the " + budget + " that the driver keeps for them; lower "
                    + "sessions or limits: {textBytes}");
        } else {
            if (body == null) {
                body = new ByteArrayOutputStream(length);
            }
            body.writeBytes(ByteBufUtil.getBytes(content));
        }
    }

    private void dropBody(String why) {
        unkept = why;
        release(body);
        body = null;
    }

    private void release(ByteArrayOutputStream kept) {
        if (kept != null) {
            budget.give(kept.size());
        }
    }

    private void edges(ByteBuf content, int length) {
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

    /** Drops headers and body, which are by far the largest part of an idle connection. */
    public void release() {
        head = null;
        headers = null;
        release(body);
        body = null;
    }

    /** Returns whether no body follows, whatever its headers announce. */
    public boolean isBodiless() {
        return keep == Keep.HEADERS_ALONE;
    }

    public int status() {
        return status;
    }

    public long bodyBytes() {
        return bodyBytes;
    }

    public boolean keepAlive() {
        return keepAlive;
    }

    /** Returns all headers; null if they are not kept. */
    public HttpHeaders headers() {
        return headers;
    }

    /** Returns all of the body, undecoded; throws IOException with the reason if it is not kept. */
    public byte[] wholeBody() throws IOException {
        if (unkept != null) {
            throw new IOException(unkept);
        }
        return body == null ? new byte[0] : body.toByteArray();
    }

    /** Returns the limit for reading a body, also after decompression. */
    public int mostTextBytes() {
        return limits.textBytes();
    }

    /** Returns the beginning of the body, {@link #HEAD_BYTES} at most. */
    public String bodyHead() {
        return head == null ? "" : new String(head, 0, headLength, StandardCharsets.ISO_8859_1);
    }

    /** Returns the end of the body, {@link #TAIL_BYTES} at most. */
    public String bodyTail() {
        return new String(tail, 0, tailLength, StandardCharsets.ISO_8859_1);
    }
}
