package org.eejs.bench.remotekeys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eejs.bench.measuring.Timing;
import org.eejs.result.InputException;
import org.eejs.result.Observation;
import org.eejs.result.RemoteKeyKind;
import org.eejs.result.RemoteKeys;
import org.eejs.result.RemoteKeys.Curve;
import org.eejs.result.RemoteKeys.Point;
import org.eejs.result.RemoteKeys.ProcessorRatio;
import org.eejs.result.RemoteKeys.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The analysis of points: laws, ratios of processors, verdicts; and the placement of processes. */
class RemoteKeyReadingTest {
    private static final Curve REMOTE = new Curve(RemoteKeys.SIGN, RemoteKeys.REMOTE, 1);
    private static final Curve LOCAL = new Curve(RemoteKeys.SIGN, RemoteKeys.LOCAL, 0);

    private static Point point(Curve curve, int threads, double rate, double client, double... servers) {
        List<Observation> rounds = new ArrayList<>();
        double mean = 1e3 * threads / rate;
        for (double server : servers) {
            Map<String, Double> figures = new HashMap<>(Map.of("opsPerSecond", rate, "p50Ms", mean, "p99Ms", 3 * mean,
                    "clientCpuMicros", client));
            if (curve.servers() > 0) {
                figures.put("serverCpuMicros", server);
            }
            rounds.add(new Observation(curve.cell(threads), rounds.size() + 1, List.of(), figures, null, null));
        }
        return new Point(curve, threads, rounds);
    }

    @Test
    void processorsAreCountedFromTheKneeOn() {
        ProcessorRatio ratio = new RemoteKeyReading(List.of(point(REMOTE, 1, 1_000, 500, 900, 900, 900),
                point(REMOTE, 8, 3_700, 130, 259, 260, 261), point(REMOTE, 16, 3_800, 130, 260, 261, 259)))
                .ratios().get(0);
        assertEquals(8, ratio.fromThreads());
        assertEquals(2, ratio.serversPerClient(), 1e-9);
        assertTrue(ratio.ci95().get(0) < 2 && 2 < ratio.ci95().get(1), ratio.toString());
        assertTrue(ratio.holdsHypothesis());
    }

    @Test
    void oneRoundGivesNoInterval() {
        ProcessorRatio ratio = new RemoteKeyReading(List.of(point(REMOTE, 8, 3_700, 130, 260))).ratios().get(0);
        assertNull(ratio.ci95());
        assertNull(ratio.holdsHypothesis());
    }

    @Test
    void aPointThatFailedIsLeftOut() {
        Point failed = new Point(REMOTE, 64, List.of(new SweepCell(REMOTE, 64).failed(1, "out of memory")));
        RemoteKeyReading reading = new RemoteKeyReading(List.of(point(REMOTE, 1, 1_000, 100, 260),
                point(REMOTE, 2, 1_900, 100, 260), point(REMOTE, 8, 3_700, 130, 260), failed));
        assertEquals(1, reading.laws(true).size());
        assertEquals(3, reading.laws(false).get(0).observations());
        assertEquals(8, reading.best(REMOTE).threads());
    }

    @Test
    void targetsAreJudgedByTheirFigures() {
        RemoteKeyReading reading = new RemoteKeyReading(List.of(point(LOCAL, 1, 4_000, 250, 0),
                point(REMOTE, 1, 2_000, 130, 260), point(REMOTE, 24, 3_600, 130, 260)));
        List<Target> targets = new RemoteKeyTargets(reading,
                Map.of(RemoteKeyKind.RSA_2048, List.of(4_400.0, 5_600.0)), 1, 2).all();
        assertEquals(0.72, targets.get(0).value(), 1e-9);
        assertEquals(false, targets.get(0).met());
        assertEquals(3_600 * 24 / 4_000.0, targets.get(1).value(), 1e-9);
        assertEquals(true, targets.get(1).met());
        assertEquals(1_800 * 24 / 4_000.0, targets.get(2).value(), 1e-9);
        assertEquals(20, targets.get(3).value(), 1e-9, "three times 24 / 3,600 s");
        assertEquals(true, targets.get(3).met());
        assertNull(targets.get(4).met(), "nothing of spi was measured");
        assertEquals(250, targets.get(7).value(), 1e-9, "500 and 250 microseconds");
        assertEquals(false, targets.get(7).met());
    }

    @Test
    void withoutAnythingNothingIsMissed() {
        List<Target> targets = new RemoteKeyTargets(new RemoteKeyReading(List.of()),
                Map.of(RemoteKeyKind.RSA_2048, List.of()), 1, 2).all();
        assertTrue(targets.stream().allMatch(target -> target.met() == null && target.value() == null));
    }

    @Test
    void eachKindOfKeyIsHeldToItsOwnNativeFigure() {
        Curve curve = new Curve(RemoteKeys.SIGN, RemoteKeys.REMOTE, 1, "ec-p256");
        RemoteKeyReading reading = new RemoteKeyReading(List.of(point(REMOTE, 24, 3_600, 130, 260),
                point(curve, 24, 26_000, 30, 38)));
        List<Target> targets = new RemoteKeyTargets(reading, Map.of(RemoteKeyKind.EC_P256, List.of(40_000.0),
                RemoteKeyKind.EC_P384, List.of(1_000.0)), 1, 2).all();
        assertEquals(1, targets.size(), "RSA-2048 was not requested, and P-384 has no target");
        assertEquals("remote signatures, of openssl speed ecdsap256 on the server's processors",
                targets.get(0).name());
        assertEquals(0.65, targets.get(0).value(), 1e-9);
        assertEquals(true, targets.get(0).met());
    }

    @Test
    void eachKindOfKeyHasItsOwnCurves() {
        RemoteKeyRequest request = new RemoteKeyRequest(List.of("draw", "sign"), List.of(2), List.of(1),
                List.of("ec-p256", "rsa-2048"), null, RemoteKeyRequest.Pace.USUAL, RemoteKeyRequest.Message.USUAL, null,
                false, null, null, true);
        assertEquals("[sign, local, 2 threads, sign, 1 server, 2 threads, sign ec-p256, local, 2 threads, "
                + "sign ec-p256, 1 server, 2 threads, draw, 2 threads]", SweepCell.of(request).toString());
    }

    @Test
    void aPublishedPaceIsTakenAsItIs() {
        RemoteKeyRequest request = new RemoteKeyRequest(List.of("handshake", "spi"), List.of(1), List.of(2), List.of(), 5,
                new RemoteKeyRequest.Pace(null, 5, 10.0), new RemoteKeyRequest.Message(1024, "pibr.001"), null, true,
                null, null, false);
        assertEquals("[spi, 2 servers, 1 thread, handshake, 2 servers, 1 thread]", SweepCell.of(request).toString());
        assertTrue(request.isExact());
        assertEquals(new Timing(5, 5, 10_000, 5, 10_000), request.timing());
        assertEquals("--size 1024: must be 1723 to 250000 for pacs.008",
                assertThrows(InputException.class, () -> new RemoteKeyRequest(List.of(), List.of(), List.of(), List.of(),
                        null, RemoteKeyRequest.Pace.USUAL, new RemoteKeyRequest.Message(1024, null), null, false,
                        null, null, false)).getMessage());
        assertEquals("--message-type 'pacs.009' is not possible; did you mean pacs.008 or pacs.002?",
                assertThrows(InputException.class, () -> new RemoteKeyRequest(List.of(), List.of(), List.of(), List.of(),
                        null, RemoteKeyRequest.Pace.USUAL, new RemoteKeyRequest.Message(null, "pacs.009"), null, false,
                        null, null, false)).getMessage());
    }

    /** Client and servers by cores: a third and the rest, which servers share where there are too few. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"2 | 2 | 0 | [1, 1]", "2 | 1 | 0 | [1]", "3 | 2 | 0 | [1, 2]",
        "6 | 2 | 0-1 | [2-3, 4-5]", "24 | 2 | 0-7 | [8-15, 16-23]", "24 | 1 | 0-7 | [8-23]", "1 | 2 | '' | [, ]"})
    void processesHaveSeparateCores(int cores, int servers, String client, String placed) {
        SweepPlacement placement = SweepPlacement.of(servers, IntStream.range(0, cores).mapToObj(core -> {
            BitSet threads = new BitSet();
            threads.set(core);
            return threads;
        }).toList());
        assertEquals(client, placement.client());
        assertEquals(placed, placement.servers().toString());
    }

    @Test
    void wrongOptionsAreReported() {
        assertEquals("--operation 'sing' is not possible; did you mean sign?",
                message(List.of("sing"), List.of(), null, null));
        assertEquals("--threads 0: must be 1 to 1000", message(List.of(), List.of(0), null, null));
        assertEquals("--tls 'TLSv1.1' is not possible; did you mean TLSv1.2 or TLSv1.3?",
                message(List.of(), List.of(), "TLSv1.1", null));
        assertEquals("--key 'rsa2048' is not possible; did you mean rsa-2048?",
                assertThrows(InputException.class, () -> new RemoteKeyRequest(List.of(), List.of(), List.of(),
                        List.of("rsa2048"), null, RemoteKeyRequest.Pace.USUAL, RemoteKeyRequest.Message.USUAL, null,
                        false, null, null, false)).getMessage());
        assertEquals("--seconds 0.0: must be 0.1 to 600", message(List.of(), List.of(), null, 0.0));
    }

    private static String message(List<String> operations, List<Integer> threads, String protocol, Double seconds) {
        return assertThrows(InputException.class, () -> new RemoteKeyRequest(operations, threads, List.of(),
                List.of(), null, new RemoteKeyRequest.Pace(seconds, null, null),
                RemoteKeyRequest.Message.USUAL, protocol, false, null, null, false)).getMessage();
    }
}
