package org.eejs.driver;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.net.ConnectException;
import javax.net.ssl.SSLException;
import org.eejs.driver.protocol.FailureReason;

/**
 * One TCP connection with TLS, carrying one request at a time. Its events go to its owner. Used by one event loop's
 * thread only.
 */
final class Connection extends ChannelInboundHandlerAdapter {
    /** Bodies are handed on in pieces of at most this size; large enough for the largest page. */
    private static final int CHUNK_BYTES = 64 * 1_024;
    /** The speed of a line that carries whatever comes. */
    static final int UNLIMITED = 0;

    interface Owner {
        /** Requests may be sent; TLS is agreed on, or outcome is null where there is none. */
        void opened(Connection connection, TlsClient.Outcome outcome, long handshakeNanos);

        /** The response to the last request is complete. */
        void responded(Connection connection, Response response);

        /** The connection is gone while it was being opened or a response was due. */
        void lost(Connection connection, FailureReason reason);
    }

    private final Owner owner;
    private final TlsClient tls;
    private final Response response = new Response();
    private Channel channel;
    private long handshakeStartNanos;
    private long handshakeStartMillis;
    private State state = State.OPENING;
    private boolean answered;

    private enum State { OPENING, IDLE, AWAITING, CLOSED }

    /** Counts what it reads, which TLS has decrypted. */
    private static final class Decoder extends HttpResponseDecoder {
        private final Response response;

        Decoder(Response response) {
            super(new HttpDecoderConfig().setMaxChunkSize(CHUNK_BYTES).setValidateHeaders(false)
                    .setInitialBufferSize(128));
            this.response = response;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
            if (message instanceof ByteBuf bytes) {
                response.received(bytes.readableBytes());
            }
            super.channelRead(context, message);
        }
    }

    private Connection(Owner owner, TlsClient tls) {
        this.owner = owner;
        this.tls = tls;
    }

    /**
     * Begins to open a connection.
     *
     * @param bootstrap of the owner's event loop, with the remote address
     * @param host the name that the certificate must carry
     * @param key connections with the same key resume each other's TLS sessions
     * @param lineSpeed how many bytes a second it receives at most, those of TLS included; {@link #UNLIMITED} for all
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
                    channel.pipeline().addLast(tls.newHandler(channel.alloc(), host, key));
                }
                channel.pipeline().addLast(new Decoder(connection.response), connection);
            }
        }).connect();
        connecting.addListener(future -> {
            if (!future.isSuccess()) {
                connection.lose(connectFailure(future.cause()));
            }
        });
        return connection;
    }

    private static FailureReason connectFailure(Throwable cause) {
        boolean refused = cause instanceof ConnectException;
        return refused ? FailureReason.CONNECTION_REFUSED : FailureReason.NO_SOCKET;
    }

    boolean isOpening() {
        return state == State.OPENING;
    }

    boolean isIdle() {
        return state == State.IDLE;
    }

    boolean isClosed() {
        return state == State.CLOSED;
    }

    /** Whether it has had a response: what resumes its TLS session came before, also in TLS 1.3. */
    boolean isAnswered() {
        return answered;
    }

    /**
     * Sends a request; the connection must be idle.
     *
     * @param request in bytes; only ASCII
     * @param keepBody whether the response's body will be checked
     */
    void send(CharSequence request, boolean keepBody) {
        state = State.AWAITING;
        response.begin(request.length(), keepBody);
        ByteBuf bytes = channel.alloc().buffer(request.length());
        ByteBufUtil.writeAscii(bytes, request);
        channel.writeAndFlush(bytes, channel.voidPromise());
    }

    /** Closes the connection in an orderly way; its owner hears no more of it. */
    void close() {
        state = State.CLOSED;
        if (channel != null) {
            channel.close();
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        handshakeStartNanos = System.nanoTime();
        handshakeStartMillis = System.currentTimeMillis();
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
                        ? FailureReason.HANDSHAKE_FAILED : FailureReason.CONNECTION_LOST);
            } else if (state == State.OPENING) {
                state = State.IDLE;
                long nanos = System.nanoTime() - handshakeStartNanos;
                TlsClient.Outcome outcome =
                        tls.outcome(context.pipeline().get(SslHandler.class), handshakeStartMillis);
                owner.opened(this, outcome, nanos);
            }
        }
        ReferenceCountUtil.release(event);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (state != State.AWAITING) {
                return;
            }
            DecoderResult decoded = ((HttpObject) message).decoderResult();
            if (decoded.isFailure()) {
                lose(FailureReason.BAD_HTTP);
                return;
            }
            if (message instanceof HttpResponse head) {
                response.head(head);
            }
            if (message instanceof HttpContent content) {
                response.body(content.content());
            }
            if (message instanceof LastHttpContent) {
                state = State.IDLE;
                answered = true;
                if (!response.keepAlive()) {
                    close();
                }
                owner.responded(this, response);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        lose(FailureReason.CONNECTION_LOST);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        lose(cause instanceof SSLException ? FailureReason.HANDSHAKE_FAILED : FailureReason.CONNECTION_LOST);
    }

    private void lose(FailureReason reason) {
        boolean busy = state == State.OPENING || state == State.AWAITING;
        close();
        if (busy) {
            owner.lost(this, reason);
        }
    }
}
