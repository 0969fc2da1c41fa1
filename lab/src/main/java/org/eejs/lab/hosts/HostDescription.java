package org.eejs.lab.hosts;

import java.util.regex.Pattern;
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
    /** An address, or the name of a machine. */
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9.:_-]{1,255}");

    HostDescription {
        if (address != null && !ADDRESS.matcher(address).matches()) {
            throw new IllegalArgumentException("address");
        }
    }

    /** The machine as a result has it. */
    HostFigures.Machine machine() {
        return new HostFigures.Machine(kernel, cpu, memory, jdk);
    }
}
