package org.eejs.lab.settings;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.Setting;
import org.eejs.lab.statistics.PartOfWhole;
import org.eejs.lab.statistics.StoppingRule;
import org.eejs.result.BankFigures;
import org.eejs.result.Figure;
import org.eejs.result.InputException;
import org.eejs.result.NotHereException;
import org.eejs.result.Published;
import org.eejs.result.settings.RunSettings;

/**
 * The plan of an experiment: settings that all configurations have in common, the configurations, and their repetition.
 * Every part may be null, which means that it was not specified.
 *
 * @param common settings of all configurations
 * @param configurations their differences; empty for a single run
 * @param repetition the number of runs
 * @param published published figures, for comparison with the measured ones
 * @param source the file of the experiment; null for the command line only
 * @param here whether it runs on this machine instead of on hosts
 */
public record ExperimentPlan(RunSettings common, List<Configuration> configurations, Repetition repetition,
        Published published, ExperimentFile source, boolean here) {
    private static final int DEFAULT_MAX_RUNS = 12;

    /** Nothing specified. */
    public static final ExperimentPlan UNSAID =
            new ExperimentPlan(RunSettings.unsaid(), List.of(), Repetition.UNSPECIFIED, null, null);

    /** Creates a plan for this machine. */
    public ExperimentPlan(RunSettings common, List<Configuration> configurations, Repetition repetition,
            Published published, ExperimentFile source) {
        this(common, configurations, repetition, published, source, true);
    }

    /** Returns the same plan for hosts. */
    public ExperimentPlan onHosts() {
        return new ExperimentPlan(common, configurations, repetition, published, source, false);
    }

    /**
     * A configuration.
     *
     * @param name its name, unique in the experiment
     * @param settings its differences from the others
     */
    public record Configuration(String name, RunSettings settings) {}

    /** Returns the same with settings that precede these. */
    public ExperimentPlan with(RunSettings first) {
        return new ExperimentPlan(first.or(common), configurations, repetition, published,
                source == null ? null : source.without(first.written().keySet()), here);
    }

    /**
     * Returns the same with a lighter load if no load is specified. XML transactions have no other load, and a service
     * has the load of its file.
     */
    public ExperimentPlan withQuickLoad() {
        boolean ofServices = Stream.concat(Stream.of(common), configurations.stream().map(Configuration::settings))
                .anyMatch(settings -> settings.word(BankingSettings.SERVICE).isPresent());
        return isOfXml() || ofServices ? this
                : new ExperimentPlan(common.orQuickLoad(), configurations, repetition, published, source, here);
    }

    /** Returns the configurations that settings with several values require, also those in the file of a service. */
    public Grid grid() {
        return Grid.of(Subject.of(common, here).withFile(common));
    }

    /** Returns the same with other configurations. */
    public ExperimentPlan withConfigurations(List<Configuration> others, String theirBaseline) {
        return new ExperimentPlan(common, others,
                new Repetition(theirBaseline, null, null, null, null, null).or(repetition), published, source,
                here);
    }

    /** Returns the same with the specified parts of this repetition; null for none. */
    public ExperimentPlan repeated(Repetition first) {
        return first == null ? this
                : new ExperimentPlan(common, configurations, first.or(repetition), published, source, here);
    }

    /** Returns the same with exactly this number of runs of each configuration if none is specified. */
    public ExperimentPlan repeatedAtMost(int runs) {
        return repetition.minRuns() != null || repetition.maxRuns() != null ? this : repeated(Repetition.times(runs));
    }

    /**
     * A configuration that has been checked.
     *
     * @param plan a run of it; null if this machine does not allow it
     * @param skipped the reason why it does not; null if it does
     */
    public record Planned(Configuration configuration, RunPlan plan, String skipped) {}

    /**
     * Checks the configurations and plans a run of each.
     *
     * @throws InputException with a line that names file, line and key of a fault
     */
    public List<Planned> plans() {
        List<Planned> plans = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < configurations.size(); i++) {
            Configuration configuration = configurations.get(i);
            try {
                checkName(configuration.name());
                if (!names.add(configuration.name())) {
                    throw new InputException("name", "there are two configurations with the name '"
                            + configuration.name() + "'; give each a separate name");
                }
                plans.add(planned(configuration));
            } catch (NotHereException e) {
                plans.add(new Planned(configuration, null, at(i, e).getMessage()));
            } catch (InputException e) {
                throw at(i, e);
            }
        }
        checkQos(plans);
        checkRequire();
        checkPublished();
        return plans;
    }

    /**
     * Plans a run of a configuration.
     *
     * @throws InputException with a line that names the fault
     */
    public Planned planned(Configuration configuration) {
        return new Planned(configuration, RunPlan.of(configuration.settings().or(common), configuration.name(), here),
                null);
    }

    /** Returns whether any configuration measures XML transactions, and none of the bank or of a service. */
    public boolean isOfXml() {
        return common.xml() != null || configurations.stream().anyMatch(each -> each.settings().xml() != null);
    }

    /** Checks that all configurations use the same limits of good pages. */
    private void checkQos(List<Planned> plans) {
        RunPlan first = null;
        for (int i = 0; i < plans.size(); i++) {
            RunPlan run = plans.get(i).plan();
            if (run != null) {
                first = first == null ? run : first;
                for (Setting<?> limit : BankingSettings.QUALITY_OF_SERVICE) {
                    if (!run.get(limit).equals(first.get(limit))) {
                        throw at(i, new InputException(limit.key(), ("the configurations '%s' and '%s' differ in %s; "
                                + "give it once for all, so that good pages mean the same in each").formatted(
                                        first.configuration(), run.configuration(), limit.key())));
                    }
                }
            }
        }
    }

    /** Refuses requirements, since a run that misses them is a valid measurement, too. */
    private void checkRequire() {
        for (int i = 0; i < configurations.size(); i++) {
            if (configurations.get(i).settings().or(common).word(BankingSettings.REQUIRE).isPresent()) {
                throw at(i, new InputException(BankingSettings.REQUIRE.key(), BankingSettings.REQUIRE.option()
                        + " applies to `eejs run` only; leave it out, or judge a comparison with --gate"));
            }
        }
    }

    private void checkPublished() {
        List<String> names = configurations.stream().map(Configuration::name).toList();
        for (int i = 0; published != null && i < published.rows().size(); i++) {
            try {
                PublishedRows.check(published.rows().get(i), names);
            } catch (InputException e) {
                throw source == null ? e : source.atPublished(i, e);
            }
        }
    }

    /** Checks names, which become names of folders. */
    private static void checkName(String name) {
        if (name == null) {
            throw new InputException("name", "a configuration has no name; give it one");
        }
        if (!name.matches("[^/\\p{Cntrl}]{1,60}") || name.startsWith(".")) {
            throw new InputException("name", "a configuration needs a name of 1 to 60 characters that does not begin "
                    + "with a dot and has no slash, not '" + name + "'");
        }
    }

    /** Returns the name of the baseline: the specified one, or the first. */
    public String baselineName() {
        String name = repetition.baseline() == null ? configurations.get(0).name() : repetition.baseline();
        if (configurations.stream().noneMatch(configuration -> configuration.name().equals(name))) {
            throw at(-1, new InputException("baseline", "there is no configuration '" + name
                    + "' to be the baseline; there are "
                    + String.join(", ", configurations.stream().map(Configuration::name).toList())));
        }
        return name;
    }

    /** Returns the figure that decides when the comparison ends. */
    public Figure decidingFigure() {
        List<Figure> ranked = BankFigures.ALL.stream().filter(Figure::isRanked).toList();
        return repetition.metric() == null ? ranked.get(0)
                : ranked.stream().filter(figure -> figure.id().equals(repetition.metric())).findFirst()
                        .orElseThrow(() -> at(-1, noMetric(ranked)));
    }

    private InputException noMetric(List<Figure> ranked) {
        return new InputException("metric", "--metric: '%s' is not a metric; there are %s, and other figures of "
                .formatted(repetition.metric(), String.join(", ", ranked.stream().filter(Figure::isCompared)
                        .map(Figure::id).toList())) + "observations[].figures in result.json that are better or worse");
    }

    /** Returns the precision as a fraction. */
    public double precisionOr(double otherwise) {
        return part("precision", repetition.precision(), otherwise);
    }

    private double part(String name, String specified, double otherwise) {
        try {
            return specified == null ? otherwise : PartOfWhole.of(name, specified);
        } catch (InputException e) {
            throw at(-1, e);
        }
    }

    /** Returns how often to repeat. */
    public StoppingRule stoppingRule() {
        Integer minRuns = repetition.minRuns();
        Integer maxRuns = repetition.maxRuns();
        int least = minRuns == null ? Math.min(StoppingRule.MIN_RUNS, maxRuns == null ? StoppingRule.MIN_RUNS : maxRuns)
                : minRuns;
        int most = maxRuns == null ? Math.max(least, DEFAULT_MAX_RUNS) : maxRuns;
        if (least < 2 || most < least) {
            throw at(-1, new InputException(maxRuns == null ? "minRuns" : "maxRuns", "--min-runs " + least
                    + ", --max-runs " + most + ": must be at least 2, and --max-runs at least --min-runs"));
        }
        return new StoppingRule(precisionOr(0), part("margin", repetition.margin(), StoppingRule.MARGIN), least, most);
    }

    /** Returns the exception with file, line and key of the fault, if it is in a file. */
    public InputException at(int configuration, InputException e) {
        return source == null ? e : source.at(configuration, e);
    }
}
