package org.eejs.besim;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.AttributeKey;

/**
 * Notes when a client first sends something: before that no handshake has begun, and a connection only opened and
 * closed is no failed one.
 */
final class FirstBytes extends ChannelInboundHandlerAdapter {
    private static final AttributeKey<Long> ARRIVED = AttributeKey.valueOf(FirstBytes.class, "arrived");

    /**
     * Returns when the client of this connection first sent something, in milliseconds since 1970; null if it has not.
     */
    static Long arrivalOn(Channel channel) {
        return channel.attr(ARRIVED).get();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        context.channel().attr(ARRIVED).set(System.currentTimeMillis());
        context.fireChannelRead(message);
        context.pipeline().remove(this);
    }
}
