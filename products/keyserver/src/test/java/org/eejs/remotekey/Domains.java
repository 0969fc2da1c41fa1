package org.eejs.remotekey;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.stream.Stream;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.keys.ServedKey;

/** Working folders for tests: copies of one domain, since keys of 4096 bits take long to draw. */
public final class Domains {
    private static final class Original {
        static final KeyDomain DOMAIN = make();

        private static KeyDomain make() {
            try {
                Path folder = Files.createTempDirectory("key-domain");
                Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
                return KeyDomain.create(folder, List.of("127.0.0.1:0", "127.0.0.1:0"));
            } catch (IOException | GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private Domains() {}

    /** The domain that all tests share; nobody changes its files. */
    static KeyDomain shared() {
        return Original.DOMAIN;
    }

    /** A copy whose files may be changed. */
    public static Path copy(Path folder) throws IOException {
        Path from = shared().folder();
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(each -> !each.toString().endsWith(".jsonl")).toList()) {
                Path to = folder.resolve(file.getFileName());
                Files.copy(file, to, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
                if (file.toString().endsWith(".yaml")) {
                    Files.writeString(to, Files.readString(to).replace(from.toString(), folder.toString())
                        .replace("provider:\n  rsa: SunRsaSign\n  ec: SunEC\n", "provider: BC\n"));
                }
            }
        }
        return folder;
    }

    /** The same as a domain. */
    public static KeyDomain changeable(Path folder) throws IOException {
        return KeyDomain.open(copy(folder));
    }

    /** By which requests name one of the keys beside its name. */
    static ByteString publicKeyHash(String key) {
        try (InputStream in = Files.newInputStream(shared().folder().resolve(key + ".pem"))) {
            return ServedKey.hash(CertificateFactory.getInstance("X.509").generateCertificate(in).getPublicKey());
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A channel of the client with that name in a folder. */
    static ManagedChannel channel(Path folder, String client, int port) throws IOException {
        return NettyChannelBuilder.forAddress("localhost", port).sslContext(GrpcSslContexts.forClient()
                .trustManager(folder.resolve("ca.pem").toFile())
                .keyManager(folder.resolve(client + ".pem").toFile(), folder.resolve(client + ".key").toFile())
                .build()).directExecutor().build();
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
