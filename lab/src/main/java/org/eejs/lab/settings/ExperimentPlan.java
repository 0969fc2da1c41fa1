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
 * What an experiment asks for: settings that all configurations have in common, the configurations, and how to repeat
 * them. Every part may be null, which means that it was not said.
 *
 * @param common settings of all configurations
 * @param configurations in what each differs; empty for a single run
 * @param repetition how often to run them
 * @param published what others have published, to stand beside what is measured
 * @param source where it was said; null when by the command line alone
 * @param here whether it runs on this machine, and not on hosts
 */
public record ExperimentPlan(RunSettings common, List<Configuration> configurations, Repetition repetition,
        Published published, ExperimentFile source, boolean here) {
    private static final int DEFAULT_MAX_RUNS = 12;

    /** Nothing said. */
    public static final ExperimentPlan UNSAID =
            new ExperimentPlan(RunSettings.unsaid(), List.of(), Repetition.UNSPECIFIED, null, null);

    /** One on this machine. */
    public ExperimentPlan(RunSettings common, List<Configuration> configurations, Repetition repetition,
            Published published, ExperimentFile source) {
        this(common, configurations, repetition, published, source, true);
    }

    /** Returns the same on hosts. */
    public ExperimentPlan onHosts() {
        return new ExperimentPlan(common, configurations, repetition, published, source, false);
    }

    /**
     * A configuration.
     *
     * @param name its name, unique in the experiment
     * @param settings in what it differs from the others
     */
    public record Configuration(String name, RunSettings settings) {}

    /** Returns the same with settings that come before those said here. */
    public ExperimentPlan with(RunSettings first) {
        return new ExperimentPlan(first.or(common), configurations, repetition, published,
                source == null ? null : source.without(first.written().keySet()), here);
    }

    /**
     * Returns the same with a lighter load where nothing is said of the load; XML transactions have no other, and a
     * service has that of its file.
     */
    public ExperimentPlan withQuickLoad() {
        boolean ofServices = Stream.concat(Stream.of(common), configurations.stream().map(Configuration::settings))
                .anyMatch(settings -> settings.word(BankingSettings.SERVICE).isPresent());
        return isOfXml() || ofServices ? this
                : new ExperimentPlan(common.orQuickLoad(), configurations, repetition, published, source, here);
    }

    /** Returns which configurations several values of settings ask for, those in the file of a service, too. */
    public Grid grid() {
        return Grid.of(Subject.of(common, here).withFile(common));
    }

    /** Returns the same with other configurations. */
    public ExperimentPlan withConfigurations(List<Configuration> others, String theirBaseline) {
        return new ExperimentPlan(common, others,
                new Repetition(theirBaseline, null, null, null, null, null).or(repetition), published, source,
                here);
    }

    /** Returns the same, repeated as said here where it is said. */
    public ExperimentPlan repeated(Repetition first) {
        return new ExperimentPlan(common, configurations, first.or(repetition), published, source, here);
    }

    /** Returns the same with exactly so many runs of each configuration where nothing is said. */
    public ExperimentPlan repeatedAtMost(int runs) {
        return repetition.minRuns() != null || repetition.maxRuns() != null ? this : repeated(Repetition.times(runs));
    }

    /**
     * A configuration that has been checked.
     *
     * @param plan a run of it; null when this machine does not allow it
     * @param skipped why it does not; null when it does
     */
    public record Planned(Configuration configuration, RunPlan plan, String skipped) {}

    /**
     * Checks the configurations and plans a run of each.
     *
     * @throws InputException with a line that names file, line and key where something cannot be
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
                            + configuration.name() + "'; give each its own");
                }
                plans.add(new Planned(configuration,
                        RunPlan.of(configuration.settings().or(common), configuration.name(), here), null));
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

    /** Returns whether any configuration is of XML transactions, and none of the bank or of a service. */
    public boolean isOfXml() {
        return common.xml() != null || configurations.stream().anyMatch(each -> each.settings().xml() != null);
    }

    /** Good pages of one configuration must be good pages of another. */
    private void checkQos(List<Planned> plans) {
        RunPlan first = null;
        for (int i = 0; i < plans.size(); i++) {
            RunPlan run = plans.get(i).plan();
            if (run != null) {
                first = first == null ? run : first;
                for (Setting<?> limit : BankingSettings.QUALITY_OF_SERVICE) {
                    if (!run.get(limit).equals(first.get(limit))) {
                        throw at(i, new InputException(limit.key(), ("the configurations '%s' and '%s' differ in %s, "
                                + "so that good pages of one are none of the other; give it once, for all").formatted(
                                        first.configuration(), run.configuration(), limit.key())));
                    }
                }
            }
        }
    }

    /** A run that misses what is required is as good a figure as any. */
    private void checkRequire() {
        for (int i = 0; i < configurations.size(); i++) {
            if (configurations.get(i).settings().or(common).word(BankingSettings.REQUIRE).isPresent()) {
                throw at(i, new InputException(BankingSettings.REQUIRE.key(), BankingSettings.REQUIRE.option()
                        + " is of `eejs run` alone; leave it out, or judge a comparison with --gate"));
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

    /** Names become names of folders. */
    private static void checkName(String name) {
        if (name == null) {
            throw new InputException("name", "a configuration has no name; give it one");
        }
        if (!name.matches("[^/\\p{Cntrl}]{1,60}") || name.startsWith(".")) {
            throw new InputException("name", "a configuration needs a name of 1 to 60 characters that does not begin "
                    + "with a dot and has no slash, not '" + name + "'");
        }
    }

    /** Returns the name of the baseline: the one that was said, or the first. */
    public String baselineName() {
        String name = repetition.baseline() == null ? configurations.get(0).name() : repetition.baseline();
        if (configurations.stream().noneMatch(configuration -> configuration.name().equals(name))) {
            throw at(-1, new InputException("baseline", "there is no configuration '" + name
                    + "' to be the baseline; there are "
                    + String.join(", ", configurations.stream().map(Configuration::name).toList())));
        }
        return name;
    }

    /** Returns the figure that decides when enough has been repeated. */
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
            throw at(-1, new InputException(maxRuns == null ? "minRuns" : "maxRuns", "from " + least + " to " + most
                    + " runs of each configuration cannot be; give --min-runs of at least 2 and --max-runs not below"));
        }
        return new StoppingRule(precisionOr(0), part("margin", repetition.margin(), StoppingRule.MARGIN), least, most);
    }

    /** Returns the exception with file, line and key of what is at fault, as far as a file said it. */
    public InputException at(int configuration, InputException e) {
        return source == null ? e : source.at(configuration, e);
    }
}
