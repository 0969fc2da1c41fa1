package org.eejs.lab.rounds;

import java.nio.file.Path;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.Stage;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.RunDirectory;

/**
 * The folders and stages that a measurement uses.
 *
 * @param home the folder with a folder of jars for each room
 * @param state the folder for certificates and tokens, which are kept between runs
 * @param directory the folder for results and logs
 * @param stages the places where processes of runs are started
 */
public record Places(Path home, Path state, RunDirectory directory, Stages stages) {
    /** The stages of runs. */
    public interface Stages {
        /** Returns the stage of one run; its roles report to these events. */
        Stage of(RunPlan plan, Places places, RoleEvents events);
    }

    /** Returns the same places with another directory, for one of several runs. */
    public Places in(RunDirectory other) {
        return new Places(home, state, other, stages);
    }
}
