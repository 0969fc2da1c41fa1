package org.eejs.bench.remotekeys;

import java.util.ArrayList;
import java.util.List;
import org.eejs.bench.measuring.CpuProfiler;
import org.eejs.result.RemoteKeys.Latency;
import org.eejs.result.RemoteKeys.Point;
import org.eejs.result.RemoteKeys.Round;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.descriptive.DescriptiveStatistics;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/**
 * What the rounds of a cell have measured so far. For one thread.
 *
 * <p>Throughput follows from the sampled times by Little's law: threads that are always in an operation and never think
 * complete threads divided by mean time of them in a second. It leaves out what JMH does between operations, some
 * 50 ns.
 */
final class SweepTally {
    private static final double CONFIDENCE = 0.95;
    private static final double MICROS = 1e6;

    private final SweepCell cell;
    private final List<Round> rounds = new ArrayList<>();
    private final List<BenchmarkResult> results = new ArrayList<>();
    private RunResult last;
    private String error;

    SweepTally(SweepCell cell) {
        this.cell = cell;
    }

    /** Adds a fork. */
    void add(RunResult fork) {
        Latency latency = latency(fork.getPrimaryResult().getStatistics());
        List<Double> servers = new ArrayList<>();
        for (int i = 1; i <= cell.curve().servers(); i++) {
            servers.add(fork.getSecondaryResults().get(ServerCpuProfiler.CPU + i).getScore());
        }
        rounds.add(new Round(rate(latency), latency,
                fork.getSecondaryResults().get(CpuProfiler.CPU).getScore(), List.copyOf(servers)));
        results.addAll(fork.getBenchmarkResults());
        last = fork;
    }

    /** The cell failed, and is not measured any more. */
    void fail(String reason) {
        error = reason;
    }

    boolean hasFailed() {
        return error != null;
    }

    SweepCell cell() {
        return cell;
    }

    /** All forks as one result of JMH; null when there is none. */
    RunResult ofJmh() {
        return last == null ? null : new RunResult(last.getParams(), results);
    }

    /** What came of it; null when nothing was measured yet. */
    Point point() {
        if (error != null) {
            return new Point(cell.curve(), cell.threads(), null, null, null, null, null, List.copyOf(rounds), error);
        }
        if (rounds.isEmpty()) {
            return null;
        }
        DescriptiveStatistics rates = new DescriptiveStatistics();
        rounds.forEach(round -> rates.addValue(round.opsPerSecond()));
        double cpu = rounds.stream().mapToDouble(Round::clientCpuMicros).average().orElse(0);
        double servers = rounds.stream().mapToDouble(SweepTally::serverCpuMicros).average().orElse(0);
        return new Point(cell.curve(), cell.threads(), rates.getMean(), interval(rates),
                latency(ofJmh().getPrimaryResult().getStatistics()), cpu, cell.curve().servers() == 0 ? null : servers,
                List.copyOf(rounds), null);
    }

    /** Processor time of all servers for an operation of a round. */
    static double serverCpuMicros(Round round) {
        return round.serverCpuMicros().stream().mapToDouble(Double::doubleValue).sum();
    }

    private double rate(Latency latency) {
        return MICROS * cell.threads() / latency.mean();
    }

    /** Student's interval over the rounds; null of a single one. */
    private static List<Double> interval(DescriptiveStatistics rates) {
        if (rates.getN() < 2) {
            return null;
        }
        double half = new TDistribution(rates.getN() - 1).inverseCumulativeProbability((1 + CONFIDENCE) / 2)
                * rates.getStandardDeviation() / Math.sqrt(rates.getN());
        return List.of(Math.max(0, rates.getMean() - half), rates.getMean() + half);
    }

    private static Latency latency(Statistics micros) {
        return new Latency(micros.getMean(), micros.getPercentile(50), micros.getPercentile(90),
                micros.getPercentile(99), micros.getPercentile(99.9), micros.getMax());
    }
}
