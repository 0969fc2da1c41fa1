package org.eejs.banking;

/** The format of the file with the bank's key and certificate. */
public enum KeyStoreType implements Named {
    /** The format of RFC 7292, the JDK's default. */
    PKCS12("p12"),
    /** The JDK's old format, JKS. */
    JKS("jks");

    private final String extension;

    KeyStoreType(String extension) {
        this.extension = extension;
    }

    /** Returns the name by which {@link java.security.KeyStore} knows it. */
    public String algorithm() {
        return name();
    }

    /** Returns how the names of such files end, without the dot. */
    public String extension() {
        return extension;
    }

    @Override
    public String toString() {
        return id();
    }
}
