package org.eejs.doctor.patients;

import java.io.ByteArrayInputStream;
import java.security.AlgorithmConstraints;
import java.security.AlgorithmParameters;
import java.security.CryptoPrimitive;
import java.security.Key;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.CipherInputStream;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.eejs.doctor.patients.Patient.Step;

/** Patients with a bad choice of algorithms. */
final class SuitePatients {
    private SuitePatients() {}

    static void addTo(Map<String, Patient> all) {
        all.put("dhe", keptConnections("RSA", "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256", true));
        all.put("chacha-on-aes", keptConnections("EC", "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", false));
        all.put("cbc-suites", keptConnections("RSA", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256", false));
        all.put("hello-retry", Patient.of(SuitePatients::wrongGuess));
        all.put("hybrid-by-default", Patient.of(sick -> newConnections()).with(sick -> sick ? List.of()
                : List.of("-Djdk.tls.namedGroups=x25519")).on(27, Integer.MAX_VALUE));
        all.put("gcm-streaming", Patient.of(SuitePatients::decryptingStream).on(17, 20));
    }

    /** Returns transfers over a connection with a suite, or new connections if these show the bottleneck. */
    private static Patient keptConnections(String algorithm, String suite, boolean reconnects) {
        return Patient.of(sick -> {
            byte[] data = TlsLab.random(16_000);
            TlsLab lab = new TlsLab(algorithm, algorithm.equals("RSA") ? 2048 : 256);
            TlsLab.Connection connection = sick ? connect(lab, suite) : lab.connect();
            return () -> (sick && reconnects ? connect(lab, suite) : connection).transfer(data);
        });
    }

    private static TlsLab.Connection connect(TlsLab lab, String suite) throws Exception {
        return lab.connect(lab.clientContext, parameters -> {
            parameters.setProtocols(new String[] {"TLSv1.2"});
            parameters.setCipherSuites(new String[] {suite});
        });
    }

    /** Constraints that permit all algorithms except some. */
    private record AllBut(Set<String> names) implements AlgorithmConstraints {
        @Override
        public boolean permits(Set<CryptoPrimitive> uses, String algorithm, AlgorithmParameters parameters) {
            return !names.contains(algorithm);
        }

        @Override
        public boolean permits(Set<CryptoPrimitive> uses, Key key) {
            return true;
        }

        @Override
        public boolean permits(Set<CryptoPrimitive> uses, String algorithm, Key key, AlgorithmParameters parameters) {
            return true;
        }
    }

    /** Returns a server that accepts neither of the two groups that the JDK offers first. */
    private static Step wrongGuess(boolean sick) throws Exception {
        byte[] data = TlsLab.random(4_000);
        TlsLab lab = new TlsLab("RSA", 2048);
        return () -> {
            SSLEngine server = lab.serverContext.createSSLEngine();
            if (sick) {
                SSLParameters parameters = server.getSSLParameters();
                parameters.setAlgorithmConstraints(new AllBut(Set.of("x25519", "secp256r1")));
                server.setSSLParameters(parameters);
            }
            new TlsLab.Connection(lab.stranger(), server).transfer(data);
        };
    }

    private static Step newConnections() throws Exception {
        byte[] data = TlsLab.random(4_000);
        TlsLab lab = new TlsLab("EC", 256);
        return () -> lab.connect().transfer(data);
    }

    private static Step decryptingStream(boolean sick) throws Exception {
        byte[] encrypted = gcm(Cipher.ENCRYPT_MODE).doFinal(TlsLab.random(1_000_000));
        return () -> {
            Cipher cipher = gcm(Cipher.DECRYPT_MODE);
            if (sick) {
                try (CipherInputStream in = new CipherInputStream(new ByteArrayInputStream(encrypted), cipher)) {
                    in.readAllBytes();
                }
            } else {
                cipher.doFinal(encrypted);
            }
        };
    }

    private static Cipher gcm(int mode) throws Exception {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(new byte[16], "AES"), new GCMParameterSpec(128, new byte[12]));
        return cipher;
    }
}
