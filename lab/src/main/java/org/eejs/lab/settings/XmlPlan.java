package org.eejs.lab.settings;

import static org.eejs.banking.settings.BankingSettings.JDK;
import static org.eejs.banking.settings.BankingSettings.PHASES;
import static org.eejs.banking.settings.BankingSettings.SEED;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.eejs.banking.Phases;
import org.eejs.banking.settings.SettingValues;
import org.eejs.lab.machine.Jdk;
import org.eejs.result.InputException;
import org.eejs.result.NotHereException;
import org.eejs.result.settings.RunSettings;
import org.eejs.result.settings.WorkloadKind;
import org.eejs.result.settings.XmlSettings;

/**
 * A run of the XML workload whose settings have been checked and are complete.
 *
 * @param configuration the name of what is run
 * @param repetition which run of it, from 1
 * @param settings as they were said, completed
 * @param task what is performed
 * @param phases of which warm-up and steady state are kept; there are no users that come and go, so that the ramp-up is
 *     warm-up, too, and nothing ramps down
 */
public record XmlPlan(String configuration, int repetition, RunSettings settings, XmlTask task, Phases phases)
        implements Plan {
    /** Ten seconds in which the JIT compiler comes to its end, and ten that count. */
    static final String DEFAULT_PHASES = "0s,10s,10s,0s";

    private static final double LEAST_WARM_UP = 0.1;
    /** The keys that have a meaning here; all others are of the banking workload. */
    private static final Set<String> KEYS = Set.of("phases", "seed", "jdk", "xml");

    /**
     * Checks the settings of a configuration.
     *
     * @throws InputException with a line that names the key, the value and the way out
     */
    static XmlPlan of(RunSettings said, String configuration) {
        refuseKeysOfTheBank(said);
        refuse(said.xml().jdk(), "jdk");
        refuse(said.xml().seed(), "seed");
        Grid.checkIsOne(said);
        RunSettings settings = said.or(RunSettings.only(PHASES, DEFAULT_PHASES)).or(RunSettings.only(SEED, 1))
                .or(RunSettings.only(JDK, Jdk.SAME));
        SettingValues values = Plan.values(List.of(PHASES, SEED, JDK), settings.written());
        return new XmlPlan(configuration, 1, settings, task(settings, values), values.get(PHASES));
    }

    private static void refuseKeysOfTheBank(RunSettings said) {
        for (String key : new TreeSet<>(said.written().keySet())) {
            if (!KEYS.contains(key)) {
                throw new InputException(key, key + " is a setting of " + WorkloadKind.BANKING
                        + " and says nothing to " + WorkloadKind.XML + "; leave it out, or see the keys under xml");
            }
        }
    }

    /** So that a comparison by JDK or seed is written in one way, whatever is run. */
    private static void refuse(Object said, String key) {
        if (said != null) {
            throw new InputException("xml." + key, key + " stands beside xml, as for any run, and not in it; write "
                    + key + ": " + said + " without xml");
        }
    }

    private static XmlTask task(RunSettings settings, SettingValues values) {
        try {
            return XmlTask.of(settings.xml().or(XmlSettings.of(
                    Map.of("jdk", values.get(JDK), "seed", values.get(SEED)))));
        } catch (InputException e) {
            throw underXml(e);
        }
    }

    /** The same with the key as experiment files have it. */
    public static InputException underXml(InputException e) {
        String key = e.key() == null ? "jdk" : e.key();
        String there = Set.of("jdk", "seed").contains(key) ? key : "xml." + key;
        return e instanceof NotHereException ? new NotHereException(there, e.getMessage())
                : new InputException(there, e.getMessage());
    }

    @Override
    public long seed() {
        return task.settings().seed();
    }

    @Override
    public XmlPlan with(RunSettings first) {
        return of(first.or(settings), configuration);
    }

    @Override
    public XmlPlan repeated(int number) {
        return new XmlPlan(configuration, number, settings, task, phases);
    }

    /** How long transactions are performed that do not count, in seconds; the workload does not go without. */
    public double warmUpSeconds() {
        return Math.max(LEAST_WARM_UP, phases.steadyStart().toSeconds());
    }

    /** How long those are performed that count, in seconds. */
    public long steadySeconds() {
        return phases.steady().toSeconds();
    }
}
