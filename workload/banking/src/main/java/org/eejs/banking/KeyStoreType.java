package org.eejs.banking;

import java.util.Arrays;
import java.util.Locale;

/** The format of the file with the bank's key and certificate. */
public enum KeyStoreType {
    /** The format of RFC 7292, the JDK's default. */
    PKCS12("p12"),
    /** The JDK's format of old. */
    JKS("jks");

    private final String extension;

    KeyStoreType(String extension) {
        this.extension = extension;
    }

    /** The name in options and results, for example {@code pkcs12}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The type with this {@link #id()}.
     *
     * @throws IllegalArgumentException with a line that lists those that exist
     */
    public static KeyStoreType byId(String id) {
        return Arrays.stream(values()).filter(type -> type.id().equals(id)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'%s' is not a type of key store; there are %s"
                        .formatted(id, String.join(", ", Arrays.stream(values()).map(KeyStoreType::id).toList()))));
    }

    /** The name by which {@link java.security.KeyStore} knows it. */
    public String algorithm() {
        return name();
    }

    /** How the names of such files end, without the dot. */
    public String extension() {
        return extension;
    }

    @Override
    public String toString() {
        return id();
    }
}
