package org.eejs.banking;

import java.util.Arrays;
import java.util.Locale;

/** What speaks TLS with browsers in the bank. */
public enum TlsStack {
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

    /** The name in options and results, for example {@code openssl-ffm}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The stack with this {@link #id()}.
     *
     * @throws IllegalArgumentException with a line that lists those that exist
     */
    public static TlsStack byId(String id) {
        return Arrays.stream(values()).filter(stack -> stack.id().equals(id)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'%s' is not a TLS stack; there are %s"
                        .formatted(id, String.join(", ", Arrays.stream(values()).map(TlsStack::id).toList()))));
    }

    /** Whether Tomcat speaks TLS through OpenSSL, so that there is no SSLContext to hand to another container. */
    public boolean isTomcats() {
        return this == OPENSSL_FFM || this == OPENSSL_JNI;
    }

    @Override
    public String toString() {
        return id();
    }
}
