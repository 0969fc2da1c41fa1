package org.eejs.lab.rounds;

import java.nio.file.Path;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.Stage;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.RunDirectory;

/**
 * Where everything is that a measurement needs.
 *
 * @param home the folder with a folder of jars for each room
 * @param state where certificates and tokens are kept between runs
 * @param directory where results and logs go
 * @param stages where processes of runs are started
 */
public record Places(Path home, Path state, RunDirectory directory, Stages stages) {
    /** Says where the roles of a run are. */
    public interface Stages {
        /** Returns the stage of one run; what its roles report goes to these events. */
        Stage of(RunPlan plan, Places places, RoleEvents events);
    }

    /** Returns the same for one run of several. */
    public Places in(RunDirectory other) {
        return new Places(home, state, other, stages);
    }
}
