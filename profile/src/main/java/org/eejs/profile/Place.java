package org.eejs.profile;

import org.eejs.result.CpuCategory;

/**
 * The place to which a stack sample belongs.
 *
 * @param detail the part of the category; null where the category is not divided
 * @param primitive the cryptography that was computed; null where there was none
 */
public record Place(CpuCategory category, String detail, Primitive primitive) {
    /** An algorithm of a security provider. */
    public record Primitive(String algorithm, String provider) {}

    /** Returns the place in words: {@code TLS handshakes as server: private key}. */
    public String words() {
        return category.words() + (detail == null ? "" : ": " + CpuCategory.words(detail));
    }
}
