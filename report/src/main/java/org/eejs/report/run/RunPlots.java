package org.eejs.report.run;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eejs.banking.Qos;
import org.eejs.report.page.Plot;
import org.eejs.report.page.Plot.Line;
import org.eejs.report.page.Plot.Look;
import org.eejs.report.page.Plot.Panel;
import org.eejs.report.text.Roles;
import org.eejs.report.text.RunQuality;
import org.eejs.report.text.Tested;
import org.eejs.result.BankFigures;
import org.eejs.result.Distribution;
import org.eejs.result.Observation;
import org.eejs.result.Result.Second;

/** The charts of a run. */
public record RunPlots(Observation run) {
    static final String CPU = "cpuSeconds.";
    static final String MEMORY = "residentBytes.";
    private static final String TIMES = "responseTimeMs";
    private static final String BLUE = "blue";

    private Tested tested() {
        return Tested.of(run);
    }

    Plot times() {
        String pages = tested().words("pages");
        String perSecond = pages + " per second";
        List<Line> answered = new ArrayList<>(List.of(line(perSecond, pages, "met", Look.AREA, Second::pages)));
        if (seconds().stream().anyMatch(second -> second.failedPages() > 0)) {
            answered.add(line("failed " + perSecond, pages, "missed", Look.BARS, Second::failedPages));
        }
        return timeSeries(List.of(new Panel("response time, ms", true, List.of(
                line("p95", "ms", "purple", Look.LINE, second -> known(second.p95Ms())),
                line("p50 (median)", "ms", BLUE, Look.LINE, second -> known(second.p50Ms())))),
                new Panel(perSecond, false, answered)));
    }

    /** Returns null for a second without an answered page. */
    private static Double known(double ms) {
        return ms == 0 ? null : (Double) ms;
    }

    Plot handshakes() {
        return timeSeries(List.of(new Panel("", false, List.of(
                line("full", "", BLUE, Look.LINE, Second::fullHandshakes),
                line("resumed", "", "amber", Look.LINE, Second::resumedHandshakes)))));
    }

    /** Returns the processors in use; the parts of the measured process are stacked if they were counted. */
    Plot processorsOverTime() {
        Tested tested = tested();
        List<Line> lines = new ArrayList<>();
        String name = Roles.name(tested.role("bank"));
        boolean parts = seconds().stream().allMatch(second -> second.bankJitCpu() != null
                && second.bankGcCpu() != null);
        if (!tested.isService() || run.figures().containsKey(CPU + "bank.user")) {
            lines.add(line(name, "", parts ? "ink" : BLUE, parts ? Look.SUM : Look.LINE, Second::bankCpu));
            lines.addAll(!parts ? List.of() : List.of(
                    line("its application", "", BLUE, Look.PART, second -> Math.max(0,
                            second.bankCpu() - second.bankJitCpu() - second.bankGcCpu())),
                    line("its GC", "", "purple", Look.PART, Second::bankGcCpu),
                    line("its JIT compiler", "", "amber", Look.PART, Second::bankJitCpu)));
        }
        if (!tested.isService()) {
            lines.add(line("Back end", "", "met", Look.LINE, Second::besimCpu));
        }
        lines.add(line("Driver", "", "grey", Look.LINE, Second::driverCpu));
        return timeSeries(List.of(new Panel("", false, lines)));
    }

    private Line line(String name, String unit, String colour, Look look, Function<Second, ? extends Number> value) {
        List<Number> values = new ArrayList<>();
        seconds().forEach(second -> values.add(value.apply(second)));
        return new Line(name, unit, colour, look, values);
    }

    private List<Second> seconds() {
        return run.evidence().everySecond();
    }

    private Plot timeSeries(List<Panel> panels) {
        // The phases come from the seconds, because a run that ended early stops in the middle of a planned phase.
        List<Plot.Phase> phases = new ArrayList<>();
        for (int first = 0, next = 0; first < seconds().size(); first = next) {
            String phase = seconds().get(first).phase();
            while (next < seconds().size() && Objects.equals(seconds().get(next).phase(), phase)) {
                next++;
            }
            phases.add(new Plot.Phase(RunQuality.words(phase), "steady".equals(phase), seconds().get(first).second(),
                    seconds().get(next - 1).second() + 1));
        }
        return new Plot.TimeSeries(phases, seconds().stream().map(Second::second).toList(),
                seconds().stream().map(Second::sessions).toList(), panels);
    }

    public static boolean hasPercentiles(Observation run) {
        return run.distributions().containsKey(TIMES);
    }

    /** Returns the curves of runs, with limits if all runs have the same. */
    public static Plot percentiles(List<RunSection> sections) {
        List<RunSection> known = sections.stream().filter(section -> hasPercentiles(section.run())).toList();
        List<Qos> limits = known.stream().map(section -> RunQuality.qos(section.run())).distinct().toList();
        return new Plot.Distribution(Tested.of(known.get(0).run()).words("pages"), limits.size() > 1 ? List.of()
                : List.of(new Plot.Limit("good", limits.get(0).timeGood().toMillis()),
                        new Plot.Limit("tolerable", limits.get(0).timeTolerable().toMillis())),
                known.stream().map(section -> curve(section.letter() + " · " + section.name(),
                        section.run().distributions().get(TIMES))).toList());
    }

    private static Plot.Curve curve(String name, Distribution times) {
        List<Plot.Point> landmarks = new ArrayList<>(Stream.of(50, 90, 99).map(percentile ->
                point("p" + percentile, percentile, times.percentile(percentile), times.count())).toList());
        // With fewer than a hundred pages, the 99th percentile is the slowest page.
        landmarks.removeIf(point -> point.oneIn() >= times.count());
        landmarks.add(point("max", 100, times.max(), times.count()));
        return new Plot.Curve(name, times.curve().stream().map(point ->
                point("", point.percentile(), point.value(), times.count())).toList(), landmarks);
    }

    // The slowest of n pages is at the percentile that one in n exceeds; 100% would be infinitely far to the right.
    private static Plot.Point point(String name, double percentile, double ms, long pages) {
        double oneIn = percentile >= 100 ? pages : Math.min(pages, 100 / (100 - percentile));
        return new Plot.Point(name, oneIn, ms);
    }

    Plot processors() {
        List<String> roles = roles(run).stream().filter(role -> run.figures().containsKey(CPU + role + ".user"))
                .toList();
        return new Plot.StackedBars("processors", roles.stream().map(role -> Roles.name(tested().role(role))).toList(),
                List.of(part(roles, "user", BLUE), part(roles, "system", "sky")));
    }

    private Plot.Part part(List<String> roles, String mode, String colour) {
        return new Plot.Part(mode, colour, roles.stream().map(role -> run.value(CPU + role + "." + mode)
                / BankFigures.STEADY_SECONDS.of(run)).toList());
    }

    /** Returns the roles with measured processor time or memory. */
    static List<String> roles(Observation run) {
        Set<String> roles = new LinkedHashSet<>();
        run.figures().keySet().forEach(id -> {
            if (id.startsWith(CPU)) {
                roles.add(id.substring(CPU.length(), id.lastIndexOf('.')));
            } else if (id.startsWith(MEMORY)) {
                roles.add(id.substring(MEMORY.length()));
            }
        });
        return Roles.inOrder(roles);
    }
}
