package org.eejs.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.eejs.result.Result;

/**
 * The resources that a JVM's process has used since its start, as the Linux kernel counts them; see proc(5).
 *
 * @param userSeconds processor time in user mode
 * @param systemSeconds processor time in system mode
 * @param jitSeconds processor time of its compiler threads in both modes
 * @param gcSeconds processor time of its garbage collector threads in both modes
 * @param peakResidentBytes the peak of its resident memory
 */
public record ProcessUsage(double userSeconds, double systemSeconds, double jitSeconds, double gcSeconds,
        long peakResidentBytes) {
    /** USER_HZ, which Linux fixes at 100 for all programs, whatever the kernel's own tick is. */
    static final double TICKS_PER_SECOND = 100;
    /** The index of a field after the command. */
    private static final int USER = 11;
    private static final int SYSTEM = 12;
    private static final int CHILDREN_SYSTEM = 14;

    /** The use of a process that has not run. */
    public static final ProcessUsage ZERO = new ProcessUsage(0, 0, 0, 0, 0);

    /**
     * Reads the use of a process. After its end, callers keep the last reading.
     *
     * @throws IOException when there is no such process
     */
    public static ProcessUsage of(long pid) throws IOException {
        return of(pid, new JvmThreads(pid));
    }

    /** Reads the use of a process whose threads were read before. */
    public static ProcessUsage of(long pid, JvmThreads threads) throws IOException {
        threads.read();
        String[] fields = stat(pid);
        long peak = 0;
        for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
            if (line.startsWith("VmHWM:")) {
                peak = Long.parseLong(line.replaceAll("\\D", "")) * 1_024;
            }
        }
        return new ProcessUsage(ticks(fields, USER), ticks(fields, SYSTEM), threads.seconds(JvmThreads.Kind.JIT),
                threads.seconds(JvmThreads.Kind.GC), peak);
    }

    /**
     * Returns the fields of {@code /proc/PID/stat} after the command, which is in parentheses and may contain blanks.
     */
    private static String[] stat(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    }

    private static double ticks(String[] fields, int field) {
        return Long.parseLong(fields[field]) / TICKS_PER_SECOND;
    }

    /**
     * Returns the processor seconds of a process in both modes, including those of children that have ended and for
     * which it waited. So nothing is lost when a child ends. Returns 0 for a process that is gone.
     */
    static double secondsWithEndedChildren(long pid) {
        try {
            String[] fields = stat(pid);
            return IntStream.rangeClosed(USER, CHILDREN_SYSTEM).mapToDouble(field -> ticks(fields, field)).sum();
        } catch (IOException e) {
            return 0;
        }
    }

    /** Returns the processor seconds in both modes without the compiler's. */
    public double cpuSecondsWithoutJit() {
        return cpuSeconds() - jitSeconds;
    }

    /** Returns the processor seconds in both modes. */
    public double cpuSeconds() {
        return userSeconds + systemSeconds;
    }

    /** Returns the sum of two processes. */
    public ProcessUsage plus(ProcessUsage other) {
        return new ProcessUsage(userSeconds + other.userSeconds, systemSeconds + other.systemSeconds,
                jitSeconds + other.jitSeconds, gcSeconds + other.gcSeconds,
                peakResidentBytes + other.peakResidentBytes);
    }

    /** Returns this use with another peak of resident memory. */
    public ProcessUsage withPeakResidentBytes(long bytes) {
        return new ProcessUsage(userSeconds, systemSeconds, jitSeconds, gcSeconds, bytes);
    }
}
