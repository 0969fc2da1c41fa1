package org.eejs.report.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Cell.Look;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;
import org.eejs.report.text.Tested;
import org.eejs.result.BankingFigures;
import org.eejs.result.BankingFigures.Load;
import org.eejs.result.Result.HandshakeCount;
import org.eejs.result.Result.Handshakes;
import org.eejs.result.ServiceFigures;

/** Handshakes as both ends of each connection counted them. */
final class HandshakeTable {
    /** As where connections broke. */
    private static final double MOST_UNPLANNED = 0.01;

    private HandshakeTable() {}

    /** What one end counted, in the steady state and from the start to the end of the load. */
    private record End(String link, String countedBy, HandshakeCount steady, HandshakeCount whole) {}

    /** A number of handshakes, and what it is divided by. */
    private record Ratio(String name, long handshakes, long of, String unit) {
        String value() {
            return Format.figure((double) handshakes / of);
        }

        String counts() {
            return "%s in %s %s".formatted(Format.count(handshakes), Format.count(of), unit);
        }
    }

    private static final List<Column<End>> COLUMNS = List.of(
            Column.words("Connections", End::link).in(Where.TEXT),
            Column.words("Counted by", End::countedBy),
            Column.figure("Full, steady state", end -> Format.count(end.steady().full())),
            Column.figure("Resumed, steady state", end -> Format.count(end.steady().resumed())),
            Column.figure("Full, whole run", end -> Format.count(end.whole().full())),
            Column.figure("Resumed, whole run", end -> Format.count(end.whole().resumed())));

    static Section section(BankingFigures run) {
        Section section = Section.of("TLS handshakes");
        Handshakes steady = run.tls().handshakes();
        Handshakes whole = run.tls().handshakesWholeRun();
        if (steady.equals(Handshakes.NONE) && whole.equals(Handshakes.NONE)) {
            return section.with(Block.nothing("No handshake was counted.", Where.PAGE));
        }
        Map<String, List<End>> links = new LinkedHashMap<>();
        for (End end : run.service() == null ? ofBank(steady, whole)
                : List.of(new End("Users to service", "Driver", steady.client(), whole.client()))) {
            links.computeIfAbsent(end.link(), name -> new ArrayList<>()).add(end);
        }
        Table table = Table.grouped(COLUMNS, links);
        List<Ratio> ratios = run.service() == null ? ratios(run, steady) : ratiosOfService(run, steady);
        List<String> sentences = new ArrayList<>();
        links.forEach((name, ends) -> sentences.add(name + ": "
                + agreement(ends, run).line().replaceAll("^[✓✕] ", "")));
        ratios.forEach(ratio -> sentences.add("%s: %s (%s)".formatted(ratio.name(), ratio.value(), ratio.counts())));
        return section.with(
                Block.paragraph(Block.Style.NOTE, unplanned(run, whole.client()), Where.EVERYWHERE),
                Block.table(table.with(table.groups().stream().map(group -> named(group, links, run)).toList())),
                new Block.Bullets("plain", sentences, Where.TEXT),
                new Block.Figures(Table.of(List.of(Column.words("Ratio", Ratio::name),
                        Column.of("Handshakes", Column.Kind.FIGURE, ratio -> Cell.strong(ratio.value())),
                        Column.words("Counts", Ratio::counts)), ratios).styled("ratios"), Where.PAGE));
    }

    /** A sentence where connections did not resume although their users had a session; empty where they did. */
    private static String unplanned(BankingFigures run, HandshakeCount users) {
        long unplanned = run.tls().fullHandshakes() == null ? 0 : run.tls().fullHandshakes().unplanned();
        long all = users.full() + users.resumed();
        if (unplanned <= MOST_UNPLANNED * all) {
            return "";
        }
        return users.resumed() == 0 ? Tested.of(run).words("No handshake of a user resumed, although %s of %s were "
                + "to: the bank gave out no session that it took back.").formatted(Format.count(unplanned),
                        Format.count(all))
                : "%s of the users’ %s handshakes were full where they were to resume, or the reverse.".formatted(
                        Format.count(unplanned), Format.count(all));
    }

    private static Table.Group named(Table.Group group, Map<String, List<End>> links,
            BankingFigures run) {
        Cell agreement = agreement(links.get(group.name().line()), run);
        return new Table.Group(group.name().and(Look.PLAIN, ": ").and(agreement.parts().get(0)), group.rows());
    }

    /** Whether both ends counted the same over the whole run. */
    private static Cell agreement(List<End> ends, BankingFigures run) {
        if (run.service() != null) {
            return agreement(ends.get(0).whole(), run.service());
        }
        HandshakeCount near = ends.get(0).whole();
        HandshakeCount far = ends.get(1).whole();
        long difference = Math.abs(near.full() - far.full()) + Math.abs(near.resumed() - far.resumed());
        return difference == 0 ? Cell.of("✓ both ends agree")
                : Cell.of("").and(Look.PLAIN, "✕ the ends differ by " + Format.count(difference), "alarm");
    }

    /** What the JVM of a service counted is all of its handshakes, and nobody else counts those of its users. */
    private static Cell agreement(HandshakeCount users, ServiceFigures service) {
        if (service.handshakes() == null) {
            return Cell.of("not verified at both ends, since " + (service.processes() == null
                    ? "no process of the service was named" : "nothing counted them in the service"));
        }
        long others = service.handshakes() - users.full() - users.resumed();
        return others == 0 ? Cell.of("✓ the service’s JVM counted as many") : others > 0
                ? Cell.of("the service’s JVM counted %s more: with others than users, or such as users gave up"
                        .formatted(Format.count(others)))
                : Cell.of("").and(Look.PLAIN, "✕ the service’s JVM counted %s fewer".formatted(
                        Format.count(-others)), "alarm");
    }

    private static List<End> ofBank(Handshakes steady, Handshakes whole) {
        return List.of(new End("Users to bank", "Driver", steady.client(), whole.client()),
                new End("Users to bank", "Bank", steady.bank(), whole.bank()),
                new End("Bank to back end", "Bank", steady.backEndClient(), whole.backEndClient()),
                new End("Bank to back end", "Back end", steady.backend(), whole.backend()));
    }

    private static List<Ratio> ratiosOfService(BankingFigures run, Handshakes steady) {
        Load load = run.load();
        HandshakeCount users = steady.client();
        return Stream.of(new Ratio("Full handshakes per step", users.full(), load.pages(), "steps"),
                new Ratio("Resumed handshakes per step", users.resumed(), load.pages(), "steps"),
                new Ratio("Full handshakes per HTTP request", users.full(), load.httpRequests(), "HTTP requests"),
                new Ratio("Full handshakes per TLS connection", users.full(), users.full() + users.resumed(),
                        "connections of users")).filter(ratio -> ratio.of() > 0).toList();
    }

    private static List<Ratio> ratios(BankingFigures run, Handshakes steady) {
        Load load = run.load();
        List<Ratio> ratios = new ArrayList<>();
        if (load.pages() > 0 && run.tls().fullHandshakes() != null) {
            ratios.add(new Ratio("Pages with a full handshake of their user", run.tls().fullHandshakes().pages(),
                    load.pages(), "pages"));
        }
        if (load.pages() > 0) {
            ratios.add(new Ratio("Full handshakes of users per page", steady.client().full(), load.pages(), "pages"));
            ratios.add(new Ratio("Resumed handshakes of users per page", steady.client().resumed(), load.pages(),
                    "pages"));
        }
        if (load.httpRequests() > 0) {
            ratios.add(new Ratio("Full handshakes of users per HTTP request", steady.client().full(),
                    load.httpRequests(), "HTTP requests for pages and images"));
        }
        if (load.pages() > 0) {
            ratios.add(new Ratio("Full handshakes with the back end per page", steady.backEndClient().full(),
                    load.pages(), "pages"));
        }
        long full = steady.client().full() + steady.backEndClient().full();
        long connections = full + steady.client().resumed() + steady.backEndClient().resumed();
        if (connections > 0) {
            ratios.add(new Ratio("Full handshakes per TLS connection of the bank", full, connections,
                    "connections with users and with the back end"));
        }
        return List.copyOf(ratios);
    }
}
