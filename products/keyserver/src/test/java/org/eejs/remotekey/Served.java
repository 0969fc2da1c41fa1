package org.eejs.remotekey;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.eejs.pki.Identity;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.files.Notice;
import org.eejs.remotekey.protocol.KeysGrpc;
import org.eejs.remotekey.protocol.SignRequest;
import org.eejs.remotekey.protocol.SignatureAlgorithm;
import org.eejs.remotekey.server.KeyServer;

/** A running server of a test with its folder, its notices, and clients. */
public final class Served implements AutoCloseable {
    static final Duration SOON = Duration.ofSeconds(60);

    final Path folder;
    final KeyServer server;
    final List<Notice> notices = new CopyOnWriteArrayList<>();
    private final List<ManagedChannel> channels = new CopyOnWriteArrayList<>();

    /** Starts the first server of a folder, with more lines in its file. */
    public Served(Path folder, String more) throws IOException {
        this.folder = folder;
        Path file = folder.resolve("keyserver-1.yaml");
        Files.writeString(file, Files.readString(file) + more);
        server = KeyServer.start(file, notices::add);
    }

    public KeysGrpc.KeysBlockingStub client(String name) throws IOException {
        ManagedChannel channel = Domains.channel(folder, name, server.port());
        channels.add(channel);
        return KeysGrpc.newBlockingStub(channel).withDeadlineAfter(SOON.toSeconds(), TimeUnit.SECONDS);
    }

    /** Returns a request that the first client may make. */
    public static SignRequest.Builder request() {
        return request(KeyDomain.RSA_2048).setAlgorithm(SignatureAlgorithm.RSA_PKCS1_SHA256)
                .setDigest(ByteString.copyFrom(new byte[32]));
    }

    /** Returns the beginning of a request for one of the keys of all domains of tests. */
    static SignRequest.Builder request(String key) {
        return SignRequest.newBuilder().setKey(key).setPublicKey(Domains.publicKeyHash(key));
    }

    /** Returns TLS with the first client's certificate, before any HTTP/2. */
    SSLSocket tls() throws IOException, GeneralSecurityException {
        Identity client = Identity.read(folder.resolve("client.pem"), folder.resolve("client.key"));
        KeyStore store = Identity.emptyStore("PKCS12");
        client.addTo(store, "client", new char[0]);
        store.setCertificateEntry("authority", client.chain().get(1));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), new SecureRandom());
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", server.port());
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.setSoTimeout((int) SOON.toMillis());
        socket.startHandshake();
        return socket;
    }

    String log() throws IOException {
        return Files.readString(folder.resolve("audit-1.jsonl"));
    }

    /** Waits until the log has a line with all these words. */
    void awaitLog(String... words) throws Exception {
        await(() -> log().lines().anyMatch(line -> List.of(words).stream().allMatch(line::contains)),
                "a line of the log with " + List.of(words));
    }

    public void awaitNotice(Notice.Event event, String words) throws Exception {
        await(() -> notices.stream().anyMatch(each -> each.event() == event && each.text().contains(words)),
                event + " with '" + words + "' among " + notices);
    }

    static void await(Callable<Boolean> condition, String what) throws Exception {
        long end = System.nanoTime() + SOON.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("in vain awaited " + what);
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    @Override
    public void close() {
        channels.forEach(ManagedChannel::shutdownNow);
        server.close();
    }
}
