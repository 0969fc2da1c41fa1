package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** What the CPU of a JVM was used for. Together the categories are all of it. */
public enum CpuCategory {
    /** TLS handshakes with those who connect to this JVM. */
    @JsonProperty("tlsHandshakesAsServer")
    HANDSHAKES_AS_SERVER(true, "TLS handshakes as server"),
    /** TLS handshakes with those to whom this JVM connects. */
    @JsonProperty("tlsHandshakesAsClient")
    HANDSHAKES_AS_CLIENT(true, "TLS handshakes as client"),
    /** Records of TLS with those who connect to this JVM: encryption, authentication and framing. */
    @JsonProperty("tlsRecordsAsServer")
    RECORDS_AS_SERVER(true, "TLS records as server"),
    /** The same with those to whom this JVM connects. */
    @JsonProperty("tlsRecordsAsClient")
    RECORDS_AS_CLIENT(true, "TLS records as client"),
    /** What TLS is set up with: contexts, trust and key stores, decryption of keys. */
    @JsonProperty("tlsMaterial")
    TLS_MATERIAL(true, "TLS contexts, trust and key stores"),
    /** Random numbers for cryptography, whoever needs them. */
    @JsonProperty("random")
    RANDOM(true, "Random numbers"),
    /** Search for the security provider of an algorithm. */
    @JsonProperty("providerLookup")
    PROVIDER_LOOKUP(true, "Provider look-up"),
    /** Hashing of passwords that is slow on purpose. */
    @JsonProperty("passwordHashing")
    PASSWORD_HASHING(false, "Password hashing"),
    /** Parsing, writing and binding of XML. */
    @JsonProperty("xml")
    XML(false, "XML"),
    /** Canonicalization and signatures of XML. */
    @JsonProperty("xmlSignatures")
    XML_SIGNATURES(false, "XML signatures"),
    /** The servlet container, or another server of HTTP. */
    @JsonProperty("httpServer")
    HTTP_SERVER(false, "HTTP server"),
    /** The client of other services. */
    @JsonProperty("httpClient")
    HTTP_CLIENT(false, "HTTP client"),
    /** Calls of the kernel for the network: read, write, poll, connect. */
    @JsonProperty("network")
    NETWORK(false, "Network calls of the kernel"),
    /** The service's own code, and what it calls. */
    @JsonProperty("application")
    APPLICATION(false, "Application"),
    /** Threads that compile. */
    @JsonProperty("jit")
    JIT(false, "JIT compiler"),
    /** Threads that collect garbage. */
    @JsonProperty("gc")
    GC(false, "Garbage collection"),
    /** The JVM's other work of its own. */
    @JsonProperty("jvm")
    JVM(false, "JVM"),
    /** What no rule knows. */
    @JsonProperty("unknown")
    UNKNOWN(false, "Unknown");

    private final boolean tls;
    private final String words;

    CpuCategory(boolean tls, String words) {
        this.tls = tls;
        this.words = words;
    }

    /** For those who read, such as {@code TLS handshakes as server}. */
    public String words() {
        return words;
    }

    /** The same of a detail: {@code certificateChecks} is certificate checks. */
    public static String words(String detail) {
        return detail.replaceAll("(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    /** Whether a service without TLS would not have it: TLS itself, and the cryptography that serves it here. */
    public boolean isTls() {
        return tls;
    }
}
