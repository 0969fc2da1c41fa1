package org.eejs.banking;

/** The TLS implementations of the bank for browsers. */
public enum TlsStack implements Named {
    /** The JDK's own: the provider SunJSSE. */
    JSSE(null),
    /** The provider Conscrypt: BoringSSL through JNI. */
    CONSCRYPT("conscrypt"),
    /** The provider BCJSSE of Bouncy Castle: TLS in Java, with Bouncy Castle's cryptography. */
    BCJSSE("bc"),
    /** OpenSSL through Tomcat and the foreign function and memory API of JDK 22 and newer. */
    OPENSSL_FFM("openssl-ffm"),
    /** OpenSSL through Tomcat and Tomcat Native, which is JNI. */
    OPENSSL_JNI(null);

    private final String folder;

    TlsStack(String folder) {
        this.folder = folder;
    }

    /** Returns the folder of its classes below the providers' folder; null where the JDK or Tomcat has them. */
    public String folder() {
        return folder;
    }

    /**
     * Returns whether Tomcat speaks TLS through OpenSSL, so that there is no SSLContext to hand to another container.
     */
    public boolean isTomcats() {
        return this == OPENSSL_FFM || this == OPENSSL_JNI;
    }

    @Override
    public String toString() {
        return id();
    }
}
