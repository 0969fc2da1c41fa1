package org.eejs.doctor;

import static org.eejs.doctor.Seen.only;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.eejs.result.Diagnosis.Cure;
import org.eejs.result.Diagnosis.Finding;
import org.junit.jupiter.api.Test;

/** False alarms about algorithms, and fixes that must not cause another finding, each with a small capture. */
class SuiteAlarmsTest {
    private static final String DECRYPTING = "com.sun.crypto.provider.GaloisCounterMode$GCMDecrypt.doUpdate";
    private static final String STREAM = "javax.crypto.CipherInputStream.read";
    private static final String AGAIN = "sun.security.ssl.ServerHello$T13HelloRetryRequestConsumer.consume";
    private static final String GROUPS = "-Djdk.tls.namedGroups=";
    private static final String REST = ",ffdhe2048,ffdhe3072,ffdhe4096,ffdhe6144,ffdhe8192";

    @Test
    void decryptingIsNotWhatAStreamWastes() {
        assertEquals(List.of(), new Seen().samples(400, "com.sun.crypto.provider.GHASH.update", DECRYPTING, STREAM)
                .rules(), "small messages");
        Finding large = only(new Seen().samples(400, DECRYPTING, STREAM).samples(300, "java.util.Arrays.copyOf",
                "java.io.ByteArrayOutputStream.write", DECRYPTING, STREAM).samples(300,
                "javax.crypto.CipherInputStream.ensureCapacity", STREAM), "gcm-streaming");
        assertEquals(600 / 2_000.0, large.cpuShare(), 1e-9);
        assertEquals(List.of(), new Seen().samples(300, "javax.crypto.CipherInputStream.ensureCapacity", STREAM)
                .rules(), "of another mode");
    }

    private static Seen retrying(String making) {
        return new Seen().samples(100, making, "java.security.KeyPairGenerator.generateKeyPair", AGAIN,
                "sun.security.ssl.SSLHandshake.consume");
    }

    private static Cure retried(Seen seen) {
        return only(seen, "hello-retry").cure();
    }

    @Test
    void theGroupThatServersTakeIsPutBeforeThoseThatAreThere() {
        String p384 = "sun.security.util.math.intpoly.IntegerPolynomialP384.mult";
        assertEquals(List.of(GROUPS + "secp384r1,x25519,secp256r1,secp521r1,x448" + REST),
                retried(retrying(p384)).lines());
        assertEquals(List.of(GROUPS + "secp521r1,x25519,secp256r1,secp384r1,x448" + REST), retried(retrying(
                "sun.security.util.math.intpoly.IntegerPolynomialP521.mult")).lines());
        assertEquals(List.of(GROUPS + "secp384r1,secp256r1"), retried(retrying(p384).system("jdk.tls.namedGroups",
                "secp256r1, secp384r1")).lines());
        assertEquals(List.of(GROUPS + "X25519MLKEM768,secp384r1,x25519,secp256r1,secp521r1,x448" + REST),
                retried(retrying(p384).jdk("27")).lines());
        assertEquals(List.of(GROUPS + "secp384r1,secp256r1,secp521r1" + REST), retried(retrying(p384).jdk("11.0.27"))
                .lines());
    }

    @Test
    void aServerThatAsksAgainShouldAcceptAnOfferedGroup() {
        Cure server = retried(new Seen().samples(100,
                "sun.security.ssl.ServerHello$T13HelloRetryRequestProducer.produce",
                "sun.security.ssl.SSLHandshake.consume").system("jdk.tls.namedGroups", "secp384r1"));
        assertTrue(server.words().contains(". Let this server accept"), server.words());
        assertEquals(List.of(GROUPS + "x25519,secp256r1,secp384r1"), server.lines());
    }
}
