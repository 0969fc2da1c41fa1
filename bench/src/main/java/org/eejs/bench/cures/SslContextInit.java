package org.eejs.bench.cures;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.eejs.bench.measuring.Call;
import org.eejs.bench.measuring.Comparison;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.ProvidersAhead;
import org.eejs.bench.measuring.RateBenchmark;
import org.eejs.bench.tls.Authority;
import org.eejs.bench.tls.KeyKind;
import org.eejs.pki.files.PrivateFile;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * SSLContexts a second, made like in an application that makes one for each call. It reads its trust store, makes trust
 * managers of it, and initialises a context. The code is the same for the JDK's services and for those of the provider
 * EEJS, which are merely installed.
 *
 * <p>A wrong set-up would measure deferred or missing work: trust that is read only when it is first needed, or EEJS
 * installed but not serving. So the benchmark checks the provider of the context, and asks the trust managers of a
 * custom store for all issuers. The JDK keeps cacerts until the garbage collector needs the memory: there, a small heap
 * matters more than code.
 */
@State(Scope.Benchmark)
public class SslContextInit extends RateBenchmark {
    /** SSLContexts that are made again for each call. */
    public static final Group GROUP = Group.named("cures-contexts", SslContextInit.class)
            .title("SSLContexts that are made again and again")
            .about("One SSLContext, made like in an application that reads its trust store for each call: the JDK's "
                    + "store, or one of 140 certificates.")
            .operations("init")
            .algorithms(List.of("JKS", "PKCS12", "cacerts"), List.of("JKS", "PKCS12", "cacerts"))
            .seconds(4, 4)
            .threads((material, ahead) -> List.of(1))
            .calls(cell -> new Call(SslContextInit.class, cell.operation(), Map.of("material", cell.algorithm(),
                    "ahead", cell.provider())))
            .compare(Comparison.of("EEJS", "stock").atLeast(Map.of("JKS", 20.0, "PKCS12", 20.0)))
            .performedBy("stock", "EEJS");

    private static final int AUTHORITIES = 140;

    /** {@code cacerts}: the JDK's, by null; {@code JKS} and {@code PKCS12}: a custom store of 140 certificates. */
    @Param({"cacerts", "JKS", "PKCS12"})
    String material;

    /** {@code stock} or {@code EEJS}. */
    @Param({"stock", "EEJS"})
    String ahead;

    private Path store;

    /** Writes the trust store, and installs the providers. */
    @Setup
    public void prepare() throws GeneralSecurityException, IOException {
        if (!material.equals("cacerts")) {
            store = Files.createTempFile("eejs-bench-trust", null);
            PrivateFile.write(store, new Authority(KeyKind.RSA).trustStoreOf(AUTHORITIES, material));
        }
        ProvidersAhead.of(ahead).install();
    }

    /** Restores process and disk. */
    @TearDown
    public void restore() throws IOException {
        ProvidersAhead.of(ahead).remove();
        if (store != null) {
            Files.delete(store);
        }
    }

    /** Returns one context. */
    @Benchmark
    public SSLContext init() throws GeneralSecurityException, IOException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, store == null ? null : trustManagers(), null);
        ProvidersAhead.of(ahead).check(context.getProvider().getName());
        return context;
    }

    private TrustManager[] trustManagers() throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance(material);
        try (InputStream in = Files.newInputStream(store)) {
            trusted.load(in, Authority.PASSWORD);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(trusted);
        TrustManager[] managers = factory.getTrustManagers();
        int issuers = ((X509TrustManager) managers[0]).getAcceptedIssuers().length;
        if (issuers != AUTHORITIES) {
            throw new IllegalStateException("a store of " + AUTHORITIES + " certificates was to be read, and " + issuers
                    + " are trusted");
        }
        return managers;
    }
}
