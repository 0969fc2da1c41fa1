package org.eejs.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eejs.lab.machine.Machine;
import org.eejs.result.InvalidReason;
import org.eejs.result.Observation;
import org.eejs.result.RemoteKeys;
import org.eejs.result.RemoteKeys.Curve;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results of remote keys are read as they were written, and conform to the schema. */
class RemoteKeyTest {
    private static final Curve REMOTE = new Curve(RemoteKeys.SIGN, RemoteKeys.REMOTE, 2);

    @TempDir
    private Path folder;

    @Test
    void aResultIsReadAsItWasWritten() throws Exception {
        List<Observation> rounds = List.of(new Observation(REMOTE.cell(2), 1, List.of(), Map.of("opsPerSecond", 3_000.0,
                "p99Ms", 2.0, "serverCpuMicros.2", 140.0), null, null), new Observation(new Curve(RemoteKeys.DRAW,
                RemoteKeys.NONE, 0, null).cell(1), 1, List.of(new InvalidReason(InvalidReason.Kind.BROKEN_OFF,
                        "out of memory")), null, null, null));
        RemoteKeys remoteKey = new RemoteKeys(settings(List.of("1", "1")), List.of(
                        new RemoteKeys.Law(REMOTE, new RemoteKeys.Coefficients(1_500, 0.1, 0.001,
                                List.of(1_400.0, 1_600.0), List.of(0.0, 0.2), List.of(0.0, 0.002)), 30.0, 4_000.0, 2.7,
                                List.of(2.0, 3.5), 8, 0.99, 0.02, 16),
                        new RemoteKeys.Law(REMOTE, new RemoteKeys.Coefficients(1_500, 0, 0, null, null, null), null,
                                null, null, null, 8, 1, 0, 3)),
                List.of(new RemoteKeys.ProcessorRatio(REMOTE, 8, 130, 290, 2.2, List.of(1.9, 2.6)),
                        new RemoteKeys.ProcessorRatio(REMOTE, 8, 130, 290, 2.2, null)),
                List.of(new RemoteKeys.Target("some", "of it", 0.8, 0.75, true, "", true),
                        new RemoteKeys.Target("other", "of it", null, 50, false, "ms", null)),
                Map.of("ecdsap256", List.of(40_000.0)));
        Result result = Result.of("bench remote-key", "2026-11-01T00:00:00Z", Machine.disclosure(), rounds, remoteKey);
        new RunDirectory(folder).write(result);
        assertEquals(result, RunDirectory.read(folder));
        assertEquals(List.of(new RemoteKeys.Point(REMOTE, 2, rounds.subList(0, 1)), new RemoteKeys.Point(
                new Curve(RemoteKeys.DRAW, RemoteKeys.NONE, 0, null), 1, rounds.subList(1, 2))),
                RemoteKeys.Point.of(result.observations()));
        assertEquals(List.of(), SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(
                new String(RunDirectory.class.getResourceAsStream("eejs-result-2.schema.json").readAllBytes(),
                        StandardCharsets.UTF_8)).validate(RunDirectory.json(result), InputFormat.JSON));
    }

    @Test
    void serversOnTheSameProcessorsShareThem() {
        assertTrue(settings(List.of("1", "1")).serversShareProcessors());
        assertTrue(settings(List.of("", "")).serversShareProcessors());
        assertFalse(settings(List.of("1", "2")).serversShareProcessors());
        assertFalse(settings(List.of("1")).serversShareProcessors());
    }

    private static RemoteKeys.Settings settings(List<String> serverProcessors) {
        return new RemoteKeys.Settings(true, new RemoteKeys.Pace(2, 3, 400, 2, 500),
                List.of(RemoteKeys.SIGN, RemoteKeys.DRAW), List.of(1, 2),
                List.of(2), "ACCP", 3_500, "pacs.008", "TLSv1.2", "0", serverProcessors,
                List.of("rsa-2048", "ec-p256"), null, null);
    }
}
