package org.eejs.remotekey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.protocol.KeysGrpc;
import org.eejs.remotekey.protocol.ListKeysRequest;
import org.eejs.remotekey.protocol.Refusal;
import org.eejs.remotekey.protocol.SignRequest;
import org.eejs.remotekey.protocol.SignResponse;
import org.eejs.remotekey.protocol.SignatureAlgorithm;
import org.eejs.remotekey.server.KeysService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Any input over the wire is refused with a clear status and logged, and the server continues. */
class FaultsTest {
    private static final String SECOND_CLIENT = """
            - subject: "cn=Client-2, o=EEJS"
              keys: {rsa-2048: [RSA_PKCS1_SHA256]}
            """;

    @TempDir
    static Path folder;
    private static Served served;
    private static KeysGrpc.KeysBlockingStub first;
    private static KeysGrpc.KeysBlockingStub second;

    @BeforeAll
    static void start() throws Exception {
        Domains.copy(folder);
        KeyDomain domain = Domains.shared();
        identity("client-2", "CN=client-2,O=EEJS", domain.issuer(), Instant.now().plus(Duration.ofDays(1)));
        identity("expired", KeyDomain.CLIENT, domain.issuer(), Instant.now().minus(Duration.ofHours(1)));
        identity("foreign", KeyDomain.CLIENT, KeyDomain.newAuthority(), Instant.now().plus(Duration.ofDays(1)));
        identity("stranger", "CN=stranger,O=EEJS", domain.issuer(), Instant.now().plus(Duration.ofDays(1)));
        Files.writeString(folder.resolve("policy.yaml"),
                Files.readString(folder.resolve("policy.yaml")).stripTrailing() + "\n" + SECOND_CLIENT);
        served = new Served(folder, """
                limits: {messageBytes: 4096, handshakeMs: 2000, requestMs: 400, keepAliveMs: 300,
                  keepAliveTimeoutMs: 300, permitKeepAliveMs: 0}
                """);
        first = served.client("client").withDeadline(null);
        second = served.client("client-2").withDeadline(null);
    }

    private static void identity(String name, String subject, Identity authority, Instant end) throws Exception {
        CertificateBuilder.client(subject).key("EC", 256).until(end).issuedBy(authority).writePem(folder, name);
    }

    @AfterAll
    static void end() {
        served.close();
    }

    @AfterEach
    void goesOnServing() {
        assertEquals(256, first.sign(Served.request().build()).getSignature().size());
    }

    private static Status refused(KeysGrpc.KeysBlockingStub stub, SignRequest.Builder request) {
        return assertThrows(StatusRuntimeException.class, () -> stub.sign(request.build())).getStatus();
    }

    private static void assertRefused(Status.Code code, String words, KeysGrpc.KeysBlockingStub stub,
            SignRequest.Builder request) throws Exception {
        Status status = refused(stub, request);
        assertEquals(code, status.getCode(), status.toString());
        assertTrue(status.getDescription().contains(words), status.toString());
        served.awaitLog("\"outcome\":\"" + code + "\"", words);
    }

    @Test
    void noClientCertificate() throws Exception {
        ManagedChannel channel = NettyChannelBuilder.forAddress("localhost", served.server.port())
                .sslContext(GrpcSslContexts.forClient().trustManager(folder.resolve("ca.pem").toFile()).build())
                .build();
        try {
            assertEquals(Status.Code.UNAVAILABLE, refused(KeysGrpc.newBlockingStub(channel), Served.request())
                    .getCode());
            served.awaitLog("NO_TLS", "PEER_DID_NOT_RETURN_A_CERTIFICATE");
        } finally {
            channel.shutdownNow();
        }
    }

    @Test
    void expiredClientCertificate() throws Exception {
        assertEquals(Status.Code.UNAVAILABLE, refused(served.client("expired"), Served.request()).getCode());
        served.awaitLog("NO_TLS", "CertificateExpiredException");
    }

    @Test
    void clientCertificateOfAForeignAuthority() throws Exception {
        assertEquals(Status.Code.UNAVAILABLE, refused(served.client("foreign"), Served.request()).getCode());
        served.awaitLog("NO_TLS", "SignatureException");
    }

    @Test
    void aKeyThatIsNotGrantedLooksLikeNone() throws Exception {
        Status notGranted = refused(second, Served.request().setKey(KeyDomain.EC_P384));
        Status none = refused(second, Served.request().setKey("no-such-key"));
        assertEquals(Status.Code.PERMISSION_DENIED, notGranted.getCode());
        assertEquals(notGranted.toString(), none.toString());
        served.awaitLog("CN=client-2,O=EEJS", "PERMISSION_DENIED", "\"key\":\"no-such-key\"");
        // Nor does another algorithm, or a digest too short, tell them apart.
        assertEquals(none.toString(), refused(second, Served.request().setKey(KeyDomain.EC_P256)
                .setDigest(ByteString.EMPTY)).toString());
        KeysGrpc.KeysBlockingStub stranger = served.client("stranger");
        assertEquals(none.toString(), refused(stranger, Served.request()).toString());
        assertEquals(0, stranger.listKeys(ListKeysRequest.getDefaultInstance()).getKeysCount());
        assertEquals(1, second.listKeys(ListKeysRequest.getDefaultInstance()).getKeysCount());
    }

    @Test
    void usesAndRefusalsTellTheCertificate() throws Exception {
        X509Certificate certificate = Identity.read(folder.resolve("client-2.pem"),
                folder.resolve("client-2.key")).certificate();
        String serial = "\"serial\":\"" + certificate.getSerialNumber().toString(16) + '"';
        String fingerprint = "\"certificateSha256\":\"" + HexFormat.of().formatHex(
                MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded())) + '"';
        assertEquals(256, second.sign(Served.request().build()).getSignature().size());
        served.awaitLog("CN=client-2", serial, fingerprint, "SIGNED");
        refused(second, Served.request().setKey("none"));
        served.awaitLog("CN=client-2", serial, fingerprint, "PERMISSION_DENIED");
    }

    @Test
    void anAlgorithmThatIsNotGranted() throws Exception {
        assertEquals(256, second.sign(Served.request().build()).getSignature().size());
        served.awaitLog("\"client\":\"CN=client-2,O=EEJS\"", "rsa-2048", "RSA_PKCS1_SHA256", "SIGNED");
        assertRefused(Status.Code.PERMISSION_DENIED, "RSA_PSS_SHA256 is not granted", second,
                Served.request().setAlgorithm(SignatureAlgorithm.RSA_PSS_SHA256));
    }

    @Test
    void whatNoKeyCanSign() throws Exception {
        Status.Code invalid = Status.Code.INVALID_ARGUMENT;
        assertRefused(invalid, "has 32 bytes, not 31", first,
                Served.request().setDigest(ByteString.copyFrom(new byte[31])));
        assertRefused(invalid, "ECDSA_SHA256 does not fit the key, which is RSA 2048", first,
                Served.request().setAlgorithm(SignatureAlgorithm.ECDSA_SHA256));
        assertRefused(invalid, "names no algorithm", first, Served.request().setAlgorithmValue(0));
        assertRefused(invalid, "names no algorithm", first, Served.request().setAlgorithmValue(77));
        assertRefused(invalid, "neither digest nor data", first, Served.request().clearDigest());
    }

    /** A name does not identify a key: another one may have replaced it. */
    @Test
    void aRequestThatMeansAnotherKeyOrDoesNotIdentifyIt() throws Exception {
        StatusRuntimeException other = assertThrows(StatusRuntimeException.class, () -> first.sign(Served.request()
                .setPublicKey(Domains.publicKeyHash(KeyDomain.EC_P256)).build()));
        assertEquals(Status.Code.FAILED_PRECONDITION, other.getStatus().getCode());
        assertEquals(Refusal.Reason.OTHER_PUBLIC_KEY, other.getTrailers().get(KeysService.REFUSAL).getReason());
        served.awaitLog("\"outcome\":\"FAILED_PRECONDITION\"", "\"key\":\"rsa-2048\"");
        assertRefused(Status.Code.INVALID_ARGUMENT, "by the SHA-256 of its public key", first,
                Served.request().clearPublicKey());
        assertEquals(Status.Code.PERMISSION_DENIED, refused(second, Served.request(KeyDomain.EC_P384)
                .clearPublicKey()).getCode());
    }

    @Test
    void aMessageOverTheLimit() throws Exception {
        Status status = refused(first, Served.request().setData(ByteString.copyFrom(new byte[5000])));
        // gRPC resets the stream, and a client that writes may see this before the reason.
        assertTrue(status.getCode() == Status.Code.RESOURCE_EXHAUSTED || status.getCode() == Status.Code.CANCELLED,
                status.toString());
        served.awaitLog("INCOMPLETE", "too long");
    }

    @Test
    void slowTlsIsEnded() throws Exception {
        try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), served.server.port());
                Socket slow = new Socket(InetAddress.getLoopbackAddress(), served.server.port())) {
            // The beginning of a ClientHello of 512 bytes.
            slow.getOutputStream().write(HexFormat.of().parseHex("1603010200010001fc0303"));
            assertEnded(silent);
            assertEnded(slow);
        }
        served.awaitLog("NO_TLS", "ClosedChannelException");
    }

    @Test
    void halfOpenConnectionIsEnded() throws Exception {
        try (SSLSocket silent = served.tls()) {
            assertEnded(silent);
        }
    }

    private static void assertEnded(Socket socket) throws IOException {
        socket.setSoTimeout((int) Served.SOON.toMillis());
        byte[] some = new byte[4096];
        try {
            while (socket.getInputStream().read(some) >= 0) {
                // The server's own settings come before it finds that there is no answer.
            }
        } catch (SocketException e) {
            // It may end a connection this way, too.
        }
    }

    @Test
    void slowRequestIsEnded() throws Exception {
        // As a stream, because gRPC's client holds the headers of a single request back until it has all of it.
        ClientCall<SignRequest, SignResponse> call = first.getChannel().newCall(KeysGrpc.getSignMethod().toBuilder()
                .setType(MethodDescriptor.MethodType.CLIENT_STREAMING).build(), CallOptions.DEFAULT);
        CompletableFuture<Status> end = new CompletableFuture<>();
        call.start(new ClientCall.Listener<>() {
            @Override
            public void onClose(Status status, Metadata trailers) {
                end.complete(status);
            }
        }, new Metadata());
        call.request(1);
        Status status = end.get(Served.SOON.toSeconds(), TimeUnit.SECONDS);
        assertEquals(Status.Code.DEADLINE_EXCEEDED, status.getCode(), status.toString());
        served.awaitLog("DEADLINE_EXCEEDED", "took too long");
    }

    @Test
    void nothingSecretIsDisclosed() throws Exception {
        byte[] digest = new byte[32];
        java.util.Arrays.fill(digest, (byte) 0x5c);
        byte[] signature = first.sign(Served.request().setDigest(ByteString.copyFrom(digest)).build()).getSignature()
                .toByteArray();
        String data = "the customer's account number";
        first.sign(Served.request(KeyDomain.EC_P256).setAlgorithm(SignatureAlgorithm.ECDSA_SHA256)
                .setData(ByteString.copyFromUtf8(data)).build());
        served.awaitLog("ec-p256", "ECDSA_SHA256", "SIGNED");
        String all = served.log() + served.notices;
        for (byte[] secret : new byte[][] {digest, signature, data.getBytes(StandardCharsets.UTF_8)}) {
            assertFalse(all.contains(HexFormat.of().formatHex(secret)));
            assertFalse(all.contains(Base64.getEncoder().encodeToString(secret).substring(0, 20)));
        }
        assertFalse(all.contains(data));
        assertFalse(all.contains(new String(Domains.shared().keyStorePassword())));
    }
}
