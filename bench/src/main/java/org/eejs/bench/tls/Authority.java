package org.eejs.bench.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;

/** A private CA that exists during a benchmark, and its key stores and trust stores. */
public final class Authority {
    /** The host that server certificates are for. */
    public static final String HOST = "server.bench.example";
    /** The password of every store and key. */
    public static final char[] PASSWORD = "benchmark".toCharArray();

    /** The property for the iterations of the JDK's password hash, which encrypts a private key in a PKCS12 store. */
    private static final String ITERATIONS = "keystore.pkcs12.keyPbeIterationCount";

    private final KeyKind kind;
    private final Identity ca;

    /** A new CA with keys of one kind for itself and its servers. */
    public Authority(KeyKind kind) throws GeneralSecurityException {
        this.kind = kind;
        this.ca = kind.certify(CertificateBuilder.authority("CN=a CA of benchmarks")).serial(1).selfSigned();
    }

    /** Returns the key and certificate of a new server. */
    Identity server() throws GeneralSecurityException {
        return kind.certify(CertificateBuilder.server("CN=" + HOST, HOST)).serial(2).issuedBy(ca);
    }

    /**
     * Returns a PKCS12 store with a server's key and chain, as the JDK's own service writes it.
     *
     * @param iterations the iterations of the password hash that encrypts and decrypts the key
     */
    static byte[] pkcs12(Identity server, int iterations) throws GeneralSecurityException, IOException {
        String before = System.getProperty(ITERATIONS);
        System.setProperty(ITERATIONS, String.valueOf(iterations));
        try {
            return store(server, "PKCS12");
        } finally {
            if (before == null) {
                System.clearProperty(ITERATIONS);
            } else {
                System.setProperty(ITERATIONS, before);
            }
        }
    }

    /** Returns the server's key and chain in a store of any type; reading a JKS needs no cipher. */
    static byte[] store(Identity server, String type) throws GeneralSecurityException, IOException {
        return server.store(type, "server", PASSWORD);
    }

    /** Returns a store that trusts only this CA. */
    KeyStore trust() throws GeneralSecurityException, IOException {
        KeyStore store = Identity.emptyStore("PKCS12");
        store.setCertificateEntry("ca", ca.certificate());
        return store;
    }

    /**
     * Returns a trust store of many CAs, about as large as those of operating systems. All CAs have one key, which
     * makes no difference to readers of the store.
     *
     * @param type {@code JKS} or {@code PKCS12}
     */
    public byte[] trustStoreOf(int authorities, String type) throws GeneralSecurityException, IOException {
        KeyStore store = Identity.emptyStore(type);
        for (int i = 0; i < authorities; i++) {
            Identity each = CertificateBuilder.authority("CN=Root CA number " + i + ",O=Trust Services " + i + ",C=XX")
                    .key(ca.keys()).serial(1000 + i).selfSigned();
            store.setCertificateEntry("root-" + i, each.certificate());
        }
        return Identity.bytes(store, PASSWORD);
    }
}
