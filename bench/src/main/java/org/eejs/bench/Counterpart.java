package org.eejs.bench;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.Arrays;
import java.util.HexFormat;
import org.eejs.lab.KnownProvider;

/** With whom a provider's answers are compared: the same algorithm of another house. */
final class Counterpart {
    private static final int SHOWN = 8;

    private Counterpart() {}

    /**
     * Bouncy Castle for the JDK's own, and the JDK's for all others.
     *
     * @param ofTheJdk the JDK's provider of the algorithm
     */
    static Provider of(Provider tested, String ofTheJdk) throws GeneralSecurityException {
        return CryptoProvider.open(tested.getName().equals(ofTheJdk) ? KnownProvider.BC.id() : ofTheJdk);
    }

    /**
     * Compares the two answers.
     *
     * @param what was asked, for people
     * @throws MismatchException when they differ, with where they do and the bytes there
     */
    static void same(String what, byte[] expected, byte[] came) throws MismatchException {
        int at = Arrays.mismatch(expected, came);
        if (at >= 0) {
            throw new MismatchException(what + ": expected " + shown(expected, at) + ", but " + shown(came, at)
                    + " came (from byte " + at + " on)");
        }
    }

    private static String shown(byte[] bytes, int from) {
        if (from >= bytes.length) {
            return "the end after " + bytes.length + " bytes";
        }
        int to = Math.min(bytes.length, from + SHOWN);
        return HexFormat.of().formatHex(bytes, from, to) + (to < bytes.length ? "…" : "");
    }
}
