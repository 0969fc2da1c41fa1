package org.eejs.doctor.rules;

/** Sentences that several cures share. */
public final class Lowers {
    public static final String CHECKS =
            "a kept connection or a resumed session checks no certificate again, also one revoked since";
    public static final String KEY_IN_HEAP = "the decrypted private key stays in the heap, where heap dumps have it";
    public static final String KEY_IN_OBJECT =
            "an object that is kept holds the last key it was given; give each use a new nonce";

    private Lowers() {}
}
