package org.eejs.bench.remotekeys;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.JmhFork;
import org.eejs.bench.measuring.OpenSslSpeed;
import org.eejs.bench.measuring.Timing;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.settings.KnownProvider;
import org.eejs.lab.statistics.ShuffledOrder;
import org.eejs.lab.statistics.TimeLeft;
import org.eejs.result.Bench;
import org.eejs.result.InputException;
import org.eejs.result.RemoteKeyKind;
import org.eejs.result.RemoteKeys;
import org.eejs.result.RemoteKeys.Curve;
import org.eejs.result.RemoteKeys.NativeSigns;
import org.eejs.result.RemoteKeys.Point;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Measures what keys cost that live in key servers, over concurrency: real servers as processes of their own, and JMH's
 * forks as their clients. Points are measured in rounds, each in an order drawn anew, with {@code openssl speed} on the
 * servers' processors in each: what the machine does to one curve for a while, it does to the others. What was measured
 * so far is kept on disk.
 *
 * <p>{@link #run} is called by one thread; {@link #abort} by any.
 */
public final class RemoteKeyCampaign {
    /** The command's name. */
    public static final String COMMAND = "bench remote-key";

    private static final String JMH_RESULT = "jmh.json";
    private static final Duration BETWEEN_WRITES = Duration.ofSeconds(20);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(30);
    /** So many threads warm the servers up: enough to keep them busy. */
    private static final int WARMING_THREADS = 8;
    /** A server has served so long before anything counts, in the time that a point takes. */
    private static final int WARMING_POINTS = 2;

    private final RemoteKeyRequest request;
    private final RunProgress progress;
    private final Timing timing;
    private final SweepPlacement placement;
    private final Jdk jdk = Jdk.running();
    private final String provider;
    private final String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Map<SweepCell, SweepTally> tallies = new LinkedHashMap<>();
    private final Map<RemoteKeyKind, List<Double>> openSsl = new LinkedHashMap<>();
    private RunDirectory directory;
    private Instant written = Instant.now();
    private Instant said = Instant.now();
    private volatile String abortReason;

    /**
     * What came of it.
     *
     * @param result what was measured
     * @param failure why it did not come to its end, in one line; null when it did
     */
    public record Outcome(Result result, String failure) {}

    /** Prepares. */
    public RemoteKeyCampaign(RemoteKeyRequest request, RunProgress progress) {
        this.request = request;
        this.progress = progress;
        this.timing = request.timing();
        this.placement = SweepPlacement.of(request.mostServers());
        this.provider = fastest();
        request.kinds().forEach(kind -> openSsl.put(kind, new ArrayList<>()));
        SweepCell.of(request).forEach(cell -> tallies.put(cell, new SweepTally(cell)));
    }

    /** Who signs fastest, locally and on the servers alike: ACCP where it works, else the JDK's own. */
    private static String fastest() {
        try {
            CryptoProvider.open(KnownProvider.ACCP.id());
            return KnownProvider.ACCP.id();
        } catch (GeneralSecurityException e) {
            return "SunRsaSign";
        }
    }

    /**
     * Measures.
     *
     * @param where results and logs go
     * @throws InputException when there is no key server to be started
     */
    public Outcome run(RunDirectory where) {
        directory = where;
        String failure = null;
        try (SweepServers servers = SweepServers.start(request.mostServers(), placement,
                CryptoProvider.open(provider).getName(), logs())) {
            measure(servers);
        } catch (RunnerException e) {
            failure = e.getMessage();
        } catch (IOException | GeneralSecurityException | UncheckedIOException e) {
            failure = abortReason != null ? abortReason : "the measurement broke off: " + e.getMessage();
        }
        return new Outcome(result(true), failure);
    }

    private Path logs() {
        return directory.path().resolve("logs");
    }

    private void measure(SweepServers servers) throws IOException, RunnerException {
        OpenSslSpeed speed = OpenSslSpeed.onPath();
        if (speed.missing() != null) {
            progress.warning(speed.missing());
        }
        if (placement.client().isEmpty()) {
            progress.warning("client and servers are not pinned to processors of their own: there is one core only, or "
                    + "no taskset");
        }
        TimeLeft left = new TimeLeft(timing.forks() * (openSslMs() + tallies.keySet().stream()
                .mapToLong(cell -> cell.of(timing).forkMs()).sum())
                + WARMING_POINTS * timing.forkMs());
        int steps = timing.forks() * tallies.size();
        progress.campaign("%d points, %d measurements, about %s; signing with %s".formatted(tallies.size(), steps, left,
                provider));
        SweepFork fork = new SweepFork(request, servers, placement, provider, jdk, logs());
        warmUp(fork, left);
        int done = 0;
        for (int round = 1; round <= timing.forks(); round++) {
            measureOpenSsl(speed, left);
            for (SweepTally tally : ShuffledOrder.of(tallies.values(), 0, round)) {
                failIfEnded(servers);
                String state = "round %d of %d, %d of %d measured, about %s left".formatted(round, timing.forks(), done,
                        steps, left);
                progress.step(state + ": " + tally.cell());
                sayNowAndThen(state);
                long start = System.nanoTime();
                measure(fork, tally);
                failIfEnded(servers);
                left.done(tally.cell().of(timing).forkMs(), (System.nanoTime() - start) / 1e6);
                done++;
                keepNowAndThen();
            }
        }
    }

    /** Servers compile as they serve; the first point would pay for all. */
    private void warmUp(SweepFork fork, TimeLeft left) throws IOException, RunnerException {
        progress.step("warming the servers up");
        long start = System.nanoTime();
        try {
            fork.run(new SweepCell(new Curve(RemoteKeys.SIGN, RemoteKeys.REMOTE, request.mostServers(),
                    request.keys().get(0)), WARMING_THREADS), timing.longer(WARMING_POINTS));
        } catch (JmhFork.FailedException e) {
            throw new RunnerException(abortReason != null ? abortReason
                    : "signing with remote keys failed: " + e.getMessage() + "; logs are in " + logs());
        }
        left.done(WARMING_POINTS * timing.forkMs(), (System.nanoTime() - start) / 1e6);
    }

    /** It measures signing and verifying for so long each. */
    private double openSslMs() {
        return 2_000.0 * timing.nativeSeconds() * openSsl.size();
    }

    private void measureOpenSsl(OpenSslSpeed speed, TimeLeft left) {
        progress.step("openssl speed on the processors of the servers");
        long start = System.nanoTime();
        String processors = placement.servers().get(0);
        OpenSslSpeed pinned = speed.startedBy(SweepPlacement.pinnedTo(processors));
        openSsl.forEach((kind, rates) -> {
            Bench.NativeScore score = pinned.measure(RemoteKeys.SIGN, "sign", kind.id(), null,
                    SweepPlacement.count(processors), List.of(kind.openSsl()), timing.nativeSeconds());
            if (score.opsPerSecond() != null) {
                rates.add(score.opsPerSecond());
            }
        });
        left.done(openSslMs(), (System.nanoTime() - start) / 1e6);
    }

    private void measure(SweepFork fork, SweepTally tally) throws IOException, RunnerException {
        if (tally.hasFailed()) {
            return;
        }
        try {
            tally.add(fork.run(tally.cell(), tally.cell().of(timing)));
        } catch (JmhFork.FailedException e) {
            if (abortReason == null) {
                tally.fail(e.getMessage());
                progress.warning(tally.cell() + " failed: " + e.getMessage());
            }
        }
    }

    private void failIfEnded(SweepServers servers) throws RunnerException {
        String problem = abortReason != null ? abortReason : servers.problem();
        if (problem != null) {
            throw new RunnerException(problem);
        }
    }

    private void keepNowAndThen() throws IOException {
        if (Duration.between(written, Instant.now()).compareTo(BETWEEN_WRITES) > 0) {
            directory.write(result(false));
            written = Instant.now();
        }
    }

    private void sayNowAndThen(String line) {
        if (Duration.between(said, Instant.now()).compareTo(BETWEEN_LINES) > 0) {
            progress.campaign(line);
            said = Instant.now();
        }
    }

    /** Writes what JMH itself says, in its own form. */
    public void keepJmhResults() throws IOException {
        List<RunResult> results = tallies.values().stream().map(SweepTally::ofJmh).filter(Objects::nonNull).toList();
        if (!results.isEmpty()) {
            try (PrintStream out = new PrintStream(Files.newOutputStream(directory.path().resolve(JMH_RESULT)), false,
                    StandardCharsets.UTF_8)) {
                ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
            }
        }
    }

    /** Says that the outcome has been dealt with, so that {@link #abort} need not wait any longer. */
    public void close() {
        over.countDown();
    }

    /**
     * Breaks the measurement off and waits until what there is has been dealt with.
     *
     * @param reason why, in one line
     */
    public void abort(String reason) {
        abortReason = reason;
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
        try {
            over.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Result result(boolean last) {
        List<Point> points = tallies.values().stream().map(SweepTally::point).filter(Objects::nonNull).toList();
        RemoteKeyReading reading = new RemoteKeyReading(points);
        RemoteKeys.Settings settings = new RemoteKeys.Settings(request.quick(), new RemoteKeys.Pace(
                timing.forks(), timing.warmupIterations(), timing.warmupMs(), timing.iterations(),
                timing.iterationMs()), request.operations(), request.threads(), request.servers(), request.keys().get(0), provider,
                request.messageBytes(), request.protocol(), placement.client(), placement.servers(), request.keys());
        int ofServer = SweepPlacement.count(placement.servers().get(0));
        int ofClient = placement.client().isEmpty() ? 0 : SweepPlacement.count(placement.client());
        List<NativeSigns> natives = openSsl.entrySet().stream().filter(each -> !each.getValue().isEmpty())
                .map(each -> new NativeSigns(each.getKey().id(), each.getKey().openSsl(), List.copyOf(each.getValue())))
                .toList();
        RemoteKeys remoteKey = new RemoteKeys(settings, points, List.copyOf(openSsl.get(request.kinds().get(0))),
                reading.laws(last), reading.ratios(), new RemoteKeyTargets(reading, openSsl, ofServer,
                        ofServer + ofClient).all(), natives);
        Map<String, String> placed = new LinkedHashMap<>();
        placed.put("client", placement.client());
        for (int i = 0; i < placement.servers().size(); i++) {
            placed.put("key server " + (i + 1), placement.servers().get(i));
        }
        return new Result(COMMAND, startedAt, new Result.Disclosure(
                Map.of(jdk.version(), new Result.JdkInfo(jdk.version(), jdk.vendor(), jdk.home().toString())),
                Machine.kernel(), Machine.cpu(), Machine.memory(), List.of(provider), Map.of(), placed, null, null,
                List.of()), remoteKey);
    }
}
