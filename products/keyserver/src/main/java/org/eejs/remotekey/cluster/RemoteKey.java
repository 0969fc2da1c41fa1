package org.eejs.remotekey.cluster;

import com.google.protobuf.ByteString;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import org.eejs.remotekey.protocol.SignatureAlgorithm;

/**
 * A key on key servers, as one of its users sees it: its name on the servers, and the certificate that identifies it. A
 * key that replaces it under the same name is another key. Thread-safe.
 *
 * @param chain the key's certificate first, each followed by its issuer's; never empty
 * @param granted the algorithms that this user may use it for
 * @param publicKeyHash the SHA-256 of its SubjectPublicKeyInfo, by which requests name it
 * @param check verifies its signatures; {@code null} for no verification
 */
public record RemoteKey(String name, List<X509Certificate> chain, Set<SignatureAlgorithm> granted,
        ByteString publicKeyHash, SignatureCheck check) {
    public RemoteKey {
        chain = List.copyOf(chain);
        granted = Set.copyOf(granted);
    }

    /** Returns the certificate of the key itself. */
    public X509Certificate certificate() {
        return chain.get(0);
    }
}
