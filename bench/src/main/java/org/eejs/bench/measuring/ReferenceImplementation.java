package org.eejs.bench.measuring;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.eejs.banking.KnownProvider;

/** The provider that a provider's answers are compared with: the same algorithm by another vendor. */
public final class ReferenceImplementation {
    private static final String BC = "BC";
    private static final int SHOWN = 8;

    private ReferenceImplementation() {}

    /**
     * Returns Bouncy Castle for the JDK's own, and the JDK's for all others.
     *
     * @param ofTheJdk the JDK's provider of the algorithm
     */
    public static Provider of(Provider tested, String ofTheJdk) throws GeneralSecurityException {
        return CryptoProvider.open(tested.getName().equals(ofTheJdk) ? KnownProvider.BC.id() : ofTheJdk);
    }

    /**
     * Returns the JDK's provider, or Bouncy Castle's where the JDK lacks the algorithm or is itself in question.
     *
     * @param names the names of the algorithm; one suffices
     * @return the provider itself when there is no other, as for Bouncy Castle's ML-KEM on JDK 17
     */
    public static Provider of(Provider provider, String type, List<String> names) throws GeneralSecurityException {
        List<String> others = new ArrayList<>();
        if (!KnownProvider.isOfTheJdk(provider.getName())) {
            others.addAll(CryptoProvider.ofTheJdk());
        }
        if (!provider.getName().equals(BC)) {
            others.add(BC);
        }
        for (String name : others) {
            Provider other = CryptoProvider.open(name);
            if (names.stream().anyMatch(each -> other.getService(type, each) != null)) {
                return other;
            }
        }
        return provider;
    }

    /**
     * Compares the two answers.
     *
     * @param what for messages
     * @throws MismatchException when they differ, with the position and the bytes there
     */
    public static void same(String what, byte[] expected, byte[] came) throws MismatchException {
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
