package org.eejs.lab.xml;

import static org.eejs.lab.settings.TransactionSettings.DOCUMENT;
import static org.eejs.lab.settings.TransactionSettings.KEY;
import static org.eejs.lab.settings.TransactionSettings.LIBRARY;
import static org.eejs.lab.settings.TransactionSettings.PROVIDER;
import static org.eejs.lab.settings.TransactionSettings.SIZE;
import static org.eejs.lab.settings.TransactionSettings.TRANSACTION;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.eejs.lab.machine.Host;
import org.eejs.lab.settings.KnownProvider;
import org.eejs.lab.settings.SignatureProviders;
import org.eejs.lab.settings.XmlChoice;
import org.eejs.result.Xml;
import org.eejs.result.settings.XmlSettings;

/** Signatures by key and provider, each compared with the JDK's own provider for the same key. */
final class SignaturesStudy extends XmlStudy {
    private static final String USUAL_KEY = "rsa-2048";
    private static final String HISTORIC_KEY = "rsa-1024";

    SignaturesStudy() {
        super(Xml.SIGNATURES, "a pacs.008 of 10 KB signed with each key by each provider; with RSA-2048 also by its "
                + "id, and validated");
    }

    @Override
    List<Cell> cells(XmlChoice choice, long seed, Host host) {
        List<String> keys = choice.of(KEY).isEmpty() ? List.of(HISTORIC_KEY, USUAL_KEY, "rsa-4096", "ec-p256")
                : choice.of(KEY);
        List<XmlSettings> settings = new ArrayList<>();
        for (String key : keys) {
            for (String kind : choice.of(TRANSACTION).isEmpty() ? kinds(key) : choice.of(TRANSACTION)) {
                XmlChoice usual = XmlChoice.USUAL.with(TRANSACTION, kind).with(LIBRARY, "jdk")
                        .with(DOCUMENT, "pacs.008").with(SIZE, "10KB").with(KEY, key)
                        .with(PROVIDER, providers(key, kind));
                XmlChoice others = choice.with(TRANSACTION, kind).with(KEY, List.of());
                settings.addAll(others.each(usual, seed));
            }
        }
        return XmlBaselines.cells(name(), settings.stream().filter(each -> each.key() != null)
                .sorted(Comparator.comparing(XmlSettings::transaction)).toList());
    }

    /**
     * Validation is shown with one key: public keys cost a fraction of private ones. So are signatures by id, which
     * differ by their canonical form and not by what signs.
     */
    private static List<String> kinds(String key) {
        return key.equals(USUAL_KEY) ? List.of("sign-enveloped", "sign-by-id", "validate-enveloped", "validate-by-id")
                : List.of("sign-enveloped");
    }

    /**
     * Those that can do it with such a key; the JDK's own first. Public keys are everybody's, so a key server has none,
     * and none of keys as short as RSA-1024. By id the JDK's own and a token tell all that is new.
     */
    private static List<String> providers(String key, String kind) {
        KnownProvider own = key.startsWith("rsa") ? KnownProvider.SUN_RSA_SIGN : KnownProvider.SUN_EC;
        if (kind.endsWith("by-id")) {
            return List.of(own.id(), KnownProvider.SOFT_HSM.id());
        }
        List<String> providers = new ArrayList<>(Stream.of(own, KnownProvider.ACCP, KnownProvider.CONSCRYPT,
                KnownProvider.BC, KnownProvider.SOFT_HSM, KnownProvider.NSS).map(KnownProvider::id).toList());
        if (!key.equals(HISTORIC_KEY) && kind.startsWith("sign")) {
            providers.add(SignatureProviders.REMOTE);
        }
        return providers;
    }
}
