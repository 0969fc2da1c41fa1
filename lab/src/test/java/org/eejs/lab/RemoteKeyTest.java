package org.eejs.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.eejs.lab.machine.Machine;
import org.eejs.result.RemoteKeys;
import org.eejs.result.RemoteKeys.Curve;
import org.eejs.result.RemoteKeys.Latency;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands in a result is what is read from it, and is as the schema says. */
class RemoteKeyTest {
    private static final Latency LATENCY = new Latency(700, 650, 900, 2_000, 5_000, 12_000);
    private static final Curve REMOTE = new Curve(RemoteKeys.SIGN, RemoteKeys.REMOTE, 2);

    @TempDir
    private Path folder;

    @Test
    void aResultIsReadAsItWasWritten() throws Exception {
        RemoteKeys.Round round = new RemoteKeys.Round(3_000, LATENCY, 130, List.of(150.0, 140.0));
        RemoteKeys remoteKey = new RemoteKeys(settings(List.of("1", "1")), List.of(
                new RemoteKeys.Point(REMOTE, 2, 3_000.0, List.of(2_900.0, 3_100.0), LATENCY, 130.0, 290.0,
                        List.of(round, round), null),
                new RemoteKeys.Point(new Curve(RemoteKeys.SIGN, RemoteKeys.LOCAL, 0, "ec-p256"), 2, null, null, null,
                        null, null, List.of(), "no such key"),
                new RemoteKeys.Point(new Curve(RemoteKeys.DRAW, RemoteKeys.NONE, 0), 1, null, null, null, null, null,
                        List.of(), "out of memory")),
                List.of(3_700.0, 3_800.0), List.of(
                        new RemoteKeys.Law(REMOTE, new RemoteKeys.Coefficients(1_500, 0.1, 0.001,
                                List.of(1_400.0, 1_600.0), List.of(0.0, 0.2), List.of(0.0, 0.002)), 30.0, 4_000.0, 2.7,
                                List.of(2.0, 3.5), 8, 0.99, 0.02, 16),
                        new RemoteKeys.Law(REMOTE, new RemoteKeys.Coefficients(1_500, 0, 0, null, null, null), null,
                                null, null, null, 8, 1, 0, 3)),
                List.of(new RemoteKeys.ProcessorRatio(REMOTE, 8, 130, 290, 2.2, List.of(1.9, 2.6), true),
                        new RemoteKeys.ProcessorRatio(REMOTE, 8, 130, 290, 2.2, null, null)),
                List.of(new RemoteKeys.Target("some", "of it", 0.8, 0.75, true, "", true),
                        new RemoteKeys.Target("other", "of it", null, 50, false, "ms", null)),
                List.of(new RemoteKeys.NativeSigns("ec-p256", "ecdsap256", List.of(40_000.0))));
        Result result = new Result("bench remote-key", "2026-11-01T00:00:00Z", Machine.disclosure(), remoteKey);
        new RunDirectory(folder).write(result);
        assertEquals(result, RunDirectory.read(folder));
        assertEquals(List.of(), SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(
                new String(RunDirectory.class.getResourceAsStream("eejs-result-1.schema.json").readAllBytes(),
                        StandardCharsets.UTF_8)).validate(RunDirectory.json(result), InputFormat.JSON));
    }

    /** Results from before there were several keys. */
    @Test
    void aResultThatNamesNoKindIsOfRsa2048() throws Exception {
        ObjectMapper json = new ObjectMapper();
        Curve curve = json.readValue("{\"operation\":\"sign\",\"key\":\"local\",\"servers\":0}", Curve.class);
        assertEquals(new Curve(RemoteKeys.SIGN, RemoteKeys.LOCAL, 0, "rsa-2048"), curve);
        assertEquals("sign, local", curve.toString());
        assertEquals("sign ec-p256, 2 servers", new Curve(RemoteKeys.SIGN, RemoteKeys.REMOTE, 2, "ec-p256").toString());
        RemoteKeys old = json.readValue("{\"points\":[],\"openSslSignsPerSecond\":[3700.0]}", RemoteKeys.class);
        assertEquals(List.of(new RemoteKeys.NativeSigns("rsa-2048", "rsa2048", List.of(3_700.0))), old.nativeSigns());
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
                List.of(2), "rsa-2048", "ACCP", 3_500, null, "TLSv1.2", "0", serverProcessors,
                List.of("rsa-2048", "ec-p256"), null, null);
    }
}
