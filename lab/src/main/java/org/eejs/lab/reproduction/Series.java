package org.eejs.lab.reproduction;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eejs.lab.settings.Metric;
import org.eejs.lab.statistics.MeanInterval;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.lab.statistics.RunPairs;
import org.eejs.lab.statistics.UnpairedRatio;
import org.eejs.result.Result;
import org.hipparchus.stat.descriptive.moment.Mean;

/** A figure as often as it was measured. Immutable. */
sealed interface Series {
    /**
     * What is known of a figure or a ratio.
     *
     * @param value the estimate; null where there is none
     * @param ci95 its interval; null where it was measured too seldom for one
     * @param runs how many measurements it rests on
     */
    record Estimate(Double value, List<Double> ci95, int runs) {
        static final Estimate NONE = new Estimate(null, null, 0);
    }

    /** The mean, with its interval. */
    Estimate mean(double confidence);

    /** The ratio of two means, with its interval. */
    default Estimate ratio(Series base, double confidence) {
        Estimate above = mean(confidence);
        Estimate below = base.mean(confidence);
        if (above.value() == null || below.value() == null) {
            return Estimate.NONE;
        }
        RatioInterval interval = above.ci95() == null || below.ci95() == null ? null
                : RatioInterval.ofEstimates(above.value(), above.ci95(), below.value(), below.ci95(),
                        1);
        return new Estimate(finite(above.value() / below.value()), interval == null ? null : interval.bounds(),
                above.runs() + below.runs());
    }

    private static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static double[] array(Collection<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static Estimate mean(double[] values, double confidence) {
        if (values.length == 0) {
            return Estimate.NONE;
        }
        MeanInterval mean = MeanInterval.of(values, confidence);
        return new Estimate(finite(mean.mean()), mean.bounds(), values.length);
    }

    /** Of rounds in which others were measured, too, by the number of the round: ratios are of the same rounds. */
    record OfRounds(Map<Integer, Double> rounds) implements Series {
        /** Of rounds that are numbered by their places. */
        static OfRounds of(List<Double> rounds) {
            Map<Integer, Double> numbered = new TreeMap<>();
            rounds.forEach(value -> numbered.put(numbered.size(), value));
            return new OfRounds(numbered);
        }

        @Override
        public Estimate mean(double confidence) {
            return Series.mean(array(rounds.values()), confidence);
        }

        @Override
        public Estimate ratio(Series base, double confidence) {
            if (!(base instanceof OfRounds others)) {
                return Series.super.ratio(base, confidence);
            }
            List<Integer> both = rounds.keySet().stream().filter(others.rounds::containsKey).sorted().toList();
            if (both.isEmpty()) {
                return Estimate.NONE;
            }
            RatioInterval interval = RatioInterval.of(both.stream().mapToDouble(rounds::get).toArray(),
                    both.stream().mapToDouble(others.rounds::get).toArray(), confidence);
            return new Estimate(finite(interval.ratio()), interval.bounds(), both.size());
        }
    }

    /** Of processes, each beside one of what it is compared with, or that process itself: ratios are of such pairs. */
    record InTurns(List<Double> rates) implements Series {
        @Override
        public Estimate mean(double confidence) {
            return Series.mean(array(rates), confidence);
        }

        @Override
        public Estimate ratio(Series base, double confidence) {
            if (!(base instanceof InTurns others) || rates.isEmpty() || rates.size() != others.rates.size()) {
                return Series.super.ratio(base, confidence);
            }
            RatioInterval interval = RatioInterval.ofTurns(array(rates), array(others.rates), confidence);
            return new Estimate(finite(interval.ratio()), interval.bounds(), rates.size());
        }
    }

    /** Of runs in blocks: ratios are of the same blocks, and know what the parts of runs tell of their precision. */
    record OfRuns(String name, List<Result.Run> runs, Metric metric) implements Series {
        @Override
        public Estimate mean(double confidence) {
            return rounds().mean(confidence);
        }

        private OfRounds rounds() {
            Map<Integer, Double> rounds = new TreeMap<>();
            runs.stream().filter(run -> Double.isFinite(metric.of(run)))
                    .forEach(run -> rounds.put(run.repetition(), metric.of(run)));
            return new OfRounds(rounds);
        }

        @Override
        public Estimate ratio(Series base, double confidence) {
            if (!(base instanceof OfRuns others)) {
                return Series.super.ratio(base, confidence);
            }
            RunPairs pairs = RunPairs.of(Stream.concat(runs.stream(), others.runs.stream()).toList(), name,
                    others.name);
            if (pairs.isEmpty() || !pairs.isKnown(metric::of)) {
                return rounds().ratio(others.rounds(), confidence);
            }
            RatioInterval interval = pairs.estimate(metric::of, metric::of).interval(confidence);
            return new Estimate(finite(interval.ratio()), interval.bounds(), pairs.runs().size());
        }
    }

    /** Of measurements that have nothing in common with those of others. */
    record Alone(List<Double> values) implements Series {
        @Override
        public Estimate mean(double confidence) {
            return Series.mean(array(values), confidence);
        }

        @Override
        public Estimate ratio(Series base, double confidence) {
            if (!(base instanceof Alone others) || values.isEmpty() || others.values.isEmpty()) {
                return Series.super.ratio(base, confidence);
            }
            RatioInterval interval = UnpairedRatio.interval(array(values), array(others.values));
            return new Estimate(finite(interval.ratio()), interval.bounds(),
                    Math.min(values.size(), others.values.size()));
        }
    }

    /** Of which only the outcome is known. */
    record Known(Estimate estimate) implements Series {
        @Override
        public Estimate mean(double confidence) {
            return estimate;
        }
    }

    /** The mean of what an iteration after the other measured. */
    static double mean(List<Double> values) {
        return new Mean().evaluate(array(values));
    }
}
