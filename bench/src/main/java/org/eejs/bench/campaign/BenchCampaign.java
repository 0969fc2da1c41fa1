package org.eejs.bench.campaign;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eejs.bench.measuring.CellRun;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.JmhFork;
import org.eejs.bench.measuring.MeasuredJvm;
import org.eejs.bench.measuring.Overhead;
import org.eejs.bench.measuring.Profiling;
import org.eejs.bench.measuring.Timing;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.statistics.ShuffledOrder;
import org.eejs.lab.statistics.TimeLeft;
import org.eejs.result.Bench;
import org.eejs.result.Bench.Verdict;
import org.eejs.result.CryptoIntrinsics;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Measures primitives: asks every provider for known answers first, then measures the cells of those that gave them,
 * in rounds of one fork each and in an order drawn anew, native code among them. What the machine does to one cell for
 * a while it does to its neighbours, too. What was measured so far is kept on disk.
 *
 * <p>{@link #run} is called by one thread; {@link #abort} by any.
 */
public final class BenchCampaign {
    /** The command's name. */
    public static final String COMMAND = "bench";

    private static final String JMH_RESULT = "jmh.json";
    private static final Duration BETWEEN_WRITES = Duration.ofSeconds(20);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(30);

    private final BenchPlan plan;
    private final Timing timing;
    private final RunProgress progress;
    private final String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Map<Jdk, CryptoIntrinsics> intrinsics = new LinkedHashMap<>();
    private final List<Bench.Check> checks = new ArrayList<>();
    private final Map<Bench.Cell, ScoreTally> tallies = new LinkedHashMap<>();
    private final NativeLimits natives = new NativeLimits();
    private RunDirectory directory;
    private Profiling profiling;
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

    /** One thing that is measured: a fork of a cell, or native code. */
    private interface Step {
        /** About how long it takes, in milliseconds. */
        double plannedMs();

        void carryOut() throws IOException, RunnerException;
    }

    /** Prepares. */
    public BenchCampaign(BenchRequest request, RunProgress progress) {
        this.progress = progress;
        this.plan = BenchPlan.of(request, Runtime.getRuntime().availableProcessors());
        this.timing = request.timing();
    }

    /**
     * Checks and measures.
     *
     * @param where results and logs go
     * @throws InputException when nothing of what was asked for can be measured
     */
    public Outcome run(RunDirectory where) {
        directory = where;
        String failure = null;
        try {
            plan.jdks().forEach(jdk -> intrinsics.put(jdk, jdk.cryptoIntrinsics()));
            checks.addAll(new AllChecks(plan, logs()).ask(progress, () -> abortReason != null));
            measure();
        } catch (RunnerException e) {
            failure = e.getMessage();
        } catch (IOException e) {
            failure = abortReason != null ? abortReason : "the measurement broke off: " + e.getMessage();
        }
        return new Outcome(result(), failure);
    }

    private Path logs() {
        return directory.path().resolve("logs");
    }

    private void measure() throws IOException, RunnerException {
        if (plan.request().profile()) {
            profiling = Profiling.in(directory.path());
            plan.jdks().stream().map(profiling::problem).filter(Objects::nonNull).distinct()
                    .forEach(progress::warning);
        }
        if (natives.missing() != null) {
            progress.warning(natives.missing());
        }
        List<Bench.Check> passed = checks.stream().filter(check -> check.verdict() == Verdict.OK).toList();
        List<List<Step>> parts = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int round = 1; round <= timing.forks(); round++) {
            parts.add(overheads());
            names.add("an empty call");
            for (Group group : plan.request().chosenGroups()) {
                parts.add(steps(group, passed, round));
                names.add(group.name() + (timing.forks() == 1 ? "" : ", round " + round + " of " + timing.forks()));
            }
        }
        if (tallies.keySet().stream().noneMatch(cell -> !cell.group().equals(Overhead.NAME))) {
            throw new InputException("no provider offers what was asked for: " + reasons());
        }
        TimeLeft left = new TimeLeft(parts.stream().flatMap(List::stream).mapToDouble(Step::plannedMs).sum());
        long steps = parts.stream().mapToLong(List::size).sum();
        progress.campaign("%d cells, %d measurements, about %s".formatted(tallies.size(), steps, left));
        int done = 0;
        for (int i = 0; i < parts.size(); i++) {
            for (Step step : parts.get(i)) {
                failIfAborted();
                progress.step("%s: %d of %d measured, %s left".formatted(names.get(i), done, steps, left));
                long start = System.nanoTime();
                step.carryOut();
                failIfAborted();
                left.done(step.plannedMs(), (System.nanoTime() - start) / 1e6);
                done++;
                keepNowAndThen();
                sayNowAndThen("%s: %d of %d measured, about %s left".formatted(names.get(i), done, steps, left));
            }
        }
    }

    private String reasons() {
        Set<String> reasons = new LinkedHashSet<>();
        checks.stream().filter(check -> check.verdict() != Verdict.OK).map(Bench.Check::message)
                .filter(Objects::nonNull).forEach(reasons::add);
        return String.join("; ", reasons.stream().limit(5).toList());
    }

    private List<Step> overheads() {
        return plan.jdks().stream().map(jdk -> step(Overhead.GROUP, Overhead.cell(jdk))).toList();
    }

    /** The steps of a group in a round, in an order of its own; native code is measured in the first round only. */
    private List<Step> steps(Group group, List<Bench.Check> passed, int round) {
        List<Bench.Cell> cells = plan.cells(group, passed);
        List<Step> steps = new ArrayList<>();
        cells.forEach(cell -> steps.add(step(group, cell)));
        if (round == 1) {
            BenchPlan.natives(group, cells).forEach(run -> steps.add(step(run)));
        }
        return ShuffledOrder.of(steps, group.name().hashCode(), round);
    }

    private Step step(Group group, Bench.Cell cell) {
        ScoreTally tally = tallies.computeIfAbsent(cell, ScoreTally::new);
        return new Step() {
            @Override
            public double plannedMs() {
                return timing.of(group).forkMs();
            }

            @Override
            public void carryOut() throws IOException, RunnerException {
                if (!tally.hasFailed()) {
                    measure(group, tally);
                }
            }
        };
    }

    private void measure(Group group, ScoreTally tally) throws IOException, RunnerException {
        Bench.Cell cell = tally.cell();
        Jdk jdk = plan.jdks().stream().filter(each -> each.version().equals(cell.jdk())).findFirst().orElseThrow();
        try {
            RunResult fork = new CellRun(MeasuredJvm.of(jdk, cell.provider()), timing.of(group), logs())
                    .measure(group, cell, cell.intrinsics() ? null : intrinsics.get(jdk), options -> {
                        if (profiling != null) {
                            profiling.addTo(options, jdk, cell.toString());
                        }
                    });
            tally.add(fork, profiling == null ? null : profiling.allocatedBytesPerOp(fork));
        } catch (JmhFork.FailedException e) {
            if (abortReason == null) {
                tally.fail(e.getMessage());
                progress.warning(cell + " failed: " + e.getMessage());
            }
        }
    }

    private Step step(BenchPlan.NativeRun run) {
        return new Step() {
            @Override
            public double plannedMs() {
                return 1000.0 * timing.nativeSeconds();
            }

            @Override
            public void carryOut() {
                natives.measure(run, timing.nativeSeconds());
            }
        };
    }

    private void failIfAborted() throws RunnerException {
        if (abortReason != null) {
            throw new RunnerException(abortReason);
        }
    }

    private void keepNowAndThen() throws IOException {
        if (Duration.between(written, Instant.now()).compareTo(BETWEEN_WRITES) > 0) {
            directory.write(result());
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
        List<RunResult> results = tallies.values().stream().map(ScoreTally::ofJmh).filter(Objects::nonNull).toList();
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

    private Result result() {
        Map<String, Double> overheads = new LinkedHashMap<>();
        List<Bench.Score> scores = new ArrayList<>();
        for (ScoreTally tally : tallies.values()) {
            Bench.Score score = tally.score(natives.opsPerSecond(tally.cell()));
            if (score != null && tally.cell().group().equals(Overhead.NAME)) {
                if (score.opsPerSecond() != null) {
                    overheads.put(tally.cell().jdk(), 1e9 / score.opsPerSecond());
                }
            } else if (score != null) {
                scores.add(score);
            }
        }
        BenchRequest request = plan.request();
        Map<String, CryptoIntrinsics> flags = new LinkedHashMap<>();
        intrinsics.forEach((jdk, known) -> flags.put(jdk.version(), known));
        Bench bench = new Bench(request.settings(timing, plan.threads()),
                request.chosenGroups().stream().map(group -> new Bench.Group(group.name(), group.title(),
                        group.about(), !group.sizes(Extent.THOROUGH).isEmpty())).toList(),
                List.copyOf(checks), scores, natives.all(), overheads, flags);
        return new Result(COMMAND, startedAt, disclosure(), bench);
    }

    private Result.Disclosure disclosure() {
        Map<String, Result.JdkInfo> jdks = new LinkedHashMap<>();
        Map<String, List<String>> flags = new LinkedHashMap<>();
        for (Jdk jdk : plan.jdks()) {
            jdks.put(jdk.version(), new Result.JdkInfo(jdk.version(), jdk.vendor(), jdk.home().toString()));
            flags.put(jdk.version(), new MeasuredJvm(jdk, Map.of()).options(null));
        }
        Set<String> providers = new LinkedHashSet<>();
        checks.stream().filter(check -> check.version() != null)
                .forEach(check -> providers.add(check.provider() + " " + check.version()));
        return new Result.Disclosure(jdks, Machine.kernel(), Machine.cpu(), Machine.memory(), List.copyOf(providers),
                flags, Map.of(), null, null, List.of());
    }
}
