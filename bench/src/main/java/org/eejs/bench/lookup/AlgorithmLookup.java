package org.eejs.bench.lookup;

import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.util.List;
import org.eejs.banking.KnownProvider;
import org.eejs.banking.Named;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.RateBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Look-ups of an algorithm a second, with an object made: by only the algorithm's name, and at a named provider. A
 * provider of the JDK keeps its place in the JDK's order, so those before it are asked in vain; any other is first.
 *
 * <p>Like {@link ProviderLookup}, which has a bottleneck of the look-up as a parameter, it looks up one algorithm only,
 * which is the cheapest case.
 */
@State(Scope.Benchmark)
public class AlgorithmLookup extends RateBenchmark {
    /** The cost of a look-up and of the object, which is not used. */
    public static final Group GROUP = Group.named("lookup", AlgorithmLookup.class).title("Provider look-ups")
            .about("One getInstance, with the object made, by only the algorithm's name, or at a named "
                    + "provider. A provider of the JDK keeps its place in the order; any other is first.")
            .operations("byName", "fromProvider")
            .algorithms(List.of("MessageDigest.SHA-256", "Cipher.AES/GCM/NoPadding", "SecureRandom"),
                    Named.ids(LookedUp.class))
            .quickProviders(List.of("SunJCE", "SUN", "SunRsaSign", "SunEC", "ACCP", "BC"))
            .checkedBy(AlgorithmLookup::check);

    /** The provider of the algorithm. */
    @Param("SunJCE")
    String provider;

    /** The algorithm with its type, as in {@link LookedUp}. */
    @Param("Cipher.AES/GCM/NoPadding")
    String algorithm;

    private LookedUp wanted;
    private String name;
    private Provider from;

    /**
     * Puts the provider in its place, and makes sure that look-ups find it.
     *
     * @throws NoSuchAlgorithmException when they do not
     */
    @Setup
    public void prepare() throws GeneralSecurityException {
        CryptoProvider.installFirst(provider);
        prepare(CryptoProvider.open(provider));
    }

    /** Prepares look-ups with a provider that is in its place. */
    void prepare(Provider installed) throws GeneralSecurityException {
        from = installed;
        wanted = Named.byId(LookedUp.class, "an algorithm that is looked up", algorithm);
        name = wanted.algorithmOf(from);
        // First at the provider: its message is better if it lacks the algorithm.
        Provider asked = wanted.providerOf(fromProvider());
        Provider found = wanted.providerOf(byName());
        if (asked != from || found != from) {
            throw new NoSuchAlgorithmException("a look-up of " + algorithm + " finds the provider "
                    + (asked != from ? asked : found).getName() + " instead");
        }
    }

    /** Restores the JVM. */
    @TearDown
    public void restore() throws GeneralSecurityException {
        CryptoProvider.remove(provider);
    }

    /** Looks the algorithm up without naming the provider. */
    @Benchmark
    public Object byName() throws GeneralSecurityException {
        return wanted.byName(name);
    }

    /** Looks the algorithm up at the provider. */
    @Benchmark
    public Object fromProvider() throws GeneralSecurityException {
        return wanted.fromProvider(name, from);
    }

    private static String check(Provider provider, String algorithm) throws Exception {
        boolean ofTheJdk = KnownProvider.isOfTheJdk(provider.getName());
        if (!ofTheJdk) {
            CryptoProvider.installFirst(provider);
        }
        try {
            AlgorithmLookup benchmark = new AlgorithmLookup();
            benchmark.algorithm = algorithm;
            benchmark.prepare(provider);
            LookedUp wanted = Named.byId(LookedUp.class, "an algorithm that is looked up", algorithm);
            String means = wanted.check(benchmark.fromProvider(), provider);
            wanted.check(benchmark.byName(), provider);
            return means;
        } finally {
            if (!ofTheJdk) {
                Security.removeProvider(provider.getName());
            }
        }
    }
}
