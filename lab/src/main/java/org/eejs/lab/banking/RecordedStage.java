package org.eejs.lab.banking;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.eejs.banking.RoleName;
import org.eejs.lab.machine.JvmProcess;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.service.ServiceDescription;
import org.eejs.lab.settings.RunPlan;
import org.eejs.lab.settings.Subject;
import org.eejs.profile.AttachedJvm;
import org.eejs.profile.FlightRecording;
import org.eejs.profile.ProfilingException;

/**
 * The stage that runs all roles on this machine, and records the bank with Flight Recorder from before the load until
 * its end.
 */
public final class RecordedStage extends LocalStage {
    /** The name of the recording in the folder of the result. */
    public static final String FILE = "recording.jfr";

    /** The limit of a recording that is never stopped, in a service that continues to run. */
    private static final Duration LONGEST = Duration.ofHours(12);

    private final Path file;
    private final Subject subject;
    /** The bank or the service; null until it has started. */
    private Role bank;
    /** The current recording; null without one. */
    private FlightRecording recording;

    public RecordedStage(RunPlan plan, Places places, RoleEvents events) {
        super(plan, places, events);
        this.subject = plan.subject();
        this.file = places.directory().path().resolve(FILE);
    }

    @Override
    public void start(RoleName role, String address, Consumer<Role> started)
            throws RunFailedException, InterruptedException {
        if (role == RoleName.DRIVER) {
            // The bank serves by now. A JVM that has only just started would die of the signal that makes it listen.
            record();
        }
        super.start(role, address, role == RoleName.BANK ? measured(started) : started);
    }

    @Override
    public void startService(ServiceDescription service, Consumer<Role> started) throws RunFailedException {
        super.startService(service, measured(started));
    }

    private Consumer<Role> measured(Consumer<Role> started) {
        return process -> {
            bank = process;
            started.accept(process);
        };
    }

    private void record() throws RunFailedException {
        long pid = bank.pid().orElseThrow();
        try {
            Optional<String> refusal = JvmProcess.refusal(pid);
            if (refusal.isPresent()) {
                throw new ProfilingException(refusal.get());
            }
            recording = FlightRecording.startUsual(new AttachedJvm(pid), "eejs-run", file,
                    subject.isStarted() ? null : LONGEST);
        } catch (ProfilingException e) {
            throw new RunFailedException("--jfr: recording the %s failed: %s; leave out --jfr"
                    .formatted(bank.role(), e.getMessage()), e);
        }
    }

    /** Ends the recording of a run that was stopped, too, and keeps what was recorded until then. */
    @Override
    public void halt() {
        endRecording();
        super.halt();
    }

    @Override
    public void close() {
        endRecording();
        super.close();
    }

    private void endRecording() {
        if (recording != null) {
            recording.close();
        }
    }
}
