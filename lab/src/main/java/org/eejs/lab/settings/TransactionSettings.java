package org.eejs.lab.settings;

import java.util.List;
import java.util.stream.Collectors;
import org.eejs.banking.KnownProvider;
import org.eejs.banking.settings.Setting;
import org.eejs.lab.machine.Jdk;
import org.eejs.result.settings.XmlSettings;
import org.eejs.xmlload.DocumentKind;
import org.eejs.xmlload.DocumentSize;
import org.eejs.xmlload.SignatureKey;
import org.eejs.xmlload.TransactionKind;
import org.eejs.xmlload.Transactions;

/** The settings of XML transactions: parts of {@link XmlSettings}, options of {@code ./eejs xml}, keys below xml. */
public final class TransactionSettings {
    private static final int MOST_THREADS = 10_000;
    private static final List<String> PLACEMENTS = List.of(XmlSettings.ACROSS, XmlSettings.WITHIN, XmlSettings.NONE);

    public static final Setting<TransactionKind> TRANSACTION = Setting.text("transaction", "NAME",
            "The kind of transaction, for example stax-parse", Transactions::byName).otherwise("stax-parse");
    public static final Setting<String> LIBRARY = Setting.text("library", "NAME",
            "The library that performs it, for example woodstox", name -> name);
    public static final Setting<DocumentKind> DOCUMENT = Setting.choice("document", "NAME", "The kind of document",
            DocumentKind.class, "a document").otherwise("invoice");
    public static final Setting<Integer> SIZE = Setting.version("size", "SIZE",
            "The length of the document, from 1KB to 16MB, for example 100KB; 1 KB is 1,000 bytes", DocumentSize::parse)
            .otherwise("10KB");
    public static final Setting<SignatureKey> KEY = Setting.choice("key", "NAME", "The key of signatures",
            SignatureKey.class, "a key").otherwise("rsa-2048");
    public static final Setting<String> PROVIDER = Setting.text("provider", "NAME",
            "The security provider of signatures, for example SunRsaSign, ACCP, SunPKCS11-SoftHSM or EEJSRemote; "
                    + "JDK for the JVM's own choice",
            SignatureProviders::check).otherwise(KnownProvider.JDK.id());
    public static final Setting<Integer> THREADS = Setting.count("threads", "N",
            "The number of threads that perform transactions at once")
            .where(number -> number <= MOST_THREADS, "a number from 1 to " + MOST_THREADS).otherwise(1);
    public static final Setting<String> PLACEMENT = Setting.named("placement", "NAME",
            "Whether threads are spread across cores, fill the hardware threads within a core before the next, or are "
            + "not pinned", PLACEMENTS, name -> name).where(PLACEMENTS::contains, String.join(", ", PLACEMENTS))
            .otherwise(XmlSettings.NONE);
    public static final Setting<String> JDK = Setting.version("jdk", "JDK",
            "The JDK: a version such as 25, a home folder, or same for the JDK of eejs", text -> text)
            .otherwise(Jdk.SAME);
    public static final Setting<List<String>> JVM_OPTIONS = Setting.words("jvmOptions", "OPTIONS",
            "Additional options of the JVM").otherwise(List.of());
    public static final Setting<Long> SEED = Setting.whole("seed", "N", "Seed of the generated document").otherwise(1);

    /** All settings, in the order of help, files and results. */
    public static final List<Setting<?>> ALL = List.of(TRANSACTION, LIBRARY, DOCUMENT, SIZE, KEY, PROVIDER, THREADS,
            PLACEMENT, JDK, JVM_OPTIONS, SEED);

    private TransactionSettings() {}

    /** Returns their defaults. */
    public static XmlSettings usual() {
        return XmlSettings.of(ALL.stream().filter(setting -> setting.usual().isPresent())
                .collect(Collectors.toMap(Setting::key, setting -> setting.usual().orElseThrow())));
    }
}
