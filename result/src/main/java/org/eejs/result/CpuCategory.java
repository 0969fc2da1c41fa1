package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What the CPU of a JVM was used for. Together the categories are all of it. */
public enum CpuCategory {
    /** TLS handshakes with those who connect to this JVM. */
    HANDSHAKES_AS_SERVER("tlsHandshakesAsServer", true, "TLS handshakes as server"),
    /** TLS handshakes with those to whom this JVM connects. */
    HANDSHAKES_AS_CLIENT("tlsHandshakesAsClient", true, "TLS handshakes as client"),
    /** Records of TLS with those who connect to this JVM: encryption, authentication and framing. */
    RECORDS_AS_SERVER("tlsRecordsAsServer", true, "TLS records as server"),
    /** The same with those to whom this JVM connects. */
    RECORDS_AS_CLIENT("tlsRecordsAsClient", true, "TLS records as client"),
    /** What TLS is set up with: contexts, trust and key stores, decryption of keys. */
    TLS_MATERIAL("tlsMaterial", true, "TLS contexts, trust and key stores"),
    /** Random numbers for cryptography, whoever needs them. */
    RANDOM("random", true, "Random numbers"),
    /** Search for the security provider of an algorithm. */
    PROVIDER_LOOKUP("providerLookup", true, "Provider look-up"),
    /** Hashing of passwords that is slow on purpose. */
    PASSWORD_HASHING("passwordHashing", false, "Password hashing"),
    /** Other cryptography of the service itself, such as signatures of tokens: what neither TLS nor XML needs. */
    CRYPTOGRAPHY("cryptography", false, "Cryptography of its own"),
    /** Parsing, writing and binding of XML. */
    XML("xml", false, "XML"),
    /** Canonicalization and signatures of XML. */
    XML_SIGNATURES("xmlSignatures", false, "XML signatures"),
    /** The servlet container, or another server of HTTP. */
    HTTP_SERVER("httpServer", false, "HTTP server"),
    /** The client of other services. */
    HTTP_CLIENT("httpClient", false, "HTTP client"),
    /** Calls of the kernel for the network: read, write, poll, connect. */
    NETWORK("network", false, "Network calls of the kernel"),
    /** The service's own code, and what it calls. */
    APPLICATION("application", false, "Application"),
    /** Threads that compile. */
    JIT("jit", false, "JIT compiler"),
    /** Threads that collect garbage. */
    GC("gc", false, "Garbage collection"),
    /** The JVM's other work of its own. */
    JVM("jvm", false, "JVM"),
    /** What no rule knows. */
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

    /** For those who read, such as {@code TLS handshakes as server}. */
    public String words() {
        return words;
    }

    /** Returns the same of a detail: {@code certificateChecks} is certificate checks. */
    public static String words(String detail) {
        return detail.replaceAll("(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    /**
     * Returns whether a service without TLS would not have it: TLS itself, and the cryptography that serves it here.
     */
    public boolean isTls() {
        return tls;
    }
}
