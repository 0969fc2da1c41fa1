package org.eejs.lab.rounds;

import java.nio.file.Path;
import org.eejs.result.RunDirectory;

/**
 * Where everything is that a measurement needs.
 *
 * @param home the folder with a folder of jars for each room
 * @param state where certificates and tokens are kept between runs
 * @param directory where results and logs go
 */
public record Places(Path home, Path state, RunDirectory directory) {
    /** The same for one run of several. */
    public Places in(RunDirectory other) {
        return new Places(home, state, other);
    }
}
