package org.eejs.driver;

import java.util.Optional;
import org.eejs.driver.service.Failing;
import org.eejs.driver.service.ServiceScriptPlan.PlannedStep;
import org.eejs.service.Rehearsal;

/** What goes wrong in a session. Used by one event loop's thread only. */
final class SessionFailures {
    private final Recorder recorder;
    private final String scenario;
    private Rehearsal.Failure first;
    private boolean ended;

    SessionFailures(Recorder recorder, String scenario) {
        this.recorder = recorder;
        this.scenario = scenario;
    }

    /** A step has failed. */
    void add(Failing failing, PlannedStep step) {
        recorder.failed(step.page(), failing.reason(), failing.sample() == null ? null : failing::sample);
        if (first == null) {
            first = new Rehearsal.Failure(scenario, step.name(), failing.reason().id(), failing.sample(),
                    failing.source());
        }
    }

    /** What went wrong first, which may be why all that follows went wrong. */
    Optional<Rehearsal.Failure> first() {
        return Optional.ofNullable(first);
    }

    /** The session ends by a failure. */
    void ends() {
        ended = true;
    }

    /** Whether a failure ended it; otherwise its steps went on. */
    boolean ended() {
        return ended;
    }
}
