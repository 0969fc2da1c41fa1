package org.eejs.remotekey;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.eejs.remotekey.domain.KeyDomain;

/** A server of the protocol over mutual TLS that is not EEJS's. */
final class ForeignServer {
    private ForeignServer() {}

    /** Starts it with the second server's certificate of a domain; it reports that it serves. */
    static Server start(KeyDomain domain, BindableService keys) throws IOException {
        Path folder = domain.folder();
        HealthStatusManager health = new HealthStatusManager();
        health.setStatus("", ServingStatus.SERVING);
        return NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .sslContext(GrpcSslContexts.configure(SslContextBuilder.forServer(folder.resolve("server-2.pem")
                        .toFile(), folder.resolve("server-2.key").toFile())).trustManager(domain.authority().toFile())
                        .clientAuth(ClientAuth.REQUIRE).build())
                .addService(health.getHealthService()).addService(keys).build().start();
    }
}
