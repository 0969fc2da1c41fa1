package org.eejs.jsse.runtime;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A kind of service that the provider can take over from the JDK, with its provider entries. */
public enum EngineClass {
    /** Keys are decrypted once instead of in every handshake. */
    KEY_MANAGER_FACTORY("KeyManagerFactory",
            "KeyManagerFactory.PKIX", "org.eejs.jsse.keys.CachingKeyManagerFactory",
            "Alg.Alias.KeyManagerFactory.NewSunX509", "PKIX"),
    /** Trust material is read and parsed once instead of for every SSLContext. */
    TRUST_MANAGER_FACTORY("TrustManagerFactory",
            "TrustManagerFactory.PKIX", "org.eejs.jsse.trust.SharingTrustManagerFactory",
            "Alg.Alias.TrustManagerFactory.SunPKIX", "PKIX",
            "Alg.Alias.TrustManagerFactory.X509", "PKIX",
            "Alg.Alias.TrustManagerFactory.X.509", "PKIX"),
    /** The same bytes are parsed once instead of at every load. */
    KEY_STORE("KeyStore",
            "KeyStore.PKCS12", "org.eejs.jsse.keys.SharingKeyStore$Pkcs12",
            "KeyStore.JKS", "org.eejs.jsse.keys.SharingKeyStore$Jks"),
    /** If configured, clients of equal contexts with the same demands share their sessions. */
    SSL_CONTEXT("SSLContext",
            "SSLContext.TLS", "org.eejs.jsse.context.SharingSslContext$Tls",
            "Alg.Alias.SSLContext.SSL", "TLS",
            "SSLContext.TLSv1.2", "org.eejs.jsse.context.SharingSslContext$Tls12",
            "SSLContext.TLSv1.3", "org.eejs.jsse.context.SharingSslContext$Tls13"),
    /** Threads do not wait for each other's random numbers. */
    SECURE_RANDOM("SecureRandom",
            "SecureRandom.EEJS", "org.eejs.jsse.random.StripedRandom",
            "SecureRandom.EEJS ThreadSafe", "true",
            "SecureRandom.EEJS ImplementedIn", "Software");

    private final String engine;
    private final Map<String, String> entries = new LinkedHashMap<>();

    EngineClass(String engine, String... entries) {
        this.engine = engine;
        for (int i = 0; i < entries.length; i += 2) {
            this.entries.put(entries[i], entries[i + 1]);
        }
    }

    /** Returns whether there is one of this engine class. */
    static boolean isKnown(String engine) {
        return Arrays.stream(values()).anyMatch(each -> each.engine.equals(engine));
    }

    /** Returns the name of the engine class, such as {@code KeyManagerFactory}. */
    public String engine() {
        return engine;
    }

    /**
     * Returns the names of the engine classes that are served by default. Random numbers are not: their generator is
     * not a validated module, and can repeat numbers after a snapshot was restored.
     */
    static Stream<String> defaults() {
        return Arrays.stream(values()).filter(EngineClass::isDefault).map(EngineClass::engine);
    }

    /** Returns whether it is served by default. */
    public boolean isDefault() {
        return this != SECURE_RANDOM;
    }

    /** Returns the algorithms that it is served for, without aliases. */
    public List<String> algorithms() {
        return entries.keySet().stream().filter(entry -> entry.startsWith(engine + ".") && entry.indexOf(' ') < 0)
                .map(entry -> entry.substring(engine.length() + 1)).collect(Collectors.toList());
    }

    /** Returns its provider entries. */
    public Map<String, String> entries() {
        return entries;
    }

    @Override
    public String toString() {
        return engine;
    }
}
