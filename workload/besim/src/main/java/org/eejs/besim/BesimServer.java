package org.eejs.besim;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.util.concurrent.TimeUnit;
import org.eejs.banking.BesimStats;
import org.eejs.role.HandshakeCount;
import org.eejs.role.PkiDirectory;
import org.eejs.role.RoleMain;

/**
 * The back-end simulator as a server. It is not measured, so it is cheap: few threads, derived answers, and epoll and
 * BoringSSL where machine and profile allow them.
 *
 * <p>Started and stopped by one thread; {@link #stats} may be called by any.
 */
public final class BesimServer implements RoleMain.Server {
    private static final int LONGEST_BODY = 4_096;
    private static final int BACKLOG = 4_096;

    private final BesimSettings settings;
    private final Handshakes handshakes;
    private final BesimHandler handler = new BesimHandler(new Answers());
    private EventLoopGroup group;
    private BesimTls tls;
    private volatile String tlsEngine;

    public BesimServer(BesimSettings settings) {
        this.settings = settings;
        this.handshakes = new Handshakes(settings.tls());
    }

    /**
     * Starts serving.
     *
     * @return the address it listens on, for example {@code localhost:9443}
     * @throws IOException with one clear line if it is unable to listen or to read the certificates
     * @throws GeneralSecurityException if the certificates or the profile are unusable
     */
    @Override
    public String start() throws IOException, GeneralSecurityException {
        if (!settings.plain()) {
            tls = new BesimTls(settings.tls(), new PkiDirectory(settings.pki()), settings.resumption());
            tlsEngine = tls.engineName();
        }
        boolean epoll = Epoll.isAvailable();
        IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        Class<? extends ServerChannel> channel = epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
        group = new MultiThreadIoEventLoopGroup(settings.threads(), io);
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(group)
                .channel(channel)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new Pipeline());
        ChannelFuture bound = bootstrap.bind(settings.host(), settings.port()).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            stop();
            throw RoleMain.cannotListen(settings.host(), settings.port(), bound.cause());
        }
        return settings.host() + ":" + ((InetSocketAddress) bound.channel().localAddress()).getPort();
    }

    @Override
    public BesimStats stats() {
        HandshakeCount count = handshakes.count;
        return new BesimStats(handler.calls(), count.full(), count.resumed(), count.failed(), count.protocols(),
                count.cipherSuites(), count.groups(), tlsEngine);
    }

    /** Stops serving, closes all connections, and frees all threads and native memory. */
    @Override
    public void stop() {
        if (group != null) {
            group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
        }
        if (tls != null) {
            tls.close();
            tls = null;
        }
    }

    private final class Pipeline extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel channel) throws GeneralSecurityException {
            if (tls != null) {
                channel.pipeline().addLast(new FirstBytes(), tls.newHandler(channel.alloc()), handshakes);
            }
            channel.pipeline().addLast(new HttpServerCodec(), new HttpObjectAggregator(LONGEST_BODY), handler);
        }
    }
}
