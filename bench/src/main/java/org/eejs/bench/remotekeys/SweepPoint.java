package org.eejs.bench.remotekeys;

import java.util.ArrayList;
import java.util.List;
import org.eejs.bench.measuring.CpuProfiler;
import org.eejs.bench.measuring.JmhCell;
import org.eejs.lab.statistics.MeanInterval;
import org.eejs.result.RemoteKeys.Latency;
import org.eejs.result.RemoteKeys.Point;
import org.eejs.result.RemoteKeys.Round;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/**
 * Makes a point of a sweep of what the forks of a cell measured. Throughput is counted ({@link ServerCpuProfiler});
 * times are sampled.
 */
final class SweepPoint {
    private SweepPoint() {}

    /** The point; null when nothing was measured yet. */
    static Point of(JmhCell<SweepCell> tally) {
        SweepCell cell = tally.cell();
        List<Round> rounds = tally.forks().stream().map(fork -> round(cell, fork)).toList();
        if (tally.error() != null) {
            return new Point(cell.curve(), cell.threads(), null, null, null, null, null, rounds, tally.error());
        }
        if (rounds.isEmpty()) {
            return null;
        }
        MeanInterval rate = MeanInterval.of(rounds.stream().map(Round::opsPerSecond).toList());
        double cpu = rounds.stream().mapToDouble(Round::clientCpuMicros).average().orElse(0);
        double servers = rounds.stream().mapToDouble(SweepPoint::serverCpuMicros).average().orElse(0);
        return new Point(cell.curve(), cell.threads(), rate.mean(), rate.bounds(),
                latency(tally.merged().getPrimaryResult().getStatistics()), cpu,
                rounds.get(0).serverCpuMicros().isEmpty() ? null : servers, rounds, null);
    }

    private static Round round(SweepCell cell, RunResult fork) {
        List<Double> servers = new ArrayList<>();
        for (int i = 1; fork.getSecondaryResults().containsKey(ServerCpuProfiler.CPU + i); i++) {
            servers.add(fork.getSecondaryResults().get(ServerCpuProfiler.CPU + i).getScore());
        }
        double clientCpuMicros = fork.getBenchmarkResults().stream()
                .mapToDouble(client -> score(client, CpuProfiler.CPU) * score(client, ServerCpuProfiler.COUNTED)).sum();
        return new Round(opsPerSecond(fork), latency(fork.getPrimaryResult().getStatistics()),
                clientCpuMicros / opsPerSecond(fork), List.copyOf(servers));
    }

    /** Operations of all clients in a second. */
    static double opsPerSecond(RunResult fork) {
        return fork.getBenchmarkResults().stream().mapToDouble(client -> score(client, ServerCpuProfiler.COUNTED))
                .sum();
    }

    private static double score(BenchmarkResult client, String name) {
        return client.getSecondaryResults().get(name).getScore();
    }

    /** Processor time of all servers for an operation of a round. */
    static double serverCpuMicros(Round round) {
        return round.serverCpuMicros().stream().mapToDouble(Double::doubleValue).sum();
    }

    private static Latency latency(Statistics micros) {
        return new Latency(micros.getMean(), micros.getPercentile(50), micros.getPercentile(90),
                micros.getPercentile(99), micros.getPercentile(99.9), micros.getMax());
    }
}
