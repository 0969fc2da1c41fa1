package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.eejs.result.settings.Allowed;

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
     * @param clockOffsetMicros how far its clock was ahead of that of the lab before the run
     * @param clockErrorMicros by how much that may be wrong
     * @param clockMovedMicros by how much the offset has surely changed until the host was heard last, beyond what may
     *     be wrong; null in results that did not look
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Link(long labMicros, Long callMicros,
            @Allowed(least = Double.NEGATIVE_INFINITY) long clockOffsetMicros, long clockErrorMicros,
            @Allowed(least = Double.NEGATIVE_INFINITY) Long clockMovedMicros) {}

    /**
     * What the processes there used and did.
     *
     * @param cpuSeconds of all its processes of the run
     * @param saturation that in shares of the processors that they may use
     * @param sessions the simultaneous sessions of its driver, on average; 0 where there is none
     * @param lostTicks seconds that its driver reported more than a second late, or not at all, in the whole run
     * @param stolenCpu the share of the machine's processor time that a hypervisor gave to others, 0 to 1; null where
     *     it was not counted
     * @param foreignCpu the share of it that processes used which are not the run's, 0 to 1; null where it was not
     *     counted
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Use(double cpuSeconds, double saturation, double sessions, int lostTicks, Double stolenCpu,
            Double foreignCpu) {
        /** Nothing yet. */
        public static final Use NONE = new Use(0, 0, 0, 0, null, null);
    }

    /** Returns the same with what it did. */
    public HostFigures with(Use other) {
        return new HostFigures(host, roles, machine, link, other);
    }
}
