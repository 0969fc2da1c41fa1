package org.eejs.result;

import java.util.List;

/**
 * One of the hosts of a run.
 *
 * @param host its name in the file of hosts
 * @param roles what it did: bank, besim, driver
 * @param machine what it is
 * @param link how it is connected
 * @param use what it did in the steady state
 */
public record HostFigures(String host, List<String> roles, Machine machine, Link link, Use use) {
    /** A machine: its kernel, processors and memory, and the JDK that runs EEJS there. */
    public record Machine(String kernel, Result.Cpu cpu, Result.Memory memory, Result.JdkInfo jdk) {}

    /**
     * A connection to the lab, and to whom the host calls.
     *
     * @param labMicros the shortest round trip to the lab by messages
     * @param callMicros the median time to connect to whom its role calls, over TCP; null of the back end
     * @param clockOffsetMicros how far its clock is ahead of that of the lab
     * @param clockErrorMicros by how much that may be wrong
     */
    public record Link(long labMicros, Long callMicros, long clockOffsetMicros, long clockErrorMicros) {}

    /**
     * What the processes there used and did.
     *
     * @param cpuSeconds of all its processes of the run
     * @param saturation that in shares of the processors that they may use
     * @param sessions the simultaneous sessions of its driver, on average; 0 where there is none
     * @param lostTicks seconds that its driver reported more than a second late, or not at all, in the whole run
     */
    public record Use(double cpuSeconds, double saturation, double sessions, int lostTicks) {
        /** Nothing yet. */
        public static final Use NONE = new Use(0, 0, 0, 0);
    }

    /** The same with what it did. */
    public HostFigures with(Use other) {
        return new HostFigures(host, roles, machine, link, other);
    }
}
