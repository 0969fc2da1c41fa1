package org.eejs.lab.processes;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.eejs.banking.Fix;
import org.eejs.banking.KnownProvider;
import org.eejs.lab.settings.AlgorithmFamily;
import org.eejs.lab.settings.ProviderChoice;

/**
 * The lines of a {@code java.security} override that gives each algorithm to its provider. A JVM reads it with {@code
 * -Djava.security.properties=FILE}, so no JDK is edited.
 *
 * <p>{@code jdk.security.provider.preferred} names the provider of each algorithm. It does not apply to {@code new
 * SecureRandom()}, which takes the first provider of the list. So the provider of random numbers goes to the head of
 * the list, and preferences return its other algorithms to the JDK's providers.
 */
final class SecurityOverride {
    /** The other algorithms that a provider at the head of the list could take over. */
    private static final List<String> THE_REST = List.of(
            "KeyFactory.RSA:SunRsaSign", "KeyFactory.RSASSA-PSS:SunRsaSign", "KeyFactory.EC:SunEC",
            "KeyFactory.XDH:SunEC", "KeyFactory.X25519:SunEC", "AlgorithmParameters.EC:SunEC",
            "AlgorithmParameters.RSASSA-PSS:SunRsaSign", "AlgorithmParameters.GCM:SunJCE",
            "AlgorithmParameters.PBES2:SunJCE", "SecretKeyFactory.PBKDF2WithHmacSHA256:SunJCE",
            // Bouncy Castle derives the key of a store's MAC from another form of the password.
            "Mac.HmacPBESHA1:SunJCE", "Mac.HmacPBESHA256:SunJCE", "SecretKeyFactory.PBE:SunJCE",
            "CertificateFactory.X.509:SUN", "CertificateFactory.X509:SUN", "KeyStore.PKCS12:SUN", "KeyStore.JKS:SUN",
            "CertPathValidator.PKIX:SUN", "CertPathBuilder.PKIX:SUN", "SSLContext.TLS:SunJSSE",
            "SSLContext.TLSv1.2:SunJSSE", "SSLContext.TLSv1.3:SunJSSE", "SSLContext.Default:SunJSSE",
            "KeyManagerFactory.SunX509:SunJSSE", "KeyManagerFactory.PKIX:SunJSSE",
            "TrustManagerFactory.PKIX:SunJSSE");

    /**
     * The agent's provider, which lets JSSE decrypt premaster secrets with the provider of RSA, where that is not the
     * JDK's.
     */
    static final String PREMASTER = "org.eejs.agent.PremasterProvider";

    private SecurityOverride() {}

    /**
     * Returns the lines of the override.
     *
     * @param choice the requested provider of each family
     * @param ofJdk the JDK's own list of providers, in its order
     * @param cures the parts of the JDK that the library of fixes replaces; its provider then comes first
     * @param entry returns the entry of a provider in the list, for example with its configuration file
     */
    static List<String> lines(ProviderChoice choice, List<String> ofJdk, Set<Fix> cures,
            Function<KnownProvider, String> entry) {
        KnownProvider random = choice.of(AlgorithmFamily.RANDOM);
        Set<String> providers = new LinkedHashSet<>();
        if (!cures.isEmpty()) {
            providers.add(Fix.ENTRY);
        }
        if (random != null && random != KnownProvider.JDK) {
            providers.add(random.entry() == null ? random.jcaName() : entry.apply(random));
        }
        KnownProvider rsa = choice.of(AlgorithmFamily.RSA);
        if (rsa != null && rsa.folder() != null) {
            providers.add(PREMASTER);
        }
        providers.addAll(ofJdk);
        choice.foreign().forEach(provider -> providers.add(entry.apply(provider)));
        List<String> lines = new ArrayList<>();
        int position = 1;
        for (String provider : providers) {
            lines.add("security.provider." + position++ + "=" + provider);
        }
        List<String> preferred = preferred(choice, random != null && random.entry() != null);
        // Preferences come before the order of the list, and would bypass the fixes.
        preferred.removeIf(name -> Fix.engines(cures).contains(name.substring(0, name.indexOf('.'))));
        if (!preferred.isEmpty()) {
            lines.add("jdk.security.provider.preferred=\\");
            for (int i = 0; i < preferred.size(); i++) {
                lines.add("    " + preferred.get(i) + (i + 1 < preferred.size() ? ", \\" : ""));
            }
        }
        return lines;
    }

    private static List<String> preferred(ProviderChoice choice, boolean foreignFirst) {
        List<String> entries = new ArrayList<>();
        for (AlgorithmFamily family : AlgorithmFamily.values()) {
            KnownProvider provider = choice.of(family);
            for (AlgorithmFamily.Algorithm algorithm : family.algorithms()) {
                if (provider != null && provider != KnownProvider.JDK && !(provider.entry() != null
                        && algorithm.name().endsWith(AlgorithmFamily.RSA_PREMASTER_SECRET))) {
                    entries.add(algorithm.qualifiedName() + ":" + provider.jcaName());
                }
                // A later entry for the same algorithm counts where the provider of an earlier one does not offer it.
                if (foreignFirst && (provider == null || !provider.is(algorithm.provider()))) {
                    entries.add(algorithm.qualifiedName() + ":" + algorithm.provider());
                }
            }
        }
        if (foreignFirst) {
            entries.addAll(THE_REST);
        }
        return entries;
    }
}
