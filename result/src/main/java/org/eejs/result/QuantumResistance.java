package org.eejs.result;

import java.util.Locale;
import java.util.regex.Pattern;
import org.eejs.result.Diagnosis.Quantum;

/**
 * The classification of groups, keys, cipher suites and algorithms by their names or object identifiers: classical,
 * hybrid, post-quantum (FIPS 203 to 205) or symmetric. Stateless.
 */
public final class QuantumResistance {
    /** Also the identifiers of ML-DSA and SLH-DSA, and of ML-KEM, which JDKs before 24 report instead of names. */
    private static final Pattern POST_QUANTUM = Pattern.compile("ML-?KEM|ML-?DSA|SLH-?DSA"
            + "|2\\.16\\.840\\.1\\.101\\.3\\.4\\.(3\\.(1[7-9]|2\\d|3[0-5])|4\\.[1-3])(?!\\d)");
    /** Names of RSA, Diffie-Hellman and elliptic curves, also within cipher suites. */
    private static final Pattern CLASSICAL = Pattern.compile("RSA|DSA|DSS|ECDH|XDH|SECP|ED(25519|448)|X(25519|448)"
            + "|(?<![A-Z])(EC|DHE?|FFDHE)(?![A-Z])");
    private static final Pattern SYMMETRIC = Pattern.compile("AES|CHACHA20|HMAC|SHA|HKDF|PBKDF2|PRF|DRBG|BCRYPT|SCRYPT"
            + "|ARGON2");

    private QuantumResistance() {}

    /** Returns the resistance of a group, key, cipher suite or algorithm. */
    public static Quantum of(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        boolean classical = CLASSICAL.matcher(POST_QUANTUM.matcher(upper).replaceAll("")).find();
        boolean postQuantum = isPostQuantum(name);
        return classical ? postQuantum ? Quantum.HYBRID : Quantum.VULNERABLE
                : postQuantum || SYMMETRIC.matcher(upper).find() ? Quantum.RESISTANT : Quantum.UNKNOWN;
    }

    /**
     * Returns the resistance of a connection's key exchange. Suites of TLS 1.3 do not show it, so it is unknown without
     * the group.
     *
     * @param group the negotiated group; empty if it is unknown
     */
    public static Quantum ofConnection(String suite, String group) {
        Quantum quantum = of(group.isEmpty() ? suite : group);
        return group.isEmpty() && quantum != Quantum.VULNERABLE ? Quantum.UNKNOWN : quantum;
    }

    /** Returns whether the name contains that of a post-quantum algorithm. */
    static boolean isPostQuantum(String name) {
        return POST_QUANTUM.matcher(name.toUpperCase(Locale.ROOT)).find();
    }
}
