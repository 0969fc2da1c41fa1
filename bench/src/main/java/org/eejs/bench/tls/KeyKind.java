package org.eejs.bench.tls;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;

/** The kinds of key that a server certificate has. */
public enum KeyKind {
    /** RSA of 2048 bits, which most services have. */
    RSA("RSA", new RSAKeyGenParameterSpec(2048, RSAKeyGenParameterSpec.F4), "SHA256withRSA"),
    /** ECDSA on P-256: signing costs so little that all else in a handshake shows. */
    EC("EC", new ECGenParameterSpec("secp256r1"), "SHA256withECDSA");

    private final String algorithm;
    private final AlgorithmParameterSpec size;
    private final String signature;

    KeyKind(String algorithm, AlgorithmParameterSpec size, String signature) {
        this.algorithm = algorithm;
        this.size = size;
        this.signature = signature;
    }

    KeyPair newPair() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
        generator.initialize(size);
        return generator.generateKeyPair();
    }

    /** The algorithm that such a key signs certificates with. */
    String signature() {
        return signature;
    }
}
