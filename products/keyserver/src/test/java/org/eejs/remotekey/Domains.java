package org.eejs.remotekey;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.keys.ServedKey;

/** Working folders for tests: copies of one domain, because generating keys of 4096 bits takes long. */
public final class Domains {
    private static final class Original {
        static final KeyDomain DOMAIN = shared();

        /** Returns the domain that is generated once for all JVMs of a build. */
        private static KeyDomain shared() {
            Path folder = Path.of("target/key-domain").toAbsolutePath();
            try (FileChannel lock = FileChannel.open(folder.resolveSibling("key-domain.lock"),
                    StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                lock.lock();
                if (!isFresh(folder.resolve("ca.pem"))) {
                    make(Files.createDirectories(folder));
                }
                return KeyDomain.open(folder);
            } catch (IOException | GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Returns whether a domain is of this code, and not near its end. */
        private static boolean isFresh(Path authority) throws IOException {
            if (!Files.exists(authority)) {
                return false;
            }
            FileTime made = Files.getLastModifiedTime(authority);
            return made.compareTo(Files.getLastModifiedTime(
                    Path.of("target/classes/org/eejs/remotekey/domain/KeyDomain.class"))) > 0
                    && made.toInstant().isAfter(Instant.now().minus(Duration.ofDays(20)));
        }

        /** Makes a domain, first in another folder, because no domain is made where a umask lets others write. */
        private static void make(Path folder) throws IOException, GeneralSecurityException {
            Path drawn = Files.createTempDirectory("key-domain");
            try {
                KeyDomain.create(drawn, List.of("127.0.0.1:0", "127.0.0.1:0"));
                Domains.copy(drawn, folder);
            } finally {
                remove(drawn);
            }
        }
    }

    private Domains() {}

    /** Returns the domain that all tests share; its files never change. */
    static KeyDomain shared() {
        return Original.DOMAIN;
    }

    /**
     * Returns a copy whose files may be changed, without the RSA key of 4096 bits, with which each start signs 12
     * times.
     */
    public static Path copy(Path folder) throws IOException {
        whole(folder);
        for (String name : List.of("policy.yaml", "keyserver-1.yaml", "keyserver-2.yaml")) {
            Path file = folder.resolve(name);
            Files.writeString(file, Files.readString(file).replaceFirst("- name: rsa-4096\n(  .*\n)+", "")
                    .replaceFirst(" +rsa-4096:\n( +- .*\n)+", ""));
        }
        return folder;
    }

    /** Returns a copy with all keys. */
    static Path whole(Path folder) throws IOException {
        copy(shared().folder(), folder);
        return folder;
    }

    private static void copy(Path from, Path folder) throws IOException {
        try (Stream<Path> files = Files.list(from)) {
            // The last file shows that the domain is complete.
            for (Path file : files.filter(each -> !each.toString().endsWith(".jsonl"))
                    .sorted(Comparator.comparing(each -> each.endsWith("ca.pem"))).toList()) {
                Path to = folder.resolve(file.getFileName());
                Files.copy(file, to, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
                if (file.toString().endsWith(".yaml")) {
                    Files.writeString(to, Files.readString(to).replace(from.toString(), folder.toString())
                        .replace("provider:\n  rsa: SunRsaSign\n  ec: SunEC\n", "provider: BC\n"));
                }
            }
        }
    }

    /** Returns a changeable copy as a domain. */
    public static KeyDomain changeable(Path folder) throws IOException {
        return KeyDomain.open(copy(folder));
    }

    /** Returns the hash by which, in addition to its name, requests identify one of the keys. */
    static ByteString publicKeyHash(String key) {
        try (InputStream in = Files.newInputStream(shared().folder().resolve(key + ".pem"))) {
            return ServedKey.hash(CertificateFactory.getInstance("X.509").generateCertificate(in).getPublicKey());
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a channel of the client with that name in a folder. */
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
