package org.eejs.report.run;

import java.util.List;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;
import org.eejs.report.text.Tested;
import org.eejs.result.BankFigures;
import org.eejs.result.Observation;
import org.eejs.result.ServiceFigures;

/** A table of handshakes, with the counts of both ends of each connection. */
final class HandshakeTable {
    /** A share above this is more than broken connections explain. */
    private static final double MOST_UNPLANNED = 0.01;
    private static final String FULL = "full";
    private static final String RESUMED = "resumed";

    private HandshakeTable() {}

    /**
     * The counts of one end, in the steady state and over the whole load.
     *
     * @param id the id of the end in figures
     * @param other the id of the other end, for the second row of a link; null for the first
     */
    private record End(Observation run, String link, String countedBy, String id, String other) {
        private long steady(String kind) {
            return run.count("handshakes." + id + "." + kind);
        }

        private long whole(String kind) {
            return run.count("handshakesWholeRun." + id + "." + kind);
        }

        private long whole() {
            return whole(FULL) + whole(RESUMED);
        }

        /** Returns whether both ends counted the same over the whole run. */
        private TableCell agreement() {
            ServiceFigures service = run.evidence().service();
            if (service != null) {
                return ofService(service);
            }
            if (other == null) {
                return TableCell.of("");
            }
            long difference = Stream.of(FULL, RESUMED).mapToLong(kind -> Math.abs(whole(kind)
                    - run.count("handshakesWholeRun." + other + "." + kind))).sum();
            return difference == 0 ? TableCell.of("✓ both ends agree")
                    : TableCell.of("✕ the ends differ by " + Format.count(difference)).toned("alarm");
        }

        /**
         * Returns the comparison with the JVM of a service, which counts all of its handshakes. Other programs do not
         * count those of its users.
         */
        private TableCell ofService(ServiceFigures service) {
            if (service.handshakes() == null) {
                return TableCell.of("not verified at both ends, because " + (service.processes() == null
                        ? "no process of the service was named" : "the service has no counter"));
            }
            long others = service.handshakes() - whole();
            return others == 0 ? TableCell.of("✓ the service’s JVM agrees") : others > 0
                    ? TableCell.of("the service’s JVM counted %s more: other peers, or handshakes that users aborted"
                            .formatted(Format.count(others)))
                    : TableCell.of("✕ the service’s JVM counted %s fewer".formatted(Format.count(-others)))
                            .toned("alarm");
        }
    }

    /** A ratio of handshakes to another count. */
    private record Ratio(String name, long handshakes, long of, String unit) {}

    private static final List<Column<End>> COLUMNS = List.of(
            Column.words("Connections", End::link),
            Column.words("Counted by", End::countedBy),
            Column.figure("Full, steady state", end -> Format.count(end.steady(FULL))),
            Column.figure("Resumed, steady state", end -> Format.count(end.steady(RESUMED))),
            Column.figure("Full, whole run", end -> Format.count(end.whole(FULL))),
            Column.figure("Resumed, whole run", end -> Format.count(end.whole(RESUMED))),
            Column.of("Verified", Column.Kind.LONG_WORDS, End::agreement));
    private static final List<Column<Ratio>> RATIOS = List.of(
            Column.words("Ratio", Ratio::name),
            Column.of("Handshakes", Column.Kind.FIGURE, ratio -> TableCell.strong(Format.figure(
                    (double) ratio.handshakes() / ratio.of()))),
            Column.words("Counts", ratio -> "%s in %s %s".formatted(Format.count(ratio.handshakes()),
                    Format.count(ratio.of()), ratio.unit())));

    static Section section(Observation run) {
        boolean service = run.evidence().service() != null;
        List<End> ends = service ? List.of(new End(run, "Users to service", "Driver", "client", null))
                : List.of(new End(run, "Users to bank", "Driver", "client", null),
                        new End(run, "Users to bank", "Bank", "bank", "client"),
                        new End(run, "Bank to back end", "Bank", "backEndClient", null),
                        new End(run, "Bank to back end", "Back end", "backend", "backEndClient"));
        Section section = Section.of("TLS handshakes");
        return ends.stream().allMatch(end -> end.whole() == 0)
                ? section.with(Block.nothing("No handshake was counted.", Where.PAGE))
                : section.with(Block.paragraph(Block.Style.NOTE, unplanned(run, ends.get(0))),
                        Block.table(Table.of(COLUMNS, ends)),
                        Block.table(Table.of(RATIOS, ratios(run, service)).styled("ratios")));
    }

    /** Returns a sentence if too many users did not resume their session, or resumed unplanned; empty otherwise. */
    private static String unplanned(Observation run, End users) {
        long unplanned = run.count(BankFigures.UNPLANNED.id());
        String counts = Format.count(unplanned);
        String all = Format.count(users.whole());
        return unplanned <= MOST_UNPLANNED * users.whole() ? ""
                : users.whole(RESUMED) == 0 ? Tested.of(run).words("No handshake of a user was resumed, but %s of %s "
                        + "should have been: the bank accepted none of its sessions.").formatted(counts, all)
                : "%s of %s handshakes of users were full instead of resumed, or the reverse.".formatted(
                        counts, all);
    }

    private static List<Ratio> ratios(Observation run, boolean service) {
        long full = run.count("handshakes.client.full");
        long resumed = run.count("handshakes.client.resumed");
        long toBackEnd = run.count("handshakes.backEndClient.full");
        long all = full + resumed + toBackEnd + run.count("handshakes.backEndClient.resumed");
        long pages = run.count(BankFigures.PAGES.id());
        long requests = run.count(BankFigures.HTTP_REQUESTS.id());
        return (service ? Stream.of(new Ratio("Full handshakes per step", full, pages, "steps"),
                new Ratio("Resumed handshakes per step", resumed, pages, "steps"),
                new Ratio("Full handshakes per HTTP request", full, requests, "HTTP requests"),
                new Ratio("Full handshakes per TLS connection", full, all, "connections of users"))
                : Stream.of(new Ratio("Pages with a full handshake of their user",
                        run.count(BankFigures.FULL_HANDSHAKE_PAGES.id()), pages, "pages"),
                new Ratio("Full handshakes of users per page", full, pages, "pages"),
                new Ratio("Resumed handshakes of users per page", resumed, pages, "pages"),
                new Ratio("Full handshakes of users per HTTP request", full, requests,
                        "HTTP requests for pages and images"),
                new Ratio("Full handshakes with the back end per page", toBackEnd, pages, "pages"),
                new Ratio("Full handshakes per TLS connection of the bank", full + toBackEnd, all,
                        "connections with users and with the back end"))).filter(ratio -> ratio.of() > 0).toList();
    }
}
