package org.eejs.jsse;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;

/** Keys, certificates and key stores for tests of key managers. Certificates differ by serial number. */
public final class KeyFixtures {
    public static final char[] PASSWORD = "the password".toCharArray();
    public static final char[] OTHER_PASSWORD = "another password".toCharArray();

    private static final AtomicLong SERIALS = new AtomicLong(1000);
    private static final Map<String, KeyPair> KEYS = new ConcurrentHashMap<>();

    private KeyFixtures() {}

    /** Returns a key pair that is the same at each call, because some take long to generate. */
    static KeyPair key(String algorithm, int size) {
        return KEYS.computeIfAbsent(algorithm + size, ignored -> newKey(algorithm, size));
    }

    private static KeyPair newKey(String algorithm, int size) {
        try {
            return CertificateBuilder.newKey(algorithm, size);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a certificate that is identified by its serial number. */
    static CertificateBuilder certificate(String name) {
        return CertificateBuilder.of("CN=" + name).serial(SERIALS.incrementAndGet());
    }

    /** Returns a root or, with an issuer, an intermediate authority. */
    public static Identity authority(String name, Identity issuer) {
        CertificateBuilder builder = CertificateBuilder.authority("CN=" + name).key(newKey("EC", 256));
        try {
            return issuer == null ? builder.selfSigned() : builder.issuedBy(issuer);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a server with a new elliptic curve key. */
    public static Identity server() {
        try {
            return certificate("localhost").key("EC", 256).selfSigned();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a store in memory. Keys and integrity have {@link #PASSWORD}. */
    public static KeyStore store(String type, Map<String, Identity> identities) {
        try {
            KeyStore store = Identity.emptyStore(type);
            for (Map.Entry<String, Identity> entry : identities.entrySet()) {
                put(store, entry.getKey(), entry.getValue());
            }
            return store;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void put(KeyStore store, String alias, Identity identity) {
        put(store, alias, identity, PASSWORD);
    }

    /** Adds a key with one iteration of key derivation, which suffices because only the behaviour is tested. */
    static synchronized void put(KeyStore store, String alias, Identity identity, char[] password) {
        withIterations(1, () -> {
            identity.addTo(store, alias, password);
            return null;
        });
    }

    /** Returns the bytes of a PKCS12 file. */
    static byte[] bytes(Map<String, Identity> identities) {
        return bytes(store("PKCS12", identities), PASSWORD);
    }

    static synchronized byte[] bytes(KeyStore store, char[] password) {
        return withIterations(1, () -> Identity.bytes(store, password));
    }

    private static <T> T withIterations(int iterations, Storing<T> storing) {
        List<String> names = List.of("keystore.pkcs12.keyPbeIterationCount", "keystore.pkcs12.certPbeIterationCount",
                "keystore.pkcs12.macIterationCount");
        try {
            names.forEach(name -> System.setProperty(name, Integer.toString(iterations)));
            return storing.run();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } finally {
            names.forEach(System::clearProperty);
        }
    }

    private interface Storing<T> {
        T run() throws IOException, GeneralSecurityException;
    }
}
