package org.eejs.remotekey;

import java.security.interfaces.ECKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECParameterSpec;
import org.eejs.remotekey.cluster.KeyCluster;
import org.eejs.remotekey.cluster.RemoteKey;

/** A key of an elliptic curve on key servers. JSSE chooses the digest by its curve. */
final class RemoteEcPrivateKey extends RemotePrivateKey implements ECKey {
    private static final long serialVersionUID = 1L;

    RemoteEcPrivateKey(KeyCluster cluster, RemoteKey key) {
        super(cluster, key);
    }

    @Override
    public ECParameterSpec getParams() {
        return ((ECPublicKey) publicKey()).getParams();
    }
}
