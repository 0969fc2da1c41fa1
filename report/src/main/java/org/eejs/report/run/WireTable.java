package org.eejs.report.run;

import java.util.List;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.text.Format;
import org.eejs.result.BankFigures;
import org.eejs.result.Figure;
import org.eejs.result.Observation;
import org.eejs.result.Wire;

/** A table of the bytes, segments and round trips on the link between users and bank. */
final class WireTable {
    private WireTable() {}

    /** A full or resumed handshake, or a page. */
    private record Row(String name, Observation run, String kind) {
        private double value(Figure figure) {
            return run.value(figure.id().replace("*", kind));
        }

        private String handshake(Figure figure) {
            return kind.isEmpty() || !Double.isFinite(value(figure)) ? Format.NONE : Format.average(value(figure));
        }

        /** Returns bytes exactly, since a segment more or less depends on a few of them. */
        private String bytes(Figure figure, Figure segments) {
            return kind.isEmpty() || !Double.isFinite(value(figure)) ? Format.NONE
                    : "%s in %s".formatted(Format.count(Math.round(value(figure))), handshake(segments));
        }

        private String all(Figure ofHandshake, Figure ofPage) {
            double value = kind.isEmpty() ? ofPage.of(run) : value(ofHandshake);
            return Double.isFinite(value) ? Format.average(value) : Format.NONE;
        }

        private long count() {
            return kind.isEmpty() ? run.count(BankFigures.PAGES.id())
                    : run.count(BankFigures.WIRE_HANDSHAKES.id().replace("*", kind));
        }
    }

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.words("Median of", Row::name),
            Column.figure("Count", row -> Format.count(row.count())),
            Column.figure("ClientHello, B in segments", row -> row.bytes(BankFigures.CLIENT_HELLO_BYTES,
                    BankFigures.CLIENT_HELLO_SEGMENTS)),
            Column.figure("Server flight, B in segments", row -> row.bytes(BankFigures.SERVER_FLIGHT_BYTES,
                    BankFigures.SERVER_FLIGHT_SEGMENTS)),
            Column.figure("All, B", row -> row.all(BankFigures.HANDSHAKE_BYTES, BankFigures.WIRE_BYTES)),
            Column.figure("TCP segments", row -> row.all(BankFigures.HANDSHAKE_SEGMENTS, BankFigures.WIRE_SEGMENTS)),
            Column.figure("Round trips", row -> row.handshake(BankFigures.ROUND_TRIPS)));

    /** Returns the section; an empty one where users reached the bank without a link. */
    static Section section(Observation run) {
        Wire wire = run.evidence().wire();
        if (wire == null) {
            return Section.of("");
        }
        return Section.of("Bytes on the wire").with(
                Block.paragraph(Block.Style.SUMMARY, link(wire)),
                Block.table(Table.of(COLUMNS, Stream.of(new Row("full handshake", run, "full"),
                        new Row("resumed handshake", run, "resumed"), new Row("page (mean)", run, ""))
                        .filter(row -> row.count() > 0).toList())),
                Block.paragraph(Block.Style.NOTE, "A handshake lasts from the SYN until the client’s request. All bytes "
                        + "are those of IP packets; those of ClientHello and server flight are without headers of IP "
                        + "and TCP. Of %s packets, %s were lost and %s found a full queue. TCP sent %s segments again."
                                .formatted(Format.count(wire.fromUsers().packets() + wire.toUsers().packets()),
                                        Format.count(wire.fromUsers().lost() + wire.toUsers().lost()),
                                        Format.count(wire.fromUsers().dropped() + wire.toUsers().dropped()),
                                        Format.count(run.count(BankFigures.RETRANSMISSIONS.id())))));
    }

    private static String link(Wire wire) {
        return "Users reach the bank through a link with a round trip of %s, %s loss in each direction and %s.".formatted(
                wire.roundTripMs() == 0 ? "0 ms" : Format.time(wire.roundTripMs()), Format.percent(wire.loss()),
                wire.bytesPerSecond() == null ? "no limit of bandwidth"
                        : Format.bytes(wire.bytesPerSecond()) + "/s with a queue of " + Format.bytes(wire.queueBytes()));
    }
}
