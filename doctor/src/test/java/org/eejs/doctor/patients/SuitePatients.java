package org.eejs.doctor.patients;

import java.io.ByteArrayInputStream;
import java.security.AlgorithmConstraints;
import java.security.AlgorithmParameters;
import java.security.CryptoPrimitive;
import java.security.Key;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.CipherInputStream;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** Those with a bad choice of algorithms. */
final class SuitePatients {
    static final Map<String, Patient> ALL = new LinkedHashMap<>();

    static {
        ALL.put("dhe", new KeptConnections("RSA", "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256", true));
        ALL.put("chacha-on-aes", new KeptConnections("EC", "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", false));
        ALL.put("cbc-suites", new KeptConnections("RSA", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256", false));
        ALL.put("hello-retry", new WrongGuess());
        ALL.put("gcm-streaming", new DecryptingStream());
    }

    private SuitePatients() {}

    /** Moves data over a connection with a suite; or connects anew each time, where that shows it. */
    private static final class KeptConnections implements Patient {
        private final byte[] data = TlsLab.random(16_000);
        private final String algorithm;
        private final String suite;
        private final boolean anew;
        private TlsLab lab;
        private TlsLab.Connection connection;
        private boolean sick;

        KeptConnections(String algorithm, String suite, boolean anew) {
            this.algorithm = algorithm;
            this.suite = suite;
            this.anew = anew;
        }

        @Override
        public void prepare(boolean isSick) throws Exception {
            sick = isSick;
            lab = new TlsLab(algorithm, algorithm.equals("RSA") ? 2048 : 256);
            connection = connect();
        }

        private TlsLab.Connection connect() throws Exception {
            return lab.connect(lab.clientContext, parameters -> {
                if (sick) {
                    parameters.setProtocols(new String[] {"TLSv1.2"});
                    parameters.setCipherSuites(new String[] {suite});
                }
            });
        }

        @Override
        public void work() throws Exception {
            (sick && anew ? connect() : connection).transfer(data);
        }
    }

    /** A server that takes neither of the two groups of which the JDK offers keys. */
    private static final class WrongGuess implements Patient {
        private final byte[] data = TlsLab.random(4_000);
        private TlsLab lab;
        private boolean sick;

        /** All but some, by their names. */
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
            public boolean permits(Set<CryptoPrimitive> uses, String algorithm, Key key,
                    AlgorithmParameters parameters) {
                return true;
            }
        }

        @Override
        public void prepare(boolean isSick) throws Exception {
            sick = isSick;
            lab = new TlsLab("RSA", 2048);
        }

        @Override
        public void work() throws Exception {
            SSLEngine server = lab.serverContext.createSSLEngine();
            if (sick) {
                SSLParameters parameters = server.getSSLParameters();
                parameters.setAlgorithmConstraints(new AllBut(Set.of("x25519", "secp256r1")));
                server.setSSLParameters(parameters);
            }
            new TlsLab.Connection(lab.stranger(lab.clientContext), server, parameters -> { }).transfer(data);
        }
    }

    private static final class DecryptingStream implements Patient {
        private byte[] encrypted;
        private boolean sick;

        @Override
        public void prepare(boolean isSick) throws Exception {
            sick = isSick;
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"),
                    new GCMParameterSpec(128, new byte[12]));
            encrypted = cipher.doFinal(TlsLab.random(1_000_000));
        }

        @Override
        public void work() throws Exception {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(new byte[16], "AES"),
                    new GCMParameterSpec(128, new byte[12]));
            if (sick) {
                try (CipherInputStream in = new CipherInputStream(new ByteArrayInputStream(encrypted), cipher)) {
                    in.readAllBytes();
                }
            } else {
                cipher.doFinal(encrypted);
            }
        }

        @Override
        public int lastJdk() {
            return 20;
        }
    }
}
