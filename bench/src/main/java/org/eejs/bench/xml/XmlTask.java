package org.eejs.bench.xml;

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
import org.eejs.lab.settings.RunPlan;
import org.eejs.lab.settings.TransactionSettings;
import org.eejs.result.InputException;
import org.eejs.result.NotHereException;
import org.eejs.result.settings.XmlSettings;
import org.eejs.xmlload.DocumentSize;
import org.eejs.xmlload.TransactionKind;
import org.eejs.xmlload.Transactions;

/**
 * Settings of XML transactions, checked and complete. Immutable.
 *
 * @param settings the settings, completed
 * @param signature whether transactions make or validate signatures, so that they need a key and a provider
 * @param jdk the JDK of the JVM
 * @param processors the processors to pin it to, as taskset writes them; empty when it is not pinned
 */
record XmlTask(XmlSettings settings, boolean signature, Jdk jdk, String processors) {
    /** The default where nothing is specified. */
    static final XmlSettings USUAL = TransactionSettings.usual();

    /**
     * Checks settings and completes them. The default is one thread of StAX on an invoice of 10 KB, not pinned, on the
     * lab's own JDK.
     *
     * @return the task, not pinned yet
     * @throws InputException with a line that names the option, the value and what to do
     */
    static XmlTask of(XmlSettings said) {
        SettingValues values = RunPlan.values(TransactionSettings.ALL, said.parts());
        TransactionKind kind = values.get(TRANSACTION);
        if (!kind.signature() && (said.key() != null || said.provider() != null)) {
            throw new InputException("key", "--key and --provider are for signatures, which " + kind.name()
                    + " has none of; leave them out");
        }
        Jdk jdk = Jdk.find(values.get(JDK));
        Map<String, Object> complete = said.or(USUAL).parts();
        complete.put(LIBRARY.key(), values.find(LIBRARY).map(name -> library(kind, name))
                .orElse(kind.libraries().get(0)));
        complete.put(SIZE.key(), DocumentSize.format(values.get(SIZE)));
        complete.put(JDK.key(), values.get(JDK).equals(Jdk.SAME) ? jdk.version() : values.get(JDK));
        if (!kind.signature()) {
            complete.keySet().removeAll(Set.of(KEY.key(), PROVIDER.key()));
        }
        return new XmlTask(XmlSettings.of(complete), kind.signature(), jdk, "");
    }

    /**
     * Returns this task, pinned according to its placement.
     *
     * @param cores the processors of each core of this machine
     * @throws NotHereException when this machine does not support the placement
     */
    XmlTask placed(List<BitSet> cores) {
        return new XmlTask(settings, signature, jdk, processors(settings, cores));
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

    /** Returns whether each processor of the JVM has a thread, so that none is free for the compiler. */
    boolean takesAllProcessors() {
        return settings.threads() >= (processors.isEmpty() ? Machine.processors()
                : ProcessorList.parse(processors).cardinality());
    }
}
