package org.eejs.bench.tls;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.eejs.banking.KnownProvider;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.MismatchException;
import org.eejs.bench.measuring.SwitchedProvider;
import org.eejs.bench.tls.EnginePair.Side;

/**
 * Whether JSSE talks rightly with a provider's cryptography below it: with the same on both sides, as it is measured,
 * and with another's on either side, since two wrong sides may well understand each other. The other's is the JDK's; of
 * the JDK's own, it is Bouncy Castle's. Changes the JVM's list of providers while it checks.
 *
 * @param provider whose cryptography is asked
 * @param needed the services, of which it has to give one at least: else the JDK would do all of it by itself
 */
record SslCheck(Provider provider, Pattern needed) {
    /** A conversation between two sides. */
    interface Conversation {
        /**
         * Has both sides talk.
         *
         * @throws IllegalStateException when they did not talk of what they should
         * @throws IOException when they do not understand each other
         */
        void hold(EnginePair pair) throws Exception;
    }

    /**
     * Has conversations held.
     *
     * @return by what the answers are known
     * @throws NoSuchAlgorithmException when JSSE takes nothing of it
     * @throws MismatchException when it understands itself, but not the other
     */
    String pass(Conversation conversation) throws Exception {
        boolean ofTheJdk = provider.getName().equals(CryptoProvider.ANY_OF_THE_JDK);
        if (!ofTheJdk && KnownProvider.isOfTheJdk(provider.getName())) {
            throw new NoSuchAlgorithmException("JSSE takes the JDK's providers together, which are measured as "
                    + CryptoProvider.ANY_OF_THE_JDK);
        }
        SwitchedProvider first = new SwitchedProvider(ofTheJdk ? new BouncyCastleProvider() : provider);
        CryptoProvider.installFirst(first);
        try {
            first.turn(!ofTheJdk);
            try {
                conversation.hold(new EnginePair());
            } catch (SSLException e) {
                throw new SSLException(reason(e), e);
            }
            Set<String> served = first.served();
            if (!ofTheJdk && served.stream().noneMatch(needed.asMatchPredicate())) {
                throw new NoSuchAlgorithmException("JSSE takes " + (served.isEmpty() ? "nothing"
                        : "only " + String.join(", ", served)) + " from it");
            }
            for (Side side : Side.values()) {
                interoperate(conversation, first, side, ofTheJdk);
            }
            return ofTheJdk ? "TLS with Bouncy Castle on the other side"
                    : "TLS with the JDK on the other side; it serves " + served.stream()
                            .map(each -> each.substring(0, each.indexOf('.'))).distinct().collect(joining(", "));
        } finally {
            Security.removeProvider(first.getName());
        }
    }

    private void interoperate(Conversation conversation, SwitchedProvider first, Side side, boolean ofTheJdk)
            throws Exception {
        try {
            conversation.hold(new EnginePair(turn -> first.turn(turn == side)));
        } catch (IOException | IllegalStateException e) {
            throw new MismatchException("a connection was expected, with "
                    + (ofTheJdk ? "Bouncy Castle" : provider.getName()) + " as the "
                    + side.name().toLowerCase(Locale.ROOT) + " and the JDK on the other side, but: " + reason(e));
        }
    }

    /** JSSE says what it did not expect in the cause of what it throws. */
    private static String reason(Exception failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root == failure ? failure.getMessage() : failure.getMessage() + " (" + root + ")";
    }
}
