package org.eejs.lab.settings;

import static org.eejs.lab.settings.TransactionSettings.JDK;
import static org.eejs.lab.settings.TransactionSettings.KEY;
import static org.eejs.lab.settings.TransactionSettings.LIBRARY;
import static org.eejs.lab.settings.TransactionSettings.PROVIDER;
import static org.eejs.lab.settings.TransactionSettings.SIZE;
import static org.eejs.lab.settings.TransactionSettings.TRANSACTION;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eejs.banking.settings.SettingValues;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.ProcessorList;
import org.eejs.lab.machine.ThreadPlacement;
import org.eejs.result.InputException;
import org.eejs.result.NotHereException;
import org.eejs.result.settings.XmlSettings;
import org.eejs.xmlload.Transactions;
import org.eejs.xmlload.documents.DocumentSize;
import org.eejs.xmlload.engine.TransactionKind;

/**
 * What a process of the XML workload is to do, checked and complete. Immutable.
 *
 * @param settings as they were said, completed
 * @param signature whether transactions make or validate signatures, so that they need a key and a provider
 * @param jdk that it runs on
 * @param processors those it is pinned to, as taskset writes them; empty when it is not pinned
 */
public record XmlTask(XmlSettings settings, boolean signature, Jdk jdk, String processors) {
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
        SettingValues values = Plan.values(TransactionSettings.ALL, said.parts());
        TransactionKind kind = values.get(TRANSACTION);
        if (!kind.signature() && (said.key() != null || said.provider() != null)) {
            throw new InputException("key", "--key and --provider are for signatures, which " + kind.name()
                    + " has none of; leave them out");
        }
        Jdk jdk = Jdk.find(values.get(JDK));
        Map<String, Object> complete = said.or(TransactionSettings.usual()).parts();
        complete.put(LIBRARY.key(), values.find(LIBRARY).map(name -> library(kind, name))
                .orElse(kind.libraries().get(0)));
        complete.put(SIZE.key(), DocumentSize.format(values.get(SIZE)));
        complete.put(JDK.key(), values.get(JDK).equals(Jdk.SAME) ? jdk.version() : values.get(JDK));
        if (!kind.signature()) {
            complete.keySet().removeAll(Set.of(KEY.key(), PROVIDER.key()));
        }
        XmlSettings settings = XmlSettings.of(complete);
        return new XmlTask(settings, kind.signature(), jdk, processors(settings, cores));
    }

    private static String library(TransactionKind kind, String name) {
        try {
            return Transactions.library(kind, name);
        } catch (IllegalArgumentException e) {
            throw new InputException(LIBRARY.key(), LIBRARY.option() + ": " + e.getMessage());
        }
    }

    private static String processors(XmlSettings settings, List<BitSet> cores) {
        String placement = settings.placement();
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
        return settings.threads() >= (processors.isEmpty() ? Machine.processors()
                : ProcessorList.parse(processors).cardinality());
    }

    /** The same by one thread. */
    public XmlTask ofOneThread() {
        return new XmlTask(settings.with("threads", 1), signature, jdk, processors);
    }
}
