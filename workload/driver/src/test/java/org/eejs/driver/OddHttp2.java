package org.eejs.driver;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.DefaultHttp2UnknownFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A service over HTTP/2 with an answer after a frame of unknown type, resets for unknown reasons, and refusals. */
final class OddHttp2 implements AutoCloseable {
    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Channel listening;
    private final AtomicInteger requests = new AtomicInteger();

    OddHttp2() throws Exception {
        SslContext tls = SslContextBuilder.forServer(TestService.keys()).applicationProtocolConfig(
                new ApplicationProtocolConfig(ApplicationProtocolConfig.Protocol.ALPN,
                        SelectorFailureBehavior.NO_ADVERTISE, SelectedListenerFailureBehavior.ACCEPT,
                        ApplicationProtocolNames.HTTP_2)).build();
        listening = new ServerBootstrap().group(group).channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(tls.newHandler(channel.alloc()),
                                Http2FrameCodecBuilder.forServer().build(), new Answers());
                    }
                }).bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
    }

    private final class Answers extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            String path = message instanceof Http2HeadersFrame request ? request.headers().path().toString() : "";
            if (message instanceof Http2HeadersFrame request && path.equals("/reset")) {
                context.writeAndFlush(new DefaultHttp2ResetFrame(153).stream(request.stream()));
            } else if (message instanceof Http2HeadersFrame request && (path.equals("/refused")
                    || path.equals("/refused-once") && requests.incrementAndGet() == 1)) {
                context.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.REFUSED_STREAM).stream(request.stream()));
            } else if (message instanceof Http2HeadersFrame request && path.equals("/length")) {
                context.write(new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status("200")
                        .set("content-length", "2"), false).stream(request.stream()));
                context.writeAndFlush(new DefaultHttp2DataFrame(Unpooled.copyLong(0), true).stream(request.stream()));
            } else if (message instanceof Http2HeadersFrame request) {
                context.write(new DefaultHttp2UnknownFrame((byte) 0x42, new Http2Flags(), Unpooled.EMPTY_BUFFER)
                        .stream(request.stream()));
                context.writeAndFlush(new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status("200"), true)
                        .stream(request.stream()));
            }
            ReferenceCountUtil.release(message);
        }
    }

    int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    @Override
    public void close() {
        listening.close();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
