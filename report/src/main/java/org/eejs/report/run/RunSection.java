package org.eejs.report.run;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.Qos;
import org.eejs.report.page.Block;
import org.eejs.report.page.Block.Fact;
import org.eejs.report.page.Block.Tile;
import org.eejs.report.page.Chapter;
import org.eejs.report.page.Chart;
import org.eejs.report.page.Gauge;
import org.eejs.report.page.Plot;
import org.eejs.report.page.Section;
import org.eejs.report.table.Column;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Table;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.Where;
import org.eejs.report.text.Configuration;
import org.eejs.report.text.FigureText;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.Roles;
import org.eejs.report.text.RunQuality;
import org.eejs.report.text.Tested;
import org.eejs.result.BankFigures;
import org.eejs.result.Figure;
import org.eejs.result.HostFigures;
import org.eejs.result.Observation;
import org.eejs.result.Result.Disclosure;
import org.eejs.result.Evidence.PhaseFailures;
import org.eejs.result.ServiceFigures;
import org.eejs.result.ServiceFigures.Sample;
import org.eejs.result.ServiceFigures.Scenario;

/**
 * The report of one run.
 *
 * @param letter the letter of the run in the report: A, B, C, …
 * @param name the configuration, with the repetition if there are several
 * @param primitives benchmarks of cryptography, if there are any
 */
public record RunSection(String letter, String name, Observation run, Disclosure disclosure, Verdict verdict,
        Primitives primitives) implements Chapter {
    private static final String DEFAULT = "default";

    /**
     * Returns the section of a run. {@code beside} is its name among other runs; it is null if it has a name, or is the
     * only run.
     *
     * @param repeated whether its configuration has several runs
     */
    public static RunSection of(String letter, Observation run, String beside, Disclosure disclosure, boolean repeated,
            Primitives primitives) {
        Tested tested = Tested.of(run);
        String name = beside != null ? beside : isNamed(run) ? run.configuration()
                : tested.isService() ? tested.name() : Configuration.of(disclosure).name();
        return new RunSection(letter, repeated ? name + ", repetition " + run.round() : name, run, disclosure,
                Verdict.of(run), primitives);
    }

    /** Returns whether its configuration has a name. */
    public static boolean isNamed(Observation run) {
        return run.configuration() != null && !run.configuration().equals(DEFAULT);
    }

    @Override
    public String id() {
        return "run-" + letter;
    }

    @Override
    public Finding finding() {
        return verdict.finding();
    }

    @Override
    public List<String> alarms() {
        return verdict.reasons();
    }

    @Override
    public List<TableCell> statement() {
        return Stream.of(verdict.statement()).filter(words -> !words.parts().isEmpty()).toList();
    }

    @Override
    public List<Gauge> gauges() {
        return verdict.gauges();
    }

    @Override
    public List<String> cautions() {
        return verdict.cautions();
    }

    @Override
    public List<String> procedure() {
        return Stream.of(String.join(" · ", Configuration.of(disclosure).parts())).filter(words -> !words.isEmpty())
                .toList();
    }

    @Override
    public List<Section> sections() {
        Tested tested = Tested.of(run);
        RunPlots plots = new RunPlots(run);
        boolean seconds = !run.evidence().everySecond().isEmpty();
        List<Section> sections = List.of(
                Section.of("", new Block.Tiles(tiles(tested), RunQuality.hasPages(run) ? Where.EVERYWHERE
                        : Where.PAGE)).styled("tiles"),
                service(),
                CpuSection.section(run, event -> primitives.beside(event, run.evidence().profile(), disclosure)),
                WaitSection.section(run.evidence().waits(), tested),
                Section.of("Response time and throughput", seconds
                        ? chart(plots.times(), "time", "Response time and pages per second over time")
                        : Block.nothing("The run has no time series.", Where.PAGE)),
                Section.of("Response time by percentile", RunPlots.hasPercentiles(run)
                        ? chart(RunPlots.percentiles(List.of(this)), "curve", "Percentile curve of the response time")
                        : Block.nothing(tested.words("No page was completed in the steady state, so there is no "
                                + "percentile curve."), Where.PAGE)),
                PageTable.section(run),
                processes(plots, seconds),
                hosts(tested),
                HandshakeTable.section(run).with(Block.when(seconds,
                        Block.headingOfChart("Handshakes of users per second"), chart(plots.handshakes(),
                                "handshakeTime", "Full and resumed handshakes per second over time"))),
                WireTable.section(run),
                failures());
        return sections.stream().map(section -> section.worded(tested::words)).toList();
    }

    private Block chart(Plot plot, String look, String label) {
        return Block.chart(Chart.of(plot, look, letter, label));
    }

    private List<Tile> tiles(Tested tested) {
        Qos wanted = RunQuality.qos(run);
        boolean pages = RunQuality.hasPages(run);
        boolean full = BankFigures.FULL_HANDSHAKE.in(run).isPresent();
        String resumed = value(BankFigures.RESUMED_HANDSHAKE);
        String without = RunQuality.unanswered(run) == 0 ? ""
                : "; without %s failed ones".formatted(Format.count(RunQuality.unanswered(run)));
        return Stream.of(
                tile("Throughput", pages ? Format.figure(BankFigures.PAGES_PER_SECOND.of(run), "pages/s") : null,
                        "%s pages in %s s".formatted(Format.count(run.count(BankFigures.PAGES.id())),
                                Format.plain(BankFigures.STEADY_SECONDS.of(run)))),
                tile("Response time, mean", value(BankFigures.RESPONSE_TIME),
                        "median " + value(BankFigures.RESPONSE_TIME_P50) + without),
                tile("Response time, p95", value(BankFigures.RESPONSE_TIME_P95),
                        "p90 " + value(BankFigures.RESPONSE_TIME_P90) + without),
                tile("Response time, p99", value(BankFigures.RESPONSE_TIME_P99),
                        "slowest " + value(BankFigures.RESPONSE_TIME_MAX) + without),
                tested.isService() ? rate("HTTP requests", BankFigures.HTTP_REQUESTS.id(), "in all")
                        : tile("Login, mean", value(BankFigures.LOGIN),
                                "p99 " + Format.time(run.value("loginMs.p99"))),
                tile("Bank CPU per page", RunQuality.hasBankCpu(run) ? value(BankFigures.APP_CPU) : null, cpuParts()),
                tile("Good", pages ? value(BankFigures.GOOD) : null, "within %s; needs %s".formatted(
                        Format.whole(wanted.timeGood()), Format.reached(wanted.goodFraction()))),
                tile("Tolerable", pages ? value(BankFigures.TOLERABLE) : null, "within %s; needs %s".formatted(
                        Format.whole(wanted.timeTolerable()), Format.reached(wanted.tolerableFraction()))),
                tile("Failed", pages ? value(BankFigures.FAILED) : null,
                        Format.count(run.count(BankFigures.FAILED_PAGES.id())) + " pages"),
                rate("Full handshakes", "handshakes.client.full", "of users"),
                rate("Resumed handshakes", "handshakes.client.resumed", "of users"),
                tile("Handshake, mean", full ? value(BankFigures.FULL_HANDSHAKE) : resumed,
                        !full ? "resumed; none was full" : resumed == null ? "full; none was resumed"
                                : "full; resumed " + resumed))
                .map(tile -> new Tile(tested.words(tile.label()), tile.value(), tested.words(tile.unit()),
                        tested.words(tile.note()))).toList();
    }

    /** Returns a figure with its unit; null if it was not measured. */
    private String value(Figure figure) {
        return figure.in(run).isEmpty() ? null : new FigureText(figure, Tested.BANK).value(figure.of(run));
    }

    private Tile rate(String label, String id, String which) {
        double seconds = BankFigures.STEADY_SECONDS.of(run);
        return tile(label, seconds > 0 ? Format.figure(run.count(id) / seconds, "/s") : null,
                Format.count(run.count(id)) + " " + which);
    }

    private static Tile tile(String label, String value, String note) {
        if (value == null) {
            return new Tile(label, Format.NONE, "", "not measured");
        }
        String[] parts = value.split("\u00a0", 2);
        return new Tile(label, parts[0], parts.length > 1 ? parts[1] : "", note);
    }

    private String cpuParts() {
        String mark = RunQuality.mark(run).isEmpty() ? "" : RunQuality.mark(run) + "; ";
        double gc = BankFigures.CPU_OF_GC.of(run);
        double jit = BankFigures.CPU_OF_JIT.of(run);
        // Programs other than JVMs have neither garbage collector nor JIT compiler.
        return mark + (gc + jit > 0 ? "including garbage collection %s; JIT compiler %s extra".formatted(
                Format.figure(gc), Format.figure(jit)) : "user and system");
    }

    /** Returns the section of a user's service: its address, the measured processes, and the cost by scenario. */
    private Section service() {
        ServiceFigures service = run.evidence().service();
        if (service == null) {
            return Section.of("");
        }
        List<Fact> facts = Stream.of(new Fact("Address", List.of(service.url())),
                new Fact("Hosts under load", service.hosts()),
                new Fact("CPU of", service.processes() == null ? List.of() : service.processes()),
                new Fact("Reported by it", service.proofs()),
                new Fact("First messages of TLS", service.hellos().stream().map(hellos -> hellos.trouble().orElse(
                        hellos.target() + ": " + hellos.words())).toList()))
                .filter(fact -> !fact.values().isEmpty()).toList();
        List<Scenario> scenarios = service.scenarios() == null ? List.of() : service.scenarios();
        boolean cost = scenarios.stream().anyMatch(scenario -> scenario.cpuMsPerRequest() != null);
        List<Column<Scenario>> columns = List.of(Column.words("Scenario", Scenario::name),
                Column.figure("Requests", scenario -> Format.count(scenario.requests())),
                Column.known("CPU per request, ms", null, Scenario::cpuMsPerRequest, Format::millis),
                Column.interval(Scenario::ci95, Format::millis));
        return Section.of("The service", new Block.Facts(List.of(new Block.FactGroup("", facts)), Where.EVERYWHERE),
                Block.paragraph(Block.Style.NOTE, service.processes() != null ? ""
                        : "EEJS did not measure a process of it. With pid in its file, the report also has the CPU of "
                                + "a step and its parts, memory and garbage collections, and the handshakes that its "
                                + "JVM counts."),
                Block.headingOfChart(scenarios.isEmpty() ? "" : "Requests by scenario"),
                Block.table(Table.of(cost ? columns : columns.subList(0, 2), scenarios)),
                Block.note(cost ? "The cost per request is an estimate: a regression of the service’s CPU in each "
                        + "second, without the JIT compiler, on the requests in that second." : scenarios.size() < 2
                        ? "" : "The cost per request by scenario is unknown: scenarios had nearly the same proportion "
                        + "all the time, or the steady state is too short.", Where.FILES));
    }

    /** Returns the CPU and memory of each process in the steady state. */
    private Section processes(RunPlots plots, boolean seconds) {
        Tested tested = Tested.of(run);
        double steady = BankFigures.STEADY_SECONDS.of(run);
        List<String> roles = RunPlots.roles(run);
        Table table = Table.of(List.of(
                Column.<String>words("Process", role -> Roles.name(tested.role(role))),
                Column.figure("User, s", role -> Format.figure(cpu(role, "user"))),
                Column.of("System, s", Kind.FIGURE, role -> Double.isNaN(cpu(role, "system")) ? TableCell.NONE
                        : TableCell.of(Format.figure(cpu(role, "system"))).small(Format.percent(
                                cpu(role, "system") / cpu(role)))),
                Column.figure("Processors in use", role -> Format.figure(cpu(role) / steady)),
                Column.figure("CPU per page, ms", role -> Format.figure(
                        1_000 * cpu(role) / run.count(BankFigures.PAGES.id()))),
                Column.known("Largest memory", null, role -> finite(run.value(RunPlots.MEMORY + role)),
                        Format::bytes)), roles);
        return Section.of("CPU and memory").with(
                Block.nothing(table.isEmpty() ? "No processor time was measured." : "", Where.PAGE)).with(
                Block.when(!table.isEmpty() && steady > 0,
                        Block.headingOfChart("Processors in use in the steady state"),
                        chart(plots.processors(), "bars", "Processors in use by process, user and system mode"))).with(
                Block.table(table),
                Block.paragraph(Block.Style.NOTE, BankFigures.ALLOCATED.in(run).isEmpty() ? ""
                        : tested.words("The bank allocated %s of heap per page and spent %s in garbage collections.")
                                .formatted(value(BankFigures.ALLOCATED), value(BankFigures.GC))),
                Block.paragraph(Block.Style.NOTE, BankFigures.FOREIGN.in(run).isEmpty() ? ""
                        : "Other programs used %s of the machine’s CPU time; steal was %s.".formatted(
                                Format.percent(RunQuality.foreignCpu(run)),
                                Format.percent(RunQuality.stolenCpu(run)))),
                Block.paragraph(Block.Style.NOTE, tlsOfDriver())).with(
                Block.when(seconds, Block.headingOfChart("Processors in use over time"),
                        chart(plots.processorsOverTime(), "cpuTime", "Processors in use over time")));
    }

    /** Returns a sentence about a driver whose TLS costs more than usual; empty otherwise. */
    private String tlsOfDriver() {
        String engine = disclosure == null || disclosure.tls() == null || disclosure.tls().engines() == null ? null
                : disclosure.tls().engines().get("driver");
        return engine == null || engine.equals("BoringSSL") ? ""
                : "The driver used %s, since BoringSSL lacks this TLS: its CPU does not compare with other runs."
                        .formatted(engine);
    }

    private double cpu(String role, String mode) {
        return run.value(RunPlots.CPU + role + "." + mode);
    }

    private double cpu(String role) {
        return cpu(role, "user") + cpu(role, "system");
    }

    private static Double finite(double value) {
        return Double.isFinite(value) ? (Double) value : null;
    }

    /** Returns the hosts of the run with their roles and load. */
    private Section hosts(Tested tested) {
        if (!RunQuality.isOnHosts(run)) {
            return Section.of("");
        }
        return Section.of("Hosts").with(Block.table(Table.of(List.of(
                Column.<HostFigures>words("Host", HostFigures::host),
                Column.words("Roles", host -> host.roles().stream().map(role -> Roles.name(tested.role(role)))
                        .collect(Collectors.joining(", "))),
                Column.<HostFigures>longWords("Machine", host -> "%d × %s, %s, JDK %s".formatted(
                        host.machine().cpu().processors(), host.machine().cpu().model(),
                        Format.bytes(host.machine().memory().totalBytes()), host.machine().jdk().version()))
                        .in(Where.PAGE),
                Column.figure("CPU, s", host -> Format.figure(host.use().cpuSeconds())),
                Column.figure("Of its processors", host -> Format.percent(host.use().saturation())),
                Column.figure("Sessions", host -> host.use().sessions() == 0 ? Format.NONE
                        : Format.figure(host.use().sessions())),
                Column.figure("Round trip to the lab", host -> micros(host.link().labMicros())),
                Column.<HostFigures>figure("Connecting to the called host", host -> host.link().callMicros() == null
                        ? Format.NONE : micros(host.link().callMicros())).in(Where.PAGE),
                Column.figure("Clock ahead of the lab's", host -> clock(host.link())),
                Column.known("Steal", null, host -> host.use().stolenCpu(), Format::percent),
                Column.known("Other programs", null, host -> host.use().foreignCpu(), Format::percent),
                Column.figure("Late ticks", host -> Format.count(host.use().lostTicks()))), run.evidence().hosts())),
                Block.paragraph(Block.Style.NOTE, "Response times include the network between these hosts; do not "
                        + "compare them with a run on one machine."));
    }

    private static String clock(HostFigures.Link link) {
        String before = "%s ± %s".formatted(micros(link.clockOffsetMicros()), micros(link.clockErrorMicros()));
        return link.clockMovedMicros() == null || link.clockMovedMicros() == 0 ? before
                : before + ", then moved by " + micros(link.clockMovedMicros());
    }

    private static String micros(long micros) {
        return Math.abs(micros) < 1_000 ? micros + " µs" : String.format(Locale.ROOT, "%.1f ms", micros / 1_000.0);
    }

    /** A reason for failures in a phase. */
    private record Failure(PhaseFailures phase, String reason, long failed) {}

    /** Returns the reasons for failed pages, by phase and frequency, with examples for the steps of a service. */
    private Section failures() {
        List<Failure> failures = run.evidence().failures() == null ? List.of()
                : run.evidence().failures().stream().flatMap(phase -> phase.reasons().entrySet().stream()
                        .filter(failure -> failure.getValue() != null && failure.getValue() > 0)
                        .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                                .thenComparing(Map.Entry.comparingByKey()))
                        .map(failure -> new Failure(phase, failure.getKey(), failure.getValue()))).toList();
        ServiceFigures service = run.evidence().service();
        return Section.of("Failed pages", Block.table(Table.of(List.of(
                Column.<Failure>words("Phase", row -> RunQuality.words(row.phase().phase())),
                Column.longWords("Reason", row -> reason(row.reason())),
                Column.figure("Pages", row -> Format.count(row.failed())),
                Column.figure("Of its pages", row -> row.phase().pages() == 0 ? Format.NONE
                        : Format.percent((double) row.failed() / row.phase().pages()))), failures)),
                Block.table(Table.of(List.of(Column.words("Step", Sample::step),
                        Column.words("Reason", sample -> reason(sample.reason())),
                        Column.longWords("Example", Sample::text)),
                        service == null ? List.of() : service.samples())));
    }

    // Reasons are recorded in camel case, such as wrongLength.
    private String reason(String recorded) {
        return recorded.equals("slow") ? "too slow, over " + Format.whole(RunQuality.qos(run).timeTolerable())
                : recorded.matches("[a-z]+([A-Z][a-z]+)*")
                        ? recorded.replaceAll("(?=[A-Z])", " ").toLowerCase(Locale.ROOT) : recorded;
    }
}
