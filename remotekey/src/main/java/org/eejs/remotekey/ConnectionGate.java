package org.eejs.remotekey;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands where connections come in: ends those beyond the bound, and logs those with whom TLS could not be agreed on.
 * Thread-safe.
 */
@ChannelHandler.Sharable
final class ConnectionGate extends ChannelInboundHandlerAdapter {
    private final int most;
    private final AuditLog log;
    private final AtomicInteger open = new AtomicInteger();

    /** Lets so many connections in at a time. */
    ConnectionGate(int most, AuditLog log) {
        this.most = most;
        this.log = log;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
        Channel connection = (Channel) accepted;
        if (open.incrementAndGet() > most) {
            open.decrementAndGet();
            log.refused(null, remote(connection), null, null, "BUSY", "there are " + most + " connections already");
            connection.unsafe().closeForcibly();
            return;
        }
        connection.closeFuture().addListener(closed -> open.decrementAndGet());
        connection.pipeline().addLast(new Handshake());
        context.fireChannelRead(accepted);
    }

    private static String remote(Channel connection) {
        return String.valueOf(connection.remoteAddress());
    }

    /** Waits for the first bytes of a client, when TLS stands in its pipeline, and for what becomes of it. */
    private final class Handshake extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            SslHandler tls = context.pipeline().get(SslHandler.class);
            if (tls != null) {
                Channel connection = context.channel();
                tls.handshakeFuture().addListener(done -> {
                    if (!done.isSuccess()) {
                        log.refused(null, remote(connection), null, null, "NO_TLS", Causes.first(done.cause()));
                    }
                });
                context.pipeline().remove(this);
            }
            context.fireChannelRead(bytes);
        }
    }
}
