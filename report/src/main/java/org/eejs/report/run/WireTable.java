package org.eejs.report.run;

import java.util.List;
import java.util.function.ToLongFunction;
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
        private double value(String name) {
            return run.value(BankFigures.onWire(name, kind));
        }

        private String handshake(String name) {
            return kind.isEmpty() || !Double.isFinite(value(name)) ? Format.NONE : Format.average(value(name));
        }

        /** Returns bytes exactly, since a segment more or less depends on a few of them. */
        private String bytes(String name) {
            return kind.isEmpty() || !Double.isFinite(value(name)) ? Format.NONE
                    : Format.count(Math.round(value(name)));
        }

        private String all(String ofHandshake, Figure ofPage) {
            double value = kind.isEmpty() ? ofPage.of(run) : value(ofHandshake);
            return Double.isFinite(value) ? Format.average(value) : Format.NONE;
        }

        private long count() {
            return kind.isEmpty() ? run.count(BankFigures.PAGES.id())
                    : run.count(BankFigures.onWire(BankFigures.WIRE_HANDSHAKES, kind));
        }
    }

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.words("Median of", Row::name),
            Column.figure("Count", row -> Format.count(row.count())),
            Column.figure("ClientHello, B", row -> row.bytes(BankFigures.CLIENT_HELLO_BYTES)),
            Column.figure("in segments", row -> row.handshake(BankFigures.CLIENT_HELLO_SEGMENTS)),
            Column.figure("Server flight, B", row -> row.bytes(BankFigures.SERVER_FLIGHT_BYTES)),
            Column.figure("in segments", row -> row.handshake(BankFigures.SERVER_FLIGHT_SEGMENTS)),
            Column.figure("All, B", row -> row.all(BankFigures.HANDSHAKE_BYTES, BankFigures.WIRE_BYTES)),
            Column.figure("TCP segments", row -> row.all(BankFigures.HANDSHAKE_SEGMENTS, BankFigures.WIRE_SEGMENTS)),
            Column.figure("Round trips", row -> row.handshake(BankFigures.ROUND_TRIPS)));

    private static final List<Column<Row>> OF_DRIVER = Stream.of(
            Stream.of(Column.words("Mean of", Row::name)), COLUMNS.subList(1, 6).stream(),
            Stream.of(COLUMNS.get(COLUMNS.size() - 1))).flatMap(columns -> columns).toList();

    /** Returns the section; without a link only what the driver counted, and an empty one without any handshake. */
    static Section section(Observation run) {
        Wire wire = run.evidence().wire();
        List<Row> handshakes = Stream.of(new Row("full handshake", run, "full"),
                new Row("resumed handshake", run, "resumed")).filter(row -> row.count() > 0).toList();
        if (wire == null) {
            return handshakes.isEmpty() ? Section.of("") : Section.of("Bytes of handshakes").with(
                    Block.table(Table.of(OF_DRIVER, handshakes)),
                    Block.paragraph(Block.Style.NOTE, "The driver counted the bytes. Segments of "
                            + "1,448 bytes and round trips are arithmetic. With --round-trip 0ms a link counts them."));
        }
        return Section.of("Bytes on the wire").with(
                Block.paragraph(Block.Style.SUMMARY, link(wire)),
                Block.table(Table.of(COLUMNS, Stream.concat(handshakes.stream(), Stream.of(new Row("page (mean)", run,
                        ""))).filter(row -> row.count() > 0).toList())),
                Block.paragraph(Block.Style.NOTE, "A handshake lasts from the SYN until the client’s request. "
                        + "Bytes are those of IP packets; ClientHello and server flight are without the headers of IP "
                        + "and TCP."),
                Block.paragraph(Block.Style.NOTE, "Of %s packets the link lost %s, dropped %s at a full queue and "
                        .formatted(count(wire, Wire.Way::packets), count(wire, Wire.Way::lost),
                                count(wire, Wire.Way::dropped))
                        + "delivered %s more than 1 ms late. TCP sent %s segments again.".formatted(
                                count(wire, Wire.Way::late),
                                Format.count(run.count(BankFigures.RETRANSMISSIONS.id())))));
    }

    private static String count(Wire wire, ToLongFunction<Wire.Way> counter) {
        return Format.count(counter.applyAsLong(wire.fromUsers()) + counter.applyAsLong(wire.toUsers()));
    }

    private static String link(Wire wire) {
        return "Users reach the bank through a link with a round trip of %s, %s loss in each direction and %s."
                .formatted(wire.roundTripMs() == 0 ? "0 ms" : Format.time(wire.roundTripMs()),
                Format.percent(wire.loss()),
                wire.bytesPerSecond() == null ? "no limit of bandwidth" : "%s/s with a queue of %s".formatted(
                        Format.bytes(wire.bytesPerSecond()), Format.bytes(wire.queueBytes())));
    }
}
