package org.eejs.bench.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509KeyManager;
import org.eejs.bench.measuring.Call;
import org.eejs.bench.measuring.Comparison;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.RateBenchmark;
import org.eejs.bench.measuring.Reading;
import org.eejs.bench.measuring.TurnTimes;
import org.eejs.jsse.EejsProvider;
import org.eejs.jsse.keys.CachingKeyManager;
import org.eejs.jsse.runtime.KeyManagerMode;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The cost of an SSLContext from an open PKCS12 key store, by key manager. It includes the factory, trust managers for
 * one authority, and the context's initialisation, as in the set-up of OpenJDK's benchmark {@code SSLHandshake}. It
 * does not include reading files or handshakes.
 *
 * <p>A caching key manager decrypts a key once; they differ in the time. {@code SunX509} and {@code EEJS-init} decrypt
 * when a key manager is made. {@code EEJS}, the provider's default, decrypts at the first handshake, and factories with
 * equal material share the result. The JDK's {@code PKIX} decrypts in each handshake, so its contexts are cheap.
 *
 * <p>All of them take turns in one process: contexts with decryption hardly differ from each other, but processes do.
 */
public class KeyManagerContext extends RateBenchmark {
    private static final String EEJS_INIT = "EEJS-init";
    private static final List<String> KEY_MANAGERS = List.of("SunX509", "PKIX", EejsProvider.NAME, EEJS_INIT);

    /** All key managers, compared with the JDK's default. */
    public static final Group GROUP = Group.named("key-manager-contexts", KeyManagerContext.class)
            .title("SSLContexts of an open key store, by key manager")
            .about("One SSLContext, with key managers of an open PKCS12 store of one RSA key, and trust in one "
                    + "authority. Key managers take turns in one process; rates are by the thread's processor time. "
                    + "EEJS-init, like SunX509, decrypts the key when it is made. EEJS decrypts at the first handshake "
                    + "of all key managers of equal stores, PKIX in each handshake.")
            .operations("init")
            .algorithms(List.of("TLSv1.2", "TLSv1.3"), List.of("TLSv1.2", "TLSv1.3"))
            .variation("iterations", "10000", "50000")
            .warmupFactor(2)
            .threads((protocol, keyManager) -> List.of(1))
            .calls(cell -> {
                Map<String, String> parameters = new TreeMap<>(cell.parameters());
                parameters.put("protocol", cell.algorithm());
                return new Call(KeyManagerContext.class, cell.operation(), parameters);
            })
            .inTurn(Reading.inTurn(KEY_MANAGERS))
            .compare(Comparison.of("PKIX", "SunX509"), Comparison.of(EEJS_INIT, "SunX509"),
                    Comparison.of(EejsProvider.NAME, "SunX509"), Comparison.of(EEJS_INIT, "PKIX"))
            .performedBy(KEY_MANAGERS.toArray(String[]::new));

    private static final EejsProvider EEJS = new EejsProvider();

    /**
     * The number of contexts in a turn of a key manager that does not decrypt. They take a thousandth of the time, so
     * one clock reading covers all.
     */
    private static final int CHEAP = 64;

    /** The protocol of the context. */
    @Param({"TLSv1.2", "TLSv1.3"})
    String protocol;

    /** As in {@link SslHandshake}. */
    @Param({"10000", "50000"})
    int iterations;

    private KeyStore keys;
    private KeyStore trust;
    private int turns;

    /** Opens the store, and makes sure that the key managers have its key. */
    @Setup
    public void prepare() throws GeneralSecurityException, IOException {
        SslPeers peers = SslPeers.create(KeyKind.RSA, iterations);
        keys = peers.openPkcs12();
        trust = peers.trust();
        for (String each : KEY_MANAGERS) {
            X509KeyManager manager = (X509KeyManager) keyManagers(each)[0];
            if (manager.getPrivateKey(manager.chooseServerAlias("RSA", null, null)) == null) {
                throw new IllegalStateException(each + " has no key of the store");
            }
        }
    }

    /** Makes contexts with each key manager; they take turns in being the first. */
    @Benchmark
    public void init(TurnTimes each, Blackhole hole) throws Exception {
        turns++;
        for (int i = 0; i < KEY_MANAGERS.size(); i++) {
            int place = (turns + i) % KEY_MANAGERS.size();
            String keyManager = KEY_MANAGERS.get(place);
            boolean decrypts = keyManager.equals("SunX509") || keyManager.equals(EEJS_INIT);
            each.take(place, decrypts ? 1 : CHEAP, () -> context(keyManager), hole);
        }
    }

    private SSLContext context(String keyManager) throws GeneralSecurityException {
        TrustManagerFactory trusted = TrustManagerFactory.getInstance("SunX509", SslPeers.JSSE);
        trusted.init(trust);
        SSLContext context = SSLContext.getInstance(protocol, SslPeers.JSSE);
        context.init(keyManagers(keyManager), trusted.getTrustManagers(), null);
        return context;
    }

    private KeyManager[] keyManagers(String keyManager) throws GeneralSecurityException {
        if (keyManager.equals(EEJS_INIT)) {
            return new KeyManager[] {CachingKeyManager.of(keys, Authority.PASSWORD, KeyManagerMode.INIT)};
        }
        KeyManagerFactory factory = keyManager.equals(EejsProvider.NAME)
                ? KeyManagerFactory.getInstance("PKIX", EEJS)
                : KeyManagerFactory.getInstance(keyManager, SslPeers.JSSE);
        factory.init(keys, Authority.PASSWORD);
        return factory.getKeyManagers();
    }
}
