package org.eejs.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.eejs.result.Result;

/**
 * What a JVM's process has used since its start, as the Linux kernel counts it; see proc(5).
 *
 * @param userSeconds processor time in user mode
 * @param systemSeconds processor time in system mode
 * @param jitSeconds processor time of both modes that its compiler threads used
 * @param gcSeconds the same of the threads that collect garbage
 * @param peakResidentBytes the most memory it ever had resident
 */
public record ProcessUsage(double userSeconds, double systemSeconds, double jitSeconds, double gcSeconds,
        long peakResidentBytes) {
    /** USER_HZ, which Linux fixes at 100 for all programs whatever the kernel's own tick. */
    static final double TICKS_PER_SECOND = 100;
    /** Fields behind the command. */
    private static final int USER = 11;
    private static final int SYSTEM = 12;
    private static final int CHILDREN_SYSTEM = 14;

    /** A process that used nothing. */
    public static final ProcessUsage ZERO = new ProcessUsage(0, 0, 0, 0, 0);

    /**
     * Reads the usage of a process; that of the last reading is kept by callers when the process has ended.
     *
     * @throws IOException when there is no such process
     */
    public static ProcessUsage of(long pid) throws IOException {
        return of(pid, new JvmThreads(pid));
    }

    /** Returns the same of a process whose threads were read before. */
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
     * Processor time of a process in both modes, and of those of its children that have ended and for which it waited:
     * with it nothing is lost when a child ends. In seconds; 0 of a process that is gone.
     */
    static double secondsWithEndedChildren(long pid) {
        try {
            String[] fields = stat(pid);
            return IntStream.rangeClosed(USER, CHILDREN_SYSTEM).mapToDouble(field -> ticks(fields, field)).sum();
        } catch (IOException e) {
            return 0;
        }
    }

    /** Processor time in both modes without that of the compiler, in seconds. */
    public double cpuSecondsWithoutJit() {
        return cpuSeconds() - jitSeconds;
    }

    /** Processor time in both modes, in seconds. */
    public double cpuSeconds() {
        return userSeconds + systemSeconds;
    }

    /** Returns what two processes have used together. */
    public ProcessUsage plus(ProcessUsage other) {
        return new ProcessUsage(userSeconds + other.userSeconds, systemSeconds + other.systemSeconds,
                jitSeconds + other.jitSeconds, gcSeconds + other.gcSeconds,
                peakResidentBytes + other.peakResidentBytes);
    }

    /** Returns the same with another most memory. */
    public ProcessUsage withPeakResidentBytes(long bytes) {
        return new ProcessUsage(userSeconds, systemSeconds, jitSeconds, gcSeconds, bytes);
    }
}
