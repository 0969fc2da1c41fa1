package org.eejs.besim;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.AttributeKey;

/**
 * A handler that notes when a client first sends something. Before that no handshake has begun, so a connection that is
 * only opened and closed is not a failed handshake.
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
