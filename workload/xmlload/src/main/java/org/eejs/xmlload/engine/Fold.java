package org.eejs.xmlload.engine;

/** Makes a number of a signature that depends on every byte, so that no compiler leaves its making out. */
public final class Fold {
    private Fold() {}

    public static long of(byte[] value) {
        long fold = 0;
        for (byte each : value) {
            fold = 31 * fold + each;
        }
        return fold;
    }
}
