package org.eejs.remotekey.server;

import io.grpc.CompressorRegistry;
import io.grpc.DecompressorRegistry;
import io.grpc.Server;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.lang.System.Logger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.eejs.pki.PemFile;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.GuardedFile;
import org.eejs.pki.files.YamlFile;
import org.eejs.remotekey.audit.AuditLog;
import org.eejs.remotekey.files.Causes;
import org.eejs.remotekey.files.Notice;
import org.eejs.remotekey.keys.ServedKeys;
import org.eejs.remotekey.keys.Tokens;
import org.eejs.remotekey.policy.ClientTrust;
import org.eejs.remotekey.policy.Policy;
import org.eejs.remotekey.settings.KeyServerSettings;

/**
 * A key server: gRPC over TLS 1.2 and 1.3, where both sides show certificates. It signs for clients as its policy
 * grants them, and never discloses a key. It reads policy and keys again when their files change.
 *
 * <p>Thread-safe.
 */
public final class KeyServer implements AutoCloseable {
    /** Frames that reset a stream, in a window of seconds: more than from a client that cancels each call late. */
    private static final int RESETS = 20_000;
    private static final int RESET_WINDOW_SECONDS = 10;
    /** Longer than the interval between two probes of a cluster's client. */
    private static final long ANNOUNCE_MS = 500;
    private static final long TOKEN_SECONDS = 5;
    private static final int METADATA_BYTES = 8192;
    /** Bytes in flight on a connection. By default gRPC asks by pings, and a signature took about 80 µs longer. */
    private static final int WINDOW_BYTES = 1 << 20;

    private final KeyServerSettings.Limits limits;
    private final Consumer<Notice> notices;
    private final Server server;
    private final KeyServerState state;
    private final HealthWatches watches = new HealthWatches();
    private final SigningLoops loops;
    private final EventLoopGroup acceptor;
    private final ExecutorService tokenThreads;
    /** A thread to follow the files, which may wait for a token, and one to end slow calls. */
    private final ScheduledExecutorService housekeeping;
    private final AuditLog log;

    /**
     * Starts a server. Its notices go to the logger of this class.
     *
     * @param file keyserver.yaml
     * @return the server, which accepts calls
     * @throws FaultyFileException if a file is unusable; names the file, the place in it, and the remedy
     * @throws IOException if listening on the address fails
     */
    public static KeyServer start(Path file) throws IOException {
        Logger logger = System.getLogger(KeyServer.class.getName());
        return start(file, notice -> logger.log(switch (notice.event()) {
            case FAULT, REFUSED_RELOAD, STALE_REVOCATIONS, TRIAL -> Logger.Level.WARNING;
            default -> Logger.Level.INFO;
        }, notice.text()));
    }

    /** Starts a server with another receiver of its notices. */
    public static KeyServer start(Path file, Consumer<Notice> notices) throws IOException {
        YamlFile<KeyServerSettings> settings = KeyServerSettings.read(file);
        KeyServerState state = new KeyServerState(notices);
        ServedKeys keys = new ServedKeys(new Tokens(), state);
        Material material = new Material(file, keys, state);
        AtomicReference<Policy> policy = new AtomicReference<>(material.read());
        return new KeyServer(settings, tls(settings, policy), material, policy, state);
    }

    private KeyServer(YamlFile<KeyServerSettings> file, SslContext tls, Material material,
            AtomicReference<Policy> policy, KeyServerState state) throws IOException {
        KeyServerSettings settings = file.value();
        this.limits = settings.limits();
        this.notices = state;
        this.state = state;
        InetSocketAddress address = resolved(file);
        this.log = auditLog(file, notices);
        this.loops = new SigningLoops(limits.signingThreads());
        this.acceptor = new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("key-server-accept", true),
                Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        this.tokenThreads = Executors.newFixedThreadPool(limits.tokenThreads(),
                new DefaultThreadFactory("key-server-token", true));
        this.housekeeping = Executors.newScheduledThreadPool(2, new DefaultThreadFactory("key-server-watch", true));
        KeysService service = new KeysService(policy, loops, tokenThreads, limits, log, notices);
        try {
            this.server = builder(address, tls, policy).addService(service.definition()).build().start();
        } catch (IOException e) {
            endThreads();
            throw new FaultyFileException("listening on %s failed: %s".formatted(settings.listen(),
                    Causes.first(e)), e);
        }
        state.serves(port(), log);
        housekeeping.scheduleWithFixedDelay(() -> material.follow(policy), limits.reloadMs(), limits.reloadMs(),
                TimeUnit.MILLISECONDS);
        long half = Math.max(1, limits.requestMs() / 2);
        housekeeping.scheduleWithFixedDelay(service::endSlowCalls, half, half, TimeUnit.MILLISECONDS);
        if (settings.trial()) {
            notices.accept(Notice.of(Notice.Event.TRIAL, "keys, certificates and policy are for trials; replace them, "
                    + "and then remove the key 'trial' from the server's file"));
        }
        String host = settings.listen().substring(0, settings.listen().lastIndexOf(':'));
        notices.accept(new Notice(Notice.Event.SERVING, "serving %d keys on %s:%d".formatted(settings.keys().size(),
                host, port()), Map.of("host", host, "port", port(), "keys", settings.keys().size())));
    }

    private static AuditLog auditLog(YamlFile<KeyServerSettings> file, Consumer<Notice> notices)
            throws FaultyFileException {
        if (file.value().auditLog() == null) {
            return AuditLog.toStandardError(notices);
        }
        try {
            return AuditLog.to(file.path("/auditLog"), file.value().audit(), notices);
        } catch (FaultyFileException e) {
            throw file.fault("/auditLog", e.getMessage());
        } catch (IOException e) {
            throw file.fault("/auditLog", "%s is not writable: %s".formatted(file.path("/auditLog"),
                    Causes.first(e)));
        }
    }

    private NettyServerBuilder builder(InetSocketAddress address, SslContext tls, AtomicReference<Policy> policy) {
        Shares shares = new Shares();
        ConnectionGate gate = new ConnectionGate(limits, shares, log);
        return NettyServerBuilder.forAddress(address)
                .sslContext(tls)
                .channelFactory(() -> {
                    ServerChannel channel = SigningLoops.newServerChannel();
                    channel.pipeline().addLast(gate);
                    return channel;
                })
                .withOption(ChannelOption.SO_REUSEADDR, true)
                .bossEventLoopGroup(acceptor)
                .workerEventLoopGroup(loops.group())
                .directExecutor()
                .addTransportFilter(new CallerFilter(shares, policy, log))
                .intercept(watches)
                .addService(HealthService.of(state.health()))
                // A compressed request could be a thousand times its size, and signatures do not shrink.
                .compressorRegistry(CompressorRegistry.newEmptyInstance())
                .decompressorRegistry(DecompressorRegistry.emptyInstance())
                .maxInboundMessageSize(limits.messageBytes())
                .flowControlWindow(WINDOW_BYTES)
                .maxInboundMetadataSize(METADATA_BYTES)
                .maxConcurrentCallsPerConnection(limits.callsPerConnection())
                .maxRstFramesPerWindow(RESETS, RESET_WINDOW_SECONDS)
                .handshakeTimeout(limits.handshakeMs(), TimeUnit.MILLISECONDS)
                .keepAliveTime(limits.keepAliveMs(), TimeUnit.MILLISECONDS)
                .keepAliveTimeout(limits.keepAliveTimeoutMs(), TimeUnit.MILLISECONDS)
                .permitKeepAliveTime(limits.permitKeepAliveMs(), TimeUnit.MILLISECONDS)
                .permitKeepAliveWithoutCalls(true)
                .maxConnectionIdle(limits.idleMs(), TimeUnit.MILLISECONDS)
                .maxConnectionAge(limits.connectionAgeMs(), TimeUnit.MILLISECONDS)
                .maxConnectionAgeGrace(limits.drainMs(), TimeUnit.MILLISECONDS);
    }

    private static InetSocketAddress resolved(YamlFile<KeyServerSettings> file) throws FaultyFileException {
        InetSocketAddress address = KeyServerSettings.address(file, "/listen", file.value().listen());
        try {
            return new InetSocketAddress(InetAddress.getByName(address.getHostString()), address.getPort());
        } catch (UnknownHostException e) {
            throw file.fault("/listen", "there is no host '%s'".formatted(address.getHostString()));
        }
    }

    /**
     * Creates the server's TLS with BoringSSL. A client that resumes a session shows no certificate, so
     * {@link CallerFilter} checks it.
     */
    private static SslContext tls(YamlFile<KeyServerSettings> file, AtomicReference<Policy> policy)
            throws FaultyFileException {
        Path certificate = file.guarded("/tls/certificate", GuardedFile.Content.DECIDES);
        Path key = file.guarded("/tls/privateKey", file.value().secrets());
        Path authority = file.guarded("/tls/clientAuthority", GuardedFile.Content.DECIDES);
        SslContextBuilder builder;
        try {
            builder = SslContextBuilder.forServer(PemFile.privateKey(key),
                    PemFile.certificates(certificate).toArray(X509Certificate[]::new));
        } catch (IOException e) {
            throw file.fault("/tls/certificate", Causes.first(e));
        }
        ClientTrust trust;
        try {
            trust = new ClientTrust(authority, policy);
        } catch (GeneralSecurityException | IOException e) {
            throw file.fault("/tls/clientAuthority", Causes.first(e));
        }
        try {
            return GrpcSslContexts.configure(builder, SslProvider.OPENSSL)
                    .trustManager(trust)
                    .clientAuth(ClientAuth.REQUIRE)
                    .protocols("TLSv1.3", "TLSv1.2")
                    .build();
        } catch (IOException e) {
            throw file.fault("/tls/privateKey", "%s is not the key of %s: %s".formatted(key, certificate,
                    Causes.first(e)));
        }
    }

    /** Returns the port that it listens on. */
    public int port() {
        return server.getPort();
    }

    /** Announces its end, accepts no more calls, answers those in flight for a bounded time, and ends. */
    @Override
    public void close() {
        if (server.isShutdown()) {
            return;
        }
        notices.accept(Notice.of(Notice.Event.DRAINING, "draining: calls in flight are answered, no more are taken"));
        state.health().enterTerminalState();
        watches.end();
        try {
            // Clients that ask for its health periodically learn of it before a call fails.
            Thread.sleep(Math.min(ANNOUNCE_MS, limits.drainMs() / 4));
            server.shutdown();
            if (!server.awaitTermination(limits.drainMs(), TimeUnit.MILLISECONDS)) {
                server.shutdownNow().awaitTermination(1, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
        endThreads();
        state.ended();
        notices.accept(Notice.of(Notice.Event.ENDED, "ended"));
    }

    private void endThreads() {
        housekeeping.shutdownNow();
        tokenThreads.shutdown();
        try {
            // Signatures that a token still makes are recorded, too.
            tokenThreads.awaitTermination(TOKEN_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        loops.close();
        acceptor.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        log.close();
    }
}
