package services;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.File;
import java.nio.charset.StandardCharsets;

/** An HTTPS server with Netty and BoringSSL (tcnative): a page with its path and 1 KB, {@code PORT CERTIFICATE KEY}. */
public final class Pages {
    private static final int LONGEST = 65_536;

    private Pages() {}

    public static void main(String... words) throws Exception {
        SslContext tls = SslContextBuilder.forServer(new File(words[1]), new File(words[2]))
                .sslProvider(SslProvider.OPENSSL_REFCNT).build();
        new ServerBootstrap().group(new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory()))
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(tls.newHandler(channel.alloc()), new HttpServerCodec(),
                                new HttpObjectAggregator(LONGEST), new Page());
                    }
                }).bind("localhost", Integer.parseInt(words[0])).sync().channel().closeFuture().sync();
    }

    /** Answers each request. */
    @ChannelHandler.Sharable
    private static final class Page extends SimpleChannelInboundHandler<FullHttpRequest> {
        private static final String FILLING = "x".repeat(1_024);

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            String text = "{\"path\": \"" + request.uri().replace("\"", "%22") + "\", \"filling\": \"" + FILLING + "\"}";
            FullHttpResponse answer = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK,
                    Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
            answer.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json");
            HttpUtil.setContentLength(answer, answer.content().readableBytes());
            HttpUtil.setKeepAlive(answer, HttpUtil.isKeepAlive(request));
            context.writeAndFlush(answer).addListener(HttpUtil.isKeepAlive(request) ? future -> {}
                    : ChannelFutureListener.CLOSE);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            // A client that went away, or did not speak TLS.
            context.close();
        }
    }
}
