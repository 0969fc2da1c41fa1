package org.eejs.lab.rounds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.rounds.MeasurementRounds.Step;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementRoundsTest {
    @TempDir
    private Path folder;

    private final List<String> events = new ArrayList<>();
    private final AbortSwitch abort = new AbortSwitch();
    private MeasurementRounds rounds;

    @BeforeEach
    void prepare() {
        RunProgress progress = new RunProgress() {
            @Override
            public void step(String what) {
                events.add("step: " + what);
            }

            @Override
            public void second(Result.Second second, double good, long totalSeconds) {}

            @Override
            public void campaign(String line) {
                events.add("line: " + line);
            }

            @Override
            public void warning(String line) {}
        };
        Result soFar = Result.of("run", "now", null, Machine.disclosure(), null, null, List.of(), List.of(), null,
                null);
        rounds = new MeasurementRounds(progress, abort, new RunDirectory(folder), () -> soFar);
    }

    private Step step(String round, String cell) {
        return new Step(round, cell, 60_000, () -> events.add("measured " + cell));
    }

    @Test
    void stepsReportHowFarItIs() throws Exception {
        rounds.carryOut("2 cells", List.of(Step.preparing("warming up", 60_000, () -> { }), step("round 1 of 1", "a"),
                step("round 1 of 1", "b")));
        assertEquals(List.of("line: 2 cells, 2 measurements, about 3 min", "step: warming up",
                "step: round 1 of 1, 0 of 2 measured, about 0 s left: a", "measured a",
                "step: round 1 of 1, 1 of 2 measured, about 0 s left: b", "measured b"), events);
    }

    @Test
    void anAbortEndsItBeforeTheNextStep() {
        abort.dealtWith();
        List<Step> steps = List.of(new Step("round 1 of 1", "a", 1, () -> abort.abort("Ctrl-C")),
                step("round 1 of 1", "b"));
        assertEquals("Ctrl-C",
                assertThrows(RunFailedException.class, () -> rounds.carryOut("2 cells", steps)).getMessage());
        assertTrue(events.stream().noneMatch(event -> event.startsWith("measured")), events.toString());
    }

    @Test
    void oneOfSeveralLongStepsIsKeptAtOnce() throws Exception {
        rounds.carryOut("block 1 of 5: A", () -> events.add("measured A"));
        assertEquals(List.of("line: block 1 of 5: A", "measured A"), events);
        assertEquals("run", RunDirectory.read(folder).command());
    }

    /** A failed step is not written: the earlier result remains. */
    @Test
    void aStepThatBreaksOffIsNotKept() {
        assertThrows(IOException.class, () -> rounds.carryOut("block 1 of 5: A", () -> {
            throw new IOException("disk full");
        }));
        assertTrue(Files.notExists(folder.resolve(RunDirectory.RESULT)));
    }
}
