package org.eejs.remotekey.cluster;

import com.google.protobuf.ByteString;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import org.eejs.remotekey.protocol.SignatureAlgorithm;

/**
 * A key that lives on key servers, as one of its users sees it: the name by which the servers know it, and the
 * certificate that says which key is meant. A key that takes its place under the same name is another one. Thread-safe.
 *
 * @param chain the key's certificate first, each followed by its issuer's; never empty
 * @param granted what this user may have it do
 * @param publicKeyHash the SHA-256 of its SubjectPublicKeyInfo, by which requests name it
 * @param check verifies its signatures; {@code null} if nobody is to
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
