package org.eejs.lab.hosts;

import org.eejs.result.HostFigures;
import org.eejs.result.Result;

/**
 * What a host is.
 *
 * @param address on which others reach it: that from which it has reached the lab
 * @param kernel its name and release
 * @param jdk the one that runs EEJS there
 */
record HostDescription(String address, String kernel, Result.Cpu cpu, Result.Memory memory, Result.JdkInfo jdk) {
    /** The machine as a result has it. */
    HostFigures.Machine machine() {
        return new HostFigures.Machine(kernel, cpu, memory, jdk);
    }
}
