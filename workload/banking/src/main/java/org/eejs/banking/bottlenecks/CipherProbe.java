package org.eejs.banking.bottlenecks;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * {@link Bottleneck#CIPHER_PROBE}, section 5.3.1 of the EEJS paper. Thread-safe, by the lock that is the bottleneck.
 *
 * <p>The original: in 8u60 each new SSLSocket and SSLEngine asked its SSLContext for the list of cipher suites. For
 * each list the context cleared the process's cache of available bulk ciphers, and walked all suites that are enabled
 * by default. Both the walk (CipherSuite.BulkCipher.isAvailable) and the clearing were static and synchronized. It
 * tried ciphers that might be missing: AES-256, because of the export rules of the time, and AES in GCM mode. It took
 * all others for granted. JDK-8133070 removed the clearing.
 *
 * <p>Here: the same walk, with the list of 8u60 instead of the JDK's own. It tries three ciphers. For AES-256 in CBC
 * mode it asks for the export rules, and then creates and initialises the cipher with a key. It creates and initialises
 * AES-256 and AES-128 in GCM mode with a key and nonce. 8u60 also tried five services of elliptic curves behind another
 * lock. The paper does not mention them, and they are left out.
 */
public final class CipherProbe {
    /** A bulk cipher that 8u60 did not take for granted. */
    enum BulkCipher {
        AES_256("AES/CBC/NoPadding", 32, new IvParameterSpec(new byte[16])),
        AES_256_GCM("AES/GCM/NoPadding", 32, new GCMParameterSpec(128, new byte[12])),
        AES_128_GCM("AES/GCM/NoPadding", 16, new GCMParameterSpec(128, new byte[12]));

        private final String transformation;
        private final int keyBytes;
        private final AlgorithmParameterSpec parameters;

        BulkCipher(String transformation, int keyBytes, AlgorithmParameterSpec parameters) {
            this.transformation = transformation;
            this.keyBytes = keyBytes;
            this.parameters = parameters;
        }

        private boolean works() {
            try {
                if (keyBytes > 16 && Cipher.getMaxAllowedKeyLength(transformation) < 8 * keyBytes) {
                    return false;
                }
                Cipher cipher = Cipher.getInstance(transformation);
                cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[keyBytes], "AES"), parameters, RANDOM);
                return true;
            } catch (GeneralSecurityException e) {
                return false;
            }
        }
    }

    private static final SecureRandom RANDOM = new SecureRandom();
    /**
     * The bulk ciphers of 8u60's default suites that must be tried, suite by suite: 14 with AES-256 and 7 with each GCM
     * mode. The other 28 are taken for granted.
     */
    private static final List<BulkCipher> OF_DEFAULT_SUITES = ofDefaultSuites();
    /** Guarded by the lock of the class. */
    private static final Map<BulkCipher, Boolean> AVAILABLE = new HashMap<>(8);
    /** Guarded by the lock of the class; read by tests. */
    private static long tried;

    private CipherProbe() {}

    private static List<BulkCipher> ofDefaultSuites() {
        List<BulkCipher> ciphers = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            ciphers.addAll(List.of(BulkCipher.AES_256, BulkCipher.AES_256, BulkCipher.AES_256_GCM,
                    BulkCipher.AES_128_GCM));
        }
        return List.copyOf(ciphers);
    }

    /**
     * Repeats the work of one request for the list of suites. Returns the number of usable suites.
     */
    public static int listSuites() {
        clear();
        int usable = 0;
        for (BulkCipher cipher : OF_DEFAULT_SUITES) {
            usable += isAvailable(cipher) ? 1 : 0;
        }
        return usable;
    }

    private static synchronized void clear() {
        AVAILABLE.clear();
    }

    private static synchronized boolean isAvailable(BulkCipher cipher) {
        Boolean known = AVAILABLE.get(cipher);
        if (known == null) {
            tried++;
            known = cipher.works();
            AVAILABLE.put(cipher, known);
        }
        return known;
    }

    /** Returns how often a cipher was tried since the process began. */
    public static synchronized long tried() {
        return tried;
    }
}
