package org.eejs.bench.lookup;

import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.util.List;
import org.eejs.banking.Named;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.FirstProvider;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.RateBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Look-ups of a service a second, and objects of it made: by the algorithm's name alone, and at a provider that is
 * named. A provider of the JDK stands where the JDK has it, so that those before it are asked in vain; any other stands
 * first.
 *
 * <p>Like {@link ProviderLookup}, which has a bottleneck of the look-up for a parameter, it looks up one service alone,
 * which is the cheapest there is.
 */
@State(Scope.Benchmark)
public class ServiceLookup extends RateBenchmark {
    /** What it costs to look a service up and to have an object of it, which is not used. */
    public static final Group GROUP = Group.named("lookup", ServiceLookup.class).title("Provider look-ups")
            .about("One getInstance by the algorithm's name alone, or at a provider that is named, and the object "
                    + "made; a provider of the JDK stands in the JDK's order, any other stands first.")
            .operations("byName", "fromProvider")
            .algorithms(List.of("MessageDigest.SHA-256", "Cipher.AES/GCM/NoPadding", "SecureRandom"),
                    Named.ids(LookedUp.class))
            .quickProviders(List.of("SunJCE", "SUN", "SunRsaSign", "SunEC", "ACCP", "BC"))
            .checkedBy(ServiceLookup::check);

    /** Whose service is found. */
    @Param("SunJCE")
    String provider;

    /** The type of service and its algorithm, as of {@link LookedUp}. */
    @Param("Cipher.AES/GCM/NoPadding")
    String algorithm;

    private LookedUp service;
    private String name;
    private Provider from;

    /**
     * Has the provider in its place, and makes sure that it is the one that is found.
     *
     * @throws NoSuchAlgorithmException when it is not
     */
    @Setup
    public void prepare() throws GeneralSecurityException {
        FirstProvider.install(provider);
        prepare(CryptoProvider.open(provider));
    }

    /** The same of a provider that is in its place. */
    void prepare(Provider installed) throws GeneralSecurityException {
        from = installed;
        service = Named.byId(LookedUp.class, "a service that is looked up", algorithm);
        name = service.algorithmOf(from);
        // First at the provider: its message is the better one, should it lack the algorithm.
        Provider asked = service.providerOf(fromProvider());
        Provider found = service.providerOf(byName());
        if (asked != from || found != from) {
            throw new NoSuchAlgorithmException("who asks for " + algorithm + " gets that of "
                    + (asked != from ? asked : found).getName() + " instead");
        }
    }

    /** Leaves the JVM as it was. */
    @TearDown
    public void restore() throws GeneralSecurityException {
        FirstProvider.remove(provider);
    }

    /** Without naming the provider. */
    @Benchmark
    public Object byName() throws GeneralSecurityException {
        return service.byName(name);
    }

    /** At the provider. */
    @Benchmark
    public Object fromProvider() throws GeneralSecurityException {
        return service.fromProvider(name, from);
    }

    private static String check(Provider provider, String algorithm) throws Exception {
        boolean ofTheJdk = CryptoProvider.isOfTheJdk(provider.getName());
        if (!ofTheJdk) {
            FirstProvider.install(provider);
        }
        try {
            ServiceLookup benchmark = new ServiceLookup();
            benchmark.algorithm = algorithm;
            benchmark.prepare(provider);
            LookedUp service = Named.byId(LookedUp.class, "a service that is looked up", algorithm);
            String means = service.check(benchmark.fromProvider(), provider);
            service.check(benchmark.byName(), provider);
            return means;
        } finally {
            if (!ofTheJdk) {
                Security.removeProvider(provider.getName());
            }
        }
    }
}
