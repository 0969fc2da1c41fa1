package org.eejs.bench.crypto;

import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import org.eejs.banking.Named;

/** A cipher that protects records of TLS, by its name in benchmarks. */
public enum CipherKind implements Named {
    AES_128_GCM("AES-128-GCM", "AES/GCM/NoPadding", "AES", 16, 12, 16),
    AES_256_GCM("AES-256-GCM", "AES/GCM/NoPadding", "AES", 32, 12, 16),
    AES_128_CBC("AES-128-CBC", "AES/CBC/NoPadding", "AES", 16, 16, 0),
    AES_256_CBC("AES-256-CBC", "AES/CBC/NoPadding", "AES", 32, 16, 0),
    CHACHA20_POLY1305("ChaCha20-Poly1305", "ChaCha20-Poly1305", "ChaCha20", 32, 12, 16);

    private final String id;
    /** The JCA's name of cipher, mode and padding. */
    final String transformation;
    /** The JCA's name for its keys. */
    final String keyAlgorithm;
    final int keyBytes;
    final int ivBytes;
    /** The difference in length between a sealed record and its text; 0 where nothing is authenticated. */
    final int tagBytes;

    CipherKind(String id, String transformation, String keyAlgorithm, int keyBytes, int ivBytes, int tagBytes) {
        this.id = id;
        this.transformation = transformation;
        this.keyAlgorithm = keyAlgorithm;
        this.keyBytes = keyBytes;
        this.ivBytes = ivBytes;
        this.tagBytes = tagBytes;
    }

    /** Returns its name, for example {@code AES-128-GCM}. */
    @Override
    public String id() {
        return id;
    }

    boolean isAead() {
        return tagBytes > 0;
    }

    /** Returns the parameters of an initialisation besides the key, with a copy of the IV. */
    AlgorithmParameterSpec parameters(byte[] iv) {
        return transformation.contains("GCM") ? new GCMParameterSpec(tagBytes * Byte.SIZE, iv)
                : new IvParameterSpec(iv);
    }
}
