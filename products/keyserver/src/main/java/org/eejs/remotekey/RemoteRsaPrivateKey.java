package org.eejs.remotekey;

import java.math.BigInteger;
import java.security.interfaces.RSAKey;
import java.security.interfaces.RSAPublicKey;
import org.eejs.remotekey.cluster.KeyCluster;
import org.eejs.remotekey.cluster.RemoteKey;

/** An RSA key on key servers. JSSE judges its size by the modulus. */
final class RemoteRsaPrivateKey extends RemotePrivateKey implements RSAKey {
    private static final long serialVersionUID = 1L;

    RemoteRsaPrivateKey(KeyCluster cluster, RemoteKey key) {
        super(cluster, key);
    }

    @Override
    public BigInteger getModulus() {
        return ((RSAPublicKey) publicKey()).getModulus();
    }
}
