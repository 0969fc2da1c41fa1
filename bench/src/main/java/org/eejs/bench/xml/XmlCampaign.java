package org.eejs.bench.xml;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.eejs.bench.measuring.Call;
import org.eejs.bench.measuring.CellRun;
import org.eejs.bench.measuring.Comparison;
import org.eejs.bench.measuring.JmhCell;
import org.eejs.bench.measuring.JmhFork;
import org.eejs.bench.measuring.MeasuredJvm;
import org.eejs.bench.measuring.Profiling;
import org.eejs.bench.measuring.Reading;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.TlbMisses;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.rounds.MeasurementRounds.Step;
import org.eejs.lab.rounds.MeasurementRounds;
import org.eejs.lab.rounds.Outcome;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.statistics.CellRounds;
import org.eejs.lab.statistics.ShuffledOrder;
import org.eejs.result.Bench;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.xmlload.OutcomeException;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.profile.LinuxPerfNormProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * Measures cells of XML transactions by JMH, in rounds of one fork each, in a new random order. Each fork checks the
 * outcome of its transactions before it measures. For one thread.
 */
public final class XmlCampaign {
    private static final String MEANS = "the generator's counts for the document";

    private final XmlPlan plan;
    private final RunProgress progress;
    private final AbortSwitch abort;
    private final String startedAt = Outcome.now();
    private final Map<XmlCell, JmhCell<XmlCell>> tallies = new LinkedHashMap<>();
    private final Map<XmlCell, Map<String, Double>> heaps = new LinkedHashMap<>();
    private final List<String> notes;
    private final boolean countsTlbMisses;
    private Places places;
    private Profiling profiling;

    /** A campaign for this plan. */
    public XmlCampaign(XmlPlan plan, RunProgress progress, AbortSwitch abort) {
        this.plan = plan;
        this.progress = progress;
        this.abort = abort;
        this.notes = new ArrayList<>(plan.notes());
        boolean looksAtPages = plan.groups().stream().anyMatch(group -> looksAtPages(group.name()));
        String missing = looksAtPages ? TlbMisses.missing() : null;
        this.countsTlbMisses = looksAtPages && missing == null;
        if (missing != null) {
            notes.add("large-pages: " + missing);
        }
        plan.cells().forEach(cell -> tallies.put(cell, new JmhCell<>(cell)));
    }

    private static boolean looksAtPages(String group) {
        return group.equals(XmlStudy.LARGE_PAGES.id());
    }

    /** Measures all cells. */
    public Outcome run(Places where) {
        places = where;
        String failure = abort.carryOut(this::measure, "the measurement broke off");
        String unkept = abort.carryOut(() -> JmhCell.write(tallies.values(), where.directory().path()),
                "EEJS could not write JMH's own results");
        if (failure == null && tallies.values().stream().allMatch(tally -> tally.forks().isEmpty())) {
            failure = "nothing could be measured: " + tallies.values().iterator().next().error();
        }
        return new Outcome(result(), failure != null ? failure : unkept);
    }

    private void measure() throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        abort.onAbort(reason -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroy));
        notes.forEach(progress::warning);
        if (plan.profiled()) {
            profiling = Profiling.in(places.directory().path());
            plan.cells().stream().map(each -> each.task().jdk()).distinct()
                    .map(profiling::problem).filter(Objects::nonNull).distinct().forEach(progress::warning);
        }
        List<Step> steps = new ArrayList<>();
        for (int i = 1; i <= plan.timing().forks(); i++) {
            String round = "round " + i + " of " + plan.timing().forks();
            List<XmlCell> cells = i == 1 ? plan.cells() : plan.cells().stream().filter(cell -> cell.refused() == null)
                    .toList();
            ShuffledOrder.of(cells, plan.command().hashCode(), i).forEach(cell -> steps.add(new Step(round,
                    cell.toString(), cell.refused() != null ? 0 : cell.of(plan.timing()).forkMs(),
                    () -> tallies.get(cell).measure(() -> measured(cell), progress, abort))));
        }
        new MeasurementRounds(progress, abort, places.directory(), this::result).carryOut(
                plan.cells().size() + " cells", steps);
    }

    private RunResult measured(XmlCell cell) throws JmhFork.FailedException, RunFailedException, IOException {
        if (cell.refused() != null) {
            throw new JmhFork.FailedException(cell.refused());
        }
        Path folder = places.directory().folder("cells", String.valueOf(1 + plan.cells().indexOf(cell)));
        try (XmlFork fork = XmlFork.of(cell.task(), places, folder)) {
            heaps.put(cell, fork.figures());
            RunResult result = new CellRun(fork.jvm(), cell.of(plan.timing()), folder).measure(cell.toString(),
                    call(cell.cell()), cell.cell().threads(), fork.options(), options -> watch(options, cell));
            fork.requireServer();
            return result;
        }
    }

    private static Call call(Bench.Cell cell) {
        Map<String, String> parameters = new TreeMap<>(cell.parameters());
        parameters.keySet().retainAll(List.of("document", "key", "signer", "seed"));
        parameters.putAll(Map.of("algorithm", cell.algorithm(), "provider", cell.provider(), "bytes",
                String.valueOf(cell.bytes())));
        return new Call(XmlTransaction.class, cell.operation(), parameters);
    }

    private void watch(ChainedOptionsBuilder options, XmlCell cell) {
        if (profiling == null) {
            options.addProfiler(GCProfiler.class);
        } else {
            profiling.addTo(options, cell.task().jdk(), cell.toString());
        }
        if (looksAtPages(cell.cell().group())) {
            options.addProfiler(PagesProfiler.class);
            if (countsTlbMisses) {
                options.addProfiler(LinuxPerfNormProfiler.class, "events=" + TlbMisses.EVENT);
            }
        }
    }

    private Result result() {
        Map<Bench.Cell, CellRounds> cells = new LinkedHashMap<>();
        List<Result.Comparison> comparisons = new ArrayList<>();
        Map<List<String>, Bench.Check> checks = new LinkedHashMap<>();
        tallies.forEach((cell, tally) -> {
            CellRounds measured = new CellRounds(cell.cell().facets(), tally.observations(cell.cell(),
                    (of, round, fork) -> withHeap(cell, Reading.of(of, round, fork))));
            cells.put(cell.cell(), measured);
            if (!measured.rounds().isEmpty()) {
                Bench.Check check = check(cell.cell(), tally.error());
                checks.merge(List.of(check.group(), check.algorithm(), check.jdk(), check.provider()), check,
                        (one, other) -> one.verdict() == Bench.Verdict.MISMATCH
                                || other.verdict() == Bench.Verdict.UNAVAILABLE ? one : other);
            }
            CellRounds baseline = cells.get(cell.baseline());
            if (baseline != null) {
                comparisons.addAll(Comparison.of(measured, baseline, ratio -> null));
            }
        });
        return Result.of(plan.command(), startedAt, disclosure(), new Bench(plan.settings(), plan.groups(),
                List.copyOf(checks.values()), Map.of(), Map.of(), List.copyOf(notes)),
                cells.values().stream().flatMap(each -> each.rounds().stream()).toList(), comparisons);
    }

    /** Returns the observation with the size of the heap's pages, where pages matter. */
    private Observation withHeap(XmlCell cell, Observation fork) {
        if (!looksAtPages(cell.cell().group())) {
            return fork;
        }
        Map<String, Double> figures = new LinkedHashMap<>(fork.figures());
        figures.putAll(heaps.get(cell));
        return new Observation(fork.cell(), fork.round(), fork.invalid(), figures, null, fork.evidence());
    }

    /** Returns the check of a cell. A fork that found a wrong outcome reports it by the exception of the check. */
    private static Bench.Check check(Bench.Cell cell, String error) {
        boolean wrong = error != null && error.startsWith(OutcomeException.class.getName());
        return new Bench.Check(cell.group(), cell.algorithm(), cell.jdk(), cell.provider(),
                XmlLibraries.version(cell.provider()), wrong ? Bench.Verdict.MISMATCH
                        : error == null ? Bench.Verdict.OK : Bench.Verdict.UNAVAILABLE, MEANS, error);
    }

    private Result.Disclosure disclosure() {
        Map<String, Result.JdkInfo> jdks = new LinkedHashMap<>();
        Map<String, List<String>> flags = new LinkedHashMap<>();
        plan.cells().stream().map(each -> each.task().jdk()).distinct().forEach(jdk -> {
            jdks.put(jdk.version(), jdk.info());
            flags.put(jdk.version(), MeasuredJvm.of(jdk).options());
        });
        return Machine.disclosure(jdks, plan.cells().stream().map(each -> each.cell().provider()).distinct()
                .map(name -> XmlLibraries.version(name) == null ? null : name + " " + XmlLibraries.version(name))
                .filter(Objects::nonNull).toList(), flags, Map.of());
    }
}
