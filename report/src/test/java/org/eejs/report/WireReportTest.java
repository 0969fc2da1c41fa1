package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.Wire;
import org.junit.jupiter.api.Test;

/** Runs whose users are far away. */
class WireReportTest {
    private static final Observation WHOLE = RenderingFixture.valid().observations().get(0);

    private static String terminal(ChangedRun run) {
        return Report.terminal(Result.ofRun("run", "2026-11-21T06:11:00Z", RenderingFixture.settings(),
                RenderingFixture.disclosure(), run.run())).replace('\u00a0', ' ').replaceAll("\\s+", " ");
    }

    private static ChangedRun distant(Wire wire) {
        return ChangedRun.of(WHOLE).over(wire).with("wire.handshakes.full", 40)
                .with("wire.clientHelloBytes.full", 1_432).with("wire.clientHelloSegments.full", 1)
                .with("wire.serverFlightBytes.full", 12_219).with("wire.serverFlightSegments.full", 10)
                .with("wire.bytes.full", 14_408).with("wire.segments.full", 24).with("wire.roundTrips.full", 2)
                .with("wire.bytesPerPage", 46_517).with("wire.segmentsPerPage", 81.4)
                .with("wire.retransmissions", 5);
    }

    @Test
    void theTableShowsExactBytes() {
        String screen = terminal(distant(new Wire(40, 0.005, 2_000_000L, 200_000L, "cubic",
                new Wire.Way(4_000, 640_000, 4_000, 21, 0, 3), new Wire.Way(5_000, 5_100_000, 5_000, 24, 7, 4))));
        assertTrue(screen.contains("a round trip of 40.0 ms, 0.500% loss in each direction and 1.91 MiB/s with a queue "
                + "of 195 KiB."), screen);
        assertTrue(screen.contains("full handshake 40 1,432 1 12,219 10 14,408 24 2 page (mean)"), screen);
        assertFalse(screen.contains("resumed handshake 0"), screen);
        assertTrue(screen.contains("Of 9,000 packets the link lost 45, dropped 7 at a full queue and delivered 7 more "
                + "than 1 ms late. TCP sent 5 segments again."), screen);
    }

    @Test
    void withoutALinkThereIsNoTable() {
        assertFalse(terminal(ChangedRun.of(WHOLE)).contains("Bytes on the wire"));
    }

    @Test
    void aLinkMayHaveNoDelayAndNoLimit() {
        Wire.Way none = new Wire.Way(1, 40, 1, 0, 0, 0);
        String screen = terminal(distant(new Wire(0, 0, null, null, null, none, none)));
        assertTrue(screen.contains("a round trip of 0 ms, 0% loss in each direction and no limit of bandwidth."),
                screen);
    }
}
