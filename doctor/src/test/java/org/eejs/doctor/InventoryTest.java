package org.eejs.doctor;

import static org.eejs.doctor.Seen.seen;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.eejs.doctor.evidence.Port;
import org.eejs.doctor.evidence.Traffic;
import org.eejs.result.Diagnosis;
import org.eejs.result.Hellos.Answer;
import org.eejs.result.Hellos.Form;
import org.eejs.result.Hellos.Outcome;
import org.eejs.result.Hellos;
import org.eejs.result.Diagnosis.Asset;
import org.eejs.result.Diagnosis.AssetKind;
import org.eejs.result.Diagnosis.Quantum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The cryptography that a JVM was seen to use. */
class InventoryTest {
    private static final String OLD = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256";

    private static List<Asset> inventory(Seen seen, Port... ports) {
        return Doctor.examine(seen.samples(600, "java.util.HashMap.put").evidence()
                .with(Traffic.UNKNOWN, List.of(ports)), Doctor.LEAST, Doctor.THRESHOLD).inventory();
    }

    private static Port port(int number, String protocol, String suite, String group, String keyType, int bits) {
        return new Port(number, protocol, suite, group, keyType, bits, 1, 900, true,
                new Hellos("port " + number, List.of()));
    }

    private static Asset asset(List<Asset> all, String name) {
        List<Asset> found = all.stream().filter(each -> each.name().equals(name)).toList();
        assertEquals(1, found.size(), name + " in " + all);
        return found.get(0);
    }

    @Test
    void handshakesAreProtocols() {
        List<Asset> all = inventory(seen().handshakes(3, "worker", "shop", Seen.SUITE, Seen.FINISHED)
                .handshakes(1, "worker", "", Seen.SUITE, Seen.SERVER).handshakes(2, "worker", "", OLD, Seen.SERVER));
        assertEquals(List.of("TLSv1.2 " + OLD, "TLSv1.3 " + Seen.SUITE), all.stream().map(Asset::name).toList());
        assertEquals(new Asset(AssetKind.PROTOCOL, "TLSv1.2 " + OLD, null, "2 handshakes", Quantum.VULNERABLE, null,
                null), all.get(0));
        assertEquals("3 handshakes as client, 1 handshake as server", all.get(1).seen());
        assertEquals(Quantum.UNKNOWN, all.get(1).quantum(), "its suite does not show the key exchange");
    }

    @Test
    void aPortIsAProtocolAGroupAndAKey() {
        List<Asset> all = inventory(seen().certificate("RSA", 2048).certificate("RSA", 2048).certificate("EC", 256),
                port(8443, "TLSv1.3", Seen.SUITE, "X25519MLKEM768", "RSA", 2048),
                port(9443, "TLSv1.3", Seen.SUITE, "x25519", "", 0), port(9444, "TLSv1.2", OLD, "", "ML-DSA", 0));
        assertEquals(Quantum.HYBRID, asset(all, "X25519MLKEM768").quantum());
        assertEquals(AssetKind.GROUP, asset(all, "x25519").kind());
        Asset protocol = asset(all, "TLSv1.3 " + Seen.SUITE);
        assertEquals("port 8443, port 9443", protocol.seen());
        assertEquals(Quantum.VULNERABLE, protocol.quantum(), "one of the ports is");
        Asset key = asset(all, "RSA-2048");
        assertEquals("port 8443, 2 parsed certificates", key.seen());
        assertTrue(key.replacing().matches("compared with this key and the JDK’s provider, a signature costs \\d+% with a "
                + "P-256 key and \\d+% with the provider ACCP"), key.replacing());
        assertEquals("1 parsed certificate", asset(all, "EC-256").seen());
        assertEquals(null, asset(all, "EC-256").replacing());
        assertEquals(Quantum.RESISTANT, asset(all, "ML-DSA").quantum());
        assertEquals(List.of(Quantum.VULNERABLE, Quantum.HYBRID, Quantum.RESISTANT), all.stream().map(Asset::quantum)
                .distinct().toList(), "the weakest come first");
    }

    @Test
    void handshakesWithAGroupAreJudgedByIt() {
        List<Asset> all = inventory(seen().group("X25519MLKEM768").handshakes(2, "worker", "", Seen.SUITE, Seen.SERVER)
                .group("x25519").handshakes(1, "worker", "", "TLS_CHACHA20_POLY1305_SHA256", Seen.SERVER));
        assertEquals("2 handshakes as server", asset(all, "X25519MLKEM768").seen());
        assertEquals("hybrid", asset(all, "TLSv1.3 " + Seen.SUITE).cryptography());
        assertEquals("classical", asset(all, "TLSv1.3 TLS_CHACHA20_POLY1305_SHA256").cryptography());
        assertEquals("classical", asset(all, "x25519").cryptography());
    }

    /** The JDK of the doctor may not offer a hybrid group itself. */
    @Test
    void aPortThatAnswersAHybridHelloHasThatGroupToo() {
        Hellos hellos = new Hellos("port 8443", List.of(answer(Form.WHOLE, "x25519"),
                answer(Form.HYBRID, "X25519MLKEM768")));
        List<Asset> all = inventory(seen(), new Port(8443, "TLSv1.3", Seen.SUITE, "x25519", "ML-DSA", 0, 1, 900, true,
                hellos));
        assertEquals("port 8443 if the client offers it", asset(all, "X25519MLKEM768").seen());
        assertEquals("hybrid", asset(all, "X25519MLKEM768").cryptography());
        assertEquals("post-quantum", asset(all, "ML-DSA").cryptography());
        assertEquals("classical", asset(all, "TLSv1.3 " + Seen.SUITE).cryptography());
    }

    private static Answer answer(Form form, String group) {
        return new Answer(form, 400, Outcome.ANSWERED, 1, "TLSv1.3", group, false, null);
    }

    @Test
    void algorithmsHaveTheirShareAndTheirUses() {
        List<Asset> all = inventory(seen()
                .samples(100, "sun.security.rsa.RSACore.rsa", "java.security.Signature.sign", "io.jsonwebtoken.Jwts.sign")
                .samples(200, "sun.security.rsa.RSACore.rsa", "java.security.Signature.sign")
                .samples(100, "sun.security.provider.SHA2.implCompress", "java.security.MessageDigest.digest"));
        assertEquals(List.of("RSA", "SHA"), all.stream().map(Asset::name).toList());
        assertEquals(AssetKind.ALGORITHM, all.get(0).kind());
        assertEquals("SunRsaSign", all.get(0).provider());
        assertEquals("private-key use, token signing", all.get(0).seen());
        assertEquals(0.3, all.get(0).share(), 1e-9);
        assertEquals(Quantum.RESISTANT, all.get(1).quantum());
        assertEquals(0.1, all.get(1).share(), 1e-9);
    }

    @Test
    void withoutAShareTheyAreStillListed() {
        Diagnosis idle = Doctor.examine(seen().samples(9, "sun.security.provider.SHA2.implCompress",
                "java.security.MessageDigest.digest").evidence().with(new org.eejs.doctor.evidence.JvmEvidence.Cpu(
                        0.001, 0, 0, true)), Doctor.LEAST, Doctor.THRESHOLD);
        assertTrue(idle.isIdle());
        assertEquals(null, asset(idle.inventory(), "SHA").share());
    }

    @ParameterizedTest
    @CsvSource({"RSA, VULNERABLE", "EC, VULNERABLE", "EdDSA, VULNERABLE", "Ed25519, VULNERABLE", "DH, VULNERABLE",
        "ffdhe2048, VULNERABLE", "secp256r1, VULNERABLE", "DSA, VULNERABLE", "SecP256r1MLKEM768, HYBRID",
        "ML-KEM, RESISTANT", "SLH-DSA-SHA2-128s, RESISTANT", "ML-DSA-65, RESISTANT", "GOST, UNKNOWN"})
    void keysAndGroupsAreJudgedByTheirNames(String name, Quantum quantum) {
        assertEquals(quantum, asset(inventory(seen(), port(1, "TLSv1.3", Seen.SUITE, name, "", 0)), name).quantum());
    }

    @ParameterizedTest
    @CsvSource({"com.sun.crypto.provider.GaloisCounterMode.run, AES-GCM, RESISTANT",
        "com.sun.crypto.provider.PBES1Core.doFinal, PBE, UNKNOWN", "sun.security.provider.MD5.implCompress, MD5, UNKNOWN"})
    void algorithmsAreJudgedByTheirNames(String frame, String name, Quantum quantum) {
        assertEquals(quantum, asset(inventory(seen().samples(100, frame, "javax.crypto.Cipher.doFinal")), name)
                .quantum());
    }
}
