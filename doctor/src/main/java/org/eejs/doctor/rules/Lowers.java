package org.eejs.doctor.rules;

/** Sentences that several fixes share. */
public final class Lowers {
    public static final String CHECKS =
            "pooled connections and resumed sessions check no certificate again, even if it was revoked";
    public static final String KEY_IN_HEAP = "the decrypted private key stays in the heap and appears in heap dumps";
    public static final String KEY_IN_OBJECT =
            "a reused object holds its last key; give each use a new nonce";

    private Lowers() {}
}
