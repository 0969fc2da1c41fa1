package org.eejs.report.remotekeys;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eejs.report.text.Change;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.result.RemoteKeyKind;
import org.eejs.result.RemoteKeys;
import org.eejs.result.RemoteKeys.Curve;
import org.eejs.result.RemoteKeys.Law;
import org.eejs.result.RemoteKeys.NativeSigns;
import org.eejs.result.RemoteKeys.Point;
import org.eejs.result.RemoteKeys.ProcessorRatio;
import org.eejs.result.RemoteKeys.Settings;
import org.eejs.result.RemoteKeys.Target;

/**
 * All that a report says about keys that live elsewhere.
 *
 * @param id tells the sections of a report apart
 * @param cautions what to know before believing the figures
 * @param procedure how it was measured, as sentences
 * @param operations what was measured, each with its curves
 */
public record RemoteKeySection(String id, Finding finding, List<String> cautions, List<String> procedure,
        List<Operation> operations, List<TargetRow> targets, List<LawRow> laws, List<RatioRow> ratios) {
    /**
     * What was measured together.
     *
     * @param id of its section
     * @param about what it is, in a sentence
     */
    public record Operation(String id, String title, String about, List<RemoteKeyCurve> curves) {}

    /** A target, its figure and its verdict. */
    public record TargetRow(String name, String detail, String value, String limit, String badge, String style) {}

    /** A curve's law; cells in the order of the table's columns. */
    public record LawRow(String curve, List<Cell> cells) {}

    /** A figure, and what stands below it: its interval, or where it lies; empty for nothing. */
    public record Cell(String value, String sub) {
        /** Both on one line. */
        String words() {
            return sub.isEmpty() ? value : value + " (" + sub + ")";
        }
    }

    /** How processors should stand to each other. */
    public record RatioRow(String curve, String from, String client, String servers, String ratio, String interval,
            String verdict) {}

    public static RemoteKeySection of(String id, RemoteKeys remoteKey) {
        List<Point> points = RunFigures.orEmpty(remoteKey.points());
        List<Law> laws = RunFigures.orEmpty(remoteKey.laws());
        List<Operation> operations = new ArrayList<>();
        Map<String, List<Curve>> byTitle = points.stream().map(Point::curve).distinct()
                .collect(Collectors.groupingBy(RemoteKeySection::title, LinkedHashMap::new, Collectors.toList()));
        byTitle.forEach((title, curves) -> operations.add(new Operation(id + "-" + (operations.size() + 1), title,
                about(curves.get(0), remoteKey.settings()),
                curves.stream().map(curve -> RemoteKeyCurve.of(curve, points, laws)).toList())));
        List<TargetRow> targets = RunFigures.orEmpty(remoteKey.targets()).stream().map(RemoteKeySection::row).toList();
        return new RemoteKeySection(id, RemoteKeyFinding.of(remoteKey), cautions(remoteKey),
                procedure(remoteKey), List.copyOf(operations), targets,
                laws.stream().map(RemoteKeySection::row).toList(),
                RunFigures.orEmpty(remoteKey.ratios()).stream().map(RemoteKeySection::row).toList());
    }

    /** An operation in a word or two. */
    private static String operation(String operation) {
        return switch (operation) {
            case RemoteKeys.SIGN -> "Signature";
            case RemoteKeys.SPI -> "SPI signature";
            case RemoteKeys.HANDSHAKE -> "Mutual TLS handshake";
            case RemoteKeys.DRAW -> "Drawing of messages";
            default -> operation;
        };
    }

    /** What a curve is about: the operation, and the kind of key unless it is the usual one. */
    static String title(Curve curve) {
        return curve.hasOtherKey() ? operation(curve.operation()) + " " + curve.kind()
                : operation(curve.operation());
    }

    /** A curve in words. */
    static String name(Curve curve) {
        return curve.key().equals(RemoteKeys.NONE) ? title(curve) : title(curve) + ", " + place(curve);
    }

    /** Where the key of a curve is. */
    static String place(Curve curve) {
        return curve.key().equals(RemoteKeys.LOCAL) ? "local key" : curve.place();
    }

    private static String about(Curve curve, Settings settings) {
        return switch (curve.operation()) {
            case RemoteKeys.SIGN -> RemoteKeyKind.byId(curve.kind()).map(RemoteKeyKind::signature).orElse("Signatures")
                    + " of 32 to 100 bytes by the JCA.";
            case RemoteKeys.SPI -> "Draws a pacs.008 message%s and signs it with three references; one signer serves "
                    .formatted(settings == null ? "" : " of about " + Format.count(settings.messageBytes()) + " bytes")
                    + "all threads.";
            case RemoteKeys.HANDSHAKE -> "%s between two engines of one thread, without a network: the client signs, "
                    .formatted(settings == null ? "TLS" : settings.protocol()) + "and each handshake was proved to.";
            case RemoteKeys.DRAW -> "What the drawing takes that an SPI signature includes and no service has.";
            default -> "";
        };
    }

    private static List<String> cautions(RemoteKeys remoteKey) {
        List<String> cautions = new ArrayList<>();
        Settings settings = remoteKey.settings();
        if (settings != null && settings.clientProcessors().isEmpty()) {
            cautions.add("Client and servers were not pinned: they took processors from each other.");
        } else if (settings != null && settings.serversShareProcessors()) {
            cautions.add("Servers shared processors, so more servers had no more of them; a second server shows what "
                    + "it costs, not what it gains.");
        }
        if (settings != null && !RunFigures.orEmpty(remoteKey.ratios()).isEmpty()) {
            cautions.add("A ratio of processors is that of the work measured: a client of handshakes does the peer's side, "
                    + "too, and one of SPI signatures draws each message.");
        }
        long failed = RunFigures.orEmpty(remoteKey.points()).stream().filter(point -> !point.measured()).count();
        if (failed > 0) {
            cautions.add("%s of the points failed; the tables say why.".formatted(Format.count(failed)));
        }
        return List.copyOf(cautions);
    }

    private static List<String> procedure(RemoteKeys remoteKey) {
        Settings settings = remoteKey.settings();
        if (settings == null) {
            return List.of();
        }
        List<String> sentences = new ArrayList<>();
        RemoteKeys.Pace pace = settings.pace();
        sentences.add(("%s: %s, each point in a JVM of its own, with %s of warm-up, handshakes twice "
                + "that and few threads three times, and %s that "
                + "count.").formatted(
                settings.quick() ? "A first look" : "The thorough way",
                pace.rounds() == 1 ? "1 round" : pace.rounds() + " rounds",
                seconds(pace.warmupIterations() * pace.warmupMs()),
                seconds(pace.measurementIterations() * pace.iterationMs())));
        sentences.add((settings.keys().size() == 1 ? "The key is %s; locally %s signs with it."
                : "The keys are %s, and rsa-2048 where none is named; locally %s signs with them.").formatted(
                String.join(", ", settings.keys()), settings.provider()));
        if (!settings.clientProcessors().isEmpty()) {
            sentences.add("Processors of the client: %s; of the servers: %s.".formatted(settings.clientProcessors(),
                    String.join(" and ", settings.serverProcessors())));
        }
        sentences.add("Throughput is threads over mean latency, by Little’s law: threads never pause.");
        for (NativeSigns signs : remoteKey.nativeSigns()) {
            sentences.add("openssl speed %s made %s signatures/s on the first server’s processors.".formatted(
                    signs.openSsl(), signs.signsPerSecond().stream().map(Format::figure)
                            .collect(Collectors.joining(", "))));
        }
        return List.copyOf(sentences);
    }

    private static String seconds(long ms) {
        return Format.whole(Duration.ofMillis(ms));
    }

    private static TargetRow row(Target target) {
        String unit = target.unit() == null || target.unit().isEmpty() ? "" : "\u00a0" + target.unit();
        return new TargetRow(target.name(), target.detail(),
                target.value() == null ? Format.NONE : Format.figure(target.value()) + unit,
                (target.atLeast() ? "at least " : "at most ") + Format.plain(target.limit()) + unit,
                target.met() == null ? "not measured" : target.met() ? "✓ met" : "✕ missed",
                target.met() == null ? "open" : target.met() ? "met" : "missed");
    }

    private static LawRow row(Law law) {
        RemoteKeys.Coefficients of = law.coefficients();
        return new LawRow(name(law.curve()), List.of(new Cell(Format.figure(of.lambda()), interval(of.lambdaCi95())),
                new Cell(small(of.sigma()), interval(of.sigmaCi95())),
                new Cell(small(of.kappa()), interval(of.kappaCi95())),
                law.peakOpsPerSecond() == null ? new Cell("none", "") : new Cell(Format.figure(law.peakOpsPerSecond())
                        + "/s", law.peakThreads() == null ? "never reached" : "at " + Format.figure(law.peakThreads())),
                law.kneeThreads() == null ? new Cell("none", "")
                        : new Cell(Format.figure(law.kneeThreads()), interval(law.kneeCi95())),
                new Cell(Format.count(law.measuredKnee()), ""), new Cell("R² " + Format.figure(law.rSquared()),
                        "±" + Format.percent(law.relativeError()))));
    }

    private static String interval(List<Double> ends) {
        return !Change.isInterval(ends) ? "" : "%s to %s".formatted(small(ends.get(0)), small(ends.get(1)));
    }

    // Coherency is of the order of a millionth.
    private static String small(double value) {
        return value != 0 && Math.abs(value) < 0.001 ? Format.figure(value * 1e6) + "·10⁻⁶" : Format.figure(value);
    }

    private static RatioRow row(ProcessorRatio ratio) {
        return new RatioRow(name(ratio.curve()), Format.count(ratio.fromThreads()),
                Format.figure(ratio.clientCpuMicros()), Format.figure(ratio.serverCpuMicros()),
                "1 : " + Format.figure(ratio.serversPerClient()), !Change.isInterval(ratio.ci95()) ? Format.NONE
                        : "%s to %s".formatted(Format.figure(ratio.ci95().get(0)), Format.figure(ratio.ci95().get(1))),
                ratio.holdsHypothesis() == null ? "too few rounds to say" : ratio.holdsHypothesis()
                        ? "1 : 2 is possible" : "1 : 2 is not it");
    }
}
