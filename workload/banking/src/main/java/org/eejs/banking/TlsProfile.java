package org.eejs.banking;

/**
 * The TLS parameters of every connection of a run: exactly one protocol version, cipher suite, kind of certificate and
 * named group. Nothing depends on the preferences of a JDK or library.
 */
public enum TlsProfile implements Named {
    /** TLS 1.3 with an RSA certificate: what a service of today offers. */
    MODERN("TLSv1.3", "TLS_AES_128_GCM_SHA256", Certificate.RSA_2048, NamedGroup.X25519),
    /** The suite of the EEJS paper (section 3.2): RSA key exchange and AES in CBC mode. */
    EEJS_2016("TLSv1.2", "TLS_RSA_WITH_AES_128_CBC_SHA256", Certificate.RSA_2048, NamedGroup.NONE),
    /** The paper's other suite (section 2.2): RSA key exchange and AES in GCM mode. */
    EEJS_2016_GCM("TLSv1.2", "TLS_RSA_WITH_AES_128_GCM_SHA256", Certificate.RSA_2048, NamedGroup.NONE),
    /** TLS 1.2 with ephemeral keys and an RSA certificate. */
    ECDHE_RSA("TLSv1.2", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", Certificate.RSA_2048, NamedGroup.X25519),
    /**
     * The bulk encryption of the paper's suite with ephemeral keys. RSA signs here, which every provider can do. In the
     * paper's own suite RSA decrypts, and JSSE then uses a provider of the JDK in spite of preferences.
     */
    ECDHE_RSA_CBC("TLSv1.2", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256", Certificate.RSA_2048, NamedGroup.SECP256R1),
    /** TLS 1.3 with an RSA certificate; the same as {@link #MODERN}, under the name that pairs with ecdhe-rsa. */
    ECDHE_RSA_TLS13("TLSv1.3", "TLS_AES_128_GCM_SHA256", Certificate.RSA_2048, NamedGroup.X25519),
    /**
     * TLS 1.2 with ephemeral keys and an ECDSA certificate. In TLS 1.2 the groups that a client offers also bound the
     * curve of the server's key (RFC 8422, section 5.1), so the key exchange is on the certificate's curve.
     */
    ECDSA("TLSv1.2", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", Certificate.ECDSA_P256, NamedGroup.SECP256R1),
    /** TLS 1.3 with an ECDSA certificate, the only difference from {@link #MODERN}. */
    ECDSA_TLS13("TLSv1.3", "TLS_AES_128_GCM_SHA256", Certificate.ECDSA_P256, NamedGroup.X25519),
    /** The same with the key exchange on P-256: only the group differs from {@link #ECDSA_TLS13}. */
    ECDSA_TLS13_P256("TLSv1.3", "TLS_AES_128_GCM_SHA256", Certificate.ECDSA_P256, NamedGroup.SECP256R1),
    /** No TLS with users, to measure what TLS costs. Connections to the back end are as in {@link #MODERN}. */
    PLAIN("TLSv1.3", "TLS_AES_128_GCM_SHA256", Certificate.RSA_2048, NamedGroup.X25519);

    /** The kind of the servers' key and certificate. */
    public enum Certificate { RSA_2048, ECDSA_P256 }

    /** The group of the key exchange, by its id in JSSE; NONE where the suite's key exchange has none. */
    public enum NamedGroup implements Named {
        NONE, X25519, SECP256R1
    }

    private final String protocol;
    private final String cipherSuite;
    private final Certificate certificate;
    private final NamedGroup namedGroup;

    TlsProfile(String protocol, String cipherSuite, Certificate certificate, NamedGroup namedGroup) {
        this.protocol = protocol;
        this.cipherSuite = cipherSuite;
        this.certificate = certificate;
        this.namedGroup = namedGroup;
    }

    /** Returns whether users speak TLS. */
    public boolean isForUsers() {
        return this != PLAIN;
    }

    /** Returns the protocol version by its JSSE name. */
    public String protocol() {
        return protocol;
    }

    /** Returns the cipher suite by its JSSE name. */
    public String cipherSuite() {
        return cipherSuite;
    }

    /** Returns whether BoringSSL has the suite: it dropped all suites of CBC mode with SHA-256. */
    public boolean isInBoringSsl() {
        return !cipherSuite.endsWith("_CBC_SHA256");
    }

    /** Returns the kind of certificate that servers show. */
    public Certificate certificate() {
        return certificate;
    }

    /** Returns the only named group that is offered. */
    public NamedGroup namedGroup() {
        return namedGroup;
    }

    @Override
    public String toString() {
        return id();
    }
}
