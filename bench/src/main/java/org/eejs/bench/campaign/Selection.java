package org.eejs.bench.campaign;

import java.util.List;

/**
 * Algorithms of several groups that have one name on the command line. Immutable.
 *
 * @param name its name on the command line
 * @param title its title in the list
 * @param about what it selects, in a sentence
 * @param groups the names of its groups
 * @param algorithms the algorithms of these groups
 * @param operations the operations of these groups
 */
public record Selection(String name, String title, String about, List<String> groups, List<String> algorithms,
        List<String> operations) {
    /** Post-quantum cryptography, next to the curves that it complements or replaces in TLS. */
    static final Selection POST_QUANTUM = new Selection("pq", "Post-quantum cryptography",
            "ML-KEM, ML-DSA, SLH-DSA and TLS's hybrid groups, next to X25519 and P-256.",
            List.of("sign", "agree", "kem", "keygen"),
            List.of("ECDSA-P-256", "ML-DSA-44", "ML-DSA-65", "ML-DSA-87", "SLH-DSA-SHA2-128s", "SLH-DSA-SHA2-128f",
                    "X25519", "P-256", "X25519MLKEM768", "SecP256r1MLKEM768", "ML-KEM-512", "ML-KEM-768",
                    "ML-KEM-1024"),
            List.of("sign", "verify", "agree", "ephemeral", "encapsulate", "decapsulate", "generate"));

    /** All selections, in the order of the list. */
    static final List<Selection> ALL = List.of(POST_QUANTUM);
}
