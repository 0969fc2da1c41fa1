package org.eejs.lab.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.KnownProvider;
import org.eejs.banking.Named;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.Setting;
import org.eejs.result.InputException;
import org.eejs.result.settings.RunSettings;

/**
 * Configurations that are asked for without a list of them: JDKs, providers and cures may each be given several values,
 * and every combination of them is a configuration. Immutable.
 */
public final class Grid {
    private static final int MOST = 12;

    private final List<Axis> axes;

    /** Several values of a setting, as they are written. */
    private record Axis(Setting<?> setting, String written, List<String> values) {
        private String option() {
            return setting.option() + " " + written;
        }

        private ExperimentPlan.Configuration with(String value, ExperimentPlan.Configuration others) {
            Map<String, Object> settings = new TreeMap<>(others.settings().written());
            settings.put(setting.key(), value);
            return new ExperimentPlan.Configuration(Stream.of(others.name(), name(value))
                    .filter(name -> !name.isEmpty()).collect(Collectors.joining(", ")), RunSettings.of(settings));
        }

        private String name(String value) {
            if (setting == BankingSettings.JDK) {
                return "JDK " + value.replaceAll(".*/(?=.)", "");
            }
            return setting == BankingSettings.CURES ? "cures " + value
                    : value.equals(KnownProvider.JDK.id()) ? "provider " + value : value;
        }
    }

    private Grid(List<Axis> axes) {
        this.axes = axes;
    }

    /** Returns what settings ask for. */
    static Grid of(RunSettings said) {
        return new Grid(Stream.of(BankingSettings.JDK, BankingSettings.PROVIDER, BankingSettings.CURES)
                .flatMap(setting -> said.word(setting).stream().map(word -> axis(setting, word)))
                .filter(axis -> axis.values().size() > 1).toList());
    }

    /** Returns names of cures are one choice together, unless one of them is none at all. */
    private static Axis axis(Setting<?> setting, String word) {
        List<String> values = Arrays.stream(word.split(",")).map(String::strip).toList();
        boolean one = setting == BankingSettings.PROVIDER && word.contains("=")
                || setting == BankingSettings.CURES && !values.contains(Named.NONE);
        return new Axis(setting, word, one ? List.of(word) : values);
    }

    /** Returns whether nothing has several values. */
    public boolean isEmpty() {
        return axes.isEmpty();
    }

    /**
     * Returns a configuration for each combination, the first values first.
     *
     * @throws InputException with a line when there are too many
     */
    public List<ExperimentPlan.Configuration> configurations() {
        long number = axes.stream().mapToLong(axis -> axis.values().size()).reduce(1, Math::multiplyExact);
        if (number > MOST) {
            throw new InputException(this + " make " + number + " configurations; give fewer values, for at most "
                    + MOST);
        }
        List<ExperimentPlan.Configuration> configurations =
                List.of(new ExperimentPlan.Configuration("", RunSettings.unsaid()));
        for (Axis axis : axes) {
            List<ExperimentPlan.Configuration> more = new ArrayList<>();
            configurations.forEach(each -> axis.values().forEach(value -> more.add(axis.with(value, each))));
            configurations = more;
        }
        return configurations;
    }

    /**
     * Checks that settings are of one run.
     *
     * @throws InputException with a line that names the option that has several values
     */
    static void checkIsOne(RunSettings said) {
        of(said).axes.stream().findFirst().ifPresent(axis -> {
            throw new InputException(axis.setting().key(), axis.option() + " are " + axis.values().size()
                    + " configurations, and a run has one; give one value, or have `eejs compare` run them all");
        });
    }

    /** Returns the options that have several values. */
    @Override
    public String toString() {
        return axes.stream().map(Axis::option).collect(Collectors.joining(" "));
    }
}
