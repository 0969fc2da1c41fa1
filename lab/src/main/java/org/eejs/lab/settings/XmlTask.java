package org.eejs.lab.settings;

import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.ProcessorList;
import org.eejs.lab.machine.ThreadPlacement;
import org.eejs.result.InputException;
import org.eejs.result.NotHereException;
import org.eejs.result.settings.XmlSettings;
import org.eejs.xmlload.Transactions;
import org.eejs.xmlload.documents.DocumentKind;
import org.eejs.xmlload.documents.DocumentSize;
import org.eejs.xmlload.engine.TransactionKind;
import org.eejs.xmlload.keys.SignatureKey;

/**
 * What a process of the XML workload is to do, checked and complete. Immutable.
 *
 * @param settings as they were said, completed
 * @param signature whether transactions make or validate signatures, so that they need a key and a provider
 * @param jdk that it runs on
 * @param processors those it is pinned to, as taskset writes them; empty when it is not pinned
 */
public record XmlTask(XmlSettings settings, boolean signature, Jdk jdk, String processors) {
    private static final String KEY = "rsa-2048";
    private static final int MOST_THREADS = 10_000;
    private static final List<String> PLACEMENTS = List.of(XmlSettings.ACROSS, XmlSettings.WITHIN, XmlSettings.NONE);

    /**
     * Checks settings and completes them: what is not said is one thread of StAX on an invoice of 10 KB, not pinned, on
     * the lab's own JDK.
     *
     * @throws InputException with a line that names the option, the value and the way out
     * @throws NotHereException when this machine does not have what was asked for
     */
    public static XmlTask of(XmlSettings said) {
        return of(said, Machine.cores());
    }

    /** The same on a machine with such cores. */
    public static XmlTask of(XmlSettings said, List<BitSet> cores) {
        XmlSettings settings = said.or(new XmlSettings("stax-parse", null, "invoice", "10KB", null, null, 1,
                XmlSettings.NONE, Jdk.SAME, List.of(), 1L));
        TransactionKind kind = given("transaction", () -> Transactions.byName(settings.transaction()));
        String library = settings.library() == null ? kind.libraries().get(0)
                : given("library", () -> Transactions.library(kind, settings.library()));
        given("document", () -> DocumentKind.byId(settings.document()));
        int size = given("size", () -> DocumentSize.parse(settings.size()));
        if (!kind.signature() && (said.key() != null || said.provider() != null)) {
            throw new InputException("key", "--key and --provider are for signatures, which " + kind.name()
                    + " has none of; leave them out");
        }
        checkThreads(settings.threads());
        Jdk jdk = Jdk.find(settings.jdk());
        XmlSettings complete = new XmlSettings(kind.name(), library, settings.document(), DocumentSize.format(size),
                kind.signature() ? key(settings.key() == null ? KEY : settings.key()) : null,
                kind.signature() ? provider(settings.provider()) : null, settings.threads(), settings.placement(),
                settings.jdk().equals(Jdk.SAME) ? jdk.version() : settings.jdk(), List.copyOf(settings.jvmOptions()),
                settings.seed());
        return new XmlTask(complete, kind.signature(), jdk, processors(complete, cores));
    }

    private static String key(String name) {
        given("key", () -> SignatureKey.byId(name));
        return name;
    }

    private static String provider(String name) {
        return name == null ? KnownProvider.JDK.id() : SignatureProviders.check(name);
    }

    /**
     * Checks a number of threads.
     *
     * @throws InputException with a line that says what is possible
     */
    static void checkThreads(int number) {
        if (number < 1 || number > MOST_THREADS) {
            throw new InputException("threads", "--threads %d cannot be; give numbers from 1 to %d".formatted(number,
                    MOST_THREADS));
        }
    }

    /** What the room says of a wrong name, led in by the option. */
    private static <T> T given(String key, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (IllegalArgumentException e) {
            throw new InputException(key, "--" + key + " " + e.getMessage());
        }
    }

    /**
     * The same name.
     *
     * @throws InputException with a line that lists those that exist
     */
    static String placement(String name) {
        if (!PLACEMENTS.contains(name)) {
            throw new InputException("placement", "--placement '%s' is not possible; there are %s".formatted(name,
                    String.join(", ", PLACEMENTS)));
        }
        return name;
    }

    private static String processors(XmlSettings settings, List<BitSet> cores) {
        String placement = placement(settings.placement());
        if (placement.equals(XmlSettings.NONE)) {
            return "";
        }
        if (!ThreadPlacement.canPin()) {
            throw new NotHereException("placement", "--placement '" + placement
                    + "' needs the command taskset (package util-linux)");
        }
        if (placement.equals(XmlSettings.WITHIN) && ThreadPlacement.threadsPerCore(cores) < 2) {
            throw new NotHereException("placement", "--placement '" + placement
                    + "' needs cores with two hardware threads; those of this machine have one");
        }
        int threads = settings.threads();
        return ProcessorList.format(placement.equals(XmlSettings.WITHIN) ? ThreadPlacement.within(cores, threads)
                : ThreadPlacement.across(cores, threads));
    }

    /** Whether there is a thread for each processor of the JVM, so that the compiler has none to itself. */
    public boolean takesAllProcessors() {
        return settings.threads() >= (processors.isEmpty() ? Runtime.getRuntime().availableProcessors()
                : ProcessorList.parse(processors).cardinality());
    }

    /** The same by one thread. */
    public XmlTask ofOneThread() {
        return new XmlTask(new XmlSettings(null, null, null, null, null, null, 1, null, null, null, null).or(settings),
                signature, jdk, processors);
    }
}
