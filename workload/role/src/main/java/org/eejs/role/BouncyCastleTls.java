package org.eejs.role;

import java.security.NoSuchProviderException;
import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import org.bouncycastle.jsse.BCSSLEngine;
import org.bouncycastle.jsse.BCSSLParameters;
import org.eejs.banking.KnownProvider;
import org.eejs.banking.TlsProfile;

/**
 * The TLS of Bouncy Castle, which has ML-KEM and ML-DSA on every JDK. Its classes are on the class path only where a
 * run needs them.
 */
public final class BouncyCastleTls {
    private static final String JSSE = "org.bouncycastle.jsse.provider.BouncyCastleJsseProvider";

    private BouncyCastleTls() {}

    /**
     * Returns the installed provider of TLS, or an instance that is not installed.
     *
     * @throws NoSuchProviderException with a line that reports why it is not available
     */
    public static Provider provider() throws NoSuchProviderException {
        Provider installed = Security.getProvider("BCJSSE");
        // By default it would take its cryptography from any installed provider, and fail without BC.
        return installed != null ? installed
                : KnownProvider.open(JSSE, BouncyCastleTls.class.getClassLoader(), cryptography());
    }

    /** Returns the installed provider of cryptography, or an instance that is not installed; errors as above. */
    public static Provider cryptography() throws NoSuchProviderException {
        Provider installed = Security.getProvider(KnownProvider.BC.jcaName());
        return installed != null ? installed
                : KnownProvider.open(KnownProvider.BC.entry(), BouncyCastleTls.class.getClassLoader());
    }

    /**
     * Lets an engine of this provider exchange keys exactly in the groups of a profile, with its signature scheme.
     * Bouncy Castle signs on a curve only if it is among the groups, so that is the last one.
     */
    public static void pin(SSLEngine engine, TlsProfile profile) {
        BCSSLEngine ours = (BCSSLEngine) engine;
        BCSSLParameters parameters = ours.getParameters();
        if (!profile.groups().isEmpty()) {
            String[] groups = profile.groupNames().toArray(String[]::new);
            parameters.setNamedGroups(Stream.concat(Arrays.stream(groups), curve(profile.certificate())).distinct()
                    .toArray(String[]::new));
            parameters.setEarlyKeyShares(new String[] {groups[0]});
        }
        if (!profile.certificate().algorithm().equals("RSA") && profile.scheme() != null) {
            parameters.setSignatureSchemes(new String[] {profile.scheme()});
        }
        ours.setParameters(parameters);
    }

    private static Stream<String> curve(TlsProfile.Certificate certificate) {
        return switch (certificate) {
            case ECDSA_P256 -> Stream.of("secp256r1");
            case ECDSA_P384 -> Stream.of("secp384r1");
            default -> Stream.empty();
        };
    }
}
