package org.eejs.bench.xml;

import static org.eejs.banking.settings.BankingSettings.JDK;
import static org.eejs.banking.settings.BankingSettings.PHASES;
import static org.eejs.banking.settings.BankingSettings.SEED;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.eejs.banking.Phases;
import org.eejs.banking.settings.SettingValues;
import org.eejs.bench.measuring.Timing;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.Bench;
import org.eejs.result.InputException;
import org.eejs.result.settings.RunSettings;
import org.eejs.result.settings.XmlSettings;

/** XML configurations of an experiment, as {@code eejs compare} measures them: each is a cell. */
public final class XmlExperiment {
    private static final String GROUP = "configurations";
    private static final int ROUNDS = 5;
    /** Ten seconds of warm-up and ten that count. */
    private static final RunSettings USUAL = RunSettings.only(PHASES, "0s,10s,10s,0s").or(RunSettings.only(SEED, 1))
            .or(RunSettings.only(JDK, Jdk.SAME));
    /** The keys that concern XML; all others concern the bank. */
    private static final Set<String> KEYS = Set.of(PHASES.key(), SEED.key(), JDK.key(), RunSettings.XML);

    private XmlExperiment() {}

    /**
     * Returns the cells of an experiment, each compared with the baseline.
     *
     * @throws InputException with a line that names file, line and key where something is wrong
     */
    public static XmlPlan plan(ExperimentPlan experiment, boolean quick) {
        if (experiment.repetition().metric() != null || experiment.repetition().precision() != null
                || experiment.repetition().margin() != null || experiment.published() != null) {
            throw new InputException("XML configurations do not support metric, precision, margin, gate and "
                    + "published figures; leave them out, and repeat runs by --max-runs");
        }
        if (!experiment.here()) {
            throw new InputException("--hosts: XML configurations are measured on this machine; leave it out");
        }
        String baseline = experiment.baselineName();
        List<XmlCell> cells = new ArrayList<>();
        SettingValues values = null;
        for (int i = 0; i < experiment.configurations().size(); i++) {
            ExperimentPlan.Configuration configuration = experiment.configurations().get(i);
            try {
                RunSettings settings = configuration.settings().or(experiment.common()).or(USUAL);
                values = checked(settings);
                cells.add(cell(configuration.name(), settings.xml().or(XmlSettings.of(Map.of(
                        JDK.key(), values.get(JDK), SEED.key(), values.get(SEED))))));
            } catch (InputException e) {
                throw experiment.at(i, e);
            }
        }
        Bench.Cell base = cells.stream().map(XmlCell::cell)
                .filter(cell -> cell.parameters().get("configuration").equals(baseline)).findFirst().orElseThrow();
        Integer most = experiment.repetition().maxRuns() != null ? experiment.repetition().maxRuns()
                : experiment.repetition().minRuns();
        Phases phases = values.get(PHASES);
        return new XmlPlan("compare", List.of(new Bench.Group(GROUP, "XML configurations",
                "One XML transaction of each configuration.", true)),
                cells.stream().map(cell -> cell.comparedWith(base)).toList(), List.of(),
                Timing.ofSeconds(most == null ? ROUNDS : most,
                        Math.max(Timing.SHORTEST, phases.steadyStart().toMillis() / 1e3),
                        phases.steady().toMillis() / 1e3), false, quick, null).checked();
    }

    private static XmlCell cell(String configuration, XmlSettings settings) {
        try {
            return XmlCell.of(GROUP, configuration, settings, null, null, Machine.cores());
        } catch (InputException e) {
            String key = e.key() == null ? JDK.key() : e.key();
            throw new InputException(KEYS.contains(key) ? key : RunSettings.XML + "." + key, e.getMessage());
        }
    }

    private static SettingValues checked(RunSettings settings) {
        for (String key : new TreeSet<>(settings.written().keySet())) {
            if (!KEYS.contains(key)) {
                throw new InputException(key, key + " is a setting of the bank and not of XML transactions; leave it "
                        + "out, or see the keys under xml");
            }
        }
        if (settings.xml() == null) {
            throw new InputException(RunSettings.XML, "configurations with the key xml and without it are not "
                    + "comparable; give the key xml to all or to none");
        }
        if (settings.xml().jdk() != null || settings.xml().seed() != null) {
            throw new InputException("xml." + (settings.xml().jdk() != null ? "jdk" : "seed"),
                    "jdk and seed are not keys of xml; write them without xml, as for any run");
        }
        return RunPlan.values(List.of(PHASES, SEED, JDK), settings.written());
    }
}
