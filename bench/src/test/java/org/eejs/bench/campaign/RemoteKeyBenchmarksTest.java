package org.eejs.bench.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.security.Security;
import java.security.Signature;
import java.util.Arrays;
import java.util.List;
import org.eejs.bench.remotekeys.MutualHandshake;
import org.eejs.bench.remotekeys.PixSignature;
import org.eejs.bench.remotekeys.RemoteKeySigning;
import org.eejs.bench.remotekeys.SweepFolder;
import org.eejs.pix.PixVerifier;
import org.eejs.remotekey.RemoteKeyProvider;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.server.KeyServer;
import org.eejs.result.RemoteKeyKind;
import org.eejs.result.RemoteKeys;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each benchmark of remote keys works against a real server, and would fail otherwise. */
class RemoteKeyBenchmarksTest {
    @TempDir
    private static Path folder;
    private static KeyServer server;
    private static SweepFolder shared;

    @BeforeAll
    static void start() throws Exception {
        KeyDomain domain = KeyDomain.create(folder.resolve("domain"), List.of("127.0.0.1:0"),
                List.of(KeyDomain.RSA_2048, KeyDomain.EC_P256, KeyDomain.EC_P384));
        server = KeyServer.start(domain.server(1));
        shared = SweepFolder.fill(folder, domain, List.of("127.0.0.1:" + server.port()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void removeProvider() {
        Security.removeProvider(RemoteKeyProvider.NAME);
    }

    @ParameterizedTest
    @CsvSource({"rsa-2048, local, 256, 256", "rsa-2048, remote, 256, 256", "ec-p256, local, 60, 72",
        "ec-p256, remote, 60, 72", "ec-p384, local, 90, 104", "ec-p384, remote, 90, 104"})
    void signaturesAreThoseOfTheKey(String kind, String where, int shortest, int longest) throws Exception {
        RemoteKeyKind measured = RemoteKeyKind.byId(kind).orElseThrow();
        RemoteKeySigning benchmark = new RemoteKeySigning();
        benchmark.folder = folder.toString();
        benchmark.key = where;
        benchmark.kind = kind;
        benchmark.servers = 1;
        benchmark.provider = ofJdk(measured);
        benchmark.open();
        try (SweepFolder.OpenKey open = shared.open(measured, where, 1, ofJdk(measured))) {
            RemoteKeySigning.Messages messages = new RemoteKeySigning.Messages();
            messages.draw();
            int length = benchmark.sign(messages).length;
            assertTrue(shortest <= length && length <= longest, length + " bytes");
            Signature signature = Signature.getInstance(measured.signature(), open.provider());
            signature.initSign(open.key());
            signature.update((byte) 1);
            byte[] signed = signature.sign();
            Signature verifier = Signature.getInstance(measured.signature(), ofJdk(measured));
            verifier.initVerify(open.chain().get(0));
            verifier.update((byte) 1);
            assertTrue(verifier.verify(signed));
            assertEquals("CN=" + kind, open.chain().get(0).getSubjectX500Principal().getName()
                    .replaceFirst(",.*", ""));
        } finally {
            benchmark.close();
        }
    }

    private static String ofJdk(RemoteKeyKind kind) {
        return kind.algorithm().equals("RSA") ? "SunRsaSign" : "SunEC";
    }

    @ParameterizedTest
    @CsvSource({"rsa-2048, local", "rsa-2048, remote", "ec-p256, local", "ec-p256, remote"})
    @Tag("long")
    void messagesAreSignedAndNeverTheSame(String kind, String where) throws Exception {
        RemoteKeyKind measured = RemoteKeyKind.byId(kind).orElseThrow();
        PixSignature benchmark = new PixSignature();
        benchmark.folder = folder.toString();
        benchmark.key = where;
        benchmark.kind = kind;
        benchmark.servers = 1;
        benchmark.provider = ofJdk(measured);
        benchmark.bytes = 3_500;
        benchmark.open();
        try (SweepFolder.OpenKey open = shared.open(measured, where, 1, ofJdk(measured))) {
            PixSignature.Dice dice = new PixSignature.Dice();
            byte[] signed = benchmark.sign(dice);
            assertEquals(open.chain().get(0),
                    new PixVerifier(open.chain().subList(0, 1)).verifyMessage(signed).signer());
            assertTrue(!Arrays.equals(signed, benchmark.sign(dice)));
        } finally {
            benchmark.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"rsa-2048, local, TLSv1.2", "rsa-2048, remote, TLSv1.2", "rsa-2048, local, TLSv1.3",
        "rsa-2048, remote, TLSv1.3", "ec-p256, local, TLSv1.2", "ec-p256, remote, TLSv1.2", "ec-p256, local, TLSv1.3",
        "ec-p256, remote, TLSv1.3", "ec-p384, local, TLSv1.2", "ec-p384, remote, TLSv1.3"})
    @Tag("long")
    void eachHandshakeSigns(String kind, String where, String protocol) throws Exception {
        MutualHandshake benchmark = handshake(kind, where, protocol);
        try {
            for (int i = 0; i < 3; i++) {
                assertEquals(protocol, benchmark.handshake(new MutualHandshake.Line()).client().getSession()
                        .getProtocol());
            }
            benchmark.count();
        } finally {
            benchmark.close();
        }
    }

    /** The proof detects a resumed handshake, which does not sign. */
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void aHandshakeThatDidNotSignIsFound(String protocol) throws Exception {
        MutualHandshake benchmark = handshake("rsa-2048", RemoteKeys.REMOTE, protocol);
        try {
            benchmark.handshake(new MutualHandshake.Line());
            benchmark.samePort();
            benchmark.handshake(new MutualHandshake.Line());
            IllegalStateException found = assertThrows(IllegalStateException.class, benchmark::count);
            assertEquals("there were 2 handshakes, but 1 signatures by EEJSRemote", found.getMessage());
        } finally {
            benchmark.close();
        }
    }

    private static MutualHandshake handshake(String kind, String where, String protocol) throws Exception {
        MutualHandshake benchmark = new MutualHandshake();
        benchmark.kind = kind;
        benchmark.folder = folder.toString();
        benchmark.key = where;
        benchmark.servers = 1;
        benchmark.provider = ofJdk(RemoteKeyKind.byId(kind).orElseThrow());
        benchmark.protocol = protocol;
        benchmark.prepare();
        return benchmark;
    }

    @Test
    void drawingGivesMessagesOfAboutTheSize() throws Exception {
        PixSignature benchmark = new PixSignature();
        benchmark.bytes = 3_500;
        benchmark.key = RemoteKeys.NONE;
        benchmark.open();
        assertEquals(3_500, benchmark.draw(new PixSignature.Dice()).length, 350);
    }
}
