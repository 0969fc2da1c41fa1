package org.eejs.remotekey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.Provider;
import java.security.Security;
import java.security.Signature;
import java.util.List;
import java.util.stream.Stream;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.keys.Pkcs11Slots;
import org.eejs.remotekey.protocol.Key;
import org.eejs.remotekey.protocol.KeysGrpc;
import org.eejs.remotekey.protocol.ListKeysRequest;
import org.eejs.remotekey.protocol.SignRequest;
import org.eejs.remotekey.protocol.SignatureAlgorithm;
import org.eejs.remotekey.server.KeyServer;
import org.eejs.remotekey.signature.SignatureScheme;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys on a token of SoftHSM2, used like those of any PKCS#11 token. */
class TokenTest {
    private static final String PIN = "8472610";
    private static final Path LIBRARY = Stream.of("/usr/lib/softhsm/libsofthsm2.so",
            "/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so", "/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so",
            "/usr/lib64/pkcs11/libsofthsm2.so").map(Path::of).filter(Files::exists).findFirst().orElseThrow(
                    () -> new AssertionError("SoftHSM2 is needed; install the package softhsm2"));

    @TempDir
    static Path folder;

    /**
     * Makes tokens. SoftHSM looks for its settings once in a process, in the place that the build has set in its
     * environment.
     */
    @BeforeAll
    static void makeTokens() throws Exception {
        Path settings = Path.of(System.getenv("SOFTHSM2_CONF"));
        Path tokens = Files.createDirectories(folder.resolve("tokens"));
        Files.writeString(settings, "directories.tokendir = %s\nobjectstore.backend = file\nlog.level = ERROR\n"
                .formatted(tokens));
        // Two, so that a label has to be looked for.
        run("softhsm2-util", "--init-token", "--free", "--label", "other", "--so-pin", "1234", "--pin", "4321");
        run("softhsm2-util", "--init-token", "--free", "--label", "keys of a bank", "--so-pin", "1234", "--pin", PIN);
        Domains.copy(folder);
        Files.writeString(folder.resolve("token.pin"), PIN + "\n");
        Files.writeString(folder.resolve("wrong.pin"), "1111111\n");
        for (String pin : List.of("token.pin", "wrong.pin")) {
            Files.setPosixFilePermissions(folder.resolve(pin), PosixFilePermissions.fromString("rw-------"));
        }
        KeyStore from = KeyStore.getInstance("PKCS12");
        char[] password = Domains.shared().keyStorePassword();
        try (InputStream in = Files.newInputStream(folder.resolve("keys.p12"))) {
            from.load(in, password);
        }
        int slot = Pkcs11Slots.labels(LIBRARY).indexOf("keys of a bank");
        Provider provider = Security.getProvider("SunPKCS11").configure(
                "--name=test\nlibrary=%s\nslotListIndex=%d\n".formatted(LIBRARY, slot)
                + "attributes(*, CKO_PRIVATE_KEY, *) = {\nCKA_SIGN = true\nCKA_SENSITIVE = true\n"
                + "CKA_EXTRACTABLE = false\n}\n");
        KeyStore token = KeyStore.getInstance("PKCS11", provider);
        token.load(null, PIN.toCharArray());
        for (String alias : List.of(KeyDomain.RSA_2048, KeyDomain.EC_P256)) {
            token.setKeyEntry(alias, from.getKey(alias, password), null, from.getCertificateChain(alias));
        }
        assertEquals(null, token.getKey(KeyDomain.RSA_2048, null).getEncoded());
        String file = Files.readString(folder.resolve("keyserver-1.yaml"));
        for (String alias : List.of(KeyDomain.RSA_2048, KeyDomain.EC_P256)) {
            file = file.replaceFirst("keyStore: .*\n  passwordFile: .*\n  alias: " + alias, "pkcs11: " + LIBRARY
                    + "\n  token: keys of a bank\n  pinFile: token.pin\n  alias: " + alias);
        }
        Files.writeString(folder.resolve("keyserver-1.yaml"), file);
    }

    @Test
    void tokensSignByEveryAlgorithm() throws Exception {
        try (Served served = new Served(folder, "")) {
            KeysGrpc.KeysBlockingStub client = served.client("client");
            int count = 0;
            for (Key key : client.listKeys(ListKeysRequest.getDefaultInstance()).getKeysList()) {
                if (!key.getName().equals(KeyDomain.RSA_2048) && !key.getName().equals(KeyDomain.EC_P256)) {
                    continue;
                }
                for (SignatureAlgorithm algorithm : key.getGrantedList()) {
                    SignatureScheme scheme = SignatureScheme.of(algorithm);
                    byte[] message = {42};
                    byte[] digest = java.security.MessageDigest.getInstance(scheme.digest().algorithm())
                            .digest(message);
                    for (SignRequest.Builder request : List.of(
                            SignRequest.newBuilder().setDigest(ByteString.copyFrom(digest)),
                            SignRequest.newBuilder().setData(ByteString.copyFrom(message)))) {
                        byte[] signature = client.sign(request.setKey(key.getName())
                                .setPublicKey(Domains.publicKeyHash(key.getName())).setAlgorithm(algorithm).build())
                                .getSignature().toByteArray();
                        Signature verifier = Signature.getInstance(scheme.signatureName());
                        if (scheme.parameters() != null) {
                            verifier.setParameter(scheme.parameters());
                        }
                        verifier.initVerify(java.security.cert.CertificateFactory.getInstance("X.509")
                                .generateCertificate(key.getCertificateChain(0).newInput()));
                        verifier.update(message);
                        assertTrue(verifier.verify(signature), key.getName() + " " + algorithm);
                        count++;
                    }
                }
            }
            assertEquals(2 * (6 + 3), count);
            served.awaitLog("CN=client-1,O=EEJS", "ec-p256", "SIGNED");
            assertFalse((served.log() + served.notices).contains(PIN));
        }
    }

    @Test
    void aWrongPinEndsTheProcessWithOneLine() throws Exception {
        Path file = folder.resolve("wrong.yaml");
        Files.writeString(file, Files.readString(folder.resolve("keyserver-1.yaml")).replace("token.pin", "wrong.pin"));
        assertEquals("2 keyserver: " + file + ", line 13, key 'keys[0].pinFile': the token keys of a bank refuses the "
                + "PIN", Program.run(Program.keyserver(file.toString())).strip());
    }

    @Test
    void whatIsNotOnThisMachineIsNamed() throws Exception {
        String file = Files.readString(folder.resolve("keyserver-1.yaml"));
        assertRefused(file.replace("token: keys of a bank", "token: keys"), "has no token 'keys'; it has ");
        assertRefused(file.replace("pkcs11: " + LIBRARY, "pkcs11: /no/library.so"),
                "there is no PKCS#11 library /no/library.so");
        assertRefused(file.replace("pkcs11: " + LIBRARY, "pkcs11: token.pin"),
                "is not a PKCS#11 library for this machine");
    }

    private static void assertRefused(String file, String said) throws IOException {
        Path path = folder.resolve("refused.yaml");
        Files.writeString(path, file);
        FaultyFileException refused = assertThrows(FaultyFileException.class, () -> KeyServer.start(path).close());
        assertTrue(refused.getMessage().contains(said), refused.getMessage());
    }

    private static void run(String... command) throws IOException, InterruptedException {
        String outcome = Program.run(List.of(command));
        assertTrue(outcome.startsWith("0 "), outcome);
    }
}
