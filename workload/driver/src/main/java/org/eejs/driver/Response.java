package org.eejs.driver;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import org.eejs.driver.service.Deadline;
import org.eejs.driver.service.ServiceAnswer;
import org.eejs.service.AnswerLimits;

/**
 * The response that a connection is receiving. Only what the checks need of it is kept. One object serves all responses
 * of a connection; it is valid until the next request is sent.
 */
final class Response {
    static final int OK = 200;
    static final int NOT_MODIFIED = 304;
    private static final int NO_CONTENT = 204;

    /** Everything that a page must show stands within these first bytes. */
    static final int HEAD_BYTES = 4_096;
    /** The end marker is shorter than this. */
    static final int TAIL_BYTES = 128;

    /** The parts of a response that are kept, in addition to its status. */
    enum Keep {
        NOTHING,
        /** The beginning and the end of its body. */
        EDGES,
        /** Its headers. */
        HEADERS,
        /** Its headers; no body follows, whatever they say, as after a HEAD. */
        HEADERS_ALONE,
        /** Its headers and its body. */
        ALL
    }

    private final AnswerLimits limits;
    private final TextBudget budget;
    private int status;
    private String etag;
    private String cookie;
    private String location;
    private long bodyBytes;
    private long exchangedBytes;
    private int requestBytes;
    private int records;
    /** The value of {@link #exchangedBytes} above which an answer is too long. */
    private long mostExchanged;
    private Keep keep;
    private boolean keepAlive;
    /** As its header says; -1 where that is not kept or says nothing. */
    private long length;
    /** What ended the response before this one; for messages. */
    private int lastStatus;
    private long lastLength;
    private boolean lastIsBodiless;
    private HttpHeaders headers;
    private ByteArrayOutputStream body;
    /** Why the body is not kept; null if it is. */
    private String unkept;
    private byte[] head;
    private int headLength;
    private final byte[] tail = new byte[TAIL_BYTES];
    private int tailLength;

    /** A response with the usual limits. */
    Response() {
        this(AnswerLimits.USUAL, TextBudget.unlimited());
    }

    /**
     * A response with these limits.
     *
     * @param budget what kept bodies are taken from
     */
    Response(AnswerLimits limits, TextBudget budget) {
        this.limits = limits;
        this.budget = budget;
    }

    /** Makes ready for the response to a request of this many bytes. */
    void begin(int requestBytes, Keep kept) {
        exchangedBytes = requestBytes;
        this.requestBytes = requestBytes;
        mostExchanged = requestBytes + limits.bodyBytes();
        unkept = null;
        status = 0;
        length = -1;
        etag = null;
        cookie = null;
        location = null;
        bodyBytes = 0;
        headLength = 0;
        tailLength = 0;
        keep = kept;
        release();
    }

    /** Counts bytes that have come, headers included. */
    void received(int bytes) {
        exchangedBytes += bytes;
    }

    /** The bytes of request and response so far. */
    long exchangedBytes() {
        return exchangedBytes;
    }

    /** It is complete, and its connection has carried this many TLS records since the response before it. */
    void records(int carried) {
        records = carried;
    }

    /** The TLS records of request and response; those of other streams of the connection may be among them. */
    int records() {
        return records;
    }

    /** Returns whether more has come than the limits allow. */
    boolean isTooLong() {
        return exchangedBytes > mostExchanged;
    }

    /** The most bytes that a response may have. */
    long mostBytes() {
        return limits.bodyBytes();
    }

    void head(HttpResponse message) {
        HttpHeaders all = message.headers();
        status = message.status().code();
        etag = all.get(HttpHeaderNames.ETAG);
        cookie = all.get(HttpHeaderNames.SET_COOKIE);
        location = all.get(HttpHeaderNames.LOCATION);
        keepAlive = HttpUtil.isKeepAlive(message);
        headers = keep.compareTo(Keep.HEADERS) < 0 ? null : all;
        length = headers == null ? -1 : HttpUtil.getContentLength(message, -1L);
    }

    /** It is complete. */
    void ends() {
        lastStatus = status;
        lastLength = length;
        lastIsBodiless = isBodiless();
    }

    /** Says what is wrong about bytes that follow the last response that was complete. */
    String surplus(int bytes) {
        String found = ", found " + bytes + " bytes more";
        if (lastIsBodiless) {
            return "expected an answer to HEAD without a body" + found;
        }
        return lastStatus == NO_CONTENT || lastStatus == NOT_MODIFIED
                ? "expected no body of an answer with status " + lastStatus + found
                : lastLength < 0 ? "expected nothing after the end of the answer" + found
                        : "expected the " + lastLength + " bytes that Content-Length gives" + found;
    }

    /** Says how much of the body is missing; null where nothing has come, or the length is not known. */
    String missing() {
        return status == 0 || length <= bodyBytes || isBodiless() ? null
                : "expected the " + length + " bytes that Content-Length gives, found " + bodyBytes;
    }

    /** Whether any of it has come. */
    boolean hasBegun() {
        return exchangedBytes > requestBytes || status != 0;
    }

    void body(ByteBuf content) {
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
    void release() {
        head = null;
        headers = null;
        release(body);
        body = null;
    }

    /** Whether no body follows, whatever its headers say. */
    boolean isBodiless() {
        return keep == Keep.HEADERS_ALONE;
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

    long bodyBytes() {
        return bodyBytes;
    }

    boolean keepAlive() {
        return keepAlive;
    }

    /** All headers; null if they are not kept. */
    HttpHeaders headers() {
        return headers;
    }

    /** Makes an answer of it to look at; see {@link ServiceAnswer}. */
    ServiceAnswer answer(Deadline deadline, BooleanSupplier showsText) {
        return new ServiceAnswer(status, headers, new ServiceAnswer.Body(wholeBody(), unkept, limits.textBytes()),
                deadline, showsText);
    }

    /** All of the body as it came, as far as it is kept; null if it is not kept. */
    byte[] wholeBody() {
        if (unkept != null) {
            return null;
        }
        return body == null ? new byte[0] : body.toByteArray();
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
