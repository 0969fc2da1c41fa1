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
 * Configurations from options with several values, without a list of configurations. TLS profiles and stacks, JDKs,
 * providers and cures may have several values; every combination is a configuration. Immutable.
 */
public final class Grid {
    private static final int MOST = 12;

    private final List<Axis> axes;

    /** Several values of a setting, as written. */
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

    /** Returns the configurations of settings. */
    static Grid of(RunSettings said) {
        return new Grid(Stream.of(BankingSettings.TLS, BankingSettings.TLS_STACK, BankingSettings.JDK,
                BankingSettings.PROVIDER, BankingSettings.CURES)
                .flatMap(setting -> said.word(setting).stream().map(word -> axis(setting, word)))
                .filter(axis -> axis.values().size() > 1).toList());
    }

    /** Returns the values of cures: the names are one choice together, unless one of them is none. */
    private static Axis axis(Setting<?> setting, String word) {
        List<String> values = Arrays.stream(word.split(",")).map(String::strip).toList();
        boolean one = setting == BankingSettings.PROVIDER && word.contains("=")
                || setting == BankingSettings.CURES && !values.contains(Named.NONE);
        return new Axis(setting, word, one ? List.of(word) : values);
    }

    /** Returns whether no setting has several values. */
    public boolean isEmpty() {
        return axes.isEmpty();
    }

    /**
     * Returns a configuration for each combination, the first values first.
     *
     * @throws InputException with one line if there are too many
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
     * Checks that settings describe one run.
     *
     * @throws InputException with a line that names the option that has several values
     */
    static void checkIsOne(RunSettings said) {
        of(said).axes.stream().findFirst().ifPresent(axis -> {
            throw new InputException(axis.setting().key(), axis.option() + " are " + axis.values().size()
                    + " configurations, and a run has one; give one value, or run them all with `eejs compare`");
        });
    }

    /** Returns the options that have several values. */
    @Override
    public String toString() {
        return axes.stream().map(Axis::option).collect(Collectors.joining(" "));
    }
}
