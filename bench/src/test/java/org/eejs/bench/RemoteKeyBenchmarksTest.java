package org.eejs.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.security.Security;
import java.security.Signature;
import java.util.Arrays;
import java.util.Collections;
import org.eejs.lab.RemoteKey;
import org.eejs.remotekey.KeyDomain;
import org.eejs.remotekey.KeyServer;
import org.eejs.xml.SpiVerifier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each benchmark of remote keys does what it says, against a real server, and would fail if it did not. */
class RemoteKeyBenchmarksTest {
    @TempDir
    private static Path folder;
    private static KeyServer server;
    private static SweepFolder shared;

    @BeforeAll
    static void start() throws Exception {
        KeyDomain domain = KeyDomain.create(folder.resolve("domain"), Collections.nCopies(1, "127.0.0.1:0"));
        server = KeyServer.start(domain.server(1));
        shared = SweepFolder.fill(folder, domain, Collections.nCopies(1, "127.0.0.1:" + server.port()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void removeProvider() {
        Security.removeProvider("EEJSCount");
    }

    @ParameterizedTest
    @ValueSource(strings = {RemoteKey.LOCAL, RemoteKey.REMOTE})
    void signaturesAreThoseOfTheKey(String where) throws Exception {
        RemoteKeySigning benchmark = new RemoteKeySigning();
        benchmark.folder = folder.toString();
        benchmark.key = where;
        benchmark.servers = 1;
        benchmark.provider = "SunRsaSign";
        benchmark.open();
        try (SweepFolder.OpenKey open = shared.open(where, 1, "SunRsaSign")) {
            RemoteKeySigning.Messages messages = new RemoteKeySigning.Messages();
            messages.draw();
            assertEquals(256, benchmark.sign(messages).length);
            Signature signature = Signature.getInstance("SHA256withRSA", open.provider());
            signature.initSign(open.key());
            signature.update((byte) 1);
            byte[] signed = signature.sign();
            Signature verifier = Signature.getInstance("SHA256withRSA", "SunRsaSign");
            verifier.initVerify(open.chain().get(0));
            verifier.update((byte) 1);
            assertTrue(verifier.verify(signed));
            assertEquals("CN=" + SweepFolder.KEY, open.chain().get(0).getSubjectX500Principal().getName()
                    .replaceFirst(",.*", ""));
        } finally {
            benchmark.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {RemoteKey.LOCAL, RemoteKey.REMOTE})
    void messagesAreSignedAndNeverTheSame(String where) throws Exception {
        SpiSignature benchmark = new SpiSignature();
        benchmark.folder = folder.toString();
        benchmark.key = where;
        benchmark.servers = 1;
        benchmark.provider = "SunRsaSign";
        benchmark.bytes = 3_500;
        benchmark.open();
        try (SweepFolder.OpenKey open = shared.open(where, 1, "SunRsaSign")) {
            SpiDraw.Dice dice = new SpiDraw.Dice();
            byte[] signed = benchmark.sign(dice);
            assertEquals(open.chain().get(0), new SpiVerifier(open.chain().subList(0, 1)).verify(signed));
            assertTrue(!Arrays.equals(signed, benchmark.sign(dice)));
        } finally {
            benchmark.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"local, TLSv1.2", "remote, TLSv1.2", "local, TLSv1.3", "remote, TLSv1.3"})
    void eachHandshakeSigns(String where, String protocol) throws Exception {
        MutualHandshake benchmark = handshake(where, protocol);
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

    /** What the proof is for: a resumed handshake does not sign. */
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void aHandshakeThatDidNotSignIsFound(String protocol) throws Exception {
        MutualHandshake benchmark = handshake(RemoteKey.REMOTE, protocol);
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

    private static MutualHandshake handshake(String where, String protocol) throws Exception {
        MutualHandshake benchmark = new MutualHandshake();
        benchmark.folder = folder.toString();
        benchmark.key = where;
        benchmark.servers = 1;
        benchmark.provider = "SunRsaSign";
        benchmark.protocol = protocol;
        benchmark.prepare();
        return benchmark;
    }

    @Test
    void drawingGivesMessagesOfAboutTheSize() {
        SpiDraw benchmark = new SpiDraw();
        benchmark.bytes = 3_500;
        benchmark.prepare();
        assertEquals(3_500, benchmark.draw(new SpiDraw.Dice()).length, 350);
    }
}
