package org.eejs.result;

import java.security.PublicKey;
import java.security.interfaces.ECKey;
import java.security.interfaces.RSAKey;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The kinds of key that key servers are measured with, by their names on command lines and in results. */
public enum RemoteKeyKind {
    /** RSA of 2048 bits: what most banks' certificates have. */
    RSA_2048("rsa-2048", "RSA", 2048, "SHA256withRSA", "rsa2048"),
    /** RSA of 4096 bits. */
    RSA_4096("rsa-4096", "RSA", 4096, "SHA256withRSA", "rsa4096"),
    /** ECDSA on P-256. */
    EC_P256("ec-p256", "EC", 256, "SHA256withECDSA", "ecdsap256"),
    /** ECDSA on P-384, with the digest that TLS 1.3 requires. */
    EC_P384("ec-p384", "EC", 384, "SHA384withECDSA", "ecdsap384");

    private final String id;
    private final String algorithm;
    private final int bits;
    private final String signature;
    private final String openSsl;

    RemoteKeyKind(String id, String algorithm, int bits, String signature, String openSsl) {
        this.id = id;
        this.algorithm = algorithm;
        this.bits = bits;
        this.signature = signature;
        this.openSsl = openSsl;
    }

    /** Returns its name on command lines and in results. */
    public String id() {
        return id;
    }

    /** Returns the key's algorithm in the JCA. */
    public String algorithm() {
        return algorithm;
    }

    /** Returns the JCA's name of the signature that is measured. */
    public String signature() {
        return signature;
    }

    /** Returns its name in {@code openssl speed}. */
    public String openSsl() {
        return openSsl;
    }

    /** Returns whether a key is of this kind. */
    public boolean fits(PublicKey key) {
        return key instanceof RSAKey rsa && algorithm.equals("RSA") && rsa.getModulus().bitLength() == bits
                || key instanceof ECKey ec && algorithm.equals("EC")
                && ec.getParams().getCurve().getField().getFieldSize() == bits;
    }

    /** Returns all names. */
    public static List<String> ids() {
        return Arrays.stream(values()).map(RemoteKeyKind::id).toList();
    }

    /** Returns the kind of that name; empty when there is none. */
    public static Optional<RemoteKeyKind> byId(String id) {
        return Arrays.stream(values()).filter(kind -> kind.id.equals(id)).findFirst();
    }
}
