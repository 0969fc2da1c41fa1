package org.eejs.bench.campaign;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eejs.bench.campaign.BenchPlan.Fork;
import org.eejs.bench.campaign.BenchPlan.NativeRun;
import org.eejs.bench.measuring.CellRun;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.JmhCell;
import org.eejs.bench.measuring.JmhFork;
import org.eejs.bench.measuring.MeasuredJvm;
import org.eejs.bench.measuring.OpenSslSpeed;
import org.eejs.bench.measuring.Overhead;
import org.eejs.bench.measuring.Profiling;
import org.eejs.bench.measuring.Timing;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.rounds.MeasurementRounds;
import org.eejs.lab.rounds.MeasurementRounds.Step;
import org.eejs.lab.rounds.Outcome;
import org.eejs.lab.statistics.CellRounds;
import org.eejs.lab.statistics.ShuffledOrder;
import org.eejs.result.Bench;
import org.eejs.result.Bench.Verdict;
import org.eejs.result.BenchFigures;
import org.eejs.result.CryptoIntrinsics;
import org.eejs.result.InputException;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.openjdk.jmh.results.RunResult;

/**
 * Measures primitives. It asks every provider for known answers first, then measures the cells of those that gave them.
 * Each round has one fork for each cell, in a new random order, native code included. So a disturbance of the machine
 * affects all cells, not just one. For one thread.
 */
public final class BenchCampaign {
    /** The command's name. */
    public static final String COMMAND = "bench";

    private final BenchPlan plan;
    private final Timing timing;
    private final RunProgress progress;
    private final AbortSwitch abort;
    private final String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    private final Map<Jdk, CryptoIntrinsics> intrinsics = new LinkedHashMap<>();
    private final List<Bench.Check> checks = new ArrayList<>();
    private final Map<Fork, JmhCell<Fork>> tallies = new LinkedHashMap<>();
    private final OpenSslSpeed openSsl = OpenSslSpeed.onPath();
    private final Map<NativeRun, Observation> natives = new LinkedHashMap<>();
    private RunDirectory directory;
    private Profiling profiling;

    /** A campaign for this request. */
    public BenchCampaign(BenchRequest request, RunProgress progress, AbortSwitch abort) {
        this.progress = progress;
        this.abort = abort;
        this.plan = BenchPlan.of(request, Runtime.getRuntime().availableProcessors());
        this.timing = request.timing();
    }

    /**
     * Checks providers and measures cells.
     *
     * @param where the folder
     * @throws InputException when nothing of what was requested can be measured
     */
    public Outcome run(RunDirectory where) {
        directory = where;
        String failure = abort.carryOut(this::measure, "the measurement broke off");
        String unkept = abort.carryOut(() -> JmhCell.write(tallies.values(), where.path()),
                "EEJS could not write JMH's own results");
        return new Outcome(result(), failure != null ? failure : unkept);
    }

    private Path logs() {
        return directory.path().resolve("logs");
    }

    private void measure() throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        abort.onAbort(reason -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroy));
        plan.jdks().forEach(jdk -> intrinsics.put(jdk, jdk.cryptoIntrinsics()));
        intrinsics.forEach(plan.request()::requireFlags);
        checks.addAll(new AllChecks(plan, logs()).ask(progress, abort::isAborted));
        plan.requireBaselines(checks);
        if (plan.request().profile()) {
            profiling = Profiling.in(directory.path());
            plan.jdks().stream().map(profiling::problem).filter(Objects::nonNull).distinct()
                    .forEach(progress::warning);
        }
        if (openSsl.missing() != null) {
            progress.warning(openSsl.missing());
        }
        List<Bench.Check> passed = checks.stream().filter(check -> check.verdict() == Verdict.OK).toList();
        List<Step> steps = new ArrayList<>();
        for (int round = 1; round <= timing.forks(); round++) {
            plan.jdks().forEach(jdk -> steps.add(step("an empty call", new Fork(Overhead.GROUP,
                    List.of(Overhead.cell(jdk))))));
            for (Group group : plan.request().chosenGroups()) {
                steps.addAll(steps(group, passed, round));
            }
        }
        if (tallies.keySet().stream().allMatch(fork -> fork.group() == Overhead.GROUP)) {
            throw new InputException("no provider offers what was requested: " + reasons());
        }
        int cells = tallies.keySet().stream().mapToInt(fork -> fork.cells().size()).sum();
        new MeasurementRounds(progress, abort, directory, this::result).carryOut(cells + " cells", steps);
    }

    private String reasons() {
        Set<String> reasons = new LinkedHashSet<>();
        checks.stream().filter(check -> check.verdict() != Verdict.OK).map(Bench.Check::message)
                .filter(Objects::nonNull).forEach(reasons::add);
        return String.join("; ", reasons.stream().limit(5).toList());
    }

    /** Returns the steps of a group in a round, in a new order; native code is measured in the first round only. */
    private List<Step> steps(Group group, List<Bench.Check> passed, int round) {
        String title = group.name() + (timing.forks() == 1 ? "" : ", round " + round + " of " + timing.forks());
        List<List<Step>> blocks = new ArrayList<>();
        plan.blocks(group, passed).forEach(block -> blocks.add(ShuffledOrder.of(block, block.toString().hashCode(),
                round).stream().map(fork -> step(title, fork)).toList()));
        if (round == 1) {
            BenchPlan.natives(group, plan.cells(group, passed)).forEach(run -> blocks.add(List.of(new Step(title,
                    "openssl speed", 1000.0 * timing.nativeSeconds(),
                    () -> natives.put(run, openSsl.measure(run.group(), run.operation(), run.algorithm(), run.bytes(),
                            run.threads(), run.words(), timing.nativeSeconds()))))));
        }
        return ShuffledOrder.of(blocks, group.name().hashCode(), round).stream().flatMap(List::stream).toList();
    }

    private Step step(String title, Fork fork) {
        JmhCell<Fork> tally = tallies.computeIfAbsent(fork, JmhCell::new);
        return new Step(title, fork.toString(), fork.group().timing(timing).forkMs(), () -> {
            tally.measure(() -> measured(fork.group(), fork.first()), progress, abort);
            if (tally.error() != null && !fork.group().comparisons().isEmpty()) {
                throw new RunFailedException(fork + " failed: " + tally.error());
            }
        });
    }

    private RunResult measured(Group group, Bench.Cell cell)
            throws JmhFork.FailedException, RunFailedException, IOException {
        Jdk jdk = plan.jdks().stream().filter(each -> each.version().equals(cell.jdk())).findFirst().orElseThrow();
        return new CellRun(MeasuredJvm.of(jdk, cell.provider()), group.timing(timing), logs())
                .measure(group, cell, intrinsics.get(jdk), options -> {
                    if (profiling != null) {
                        profiling.addTo(options, jdk, cell.toString());
                    }
                });
    }

    private Result result() {
        Map<String, Double> overheads = new LinkedHashMap<>();
        List<Observation> observations = new ArrayList<>();
        tallies.values().forEach(tally -> tally.cell().cells().forEach(cell -> {
            List<Observation> forks = tally.observations(cell, tally.cell().group()::reading);
            if (tally.cell().group() != Overhead.GROUP) {
                observations.addAll(forks);
            } else if (!forks.isEmpty() && forks.get(0).valid()) {
                overheads.put(cell.jdk(), 1e9 / new CellRounds(cell.facets(), forks).mean(BenchFigures.OPS));
            }
        }));
        observations.addAll(natives.values());
        List<CellRounds> cells = CellRounds.of(observations);
        BenchRequest request = plan.request();
        Map<String, CryptoIntrinsics> flags = new LinkedHashMap<>();
        intrinsics.forEach((jdk, known) -> flags.put(jdk.version(), known));
        Bench bench = new Bench(request.settings(timing, plan.threads()),
                request.chosenGroups().stream().map(group -> new Bench.Group(group.name(), group.title(),
                        group.about(), !group.sizes(Extent.THOROUGH).isEmpty())).toList(),
                List.copyOf(checks), overheads, flags);
        return Result.of(COMMAND, startedAt, disclosure(), bench, observations,
                request.chosenGroups().stream().flatMap(group -> group.comparisons().stream()
                        .flatMap(comparison -> comparison.judge(group.name(), cells).stream())).toList());
    }

    private Result.Disclosure disclosure() {
        Map<String, Result.JdkInfo> jdks = new LinkedHashMap<>();
        Map<String, List<String>> flags = new LinkedHashMap<>();
        for (Jdk jdk : plan.jdks()) {
            jdks.put(jdk.version(), jdk.info());
            flags.put(jdk.version(), MeasuredJvm.of(jdk).options());
        }
        Set<String> providers = new LinkedHashSet<>();
        checks.stream().filter(check -> check.version() != null)
                .forEach(check -> providers.add(check.provider() + " " + check.version()));
        return Machine.disclosure(jdks, List.copyOf(providers), flags, Map.of());
    }
}
