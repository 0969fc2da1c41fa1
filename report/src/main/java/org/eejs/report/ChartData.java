package org.eejs.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.eejs.report.bench.BenchChart;
import org.eejs.report.bench.BenchSection;
import org.eejs.report.experiment.ExperimentChart;
import org.eejs.report.experiment.ExperimentSection;
import org.eejs.report.remotekeys.RemoteKeyChart;
import org.eejs.report.remotekeys.RemoteKeySection;
import org.eejs.report.run.RunSection;
import org.eejs.report.text.Roles;
import org.eejs.report.text.RunFigures;
import org.eejs.report.text.Tested;
import org.eejs.report.xml.XmlPanel;
import org.eejs.report.xml.XmlSection;
import org.eejs.result.BankingFigures;
import org.eejs.result.Result.CpuSeconds;
import org.eejs.result.Result.Percentile;
import org.eejs.result.Result.Second;
import org.eejs.result.Result.Times;
import org.eejs.terminal.Printable;

/**
 * What the charts of a report draw, as JSON that is safe inside a script element.
 *
 * @param experiments those results that have several configurations
 * @param benches those results that are about primitives
 * @param remoteKeys those results that are about keys that live elsewhere
 * @param xmlPanels the charts of those that are about XML
 */
record ChartData(List<RunData> runs, List<ExperimentChart> experiments,
        List<BenchChart> benches, List<RemoteKeyChart> remoteKeys, List<XmlPanel> xmlPanels) {
    /**
     * The data of one run; series are columns, since that is what charts take and far smaller than rows.
     *
     * @param role the name of the process that is tested; null where it was not measured
     * @param unit a page or a step
     * @param goodMs the time of a good page
     * @param tolerableMs the time of a tolerable page
     */
    record RunData(String id, String name, String role, String unit, long goodMs, long tolerableMs,
            List<Phase> phases, Series series, List<Point> percentiles, List<Point> landmarks, List<Processors> cpu) {}

    /** A phase from the beginning of a second to the end of another. */
    record Phase(String name, boolean measured, int from, int to) {}

    /**
     * Second by second; a null is a second in which no page was answered. {@code jit} and {@code gc}
     * are part of {@code bank}, and null where they were not counted, as {@code besim} of a service.
     */
    record Series(List<Integer> second, List<Integer> sessions, List<Long> pages, List<Long> failed,
            List<Double> p50, List<Double> p95, List<Long> full, List<Long> resumed, List<Double> bank,
            List<Double> besim, List<Double> driver, List<Double> jit, List<Double> gc) {}

    /** {@code oneIn} is 1 / (1 - percentile): 10 is the 90th percentile, 100 the 99th. */
    record Point(String name, double oneIn, double ms) {}

    /** Processors that a process used in the steady state. */
    record Processors(String process, double user, double system) {}

    private static final ObjectMapper JSON = new ObjectMapper();

    static ChartData of(Document document) {
        return new ChartData(document.runs().stream().map(ChartData::run).toList(),
                document.chapters(ExperimentSection.class).stream().map(ExperimentChart::of).toList(),
                document.chapters(BenchSection.class).stream().map(BenchChart::of).toList(),
                document.chapters(RemoteKeySection.class).stream().map(RemoteKeyChart::of).toList(),
                document.chapters(XmlSection.class).stream().flatMap(section -> section.panels().stream()).toList());
    }

    /** JSON in which no character can end the script element around it. */
    String json() {
        try {
            return Printable.text(JSON.writeValueAsString(this)).replace("<", "\\u003c");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Records of numbers and names are always JSON", e);
        }
    }

    private static RunData run(RunSection section) {
        RunFigures measured = new RunFigures(section.run());
        BankingFigures figures = measured.banking();
        List<Second> seconds = figures.timeSeries();
        Tested tested = measured.tested();
        boolean counted = !tested.isService() || figures.usage().cpuSeconds().containsKey("bank");
        return new RunData(section.id(), section.name(), counted ? Roles.name(tested.role("bank")) : null,
                tested.words("page"), measured.qos().timeGood().toMillis(),
                measured.qos().timeTolerable().toMillis(), phases(seconds), series(seconds, tested),
                percentiles(figures), landmarks(figures), cpu(figures, tested));
    }

    private static List<Phase> phases(List<Second> seconds) {
        // From the seconds, not from the plan: a run that was ended early stops in the middle of a phase.
        List<Phase> phases = new ArrayList<>();
        for (int first = 0; first < seconds.size();) {
            int next = first;
            String phase = seconds.get(first).phase();
            while (next < seconds.size() && Objects.equals(seconds.get(next).phase(), phase)) {
                next++;
            }
            phases.add(new Phase(RunFigures.words(phase), "steady".equals(phase), seconds.get(first).second(),
                    seconds.get(next - 1).second() + 1));
            first = next;
        }
        return phases;
    }

    private static Series series(List<Second> seconds, Tested tested) {
        return new Series(
                seconds.stream().map(Second::second).toList(),
                seconds.stream().map(Second::sessions).toList(),
                seconds.stream().map(Second::pages).toList(),
                seconds.stream().map(Second::failedPages).toList(),
                times(seconds, Second::p50Ms),
                times(seconds, Second::p95Ms),
                seconds.stream().map(Second::fullHandshakes).toList(),
                seconds.stream().map(Second::resumedHandshakes).toList(),
                seconds.stream().map(Second::bankCpu).toList(),
                tested.isService() ? null : seconds.stream().map(Second::besimCpu).toList(),
                seconds.stream().map(Second::driverCpu).toList(),
                counted(seconds, Second::bankJitCpu),
                counted(seconds, Second::bankGcCpu));
    }

    private static List<Double> counted(List<Second> seconds, Function<Second, Double> cpu) {
        List<Double> known = seconds.stream().map(cpu).filter(Objects::nonNull).toList();
        return known.size() == seconds.size() ? known : null;
    }

    private static List<Double> times(List<Second> seconds, ToDoubleFunction<Second> ms) {
        List<Double> times = new ArrayList<>();
        seconds.stream().map(ms::applyAsDouble).forEach(time -> times.add(time == 0 ? null : time));
        return times;
    }

    private static List<Point> percentiles(BankingFigures run) {
        long count = run.times().responseTimeMs().count();
        if (count == 0) {
            return List.of();
        }
        List<Point> points = new ArrayList<>();
        for (Percentile percentile : run.times().percentiles()) {
            points.add(point("", percentile.percentile(), percentile.ms(), count));
        }
        return points;
    }

    private static List<Point> landmarks(BankingFigures run) {
        Times times = run.times().responseTimeMs();
        if (times.count() == 0) {
            return List.of();
        }
        List<Point> points = new ArrayList<>(List.of(point("p50", 50, times.p50(), times.count()),
                point("p90", 90, times.p90(), times.count()), point("p99", 99, times.p99(), times.count())));
        // Of fewer than a hundred pages the 99th percentile is the slowest.
        points.removeIf(point -> point.oneIn() >= times.count());
        points.add(point("max", 100, times.max(), times.count()));
        return points;
    }

    // The slowest of n pages is the percentile at which one in n is left; 100 % itself would be infinitely far right.
    private static Point point(String name, double percentile, double ms, long pages) {
        double oneIn = percentile >= 100 ? pages : Math.min(pages, 100 / (100 - percentile));
        return new Point(name, oneIn, ms);
    }

    private static List<Processors> cpu(BankingFigures run, Tested tested) {
        double steady = run.steadySeconds();
        Map<String, CpuSeconds> cpu = run.usage().cpuSeconds();
        if (steady == 0) {
            return List.of();
        }
        return Roles.inOrder(cpu.keySet()).stream().filter(role -> cpu.get(role) != null)
                .map(role -> new Processors(Roles.name(tested.role(role)), cpu.get(role).user() / steady,
                        cpu.get(role).system() / steady))
                .toList();
    }
}
