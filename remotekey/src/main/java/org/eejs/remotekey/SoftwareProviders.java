package org.eejs.remotekey;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.Security;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Chooses which security provider signs with software keys: the one that is asked for, or the fastest of those present,
 * by the clock. A choice is made once for each kind of key. Used by one thread at a time.
 */
final class SoftwareProviders {
    /** Conscrypt does not tell ServiceLoader of itself. */
    private static final String CONSCRYPT = "org.conscrypt.OpenSSLProvider";
    private static final long WARM_UP_NANOS = 20_000_000;
    private static final long MEASURE_NANOS = 30_000_000;

    private final String asked;
    private final List<Provider> candidates;
    private final Map<String, Provider> chosen = new HashMap<>();
    private final Consumer<Notice> notices;

    /**
     * Looks for providers: those that are installed and those on the class path.
     *
     * @param asked a provider's name, or {@link KeyServerSettings#FASTEST}
     */
    SoftwareProviders(String asked, Consumer<Notice> notices) {
        this.asked = asked;
        this.notices = notices;
        this.candidates = present();
    }

    private static List<Provider> present() {
        Map<String, Provider> byClass = new LinkedHashMap<>();
        for (Provider provider : Security.getProviders()) {
            byClass.put(provider.getClass().getName(), provider);
        }
        Iterator<Provider> loaded = ServiceLoader.load(Provider.class).iterator();
        for (;;) {
            try {
                if (!loaded.hasNext()) {
                    break;
                }
                Provider provider = loaded.next();
                byClass.putIfAbsent(provider.getClass().getName(), provider);
            } catch (ServiceConfigurationError | LinkageError e) {
                // It is on the class path of a machine that it has no native library for.
            }
        }
        try {
            if (!byClass.containsKey(CONSCRYPT)) {
                byClass.put(CONSCRYPT, (Provider) Class.forName(CONSCRYPT).getConstructor().newInstance());
            }
        } catch (ReflectiveOperationException | LinkageError e) {
            // It is not there, or has no native library for this machine.
        }
        // Keys that live elsewhere are not the server's, and tokens are named in its file.
        return byClass.values().stream()
                .filter(provider -> !provider.getClass().getPackageName().equals(
                        SoftwareProviders.class.getPackageName()))
                .filter(provider -> !provider.getName().startsWith("SunPKCS11")).toList();
    }

    /** Whether there is a provider of the name that was asked for. */
    boolean hasAsked() {
        return asked.equals(KeyServerSettings.FASTEST)
                || candidates.stream().anyMatch(provider -> provider.getName().equals(asked));
    }

    /** The names of the providers that are present. */
    String names() {
        return candidates.stream().map(Provider::getName).sorted().collect(Collectors.joining(", "));
    }

    /**
     * The key, with a provider that has signed with it and been verified.
     *
     * @throws GeneralSecurityException if the provider that was asked for, or any, cannot use it
     */
    ServedKey serve(String name, PrivateKey key, List<X509Certificate> chain) throws GeneralSecurityException {
        String kind = ServedKey.kind(chain.get(0).getPublicKey());
        Provider provider = chosen.get(kind);
        if (provider == null) {
            provider = asked.equals(KeyServerSettings.FASTEST) ? fastest(kind, key, chain) : candidates.stream()
                    .filter(each -> each.getName().equals(asked)).findFirst().orElseThrow();
        }
        ServedKey served = served(name, key, chain, provider);
        served.check();
        chosen.put(kind, provider);
        return served;
    }

    private Provider fastest(String kind, PrivateKey key, List<X509Certificate> chain)
            throws GeneralSecurityException {
        Map<Provider, Double> rates = new HashMap<>();
        List<String> failed = new ArrayList<>();
        for (Provider provider : candidates) {
            if (isFor(provider, chain.get(0).getPublicKey().getAlgorithm())) {
                try {
                    rates.put(provider, perSecond(served(kind, key, chain, provider)));
                } catch (GeneralSecurityException | RuntimeException e) {
                    failed.add(provider.getName() + ": " + e.getMessage());
                }
            }
        }
        List<Map.Entry<Provider, Double>> ranking = new ArrayList<>(rates.entrySet());
        ranking.sort(Map.Entry.<Provider, Double>comparingByValue().reversed());
        // Only who is to sign need be right, and it takes time to find out.
        while (!ranking.isEmpty()) {
            Provider best = ranking.get(0).getKey();
            try {
                served(kind, key, chain, best).check();
                break;
            } catch (GeneralSecurityException | RuntimeException e) {
                failed.add(best.getName() + ": " + e.getMessage());
                ranking.remove(0);
            }
        }
        if (ranking.isEmpty()) {
            throw new NoSuchAlgorithmException("no security provider here signs with it"
                    + (failed.isEmpty() ? "" : " (" + String.join("; ", failed) + ")"));
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("keys", kind);
        ranking.forEach(each -> figures.put(each.getKey().getName(), Math.round(each.getValue())));
        notices.accept(new Notice(Notice.Event.PROVIDER, "keys of kind %s: %s signs, the fastest of %s".formatted(kind,
                ranking.get(0).getKey().getName(), ranking.stream().map(each -> String.format(Locale.ROOT,
                        "%s (%.0f signatures/s)", each.getKey().getName(), each.getValue()))
                        .collect(Collectors.joining(", ")))
                + (failed.isEmpty() ? "" : "; passed over: " + String.join("; ", failed)), figures));
        return ranking.get(0).getKey();
    }

    private static boolean isFor(Provider provider, String algorithm) {
        return provider.getService("Signature", algorithm.equals("RSA") ? "SHA256withRSA" : "NONEwithECDSA") != null;
    }

    /** The key in the provider's own form, so that it need not be translated for each signature. */
    private static ServedKey served(String name, PrivateKey key, List<X509Certificate> chain, Provider provider)
            throws GeneralSecurityException {
        PrivateKey own = provider.getService("KeyFactory", key.getAlgorithm()) == null ? key
                : KeyFactory.getInstance(key.getAlgorithm(), provider)
                        .generatePrivate(new PKCS8EncodedKeySpec(key.getEncoded()));
        return new ServedKey(name, own, chain, provider, false);
    }

    private static double perSecond(ServedKey key) throws GeneralSecurityException {
        SignatureScheme scheme = Arrays.stream(SignatureScheme.values()).filter(key::fits).findFirst().orElseThrow();
        byte[] digest = new byte[scheme.digest().length()];
        long start = System.nanoTime();
        while (System.nanoTime() - start < WARM_UP_NANOS) {
            key.sign(scheme, true, digest);
        }
        int count = 0;
        long begin = System.nanoTime();
        long now = begin;
        for (; now - begin < MEASURE_NANOS; now = System.nanoTime()) {
            key.sign(scheme, true, digest);
            count++;
        }
        return count * 1e9 / (now - begin);
    }
}
