package org.eejs.profile;

import org.eejs.result.CpuCategory;

/**
 * What a stack sample belongs to.
 *
 * @param detail what in the category; null where the category is not divided
 * @param primitive the cryptography that was computed; null where there was none
 */
public record Place(CpuCategory category, String detail, Primitive primitive) {
    /** An algorithm of a security provider. */
    public record Primitive(String algorithm, String provider) {}

    /** For those who read: {@code TLS handshakes as server: private key}. */
    public String words() {
        return category.words() + (detail == null ? "" : ": " + CpuCategory.words(detail));
    }
}
