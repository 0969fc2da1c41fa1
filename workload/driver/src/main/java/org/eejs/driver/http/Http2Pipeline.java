package org.eejs.driver.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslHandler;

/** The handlers of HTTP/2. Used on the event loop of their channel only. */
public final class Http2Pipeline {
    /**
     * The bytes that a stream may send ahead; with HTTP/2's own value, 65,535 bytes, pages would wait for the driver.
     */
    private static final int WINDOW_BYTES = 1_024 * 1_024;

    private Http2Pipeline() {}

    /** Adds HTTP/2 before a handler if TLS has agreed on it, and returns whether it has. */
    public static boolean begin(ChannelHandlerContext context, int mostHeaderBytes) {
        boolean agreed = ApplicationProtocolNames.HTTP_2.equals(
                context.pipeline().get(SslHandler.class).applicationProtocol());
        if (agreed) {
            context.pipeline().addBefore(context.name(), null, Http2FrameCodecBuilder.forClient()
                    .initialSettings(Http2Settings.defaultSettings().pushEnabled(false)
                            .initialWindowSize(WINDOW_BYTES).maxHeaderListSize(mostHeaderBytes))
                    .encoderEnforceMaxConcurrentStreams(true).build());
            context.pipeline().addBefore(context.name(), null,
                    new Http2MultiplexHandler(new ChannelInboundHandlerAdapter()));
        }
        return agreed;
    }

    /** Opens a stream whose events go to a handler; null if there can be no more. */
    public static Channel stream(Channel connection, ChannelInboundHandlerAdapter handler) {
        // On the loop's own thread this is done at once.
        return new Http2StreamChannelBootstrap(connection).handler(new ChannelInitializer<Channel>() {
            @Override
            protected void initChannel(Channel opened) {
                opened.pipeline().addLast(new Http2StreamFrameToHttpObjectCodec(false, false), handler);
            }
        }).open().getNow();
    }
}
