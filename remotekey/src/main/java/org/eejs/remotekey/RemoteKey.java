package org.eejs.remotekey;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import org.eejs.remotekey.protocol.SignatureAlgorithm;

/**
 * A key that lives on key servers, as one of its users sees it. Immutable.
 *
 * @param name by which the servers know it
 * @param chain its certificate first, each followed by its issuer's; never empty
 * @param granted what this user may have it do
 */
public record RemoteKey(String name, List<X509Certificate> chain, Set<SignatureAlgorithm> granted) {
    /** Copies what it is given. */
    public RemoteKey {
        chain = List.copyOf(chain);
        granted = Set.copyOf(granted);
    }

    /** The certificate of the key itself. */
    public X509Certificate certificate() {
        return chain.get(0);
    }
}
