package org.eejs.remotekey.cluster;

import com.google.protobuf.ByteString;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import org.eejs.remotekey.protocol.SignatureAlgorithm;

/**
 * A key that lives on key servers, as one of its users sees it: the name by which the servers know it, and the
 * certificate that says which key is meant. A key that takes its place under the same name is another one. Thread-safe.
 */
public final class RemoteKey {
    private final String name;
    private final List<X509Certificate> chain;
    private final Set<SignatureAlgorithm> granted;
    private final ByteString publicKeyHash;
    private final SignatureCheck check;

    /**
     * A key that is listed.
     *
     * @param check verifies its signatures; {@code null} if nobody is to
     */
    RemoteKey(String name, List<X509Certificate> chain, Set<SignatureAlgorithm> granted, ByteString publicKeyHash,
            SignatureCheck check) {
        this.name = name;
        this.chain = List.copyOf(chain);
        this.granted = Set.copyOf(granted);
        this.publicKeyHash = publicKeyHash;
        this.check = check;
    }

    /** By which the servers know it. */
    public String name() {
        return name;
    }

    /** Its certificate first, each followed by its issuer's; never empty. */
    public List<X509Certificate> chain() {
        return chain;
    }

    /** What this user may have it do. */
    public Set<SignatureAlgorithm> granted() {
        return granted;
    }

    /** The certificate of the key itself. */
    public X509Certificate certificate() {
        return chain.get(0);
    }

    /** The SHA-256 of its SubjectPublicKeyInfo, by which requests name it. */
    ByteString publicKeyHash() {
        return publicKeyHash;
    }

    /** Verifies its signatures; {@code null} if nobody is to. */
    public SignatureCheck check() {
        return check;
    }
}
