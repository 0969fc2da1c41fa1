package org.eejs.lab.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.eejs.banking.RoleName;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.MachineTime;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.processes.Stage;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.rounds.Outcome;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.service.ServiceDescription;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.HostFigures;
import org.eejs.result.InputException;
import org.eejs.result.InvalidReason;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose hosts have left. */
class BankingRunTest {
    private static final String AWAY = "hosts.yaml, line 2, key 'bank': the host alpha has not joined within 1 s";

    @TempDir
    private Path folder;

    private boolean closed;

    /** A stage whose hosts do not come. */
    private final class AwayStage implements Stage {
        @Override
        public void prepare() {
            throw new InputException(AWAY);
        }

        @Override
        public Map<String, List<String>> check() {
            return Map.of();
        }

        @Override
        public int drivers() {
            return 1;
        }

        @Override
        public void start(RoleName role, String address, Consumer<Role> started) {
            throw new AssertionError("nothing can be started");
        }

        @Override
        public void startService(ServiceDescription service, Consumer<Role> started) {
            throw new AssertionError("nothing can be started");
        }

        @Override
        public Result.JdkInfo jdk(RoleName role) {
            return Jdk.running().info();
        }

        @Override
        public HostFigures.Machine machine() {
            return LocalStage.ofThisMachine();
        }

        @Override
        public String bankHost() {
            return "alpha";
        }

        @Override
        public Map<String, MachineTime> machineTimes(Collection<Role> ours) {
            return Map.of();
        }

        @Override
        public List<HostFigures> hosts() {
            return List.of();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private static final class Silent implements RunProgress {
        @Override
        public void step(String what) {
            // Not shown.
        }

        @Override
        public void second(Result.Second second, double good, long totalSeconds) {
            // Not shown.
        }

        @Override
        public void campaign(String line) {
            // Not shown.
        }

        @Override
        public void warning(String line) {
            // Not shown.
        }
    }

    private BankingRun run(Map<String, List<String>> offers) {
        Places places = new Places(folder, folder, RunDirectory.create(folder.resolve("out"), "run"),
                (plan, where, events) -> new AwayStage());
        return new BankingRun(RunPlan.onHosts(RunSettings.only("sessions", 1)), places, new Silent(),
                new AbortSwitch(), offers, Turns.alone(), disclosure -> { });
    }

    @Test
    void aHostThatLeavesFailsOnlyTheRun() {
        Outcome outcome = run(Map.of()).run();
        assertEquals(AWAY, outcome.failure());
        assertEquals(List.of(new InvalidReason(InvalidReason.Kind.BROKEN_OFF, AWAY)),
                outcome.result().observations().get(0).invalid());
        assertTrue(closed);
    }

    @Test
    void aHostThatNeverCameIsAFaultOfWhatWasAsked() {
        BankingRun first = run(null);
        assertEquals(AWAY, assertThrows(InputException.class, first::run).getMessage());
        assertTrue(closed);
    }
}
