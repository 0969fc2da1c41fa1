package org.eejs.remotekey.cluster;

import io.grpc.ManagedChannel;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eejs.pki.PemFile;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.GuardedFile;
import org.eejs.remotekey.files.Causes;
import org.eejs.remotekey.policy.ClientTrust;

/**
 * The connections of a cluster's client: for each server some channels, each of one HTTP/2 connection over mutual TLS,
 * on few event loops. Calls start and end on these loops and on the callers' threads; no other threads are involved.
 */
final class ClusterConnections implements AutoCloseable {
    /** The longest wait at the end for a name or a connection that is gone. */
    private static final long CLOSE_MS = 5_000;
    private static final int CONNECT_MS = 5_000;
    /** The limit of an answer: a signature, or the certificates of all keys. */
    private static final int MESSAGE_BYTES = 16 << 20;
    /**
     * The bytes that may be in flight on a connection. Otherwise gRPC would send a ping with each answer to find out.
     */
    private static final int WINDOW_BYTES = 1 << 20;

    private final EventLoopGroup loops;
    private final ThreadPoolExecutor lookUps;
    private final List<ClusterServer> servers;

    /** Prepares connections; it does not connect yet. */
    ClusterConnections(ClusterFile file) throws IOException {
        SslContext tls = tls(file);
        boolean epoll = Epoll.isAvailable();
        // More loops would share the same work among more wake-ups; a signature needs some 20 microseconds of one.
        int threads = Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 4));
        loops = new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory("eejs-key-cluster-io", true),
                epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        lookUps = new ThreadPoolExecutor(4, 4, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
                new DefaultThreadFactory("eejs-key-cluster-names", true));
        lookUps.allowCoreThreadTimeOut(true);
        List<ClusterServer> made = new ArrayList<>();
        for (ClusterFile.Server server : file.servers()) {
            List<ManagedChannel> channels = new ArrayList<>();
            for (int i = 0; i < file.times().channelsPerServer(); i++) {
                channels.add(channel(server, tls, epoll, file.times().readTimeoutMs()));
            }
            made.add(new ClusterServer(server.address(), server.weight(), channels));
        }
        servers = List.copyOf(made);
    }

    private static SslContext tls(ClusterFile files) throws IOException {
        guard(files.certificate(), GuardedFile.Content.DECIDES);
        guard(files.privateKey(), files.secrets());
        guard(files.serverAuthority(), GuardedFile.Content.DECIDES);
        List<X509Certificate> chain = PemFile.certificates(files.certificate());
        PrivateKey key = PemFile.privateKey(files.privateKey());
        List<X509Certificate> authorities = PemFile.certificates(files.serverAuthority());
        requireForClients(files.certificate(), chain.get(0));
        try {
            return GrpcSslContexts.configure(SslContextBuilder.forClient(),
                            OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK)
                    .keyManager(key, chain.toArray(X509Certificate[]::new))
                    .trustManager(authorities.toArray(X509Certificate[]::new))
                    .build();
        } catch (IOException | IllegalArgumentException e) {
            throw new FaultyFileException("the cluster's TLS files are unusable: is %s the key of %s? %s".formatted(
                    files.privateKey(), files.certificate(), Causes.first(e)), e);
        }
    }

    /**
     * Checks the client's own certificate: servers would refuse a wrong one, and most could not tell the client why.
     */
    private static void requireForClients(Path file, X509Certificate own) throws FaultyFileException {
        String wrong;
        try {
            own.checkValidity();
            wrong = ClientTrust.wrongPurpose(own);
        } catch (CertificateNotYetValidException e) {
            wrong = "the certificate is not valid before %s, and it is %s now".formatted(
                    own.getNotBefore().toInstant(), Instant.now());
        } catch (CertificateExpiredException e) {
            wrong = "the certificate ended at " + own.getNotAfter().toInstant();
        } catch (CertificateException e) {
            wrong = Causes.first(e);
        }
        if (wrong != null) {
            throw new FaultyFileException("%s: %s; get another one for '%s'".formatted(file, wrong,
                    own.getSubjectX500Principal().getName()));
        }
    }

    private static void guard(Path file, GuardedFile.Content content) throws FaultyFileException {
        String fault = GuardedFile.fault(file, content);
        if (fault != null) {
            throw new FaultyFileException("a TLS file of the cluster is unusable: " + fault);
        }
    }

    private ManagedChannel channel(ClusterFile.Server server, SslContext tls, boolean epoll, int readTimeoutMs) {
        NettyChannelBuilder builder = NettyChannelBuilder.forAddress(server.host(), server.port())
                .sslContext(tls)
                .eventLoopGroup(loops)
                .channelType(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
                .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MS)
                .directExecutor()
                // Names are looked up here, because a look-up blocks.
                .offloadExecutor(lookUps)
                // The cluster asks another server instead, which gRPC does not know of.
                .disableRetry()
                .disableServiceConfigLookUp()
                .maxInboundMessageSize(MESSAGE_BYTES)
                .flowControlWindow(WINDOW_BYTES)
                .userAgent("eejs");
        if (epoll) {
            // For a host that disappeared silently: the kernel drops a connection whose data is not acknowledged.
            builder.withOption(EpollChannelOption.TCP_USER_TIMEOUT, Math.max(1_000, 4 * readTimeoutMs));
        }
        return builder.build();
    }

    List<ClusterServer> servers() {
        return servers;
    }

    @Override
    public void close() {
        servers.forEach(ClusterServer::close);
        try {
            for (ClusterServer server : servers) {
                server.awaitClosed(CLOSE_MS);
            }
            lookUps.shutdownNow();
            loops.shutdownGracefully(0, CLOSE_MS, TimeUnit.MILLISECONDS).await(CLOSE_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            lookUps.shutdownNow();
            loops.shutdownGracefully(0, CLOSE_MS, TimeUnit.MILLISECONDS);
            Thread.currentThread().interrupt();
        }
    }
}
