package org.eejs.lab.strategy;

import static org.eejs.banking.settings.BankingSettings.PHASES;
import static org.eejs.banking.settings.BankingSettings.PROFILE;
import static org.eejs.banking.settings.BankingSettings.SEED;
import static org.eejs.banking.settings.BankingSettings.WARM_UP;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.eejs.banking.Phases;
import org.eejs.banking.ProfileKind;
import org.eejs.banking.RoleName;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.settings.RunPlan;
import org.eejs.lab.statistics.ShuffledOrder;
import org.eejs.lab.statistics.TimeLeft;
import org.eejs.lab.tuning.Combination;
import org.eejs.lab.tuning.CostPrediction;
import org.eejs.lab.tuning.KnobSearch;
import org.eejs.lab.tuning.Knobs;
import org.eejs.lab.tuning.TuningReport;
import org.eejs.result.BankFigures;
import org.eejs.result.CpuProfile;
import org.eejs.result.Figure;
import org.eejs.result.Figures;
import org.eejs.result.InputException;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.Tuning;
import org.eejs.result.settings.RunSettings;

/**
 * Finds the configuration that costs least and is as safe as today's, and proves what it saves.
 *
 * <ol>
 * <li>A profiled run of today's configuration shows what each knob could save at most. Knobs that could save less than
 * the margin are left out.
 * <li>Every value is checked in a JVM.
 * <li>{@link KnobSearch} looks for the best combination.
 * <li>Fresh JVMs with other users compare it with today's. Only this saving is reported, because the search picks what
 * looked best, also by chance.
 * </ol>
 *
 * <p>All decisions follow from the runs, so a resumed search repeats them. For one thread.
 */
public final class Tune implements Strategy {
    /** The configuration as it is. */
    public static final String TODAY = "today";
    /** The winner in its confirmation. */
    public static final String TUNED = "tuned";
    /** The best configuration without native code in its confirmation. */
    public static final String IN_JAVA = "tuned in Java";
    /** The relative difference that counts as equal. */
    public static final double MARGIN = 0.03;
    /** The confidence of the reported saving: one in a hundred useless winners is reported. */
    public static final double CONFIDENCE = 0.99;

    /** Phases of the search: costs of JVMs that are almost warm rank configurations well enough. */
    private static final Phases SEARCHING = Phases.parse("3s,20s,12s,1s");
    private static final int MOST_IN_BLOCK = 13;
    private static final int FEWEST_CONFIRMATIONS = 4;
    private static final int MOST_CONFIRMATIONS = 8;
    /** The number of values for each run of the search; {@code KnobSearchTest} has as many. */
    private static final double VALUES = 0.4;
    /** The part of the budget for the confirmation. */
    private static final double CONFIRMING = 0.25;
    /** The usual warm-up if it lasts until a page's cost is level. */
    private static final Duration UNTIL_WARM = Duration.ofSeconds(50);
    /** The measured time of a run of the bank in addition to its phases, in seconds: see {@link #aroundARun}. */
    private static final double AROUND_A_RUN = 13;
    /** The time of the profile and of the checks. */
    private static final Duration PREPARING = Duration.ofMinutes(4);

    private final RunsSoFar runs;
    private final RunProgress progress;
    private final Request request;
    private final Figure metric;
    private final RunPlan today;
    private final Knobs knobs;
    /** When this process began. */
    private final long began = System.nanoTime();
    /** The seconds that a stopped search had used, by the usual time of its runs. */
    private final double usedBefore;
    /** The seconds of a run in addition to its phases: checks, processes, and waits until JVMs compile no more. */
    private double aroundARun = AROUND_A_RUN;
    /** When the last step began, and the runs before it. */
    private long asked;
    private int ranBefore;
    /** The number of blocks of the confirmation; known before it starts, so that its figures do not change it. */
    private int confirmations;
    /** The most configurations in a block of the confirmation, and the fewest blocks. */
    private final int confirmed;
    private final int fewest;
    /** The search; null until every value was checked. */
    private KnobSearch search;
    private boolean checking;
    /** Everything that is known to have left the search. */
    private final Set<Combination> told = new HashSet<>();
    /** The last round of the search. */
    private int searched = 1;
    private String stoppedBecause;
    /** The number of runs that the search had time for when it chose its values; null before. */
    private Integer plannedRuns;

    /**
     * A question to the search.
     *
     * @param budget the time that it may take
     * @param forbidden the names of knobs that stay as they are
     * @param objective the figure that should be lowest; null for the CPU, or the response time where it is unknown
     */
    public record Request(Duration budget, List<String> forbidden, Figure objective) {
        /** Returns what was asked in a stopped search. */
        public static Request of(Tuning earlier) {
            return new Request(Duration.ofSeconds(earlier.budgetSeconds()), earlier.forbidden(),
                    Figures.of(earlier.objective()));
        }
    }

    /**
     * Prepares a search.
     *
     * @param experiment the settings of today's configuration
     * @param earlier the result before it was stopped; null for a new one
     * @throws InputException with a line that names the fault
     */
    public Tune(ExperimentPlan experiment, Request request, Result earlier, RunProgress progress) {
        ExperimentPlan planned = earlier != null ? experiment : experiment.withConfigurations(
                List.of(new ExperimentPlan.Configuration(TODAY, RunSettings.unsaid())), TODAY);
        this.runs = RunsSoFar.of(planned, earlier);
        this.progress = progress;
        this.request = request;
        this.today = Optional.ofNullable(runs.candidate(TODAY).plan).orElseThrow(() ->
                new InputException(runs.candidate(TODAY).skipped));
        if (!today.subject().isStarted()) {
            throw new InputException(BankingSettings.SERVICE.key(), "eejs tune starts the service again and again with "
                    + "other options; add to its file: start: command");
        }
        if (today.subject().hasFixedPort()) {
            throw new InputException(BankingSettings.SERVICE.key(), "compared services run at the same time; write "
                    + "{port} in url and command for a free port");
        }
        this.metric = request.objective() != null ? request.objective()
                : today.measuresProcess() ? BankFigures.APP_CPU : BankFigures.RESPONSE_TIME;
        this.knobs = new Knobs(today, request.forbidden());
        // Today's configuration, the winner, and another winner if that needs native code.
        this.confirmed = knobs.singles().stream().allMatch(knobs::isJava) ? 2 : 3;
        this.fewest = (int) Math.max(FEWEST_CONFIRMATIONS, Math.min(MOST_CONFIRMATIONS,
                CONFIRMING * request.budget().toSeconds() / (confirmed * seconds(today))));
        this.plannedRuns = earlier == null || earlier.tuning() == null ? null : earlier.tuning().runs();
        this.usedBefore = runs.all().isEmpty() ? 0 : PREPARING.toSeconds() + phases(runs.all())
                + AROUND_A_RUN * runs.all().size();
        if (runs.all().isEmpty() && mostRuns() < MOST_IN_BLOCK) {
            throw new InputException("budget", "--budget: this search needs at least %d min".formatted(
                    1 + Duration.ofSeconds((long) (request.budget().toSeconds() + (MOST_IN_BLOCK - mostRuns())
                            * seconds(quick(today)))).toMinutes()));
        }
    }

    private double seconds(RunPlan plan) {
        Phases phases = BankingSettings.phases(plan.values());
        Duration total = phases.untilWarm() ? phases.total().minus(phases.steadyStart()).plus(UNTIL_WARM)
                : phases.total();
        return total.toSeconds() + aroundARun;
    }

    /** Returns the seconds that the phases of some runs took. */
    private static double phases(List<Observation> ran) {
        return ran.stream().mapToDouble(each -> each.evidence().seconds().size()).sum();
    }

    /** Returns the seconds that are left of the budget. */
    private double secondsLeft() {
        return request.budget().toSeconds() - usedBefore - (System.nanoTime() - began) / 1e9;
    }

    /** Learns from the last step how long runs take. */
    private void learn() {
        List<Observation> ran = runs.all().subList(ranBefore, runs.all().size());
        if (!ran.isEmpty() && asked != 0) {
            aroundARun = Math.max(0, ((System.nanoTime() - asked) / 1e9 - phases(ran)) / ran.size());
        }
        ranBefore = runs.all().size();
        asked = System.nanoTime();
    }

    /** Returns the number of runs that the search has time for, with those that it has made. */
    private int mostRuns() {
        double left = Math.min(secondsLeft(), request.budget().minus(PREPARING).toSeconds())
                - confirmed * fewest * seconds(today);
        return Math.max(0, runs.all().size() - 1) + (int) (left / seconds(quick(today)));
    }

    @Override
    public String command() {
        return "tune";
    }

    @Override
    public RunsSoFar runs() {
        return runs;
    }

    @Override
    public boolean showsDifferences() {
        return false;
    }

    @Override
    public Optional<Step> next() throws RunFailedException {
        learn();
        if (!runs.candidate(TODAY).isIn()) {
            throw new RunFailedException("today's configuration does not run: " + runs.candidate(TODAY).skipped);
        }
        if (run(TODAY, 1).isEmpty()) {
            return Optional.of(new Step("profile of today's configuration", List.of(today.with(RunSettings.only(PROFILE,
                    ProfileKind.CPU.id())).repeated(1)), true));
        }
        if (search == null && !checking) {
            checking = true;
            bound();
            return Optional.of(new Step("checking %d values of %d knobs".formatted(knobs.singles().size(),
                    knobs.open().size()), List.of(), false));
        }
        if (search == null) {
            begin();
        }
        for (Optional<KnobSearch.Block> block = search.next(); block.isPresent(); block = search.next()) {
            List<RunPlan> missing = missing(block.get());
            if (!missing.isEmpty()) {
                return Optional.of(new Step("%s, block %d: %d runs; about %s left".formatted(
                        block.get().stage().name().toLowerCase(Locale.ROOT), block.get().number(), missing.size(),
                        new TimeLeft(1e3 * Math.max(0, secondsLeft()))), missing, true));
            }
            searched = 1 + block.get().number();
            search.measured(costs(block.get()));
            if (search.lost() > 1) {
                throw new RunFailedException("runs of today's configuration are not valid: " + String.join("; ",
                        run(TODAY, searched).map(Observation::invalidReasons).orElse(List.of())));
            }
            tell(block.get());
        }
        return confirm();
    }

    /** Leaves out the knobs that cannot save enough. */
    private void bound() {
        Optional.ofNullable(runs.candidate(TODAY).disclosure).ifPresent(known -> {
            Set<String> options = new HashSet<>(known.flags().getOrDefault(RoleName.BANK.id(), List.of()));
            if (known.finalFlags() != null) {
                options.addAll(known.finalFlags().getOrDefault(RoleName.BANK.id(), List.of()));
            }
            knobs.excludeOptions(options);
        });
        CpuProfile profile = profile();
        if (!profile.isKnown() || metric != BankFigures.APP_CPU) {
            progress.campaign("no bound of savings: every knob is tried");
        } else {
            knobs.open().stream().filter(knob -> knobs.bound(knob.name(), profile) < MARGIN).forEach(knob ->
                    knobs.singles().stream().filter(each -> each.values().containsKey(knob.name())).forEach(each ->
                            knobs.exclude(each, "saves at most %.1f%%".formatted(
                                    100 * knobs.bound(knob.name(), profile)))));
        }
        if (plannedRuns == null) {
            plannedRuns = mostRuns();
        }
        knobs.limit((int) (VALUES * plannedRuns), profile);
        tell(knobs.excluded());
        knobs.singles().forEach(each -> runs.add(configuration(each)));
    }

    /** Reports what left the search since the last report, and why. */
    private void tell(Map<Combination, String> left) {
        Map<String, List<String>> byReason = new LinkedHashMap<>();
        left.forEach((each, why) -> {
            if (told.add(each)) {
                byReason.computeIfAbsent(why, reason -> new ArrayList<>()).add(each.toString());
            }
        });
        byReason.forEach((why, names) -> progress.campaign("left out: " + String.join("; ", names) + ": " + why));
    }

    private void begin() {
        knobs.singles().stream().filter(each -> !runs.candidate(name(each)).isIn())
                .forEach(each -> knobs.exclude(each, runs.candidate(name(each)).skipped));
        // The check has reported them.
        told.addAll(knobs.excluded().keySet());
        runs.removeUnused(Set.of(TODAY));
        int most = Math.min(MOST_IN_BLOCK, mostAtOnce());
        search = new KnobSearch(knobs.factors(), new CostPrediction(today, knobs, profile()), MARGIN,
                this::mostRuns, most, today.seed());
    }

    /** Returns the number of runs that this machine has memory for. */
    private static int mostAtOnce() {
        int most = 2;
        while (most < MOST_IN_BLOCK && Campaign.roomFor(most + 1)) {
            most++;
        }
        return most;
    }

    private ExperimentPlan.Configuration configuration(Combination combination) {
        return new ExperimentPlan.Configuration(name(combination), knobs.settings(combination));
    }

    /** Returns the name of a combination's configuration, which is also that of a folder. */
    static String name(Combination combination) {
        String words = combination.toString().replace('/', '-');
        return words.length() <= 60 ? words : "try " + Integer.toHexString(words.hashCode());
    }

    private RunPlan quick(RunPlan plan) {
        boolean said = runs.experiment().common().word(PHASES).isPresent()
                || runs.experiment().common().word(WARM_UP).isPresent();
        RunSettings unprofiled = RunSettings.only(PROFILE, ProfileKind.OFF.id());
        return plan.with(said ? unprofiled : unprofiled.or(RunSettings.only(PHASES, SEARCHING.toString())));
    }

    private List<RunPlan> missing(KnobSearch.Block block) {
        int round = 1 + block.number();
        block.combinations().forEach(each -> runs.add(configuration(each)));
        List<RunPlan> plans = block.combinations().stream().map(each -> runs.candidate(name(each)))
                .filter(RunsSoFar.Candidate::isIn).filter(each -> run(each.name, round).isEmpty())
                .map(each -> ofRound(quick(each.plan), round)).toList();
        return ShuffledOrder.of(plans, today.seed(), round);
    }

    private RunPlan ofRound(RunPlan plan, int round) {
        return plan.with(RunSettings.only(SEED, today.seed() + round - 1)).repeated(round);
    }

    private Optional<Observation> run(String configuration, int round) {
        return runs.of(configuration).stream().filter(run -> run.round() == round).findFirst();
    }

    private Map<Combination, Double> costs(KnobSearch.Block block) {
        Map<Combination, Double> costs = new LinkedHashMap<>();
        block.combinations().forEach(each -> run(name(each), 1 + block.number()).filter(Observation::valid)
                .map(metric::of).filter(cost -> cost > 0 && Double.isFinite(cost))
                .ifPresent(cost -> costs.put(each, cost)));
        return costs;
    }

    private void tell(KnobSearch.Block block) {
        Map<Combination, Double> costs = costs(block);
        double before = costs.getOrDefault(Combination.TODAY, Double.NaN);
        costs.entrySet().stream().filter(each -> !each.getKey().equals(Combination.TODAY))
                .min(Map.Entry.comparingByValue()).ifPresent(best -> progress.campaign(String.format(Locale.ROOT,
                        "best of this block: %s, %+.0f%%", best.getKey(), 100 * (best.getValue() / before - 1))));
        tell(search.dropped());
    }

    private Optional<Step> confirm() {
        Combination winner = search.winner();
        if (winner.equals(Combination.TODAY)) {
            stoppedBecause = "no knob saves anything that could be seen";
            return Optional.empty();
        }
        Map<String, Combination> compared = new LinkedHashMap<>(Map.of(TUNED, winner));
        inJava().ifPresent(java -> compared.put(IN_JAVA, java));
        compared.forEach((name, each) -> runs.add(new ExperimentPlan.Configuration(name, knobs.settings(each))));
        if (confirmations == 0) {
            confirmations = confirmations(1 + compared.size());
        }
        for (int block = 1; block <= confirmations && runs.candidate(TUNED).isIn(); block++) {
            int round = searched + block;
            List<RunPlan> missing = Stream.concat(Stream.of(TODAY), compared.keySet().stream())
                    .filter(name -> runs.candidate(name).isIn() && run(name, round).isEmpty())
                    .map(name -> ofRound(runs.candidate(name).plan, round)).toList();
            if (!missing.isEmpty()) {
                return Optional.of(new Step("confirmation of %s, block %d of %d".formatted(winner, block,
                        confirmations), ShuffledOrder.of(missing, today.seed(), round), true));
            }
        }
        stoppedBecause = "the confirmation had %d blocks".formatted(confirmations);
        return Optional.empty();
    }

    /** Returns the number of blocks, each of some configurations, for the time that the search has left. */
    private int confirmations(int configurations) {
        long ran = runs.all().stream().filter(run -> run.round() > searched).count();
        return (int) Math.max(fewest, Math.min(MOST_CONFIRMATIONS,
                ran / configurations + secondsLeft() / (configurations * seconds(today))));
    }

    /** Returns the best combination without native code, if the winner needs native code. */
    private Optional<Combination> inJava() {
        return search == null || search.winner() == null || knobs.isJava(search.winner()) ? Optional.empty()
                : Optional.of(search.winner(knobs::isJava)).filter(java -> !java.equals(Combination.TODAY));
    }

    @Override
    public Result.Procedure procedure() {
        int blocks = Math.max(fewest, confirmations);
        return new Result.Procedure(TODAY, metric.id(), 0, MARGIN, blocks, blocks, CONFIDENCE, stoppedBecause, null);
    }

    @Override
    public List<Result.Comparison> comparisons() {
        List<String> compared = Stream.of(TUNED, IN_JAVA).filter(name -> runs.candidate(name) != null).toList();
        return compared.isEmpty() ? List.of()
                : new PairedRuns(runs, metric, compared.size(), CONFIDENCE, MARGIN).all(compared);
    }

    /** Returns whether the confirmation proved a saving. */
    public static boolean isProven(Result measured) {
        return measured.comparisons().stream().anyMatch(each -> each.isOf(measured.procedure().metric(), TUNED)
                && each.verdict().equals("better"));
    }

    /** Returns the CPU of today's configuration, as far as it is known. */
    private CpuProfile profile() {
        return run(TODAY, 1).map(each -> each.evidence().profile()).orElse(CpuProfile.NONE);
    }

    @Override
    public Tuning tuning() {
        return new TuningReport(today, knobs, search, profile()).tuning(metric.id(), request.budget(),
                request.forbidden(), inJava(), Tune::name, runs.all().stream().map(Observation::configuration)
                        .toList(),
                comparisons().stream().filter(each -> each.isOf(metric.id(), TUNED))
                        .map(Result.Comparison::detectable).filter(Objects::nonNull).findFirst(), plannedRuns);
    }
}
