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
 * A check that JSSE works with a provider's cryptography. Conversations have the same provider on both sides, as in the
 * benchmark, and another's on either side, since two wrong sides may understand each other. The other provider is the
 * JDK's; for the JDK's own, it is Bouncy Castle. Changes the JVM's list of providers while it checks.
 *
 * @param provider the checked provider
 * @param needed the services. The provider must serve one of them at least, since the JDK would do all the work
 *     otherwise
 */
record SslCheck(Provider provider, Pattern needed) {
    /** A conversation between two sides. */
    interface Conversation {
        /**
         * Lets both sides exchange data.
         *
         * @throws IllegalStateException when the data are not the expected ones
         * @throws IOException when the sides do not understand each other
         */
        void hold(EnginePair pair) throws Exception;
    }

    /**
     * Holds conversations with all combinations.
     *
     * @return the source of the answers
     * @throws NoSuchAlgorithmException when JSSE uses nothing of the provider
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
            throw new MismatchException("expected a connection, with "
                    + (ofTheJdk ? "Bouncy Castle" : provider.getName()) + " as the "
                    + side.name().toLowerCase(Locale.ROOT) + " and the JDK on the other side, but: " + reason(e));
        }
    }

    /** Returns the reason of a failure: JSSE reports the unexpected value in the cause of its exception. */
    private static String reason(Exception failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root == failure ? failure.getMessage() : failure.getMessage() + " (" + root + ")";
    }
}
