package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.eejs.result.settings.Allowed;

/**
 * One of the hosts of a run.
 *
 * @param host its name in the file of hosts
 * @param roles its roles: bank, besim, driver
 * @param machine its hardware and software
 * @param link its connection
 * @param use its resource use in the steady state
 */
public record HostFigures(String host, List<String> roles, Machine machine, Link link, Use use) {
    /** A machine: its kernel, processors and memory, and the JDK that runs EEJS there. */
    public record Machine(String kernel, Result.Cpu cpu, Result.Memory memory, Result.JdkInfo jdk) {}

    /**
     * The connections from a host to the lab and to the next role.
     *
     * @param labMicros the shortest round trip to the lab by messages
     * @param callMicros the median time to connect to the host of the next role, over TCP; null for the back end
     * @param clockOffsetMicros how far its clock was ahead of that of the lab before the run
     * @param clockErrorMicros the possible error of that offset
     * @param clockMovedMicros the change of the offset until the last message of the host, less the possible error;
     *     null in results that lack it
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Link(long labMicros, Long callMicros,
            @Allowed(least = Double.NEGATIVE_INFINITY) long clockOffsetMicros, long clockErrorMicros,
            @Allowed(least = Double.NEGATIVE_INFINITY) Long clockMovedMicros) {}

    /**
     * The resource use of the host's processes.
     *
     * @param cpuSeconds processor time of all its processes of the run, in seconds
     * @param saturation the same as a share of the processors that they may use
     * @param sessions the simultaneous sessions of its driver, on average; 0 where there is none
     * @param lostTicks seconds that its driver reported more than a second late, or not at all, in the whole run
     * @param stolenCpu the share of the machine's processor time that went to other guests of the hypervisor (steal), 0
     *     to 1; null where it was not counted
     * @param foreignCpu the share of the machine's processor time that went to processes outside the run, 0 to 1; null
     *     where it was not counted
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Use(double cpuSeconds, double saturation, double sessions, int lostTicks, Double stolenCpu,
            Double foreignCpu) {
        /** No use so far. */
        public static final Use NONE = new Use(0, 0, 0, 0, null, null);
    }

    /** Returns this host with another use. */
    public HostFigures with(Use other) {
        return new HostFigures(host, roles, machine, link, other);
    }
}
