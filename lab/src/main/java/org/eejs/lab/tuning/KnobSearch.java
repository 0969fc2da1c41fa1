package org.eejs.lab.tuning;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.lab.statistics.AnytimeIntervals;

/**
 * The search for the combination of knobs that costs least, in stages.
 *
 * <ol>
 * <li>Screening runs a {@linkplain ScreeningDesign fraction} of all combinations.
 * <li>Refining predicts the cost of all combinations by an {@link EffectModel}, and runs the best one with its most
 * promising neighbours, several times.
 * <li>A race runs the most promising combinations in blocks. Among them is the best one without each of its knobs. A
 * combination is dropped once the {@linkplain AnytimeIntervals interval} of its difference from the leader excludes a
 * loss within the margin.
 * <li>Knobs that gain nothing are taken out, so that the simplest combination remains.
 * </ol>
 *
 * <p>Today's combination runs in every block. All decisions follow from the costs that it receives, so a resumed search
 * repeats them. {@code KnobSearchTest} simulates how often it finds the best combination.
 * For one thread.
 */
public final class KnobSearch {
    /** This number of combinations needs no screening. */
    private static final int FEW = 9;
    /** The most combinations in a race, besides today's. */
    private static final int RACING = 4;
    private static final int MOST_RACE_BLOCKS = 4;
    private static final int FEWEST_RACE_BLOCKS = 2;
    /** Blocks of refining, and combinations in each besides today's. */
    private static final int REFINEMENTS = 3;
    private static final int REFINED = 6;
    /** The probability that any combination is dropped although it is within the margin. */
    private static final double LEVEL = 0.05;
    /** A knob whose gain is below this part of the margin is taken out. */
    private static final double NOTHING = 1.0 / 3;
    /** The part of the margin that all knobs that are taken out may gain together. */
    private static final double GIVEN_UP = 0.5;
    /** A neighbour is as promising as its expected cost less this number of standard deviations. */
    private static final double HOPE = 2.5;
    /** A value that is expected to cost this much more, in logarithms, is not tried again. */
    private static final double HOPELESS = 0.1;
    private static final Predicate<Combination> ANY = each -> true;
    private static final String FAILED = "it cannot run, or its run failed or was not valid";
    /** The failures after which a value is not tried again if it never ran well. */
    private static final int FAILURES = 2;
    /** The quantiles beyond which 5% of a normal distribution are on both sides, and below which it is in 80%. */
    private static final double FOUND = 1.96 + 0.8416;

    private final List<Factor> factors;
    private final ToDoubleFunction<Combination> prior;
    private final double margin;
    private final IntSupplier mostRuns;
    private final long seed;
    /** The combinations of each block of the screening. */
    private final List<List<Combination>> screening = new ArrayList<>();
    private final List<Map<Combination, Double>> measured = new ArrayList<>();
    private final List<Map<Combination, Double>> raced = new ArrayList<>();
    private EffectModel model;
    /** The combinations in the race; null before it. */
    private Set<Combination> racing;
    private final Map<Combination, String> dropped = new LinkedHashMap<>();
    private int blocks;
    private int lost;
    private int runs;
    private Combination winner;

    /** The stage of a block. */
    public enum Stage {
        SCREENING, REFINING, RACE
    }

    /**
     * Combinations that run in turns, today's first.
     *
     * @param number from 1
     */
    public record Block(Stage stage, int number, List<Combination> combinations) {}

    /**
     * Starts a search.
     *
     * @param factors the knobs
     * @param prior the logarithm of the cost that is expected before any run
     * @param margin the relative difference that counts as equal, such as 0.03
     * @param mostRuns the number of runs after which the race ends; it may change with the time that runs take
     * @param mostInBlock the most runs in a block
     * @param seed decides which fraction of combinations is screened
     */
    public KnobSearch(List<Factor> factors, ToDoubleFunction<Combination> prior, double margin,
            IntSupplier mostRuns, int mostInBlock, long seed) {
        this.factors = List.copyOf(factors);
        this.prior = prior;
        this.margin = Math.log1p(margin);
        this.mostRuns = mostRuns;
        this.seed = seed;
        if (factors.isEmpty()) {
            winner = Combination.TODAY;
        } else if (all().size() <= FEW) {
            racing = new LinkedHashSet<>(all());
            racing.remove(Combination.TODAY);
        } else {
            List<Combination> rows = new ArrayList<>(new LinkedHashSet<>(ScreeningDesign.of(factors, seed)));
            rows.remove(Combination.TODAY);
            int parts = (rows.size() - 1) / (mostInBlock - 1) + 1;
            for (int part = 0; part < parts; part++) {
                screening.add(withToday(rows.subList(part * rows.size() / parts, (part + 1) * rows.size() / parts)));
            }
        }
    }

    private static List<Combination> withToday(Iterable<Combination> others) {
        Set<Combination> all = new LinkedHashSet<>(Set.of(Combination.TODAY));
        others.forEach(all::add);
        return List.copyOf(all);
    }

    /** Returns every combination, unless there are too many for a race anyway. */
    private List<Combination> all() {
        List<Combination> all = List.of(Combination.TODAY);
        for (Factor factor : factors) {
            List<Combination> more = new ArrayList<>(all);
            for (String value : factor.values()) {
                all.forEach(each -> more.add(each.with(factor.name(), value)));
            }
            all = more.size() > FEW ? more.subList(0, FEW + 1) : more;
        }
        return all;
    }

    /** Returns the next block; empty once there is a {@link #winner}. */
    public Optional<Block> next() {
        return winner != null ? Optional.empty() : Optional.of(racing != null
                ? new Block(Stage.RACE, blocks + 1, withToday(racing))
                : measured.size() < screening.size()
                        ? new Block(Stage.SCREENING, blocks + 1, screening.get(measured.size()))
                        : new Block(Stage.REFINING, blocks + 1, withToday(refined())));
    }

    /**
     * Takes the costs of the last block.
     *
     * @param costs by combination, above 0; a combination whose run failed is missing. Without today's, the block is
     *     repeated
     */
    public void measured(Map<Combination, Double> costs) {
        Block block = next().orElseThrow();
        blocks++;
        runs += costs.size();
        if (!costs.containsKey(Combination.TODAY)) {
            lost++;
            return;
        }
        block.combinations().stream().filter(each -> !costs.containsKey(each))
                .forEach(each -> dropped.put(each, FAILED));
        measured.add(costs);
        if (measured.size() < screening.size()) {
            return;
        }
        model = new EffectModel(factors, prior, measured);
        if (racing != null) {
            raced.add(costs);
            drop();
            if (racing.isEmpty() || isOver()) {
                winner = simplest(Stream.concat(Stream.of(Combination.TODAY), racing.stream())
                        .min(Comparator.comparingDouble(model::log)).orElseThrow());
            }
        } else if (measured.size() >= screening.size() + REFINEMENTS
                || runs + REFINED + 1 + FEWEST_RACE_BLOCKS * (RACING + 1) > mostRuns.getAsInt()) {
            racing = favourites();
            if (racing.isEmpty()) {
                winner = Combination.TODAY;
            }
        }
    }

    private Stream<Combination> neighbours(Combination of) {
        return factors.stream().flatMap(factor -> Stream.concat(Stream.of(of.without(factor.name())),
                factor.values().stream().map(value -> of.with(factor.name(), value))))
                .filter(each -> !each.equals(of) && !hasFailed(each) && isUsable(each));
    }

    private boolean hasFailed(Combination combination) {
        return FAILED.equals(dropped.get(combination));
    }

    /** Returns whether no value of a combination has failed whenever it ran. */
    private boolean isUsable(Combination combination) {
        return combination.values().entrySet().stream().noneMatch(value -> FAILURES <= dropped.entrySet().stream()
                .filter(each -> each.getValue().equals(FAILED) && each.getKey().values().entrySet().contains(value))
                .count() && measured.stream().flatMap(block -> block.keySet().stream())
                        .noneMatch(each -> each.values().entrySet().contains(value)));
    }

    /** Returns the allowed combination with the lowest predicted cost, by steps that change one knob at a time. */
    private Combination best(Predicate<Combination> allowed) {
        Stream<Combination> starts = Stream.concat(Stream.of(Combination.TODAY), measured.stream()
                .flatMap(block -> block.keySet().stream())).distinct().filter(each -> !hasFailed(each))
                .filter(allowed).sorted(Comparator.comparingDouble(model::log)).limit(RACING);
        return starts.map(start -> descended(start, allowed)).min(Comparator.comparingDouble(model::log))
                .orElse(Combination.TODAY);
    }

    private Combination descended(Combination from, Predicate<Combination> allowed) {
        Combination at = from;
        while (true) {
            Combination here = at;
            Optional<Combination> better = neighbours(at).filter(allowed).min(Comparator.comparingDouble(model::log))
                    .filter(each -> model.log(each) < model.log(here));
            if (better.isEmpty()) {
                return at;
            }
            at = better.get();
        }
    }

    /** Returns the best combination, and some around it in which several knobs have their next best value. */
    private List<Combination> refined() {
        Combination best = best(ANY);
        ToDoubleFunction<Combination> hope = each -> model.log(each) - HOPE * model.error(each, best)
                - model.log(best);
        Map<Factor, String> alternatives = new LinkedHashMap<>();
        for (Factor factor : factors) {
            Stream.concat(Stream.of(best.without(factor.name())), factor.values().stream()
                    .map(value -> best.with(factor.name(), value))).filter(each -> !each.equals(best))
                    .min(Comparator.comparingDouble(hope)).filter(each -> hope.applyAsDouble(each) < HOPELESS)
                    .ifPresent(each -> alternatives.put(factor, each.values().get(factor.name())));
        }
        return Stream.concat(Stream.of(best), alternatives.isEmpty() ? Stream.empty()
                : ScreeningDesign.around(best, alternatives, REFINED - 1, seed + blocks).stream())
                .filter(each -> !each.equals(Combination.TODAY) && !dropped.containsKey(each)).distinct().toList();
    }

    /** Returns the combinations for the race; empty if nothing is expected to cost less than today's. */
    private Set<Combination> favourites() {
        Combination best = best(ANY);
        if (model.log(Combination.TODAY) - model.log(best) < NOTHING * margin) {
            return new LinkedHashSet<>();
        }
        Stream<Combination> simpler = best.values().keySet().stream().map(best::without)
                .sorted(Comparator.comparingDouble(each -> model.log(each) - HOPE * model.error(each, best)));
        return Stream.concat(Stream.of(best), simpler).filter(each -> !each.equals(Combination.TODAY)
                && !dropped.containsKey(each)).limit(RACING).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Drops combinations that the leader beats by more than the margin. */
    private void drop() {
        racing.removeAll(dropped.keySet());
        List<Combination> in = withToday(racing);
        AnytimeIntervals intervals = intervals(in);
        double reach = intervals.reach(LEVEL / in.size());
        int leader = leader(in, intervals);
        for (int i = 1; i < in.size(); i++) {
            if (intervals.difference(i, leader) - reach > margin) {
                dropped.put(in.get(i), "in the race it cost %.0f%% more than the leader".formatted(
                        100 * Math.expm1(intervals.difference(i, leader))));
            }
        }
        racing.removeAll(dropped.keySet());
    }

    private static int leader(List<Combination> in, AnytimeIntervals intervals) {
        return IntStream.range(0, in.size()).boxed().min(Comparator.comparing(intervals::mean)).orElse(0);
    }

    private AnytimeIntervals intervals(List<Combination> in) {
        return new AnytimeIntervals(raced.stream().filter(block -> block.keySet().containsAll(in)).map(block ->
                in.stream().mapToDouble(each -> Math.log(block.get(each))).toArray()).toList());
    }

    private boolean isOver() {
        if (raced.size() < FEWEST_RACE_BLOCKS) {
            return false;
        }
        List<Combination> in = withToday(racing);
        AnytimeIntervals intervals = intervals(in);
        double reach = intervals.reach(LEVEL / in.size());
        int leader = leader(in, intervals);
        boolean settled = IntStream.range(1, in.size()).allMatch(i ->
                i == leader || intervals.difference(i, leader) + reach < margin);
        return settled || raced.size() >= MOST_RACE_BLOCKS || runs + in.size() > mostRuns.getAsInt();
    }

    /** Returns a combination without the knobs that gain nothing. */
    private Combination simplest(Combination least) {
        Combination best = least;
        for (boolean changed = true; changed;) {
            Combination here = best;
            Optional<Combination> simpler = here.values().keySet().stream().map(here::without)
                    .min(Comparator.comparingDouble(model::log))
                    .filter(each -> model.log(each) - model.log(here) < NOTHING * margin
                            && model.log(each) - model.log(least) < GIVEN_UP * margin);
            best = simpler.orElse(here);
            changed = simpler.isPresent();
        }
        return best;
    }

    /** Returns the combination that is to be confirmed; null before the end. */
    public Combination winner() {
        return winner;
    }

    /**
     * Returns the allowed combination that is expected to cost least; today's if none saves anything, or before the
     * first estimate.
     *
     * @param allowed accepts today's combination, and each with fewer changes than another that it accepts
     */
    public Combination winner(Predicate<Combination> allowed) {
        if (model == null) {
            return Combination.TODAY;
        }
        Combination best = best(allowed);
        return model.log(Combination.TODAY) - model.log(best) < NOTHING * margin ? Combination.TODAY : simplest(best);
    }

    /** Returns the number of blocks without a usable run of today's configuration. */
    public int lost() {
        return lost;
    }

    /** Returns why combinations left the search. */
    public Map<Combination, String> dropped() {
        return dropped;
    }

    /** Returns the last stage of each combination that ran. */
    Map<Combination, Stage> stages() {
        Map<Combination, Stage> stages = new LinkedHashMap<>();
        for (int block = 0; block < measured.size(); block++) {
            Stage stage = block < screening.size() ? Stage.SCREENING
                    : block < measured.size() - raced.size() ? Stage.REFINING : Stage.RACE;
            measured.get(block).keySet().forEach(each -> stages.put(each, stage));
        }
        return stages;
    }

    /** Returns the estimated change of the logarithm of today's cost by a value; empty before the first estimate. */
    OptionalDouble effect(String knob, String value) {
        return model == null ? OptionalDouble.empty() : OptionalDouble.of(model.log(Combination.TODAY.with(knob, value))
                - model.log(Combination.TODAY));
    }

    /** Returns the standard error of that change. */
    double error(String knob, String value) {
        return model.error(Combination.TODAY.with(knob, value), Combination.TODAY);
    }

    /** Returns the smallest saving of one value that the search finds in four of five cases; empty if unknown. */
    OptionalDouble smallest() {
        return model == null ? OptionalDouble.empty() : neighbours(Combination.TODAY).mapToDouble(each ->
                -Math.expm1(-FOUND * model.error(each, Combination.TODAY))).max();
    }
}
