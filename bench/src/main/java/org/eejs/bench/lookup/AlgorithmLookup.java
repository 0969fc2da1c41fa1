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
 * Look-ups of an algorithm a second, and objects of it made: by the algorithm's name alone, and at a provider that is
 * named. A provider of the JDK stands where the JDK has it, so that those before it are asked in vain; any other stands
 * first.
 *
 * <p>Like {@link ProviderLookup}, which has a bottleneck of the look-up for a parameter, it looks up one algorithm
 * only, which is the cheapest there is.
 */
@State(Scope.Benchmark)
public class AlgorithmLookup extends RateBenchmark {
    /** The cost of looking an algorithm up and of an object of it, which is not used. */
    public static final Group GROUP = Group.named("lookup", AlgorithmLookup.class).title("Provider look-ups")
            .about("One getInstance by the algorithm's name alone, or at a provider that is named, and the object "
                    + "made; a provider of the JDK stands in the JDK's order, any other stands first.")
            .operations("byName", "fromProvider")
            .algorithms(List.of("MessageDigest.SHA-256", "Cipher.AES/GCM/NoPadding", "SecureRandom"),
                    Named.ids(LookedUp.class))
            .quickProviders(List.of("SunJCE", "SUN", "SunRsaSign", "SunEC", "ACCP", "BC"))
            .checkedBy(AlgorithmLookup::check);

    /** Whose algorithm is found. */
    @Param("SunJCE")
    String provider;

    /** The algorithm with its type, as of {@link LookedUp}. */
    @Param("Cipher.AES/GCM/NoPadding")
    String algorithm;

    private LookedUp wanted;
    private String name;
    private Provider from;

    /**
     * Has the provider in its place, and makes sure that it is the one that is found.
     *
     * @throws NoSuchAlgorithmException when it is not
     */
    @Setup
    public void prepare() throws GeneralSecurityException {
        CryptoProvider.installFirst(provider);
        prepare(CryptoProvider.open(provider));
    }

    /** The same of a provider that is in its place. */
    void prepare(Provider installed) throws GeneralSecurityException {
        from = installed;
        wanted = Named.byId(LookedUp.class, "an algorithm that is looked up", algorithm);
        name = wanted.algorithmOf(from);
        // First at the provider: its message is the better one, should it lack the algorithm.
        Provider asked = wanted.providerOf(fromProvider());
        Provider found = wanted.providerOf(byName());
        if (asked != from || found != from) {
            throw new NoSuchAlgorithmException("who asks for " + algorithm + " gets that of "
                    + (asked != from ? asked : found).getName() + " instead");
        }
    }

    /** Leaves the JVM as it was. */
    @TearDown
    public void restore() throws GeneralSecurityException {
        CryptoProvider.remove(provider);
    }

    /** Without naming the provider. */
    @Benchmark
    public Object byName() throws GeneralSecurityException {
        return wanted.byName(name);
    }

    /** At the provider. */
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
