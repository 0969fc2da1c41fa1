package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The categories of a JVM's CPU. Together they are all of it. */
public enum CpuCategory {
    /** TLS handshakes with clients of this JVM. */
    HANDSHAKES_AS_SERVER("tlsHandshakesAsServer", true, "TLS handshakes as server"),
    /** TLS handshakes with servers to which this JVM connects. */
    HANDSHAKES_AS_CLIENT("tlsHandshakesAsClient", true, "TLS handshakes as client"),
    /** TLS records of connections from clients: encryption, authentication and framing. */
    RECORDS_AS_SERVER("tlsRecordsAsServer", true, "TLS records as server"),
    /** TLS records of connections to servers. */
    RECORDS_AS_CLIENT("tlsRecordsAsClient", true, "TLS records as client"),
    /** Set-up of TLS: contexts, trust and key stores, decryption of keys. */
    TLS_MATERIAL("tlsMaterial", true, "TLS contexts, trust and key stores"),
    /** Random numbers for cryptography, for any caller. */
    RANDOM("random", true, "Random numbers"),
    /** Search for the security provider of an algorithm. */
    PROVIDER_LOOKUP("providerLookup", true, "Provider look-up"),
    /** Password hashing, which is slow on purpose. */
    PASSWORD_HASHING("passwordHashing", false, "Password hashing"),
    /** Other cryptography of the service itself, such as signatures of tokens: neither for TLS nor for XML. */
    CRYPTOGRAPHY("cryptography", false, "Application cryptography"),
    /** Parsing, writing and binding of XML. */
    XML("xml", false, "XML"),
    /** Canonicalization and signatures of XML. */
    XML_SIGNATURES("xmlSignatures", false, "XML signatures"),
    /** The servlet container, or another HTTP server. */
    HTTP_SERVER("httpServer", false, "HTTP server"),
    /** The HTTP client for other services. */
    HTTP_CLIENT("httpClient", false, "HTTP client"),
    /** Calls of the kernel for the network: read, write, poll, connect. */
    NETWORK("network", false, "Network calls of the kernel"),
    /** The service's own code, and the libraries that it calls. */
    APPLICATION("application", false, "Application"),
    /** Threads that compile. */
    JIT("jit", false, "JIT compiler"),
    /** Threads that collect garbage. */
    GC("gc", false, "Garbage collection"),
    /** Other work of the JVM itself. */
    JVM("jvm", false, "JVM"),
    /** Code that no rule matches. */
    UNKNOWN("unknown", false, "Unknown");

    private final String id;
    private final boolean tls;
    private final String words;

    CpuCategory(String id, boolean tls, String words) {
        this.id = id;
        this.tls = tls;
        this.words = words;
    }

    /** Returns the name in results. */
    @JsonValue
    public String id() {
        return id;
    }

    /** Returns the name in reports, such as {@code TLS handshakes as server}. */
    public String words() {
        return words;
    }

    /** Returns a detail in words: {@code certificateChecks} becomes certificate checks. */
    public static String words(String detail) {
        return detail.replaceAll("(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    /**
     * Returns whether a service without TLS would not have this category: TLS itself, and the cryptography that serves
     * it here.
     */
    public boolean isTls() {
        return tls;
    }
}
