package org.eejs.remotekey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.eejs.remotekey.keys.ServedKey;
import org.eejs.remotekey.protocol.Key;
import org.eejs.remotekey.protocol.KeysGrpc;
import org.eejs.remotekey.protocol.ListKeysRequest;
import org.eejs.remotekey.protocol.SignRequest;
import org.eejs.remotekey.protocol.SignatureAlgorithm;
import org.eejs.remotekey.server.KeyServer;
import org.eejs.remotekey.signature.SignatureScheme;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every key signs by every algorithm that fits it, digests and data; the JDK and OpenSSL verify. */
@Tag("costly")
class SignaturesTest {
    private static final byte[] MESSAGE = "a message of a bank".getBytes(java.nio.charset.StandardCharsets.UTF_8);

    @TempDir
    static Path folder;
    private static KeyServer server;
    private static ManagedChannel channel;
    private static KeysGrpc.KeysBlockingStub keys;

    @BeforeAll
    static void start() throws Exception {
        Domains.whole(folder);
        server = KeyServer.start(folder.resolve("keyserver-1.yaml"));
        channel = Domains.channel(folder, "client", server.port());
        keys = KeysGrpc.newBlockingStub(channel);
    }

    @AfterAll
    static void end() {
        channel.shutdownNow();
        server.close();
    }

    @Test
    void everyAlgorithmIsVerifiedByTheJdkAndByOpenssl() throws Exception {
        List<Key> all = keys.listKeys(ListKeysRequest.getDefaultInstance()).getKeysList();
        assertEquals(List.of("rsa-2048", "rsa-4096", "ec-p256", "ec-p384"), all.stream().map(Key::getName).toList());
        Files.write(folder.resolve("message"), MESSAGE);
        int count = 0;
        for (Key key : all) {
            assertEquals(2, key.getCertificateChainCount());
            X509Certificate certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(key.getCertificateChain(0).toByteArray()));
            Files.writeString(folder.resolve(key.getName() + ".pub"), "-----BEGIN PUBLIC KEY-----\n"
                    + Base64.getMimeEncoder().encodeToString(certificate.getPublicKey().getEncoded())
                    + "\n-----END PUBLIC KEY-----\n");
            for (SignatureAlgorithm algorithm : key.getGrantedList()) {
                SignatureScheme scheme = SignatureScheme.of(algorithm);
                byte[] digest = MessageDigest.getInstance(scheme.digest().algorithm()).digest(MESSAGE);
                for (SignRequest.Builder request : List.of(
                        SignRequest.newBuilder().setDigest(ByteString.copyFrom(digest)),
                        SignRequest.newBuilder().setData(ByteString.copyFrom(MESSAGE)))) {
                    byte[] signature = keys.sign(request.setKey(key.getName())
                            .setPublicKey(ServedKey.hash(certificate.getPublicKey())).setAlgorithm(algorithm).build())
                            .getSignature().toByteArray();
                    assertTrue(verifiedByJdk(scheme, certificate, signature), key.getName() + " " + algorithm);
                    verifyByOpenssl(key.getName(), scheme, signature);
                    count++;
                }
            }
        }
        assertEquals(2 * (6 + 6 + 3 + 3), count);
    }

    private static boolean verifiedByJdk(SignatureScheme scheme, X509Certificate certificate, byte[] signature)
            throws Exception {
        Signature verifier = Signature.getInstance(scheme.signatureName(),
                scheme.keyAlgorithm().equals("RSA") ? "SunRsaSign" : "SunEC");
        if (scheme.parameters() != null) {
            verifier.setParameter(scheme.parameters());
        }
        verifier.initVerify(certificate.getPublicKey());
        verifier.update(MESSAGE);
        return verifier.verify(signature);
    }

    private static void verifyByOpenssl(String key, SignatureScheme scheme, byte[] signature)
            throws IOException, InterruptedException {
        Files.write(folder.resolve("signature"), signature);
        List<String> command = new ArrayList<>(List.of("openssl", "dgst", "-" + scheme.digest().name().toLowerCase(
                java.util.Locale.ROOT), "-verify", folder.resolve(key + ".pub").toString(), "-signature",
                folder.resolve("signature").toString()));
        if (scheme.padding() == SignatureScheme.Padding.PSS) {
            command.addAll(List.of("-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:digest"));
        }
        command.add(folder.resolve("message").toString());
        assertEquals("0 Verified OK", Program.run(command).strip(), key + " " + scheme);
    }
}
