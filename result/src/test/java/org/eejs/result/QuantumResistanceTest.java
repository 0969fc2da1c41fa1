package org.eejs.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.eejs.result.Diagnosis.Asset;
import org.eejs.result.Diagnosis.AssetKind;
import org.eejs.result.Diagnosis.Quantum;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantumResistanceTest {
    @ParameterizedTest
    @CsvSource({"X25519MLKEM768, hybrid", "SecP256r1MLKEM768, hybrid", "SecP384r1MLKEM1024, hybrid",
        "MLKEM512, post-quantum", "MLKEM768, post-quantum", "MLKEM1024, post-quantum", "x25519, classical",
        "x448, classical", "secp521r1, classical", "ffdhe8192, classical", "brainpoolP256r1, unknown",
        "ML-DSA-65, post-quantum", "SLH-DSA-SHA2-128s, post-quantum", "ML-KEM, post-quantum", "RSA-2048, classical",
        "RSASSA-PSS, classical", "EC-256, classical", "EdDSA, classical", "DSA-2048, classical",
        "2.16.840.1.101.3.4.3.18, post-quantum", "2.16.840.1.101.3.4.3.20, post-quantum",
        "2.16.840.1.101.3.4.3.1, unknown", "2.16.840.1.101.3.4.3.180, unknown", "2.16.840.1.101.3.4.4.2, post-quantum",
        "AES-GCM, symmetric", "GOST, unknown"})
    void namesShowTheCryptography(String name, String expected) {
        assertEquals(expected, new Asset(AssetKind.GROUP, name, null, "here", QuantumResistance.of(name), null, null)
                .cryptography());
    }

    @ParameterizedTest
    @CsvSource({"TLS_AES_256_GCM_SHA384, '', UNKNOWN", "TLS_AES_256_GCM_SHA384, x25519, VULNERABLE",
        "TLS_AES_256_GCM_SHA384, X25519MLKEM768, HYBRID", "TLS_AES_128_GCM_SHA256, MLKEM768, RESISTANT",
        "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, '', VULNERABLE", "TLS_RSA_WITH_AES_128_CBC_SHA, '', VULNERABLE",
        "TLS_PSK_WITH_AES_128_GCM_SHA256, '', UNKNOWN", "'', '', UNKNOWN"})
    void connectionsNeedTheirGroup(String suite, String group, Quantum expected) {
        assertEquals(expected, QuantumResistance.ofConnection(suite, group));
    }
}
