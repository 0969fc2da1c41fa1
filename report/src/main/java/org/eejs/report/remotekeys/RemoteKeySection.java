package org.eejs.report.remotekeys;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eejs.report.page.Block;
import org.eejs.report.page.Chapter;
import org.eejs.report.page.Chart;
import org.eejs.report.page.Section;
import org.eejs.report.table.TableCell.Look;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Change;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.Sentence;
import org.eejs.result.RemoteKeyKind;
import org.eejs.result.RemoteKeys.Curve;
import org.eejs.result.RemoteKeys.Law;
import org.eejs.result.RemoteKeys.Point;
import org.eejs.result.RemoteKeys.ProcessorRatio;
import org.eejs.result.RemoteKeys.Settings;
import org.eejs.result.RemoteKeys.Target;
import org.eejs.result.RemoteKeys;
import org.eejs.result.Result;

/**
 * The report of remote keys.
 *
 * @param id distinguishes the sections of a report
 * @param operations the measured operations with their curves
 */
public record RemoteKeySection(String id, RemoteKeys remoteKey, Finding finding, List<Operation> operations)
        implements Chapter {
    /**
     * A measured operation.
     *
     * @param id the id of its section
     * @param about its description, a sentence
     */
    record Operation(String id, String title, String about, List<RemoteKeyCurve> curves, List<Point> points) {}

    public static RemoteKeySection of(String id, Result result) {
        RemoteKeys remoteKey = result.remoteKey();
        List<Point> points = Point.of(result.observations());
        List<Operation> operations = new ArrayList<>();
        Map<String, List<Curve>> byTitle = points.stream().map(Point::curve).distinct()
                .collect(Collectors.groupingBy(RemoteKeySection::title, LinkedHashMap::new, Collectors.toList()));
        byTitle.forEach((title, curves) -> operations.add(new Operation(id + "-" + (operations.size() + 1), title,
                about(curves.get(0), remoteKey.settings()),
                curves.stream().map(curve -> RemoteKeyCurve.of(curve, points, remoteKey.laws()))
                        .toList(),
                curves.stream().flatMap(curve -> points.stream().filter(point -> point.curve().equals(curve)))
                        .toList())));
        return new RemoteKeySection(id, remoteKey, RemoteKeyFinding.of(remoteKey, points), List.copyOf(operations));
    }

    @Override
    public List<Section> sections() {
        List<Section> sections = new ArrayList<>(List.of(
                Section.of("Targets", Block.table(Table.of(TARGETS, remoteKey.targets())),
                        Block.note("With one server; at the concurrency of the highest throughput if none is "
                                + "named."))
                        .identified(id + "-targets"),
                law(), processors()));
        for (int index = 0; index < operations.size(); index++) {
            sections.add(operation(operations.get(index), index));
        }
        return List.copyOf(sections);
    }

    private Section operation(Operation operation, int index) {
        boolean drawn = operation.curves().stream().anyMatch(curve -> !curve.marks().isEmpty());
        return Section.of(operation.title(), Block.paragraph(Block.Style.ABOUT, operation.about(), Where.PAGE))
                .identified(operation.id()).styled("primitives").with(Block.when(drawn,
                        Block.headingOfChart("Throughput by concurrency"),
                        Block.chart(Chart.of("scaling", "scaling", id, operation.title()
                                + ": throughput by concurrency").at(index)),
                        Block.noteOfChart("Marks are measurements, with 95% CI if there are several rounds; lines are "
                                + "the scaling law."),
                        Block.headingOfChart("Latency by concurrency, linear"),
                        latency(operation, index, "linear"),
                        Block.headingOfChart("Latency by concurrency, logarithmic"),
                        latency(operation, index, "logarithmic")))
                .with(new Block.Folded("All figures", null, List.of(Block.table(PointTable.of(operation.points()))),
                        Where.EVERYWHERE));
    }

    private Block latency(Operation operation, int index, String scale) {
        List<RemoteKeyCurve> curves = operation.curves();
        return new Block.Charts(true, IntStream.range(0, curves.size()).filter(place -> !curves.get(place).marks()
                .isEmpty()).mapToObj(place -> Chart.of("latency", "latency", id, "%s, %s: latency, %s".formatted(
                        operation.title(), curves.get(place).name(), scale)).at(index).ofCurve(place, scale)
                        .titled(curves.get(place).name())).toList());
    }

    private Section law() {
        List<Law> laws = remoteKey.laws();
        return Section.of("Scaling law").identified(id + "-law").with(
                Block.nothing(laws.isEmpty() ? "A scaling law needs three concurrencies." : "", Where.PAGE)).with(
                Block.when(!laws.isEmpty(),
                        Block.paragraph(Block.Style.TEXT, "X(N) = λN / (1 + σ(N − 1) + κN(N − 1)): λ is the rate of "
                                + "one thread, σ the contention for a serial resource, κ the cost of coherency between "
                                + "threads.", Where.PAGE),
                        Block.table(Table.of(LAWS, laws)),
                        Block.note("Small: 95% CI, by a bootstrap of the fit’s residuals over all rounds. The knee is "
                                + "the intersection of λN, the linear scaling, with the law’s highest throughput. The "
                                + "measured knee is the lowest concurrency with 95% of the highest measured "
                                + "throughput. Fit: explained variance, and the typical distance of a measurement "
                                + "from the law.")));
    }

    private Section processors() {
        Table table = Table.of(RATIOS, remoteKey.ratios());
        return Section.of("Processors").with(Block.when(!table.isEmpty(), Block.table(table),
                Block.note("CPU of an operation on both sides, from the measured knee on. With this ratio of generic "
                        + "to cryptographic processors, both are saturated at once. The CI is over rounds. "
                        + "The hypothesis, 1 generic to 2 cryptographic ones, was published for another system in "
                        + "2024.")));
    }

    private static final List<Column<Target>> TARGETS = List.of(
            Column.of("Target", Kind.WORDS, target -> TableCell.of(target.name()).and(Look.DETAIL,
                    target.detail())),
            Column.of("Verdict", Kind.WORDS, target -> target.met() == null ? TableCell.badge("not measured", "open")
                    : target.met() ? TableCell.badge("✓ met", "met") : TableCell.badge("✕ missed", "missed")),
            Column.of("Figure", Kind.FIGURE, target -> TableCell.strong(target.value() == null ? Format.NONE
                    : Format.figure(target.value()) + unit(target))),
            Column.figure("Target", target -> (target.atLeast() ? "at least " : "at most ")
                    + Format.plain(target.limit()) + unit(target)),
            Column.<Target>words("Derivation", target -> target.detail()).in(Where.TEXT));

    private static String unit(Target target) {
        return target.unit().isEmpty() ? "" : "\u00a0" + target.unit();
    }

    private static final List<Column<Law>> LAWS = List.of(
            Column.words("Curve", law -> name(law.curve())),
            Column.of("λ, operations/s", Kind.FIGURE, law -> figure(law.coefficients().lambda(),
                    law.coefficients().lambdaCi95())),
            Column.of("σ", Kind.FIGURE, law -> TableCell.of(small(law.coefficients().sigma())).small(interval(
                    law.coefficients().sigmaCi95()))),
            Column.of("κ", Kind.FIGURE, law -> TableCell.of(small(law.coefficients().kappa())).small(interval(
                    law.coefficients().kappaCi95()))),
            Column.of("Peak", Kind.FIGURE, law -> law.peakOpsPerSecond() == null ? TableCell.of("none")
                    : TableCell.of(Format.figure(law.peakOpsPerSecond()) + "/s").small(law.peakThreads() == null
                            ? "never reached" : "at " + Format.figure(law.peakThreads()))),
            Column.of("Knee", Kind.FIGURE, law -> law.kneeThreads() == null ? TableCell.of("none")
                    : figure(law.kneeThreads(), law.kneeCi95())),
            Column.figure("Measured knee", law -> Format.count(law.measuredKnee())),
            Column.of("Fit", Kind.FIGURE, law -> TableCell.of("R² " + Format.figure(law.rSquared()))
                    .small("±" + Format.percent(law.relativeError()))));

    private static TableCell figure(double value, List<Double> ci95) {
        return TableCell.of(Format.figure(value)).small(interval(ci95));
    }

    private static final List<Column<ProcessorRatio>> RATIOS = List.of(
            Column.words("Curve", ratio -> name(ratio.curve())),
            Column.figure("From", ratio -> Format.count(ratio.fromThreads())),
            Column.figure("Client, µs/op", ratio -> Format.figure(ratio.clientCpuMicros())),
            Column.figure("Servers, µs/op", ratio -> Format.figure(ratio.serverCpuMicros())),
            Column.of("Best ratio", Kind.FIGURE, ratio -> TableCell.strong("1 : " + Format.figure(
                    ratio.serversPerClient()))),
            Column.interval(ProcessorRatio::ci95, Format::figure),
            Column.words("Hypothesis", ratio -> ratio.holdsHypothesis() == null ? "too few rounds"
                    : ratio.holdsHypothesis() ? "1 : 2 is possible" : "1 : 2 is rejected"));

    /** Returns the short name of an operation. */
    private static String operation(String operation) {
        return switch (operation) {
            case RemoteKeys.SIGN -> "Signature";
            case RemoteKeys.SPI -> "SPI signature";
            case RemoteKeys.HANDSHAKE -> "Mutual TLS handshake";
            case RemoteKeys.DRAW -> "Generation of messages";
            default -> operation;
        };
    }

    /** Returns the title of a curve: the operation, and the kind of key unless it is the default. */
    static String title(Curve curve) {
        return curve.hasOtherKey() ? operation(curve.operation()) + " " + curve.kind()
                : operation(curve.operation());
    }

    /** Returns the name of a curve. */
    static String name(Curve curve) {
        return curve.key().equals(RemoteKeys.NONE) ? title(curve) : title(curve) + ", " + place(curve);
    }

    /** Returns the place of a curve's key. */
    static String place(Curve curve) {
        return curve.key().equals(RemoteKeys.LOCAL) ? "local key" : curve.place();
    }

    private static String about(Curve curve, Settings settings) {
        return switch (curve.operation()) {
            case RemoteKeys.SIGN -> RemoteKeyKind.byId(curve.kind()).map(RemoteKeyKind::signature).orElse("Signatures")
                    + " of 32 to 100 bytes by the JCA.";
            case RemoteKeys.SPI -> "Generates a %s message of about %s bytes and signs it with three references; one "
                    .formatted(settings.messageType(), Format.count(settings.messageBytes()))
                    + "signer serves all threads.";
            case RemoteKeys.HANDSHAKE -> "%s between two engines of one thread, without a network: the client signs, "
                    .formatted(settings.protocol()) + "and each handshake was verified.";
            case RemoteKeys.DRAW -> "The generation of messages is part of an SPI signature, but not of a service.";
            default -> "";
        };
    }

    @Override
    public List<String> cautions() {
        List<String> cautions = new ArrayList<>();
        Settings settings = remoteKey.settings();
        if (settings.clientHosts() != null) {
            cautions.add("Times include the network between hosts; do not compare them with times on one machine.");
        } else if (settings.cluster() != null) {
            cautions.add("The key servers ran elsewhere, perhaps not for this client only; the CPU use of their "
                    + "processors is unknown.");
        } else if (settings.clientProcessors().isEmpty()) {
            cautions.add("Client and servers were not pinned, so they competed for processors.");
        } else if (settings.serversShareProcessors()) {
            cautions.add("Servers shared processors, so a second server adds cost, but no capacity.");
        }
        if (!remoteKey.ratios().isEmpty()) {
            cautions.add("A ratio of processors includes the work of this benchmark: a handshake client also does the "
                    + "peer’s side, and an SPI client generates each message.");
        }
        long failed = operations.stream().flatMap(each -> each.points().stream())
                .filter(point -> !point.isMeasured()).count();
        if (failed > 0) {
            cautions.add("%s of the points failed; see the tables.".formatted(Format.count(failed)));
        }
        return List.copyOf(cautions);
    }

    @Override
    public List<String> procedure() {
        Settings settings = remoteKey.settings();
        List<String> sentences = new ArrayList<>();
        RemoteKeys.Pace pace = settings.pace();
        sentences.add(("%s: %s, each point in a new JVM, with %s of warm-up (twice that for handshakes, three times "
                + "for few threads), and %s measured.").formatted(
                settings.quick() ? "Quick look" : "Full measurement",
                Sentence.count(pace.rounds(), "round"),
                seconds(pace.warmupIterations() * pace.warmupMs()),
                seconds(pace.measurementIterations() * pace.iterationMs())));
        sentences.add((settings.keys().size() == 1 ? "The key is %s; locally %s signs with it."
                : "The keys are %s, by default rsa-2048; locally %s signs with them.").formatted(
                String.join(", ", settings.keys()), settings.provider()));
        if (!settings.clientProcessors().isEmpty()) {
            sentences.add("Processors of the client: %s; of the servers: %s.".formatted(settings.clientProcessors(),
                    String.join(" and ", settings.serverProcessors())));
        }
        if (settings.cluster() != null) {
            sentences.add("The key servers of %s were already running.".formatted(settings.cluster()));
        }
        sentences.add("Throughput is counted over all threads; latency is sampled.");
        remoteKey.openSslSignsPerSecond().forEach((name, rates) -> sentences.add(
                "openssl speed %s made %s signatures/s on the first server’s processors.".formatted(name,
                        rates.stream().map(Format::figure).collect(Collectors.joining(", ")))));
        return List.copyOf(sentences);
    }

    private static String seconds(long ms) {
        return Format.whole(Duration.ofMillis(ms));
    }

    private static String interval(List<Double> ends) {
        return Change.words(ends, RemoteKeySection::small);
    }

    // Coherency is in the order of one millionth.
    private static String small(double value) {
        return value != 0 && Math.abs(value) < 0.001 ? Format.figure(value * 1e6) + "·10⁻⁶" : Format.figure(value);
    }
}
