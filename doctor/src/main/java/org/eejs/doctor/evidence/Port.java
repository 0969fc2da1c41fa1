package org.eejs.doctor.evidence;

import org.eejs.result.Hellos;

/**
 * A TLS port of the JVM, as a handshake with it showed. Immutable.
 *
 * @param protocol the TLS version
 * @param suite the cipher suite; empty if unknown
 * @param group the key exchange group; empty if it is unknown, or was not named
 * @param keyType the algorithm of the certificate's key, such as {@code RSA}; empty if unknown
 * @param keyBits its length in bits; 0 if unknown
 * @param chain the number of certificates that the server sends
 * @param chainBytes their size in bytes
 * @param resumes whether a second connection resumed the session of the first; null if unknown
 * @param hellos its answers to hellos in several forms
 */
public record Port(int number, String protocol, String suite, String group, String keyType, int keyBits, int chain,
        int chainBytes, Boolean resumes, Hellos hellos) {
    /** Returns the key and its length: {@code RSA-2048}; empty if unknown. */
    public String key() {
        return key(keyType, keyBits);
    }

    /** Returns a key and its length in bits, which is 0 if unknown; empty if the type is empty. */
    public static String key(String type, int bits) {
        return type.isEmpty() || bits == 0 ? type : type + "-" + bits;
    }

    /** Returns a sentence for the report, without a full stop. */
    public String words() {
        StringBuilder words = new StringBuilder("port %d: %s".formatted(number, protocol));
        if (!suite.isEmpty()) {
            words.append(", ").append(suite);
        }
        if (!group.isEmpty()) {
            words.append(", group ").append(group);
        }
        if (!keyType.isEmpty()) {
            words.append(", %s key, %d certificate%s of %,d bytes".formatted(key(), chain, chain == 1 ? "" : "s",
                    chainBytes));
        }
        if (resumes != null) {
            words.append(resumes ? ", resumes sessions" : ", does not resume sessions");
        }
        return words + (hellos.words().isEmpty() ? "" : "; " + hellos.words());
    }
}
