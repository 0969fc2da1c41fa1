package org.eejs.driver;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslClosedEngineException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import javax.net.ssl.SSLException;
import org.eejs.driver.http.Http2Pipeline;
import org.eejs.driver.http.RecordCount;
import org.eejs.driver.http.Response;
import org.eejs.driver.http.SlowLine;
import org.eejs.driver.protocol.FailureReason;

/**
 * One TCP connection with TLS, carrying one request at a time; or one of HTTP/2, and each of its streams for one
 * request. Its events go to its owner. Used by one event loop's thread only.
 */
final class Connection extends ChannelInboundHandlerAdapter {
    private static final int MOST_HEADER_BYTES = 64 * 1_024;
    /** The speed of a line without a limit. */
    static final int UNLIMITED = 0;

    interface Owner {
        /** Reports that requests may be sent; TLS is agreed on, or outcome is null if there is none. */
        void opened(Connection connection, TlsClient.Outcome outcome, long handshakeNanos);

        /** Reports that the response to the last request is complete. */
        void responded(Connection connection, Response response);

        /**
         * Reports that the connection was lost while it was being opened or a response was due.
         *
         * @param cause the details; may be null
         */
        void lost(Connection connection, FailureReason reason, Throwable cause);

        /** Returns the response object for the connection's answers. */
        default Response newResponse() {
            return new Response();
        }

        /**
         * Reports that the other side has refused this stream's request before it began with it: it may be sent again.
         */
        default void unprocessed(Connection stream) {
            lost(stream, FailureReason.CONNECTION_LOST, null);
        }

        /**
         * Reports that the other side has ended a connection on which it had answered before, before any byte of this
         * response. It may have ended it before the request came.
         *
         * @param cause the details; may be null
         */
        default void unanswered(Connection connection, Throwable cause) {
            lost(connection, FailureReason.CONNECTION_LOST, cause);
        }

        /**
         * Reports bytes after a response that do not belong to it; the connection is closed. It may have been idle.
         *
         * @param before whether they follow the response before the one that is due
         * @param found the expected and the actual bytes, in words
         */
        default void surplus(Connection connection, boolean before, String found) {
            lost(connection, FailureReason.BAD_HTTP, null);
        }
    }

    private final Owner owner;
    private final TlsClient tls;
    private final Response response;
    /** Only for HTTP/1.1. */
    private final AnswerDecoder decoder;
    private final RecordCount records;
    private Channel channel;
    private long handshakeStartNanos;
    private long handshakeStartMillis;
    private State state = State.OPENING;
    private boolean answered;
    private boolean informational;
    /** The connection of a stream. */
    private Connection carrier;

    private enum State { OPENING, IDLE, AWAITING, CLOSED }

    private Connection(Owner owner, TlsClient tls) {
        this.owner = owner;
        this.tls = tls;
        this.records = new RecordCount(tls.readsGroup());
        this.response = owner.newResponse();
        this.decoder = new AnswerDecoder(this, response, MOST_HEADER_BYTES);
    }

    /**
     * Begins to open a connection.
     *
     * @param bootstrap of the owner's event loop, with the remote address
     * @param host the name that the certificate must carry
     * @param key connections with the same key resume each other's TLS sessions
     * @param lineSpeed the maximum of received bytes a second, those of TLS included; {@link #UNLIMITED} for no limit
     */
    static Connection open(Bootstrap bootstrap, TlsClient tls, String host, int key, int lineSpeed, Owner owner) {
        Connection connection = new Connection(owner, tls);
        ChannelFuture connecting = bootstrap.clone().handler(new ChannelInitializer<Channel>() {
            @Override
            protected void initChannel(Channel channel) {
                connection.channel = channel;
                if (lineSpeed != UNLIMITED) {
                    channel.pipeline().addLast(new SlowLine(lineSpeed));
                }
                if (tls.isUsed()) {
                    channel.pipeline().addLast(connection.records, tls.newHandler(channel.alloc(), host, key));
                }
                if (!tls.offersHttp2()) {
                    channel.pipeline().addLast(connection.decoder);
                }
                channel.pipeline().addLast(connection);
            }
        }).connect();
        connecting.addListener(future -> {
            if (future.isSuccess()) {
                // Set before the channel is active, because that starts TLS at once.
                connection.handshakeStartNanos = System.nanoTime();
                connection.handshakeStartMillis = System.currentTimeMillis();
            } else {
                // If no socket could be opened at all, this is not the loop's thread.
                bootstrap.config().group().execute(
                        () -> connection.lose(connectFailure(future.cause()), future.cause()));
            }
        });
        return connection;
    }

    private static FailureReason connectFailure(Throwable cause) {
        boolean own = cause instanceof ChannelException
                || String.valueOf(cause.getMessage()).contains("assign requested address");
        return own ? FailureReason.NO_SOCKET : FailureReason.CONNECTION_REFUSED;
    }

    boolean isOpening() {
        return state == State.OPENING;
    }

    /** Returns whether a request may be sent on it at once. */
    boolean isIdle() {
        return state == State.IDLE && (carrier == null || carrier.state == State.IDLE);
    }

    boolean isClosed() {
        return state == State.CLOSED;
    }

    /** Returns whether a response is due that is not the first, and no byte of it has come. */
    boolean awaitsLater() {
        return state == State.AWAITING && answered && !response.hasBegun();
    }

    /**
     * Handles bytes that do not belong to a response that is due.
     *
     * @param surplus their number; 0 if they are not a fault
     * @param before whether they follow the response before the one that is due
     */
    void followed(int surplus, boolean before) {
        close();
        response.release();
        if (surplus > 0) {
            owner.surplus(this, before, response.surplus(surplus));
        }
    }

    /** Returns the missing part of the response's body, in words; null if it is not known. */
    String missing() {
        return response.missing();
    }

    /** Returns whether it has had a response: the data that resumes its TLS session came before, also in TLS 1.3. */
    boolean isAnswered() {
        return answered;
    }

    /**
     * Sends a request; the connection must be idle.
     *
     * @param request in bytes; only ASCII
     * @param keep the parts of the response that will be checked
     */
    void send(CharSequence request, Response.Keep keep) {
        ByteBuf bytes = newBuffer(request.length());
        ByteBufUtil.writeAscii(bytes, request);
        send(bytes, bytes.readableBytes(), keep);
    }

    /** Returns a buffer for a request. */
    ByteBuf newBuffer(int bytes) {
        return channel.alloc().buffer(bytes);
    }

    /**
     * Sends a request; the connection must be idle.
     *
     * @param request a buffer, or a {@link io.netty.handler.codec.http.FullHttpRequest} over a stream; is released
     * @param keep the parts of the response that will be checked
     */
    void send(Object request, int bytes, Response.Keep keep) {
        state = State.AWAITING;
        response.begin(bytes, keep);
        channel.writeAndFlush(request, channel.voidPromise());
    }

    /**
     * Returns a new stream of this HTTP/2 connection, which must be idle, for one request; it is idle, too. Of its
     * bytes only those of bodies count, because headers are compressed for all streams together. Null if there can be
     * no more.
     */
    Connection stream(Owner user) {
        Connection stream = new Connection(user, tls);
        stream.carrier = this;
        stream.state = State.IDLE;
        stream.channel = Http2Pipeline.stream(channel, stream);
        if (stream.channel == null) {
            close();
            return null;
        }
        return stream;
    }

    /** Closes the connection in an orderly way; its owner gets no further events. */
    void close() {
        if (state == State.AWAITING) {
            response.release();
        }
        state = State.CLOSED;
        if (channel != null) {
            // After the events that were read together: the remaining ones would reach a new socket of the same number.
            channel.eventLoop().execute(channel::close);
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        context.fireChannelActive();
        if (!tls.isUsed() && state == State.OPENING) {
            state = State.IDLE;
            owner.opened(this, null, 0);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (!handshake.isSuccess()) {
                lose(handshake.cause() instanceof SSLException
                        ? FailureReason.HANDSHAKE_FAILED : FailureReason.CONNECTION_LOST, handshake.cause());
            } else if (tls.offersHttp2() && !Http2Pipeline.begin(context, MOST_HEADER_BYTES)) {
                lose(FailureReason.HTTP2_REFUSED, null);
            } else if (state == State.OPENING) {
                state = State.IDLE;
                records.endHandshake();
                long nanos = System.nanoTime() - handshakeStartNanos;
                owner.opened(this, tls.outcome(context.pipeline().get(SslHandler.class), handshakeStartMillis, records),
                        nanos);
            }
        }
        if (event instanceof Http2ResetFrame reset) {
            Http2Error error = Http2Error.valueOf(reset.errorCode());
            if (error == Http2Error.REFUSED_STREAM && state == State.AWAITING) {
                refused();
            } else {
                lose(FailureReason.CONNECTION_LOST, new IOException("stream reset: "
                        + (error == null ? "error " + reset.errorCode() : error)));
            }
        }
        if (event instanceof Http2GoAwayFrame && state == State.AWAITING) {
            // This event comes to the streams above the last one that the other side has begun with (RFC 9113, 6.8),
            // and to them first.
            refused();
        }
        if (event instanceof SslCloseCompletionEvent && (state == State.IDLE || !response.hasBegun())) {
            ended(null);
        }
        ReferenceCountUtil.release(event);
    }

    /**
     * Handles the refusal: streams that the other side has begun with continue; the next one uses another connection.
     */
    private void refused() {
        state = State.CLOSED;
        carrier.close();
        owner.unprocessed(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (message instanceof Http2GoAwayFrame) {
                // Streams that the other side has begun to answer continue; the next one uses another connection.
                close();
            }
            // A stream may also have frames of unknown types.
            if (state != State.AWAITING || !(message instanceof HttpObject part)) {
                return;
            }
            if (part.decoderResult().isFailure()) {
                lose(FailureReason.BAD_HTTP, part.decoderResult().cause());
            } else {
                received(part);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void received(HttpObject message) {
        if (message instanceof HttpResponse head) {
            informational = head.status().codeClass() == HttpStatusClass.INFORMATIONAL;
            response.head(head);
        }
        if (message instanceof HttpContent content) {
            response.body(content.content());
            if (carrier != null) {
                response.received(content.content().readableBytes());
            }
        }
        if (response.isTooLong()) {
            lose(FailureReason.ANSWER_TOO_LONG, null);
            return;
        }
        if (message instanceof LastHttpContent && !informational) {
            state = State.IDLE;
            Connection bearer = carrier == null ? this : carrier;
            response.records(bearer.records.drain());
            answered = true;
            bearer.answered = true;
            response.ends();
            int surplus = carrier == null && response.keepAlive() ? decoder.surplus() : 0;
            if (surplus > 0) {
                followed(surplus, false);
                return;
            }
            // The end of the connection may have been the end of the body.
            if (!response.keepAlive() || !channel.isActive()) {
                close();
            }
            owner.responded(this, response);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        ended(null);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // In TLS 1.3 the other side may refuse the client when the client's handshake is complete already.
        boolean refused = !(carrier == null ? this : carrier).answered
                && (cause instanceof SSLException || cause.getCause() instanceof SSLException);
        if (cause instanceof SslClosedEngineException
                || cause instanceof IOException && !(cause instanceof SSLException)) {
            ended(cause);
        } else if (cause instanceof Http2Exception || cause.getCause() instanceof Http2Exception) {
            lose(FailureReason.BAD_HTTP, cause);
        } else {
            lose(refused ? FailureReason.HANDSHAKE_FAILED : FailureReason.CONNECTION_LOST, cause);
        }
    }

    /** Handles the end of the connection by the other side. */
    private void ended(Throwable cause) {
        if (state == State.AWAITING && !response.hasBegun() && (carrier == null ? this : carrier).answered) {
            close();
            owner.unanswered(this, cause);
        } else {
            lose(FailureReason.CONNECTION_LOST, cause);
        }
    }

    private void lose(FailureReason reason, Throwable cause) {
        boolean busy = state == State.OPENING || state == State.AWAITING;
        close();
        if (busy) {
            owner.lost(this, reason, cause);
        }
    }
}
