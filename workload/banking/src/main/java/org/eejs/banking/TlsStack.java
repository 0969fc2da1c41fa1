package org.eejs.banking;

/** What speaks TLS with browsers in the bank. */
public enum TlsStack implements Named {
    /** The JDK's own: the provider SunJSSE. */
    JSSE,
    /** The provider Conscrypt: BoringSSL through JNI. */
    CONSCRYPT,
    /** The provider BCJSSE of Bouncy Castle: TLS in Java, with Bouncy Castle's cryptography. */
    BCJSSE,
    /** OpenSSL through Tomcat and the foreign function and memory API of JDK 22 and newer. */
    OPENSSL_FFM,
    /** OpenSSL through Tomcat and Tomcat Native, which is JNI. */
    OPENSSL_JNI;

    /** Whether Tomcat speaks TLS through OpenSSL, so that there is no SSLContext to hand to another container. */
    public boolean isTomcats() {
        return this == OPENSSL_FFM || this == OPENSSL_JNI;
    }

    @Override
    public String toString() {
        return id();
    }
}
