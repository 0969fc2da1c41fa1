package org.eejs.lab.machine;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eejs.result.Result;

/** The description of this machine, read from the Linux kernel; on other systems, from the JVM. */
public final class Machine {
    /** The processors at the start of this process, which may confine itself to fewer later. */
    private static final BitSet ALLOWED = allowedProcessors();

    private Machine() {}

    /** Returns the kernel's name and release. */
    public static String kernel() {
        return System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                + System.getProperty("os.arch");
    }

    /** Returns the processors. */
    public static Result.Cpu cpu() {
        return new Result.Cpu(KernelFile.field("/proc/cpuinfo", "model name").orElse(System.getProperty("os.arch")),
                processors(), ThreadPlacement.threadsPerCore(cores()),
                KernelFile.word("/sys/devices/system/cpu/cpu" + ALLOWED.nextSetBit(0) + "/cpufreq/scaling_governor"));
    }

    /** Returns the memory. JDK 11 has only this name of the method. */
    @SuppressWarnings("deprecation")
    public static Result.Memory memory() {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new Result.Memory(system.getTotalPhysicalMemorySize(),
                KernelFile.word("/sys/kernel/mm/transparent_hugepage/enabled"));
    }

    /** Returns the description of a machine on which nothing has run. */
    public static Result.Disclosure disclosure() {
        return disclosure(Map.of(), List.of(), Map.of(), Map.of());
    }

    /**
     * Returns the description of a machine on which programs other than the banking workload ran; see {@link
     * Result.Disclosure}.
     */
    public static Result.Disclosure disclosure(Map<String, Result.JdkInfo> jdks, List<String> providers,
            Map<String, List<String>> flags, Map<String, String> placement) {
        return new Result.Disclosure(jdks, kernel(), cpu(), memory(), providers, flags, placement, null, null,
                List.of());
    }

    /** Returns the processors that this process was given. */
    static BitSet allowed() {
        return (BitSet) ALLOWED.clone();
    }

    /** Returns the number of processors that this process was given. */
    public static int processors() {
        return ALLOWED.cardinality();
    }

    /** Returns the processors that this process was given, grouped by core. */
    public static List<BitSet> cores() {
        Set<BitSet> cores = new LinkedHashSet<>();
        for (int cpu = ALLOWED.nextSetBit(0); cpu >= 0; cpu = ALLOWED.nextSetBit(cpu + 1)) {
            BitSet core = new BitSet();
            try {
                core = ProcessorList.parse(Files.readString(
                        Path.of("/sys/devices/system/cpu/cpu" + cpu + "/topology/core_cpus_list")));
            } catch (IOException e) {
                core.set(cpu);
            }
            core.and(ALLOWED);
            cores.add(core);
        }
        return List.copyOf(cores);
    }

    /** Confines this process, its threads and the processes that it starts from now on to these processors. */
    public static void confineTo(BitSet processors) {
        SystemCommand.carryOut(List.of("taskset", "-a", "-p", "-c", ProcessorList.format(processors),
                Long.toString(ProcessHandle.current().pid())));
    }

    /**
     * Returns the processors to which this process has confined itself; empty when it may use all that it was given.
     */
    public static Optional<BitSet> confinedTo() {
        return Optional.of(allowedProcessors()).filter(allowed -> !allowed.equals(ALLOWED));
    }

    private static BitSet allowedProcessors() {
        // On other systems than Linux, the JVM knows the number of processors.
        return ProcessorList.parse(KernelFile.field("/proc/self/status", "Cpus_allowed_list")
                .orElse("0-" + (Runtime.getRuntime().availableProcessors() - 1)));
    }
}
