package org.eejs.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * The use of the processors that this process was given, since the machine started, in processor seconds over all of
 * them; see proc(5), {@code /proc/stat}. Interrupts belong to no process, and are left out.
 *
 * @param othersSeconds user and system time of all processes but this one and those that it started
 * @param stolenSeconds steal: time that a hypervisor gave to others although this machine wanted it
 * @param processors the number of processors
 */
public record MachineTime(double othersSeconds, double stolenSeconds, int processors) {
    /** No use, for systems without these counts. */
    public static final MachineTime ZERO = new MachineTime(0, 0, 1);

    private static final int USER = 1;
    private static final int NICE = 2;
    private static final int SYSTEM = 3;
    private static final int STEAL = 8;

    /** Returns the use until now; {@link #ZERO} where the kernel does not count it. */
    public static MachineTime now() {
        return now(List.of());
    }

    /**
     * Returns the use where further processes count as EEJS's: services that this process did not start, or that have
     * left it. Descendants always count as EEJS's, also JVMs that wait for their turn.
     */
    public static MachineTime now(Collection<ProcessHandle> alsoOwn) {
        try {
            return of(Files.readAllLines(Path.of("/proc/stat")), Machine.allowed(), ownSeconds(alsoOwn));
        } catch (IOException e) {
            return ZERO;
        }
    }

    /** Returns the processor seconds of this process, of its descendants and of these others, each counted once. */
    static double ownSeconds(Collection<ProcessHandle> alsoOwn) {
        ProcessHandle self = ProcessHandle.current();
        return Stream.of(Stream.of(self), self.descendants(), alsoOwn.stream()).flatMap(each -> each)
                .mapToLong(ProcessHandle::pid).distinct().mapToDouble(ProcessUsage::secondsWithEndedChildren).sum();
    }

    /**
     * Returns the use of some processors.
     *
     * @param lines the lines of {@code /proc/stat}
     * @param ownSeconds processor seconds of EEJS's processes
     */
    static MachineTime of(List<String> lines, BitSet processors, double ownSeconds) {
        long busy = 0;
        long stolen = 0;
        for (String line : lines) {
            String[] fields = line.split(" +");
            if (fields[0].matches("cpu\\d+") && fields.length > STEAL
                    && processors.get(Integer.parseInt(fields[0].substring("cpu".length())))) {
                busy += Long.parseLong(fields[USER]) + Long.parseLong(fields[NICE]) + Long.parseLong(fields[SYSTEM]);
                stolen += Long.parseLong(fields[STEAL]);
            }
        }
        return new MachineTime(busy / ProcessUsage.TICKS_PER_SECOND - ownSeconds,
                stolen / ProcessUsage.TICKS_PER_SECOND, processors.cardinality());
    }
}
