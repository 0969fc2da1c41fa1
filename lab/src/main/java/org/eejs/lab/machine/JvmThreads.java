package org.eejs.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the threads of a JVM that compile and that collect garbage have used, by the scheduler's own count in
 * nanoseconds: the first number of {@code /proc/PID/task/TID/schedstat}. The ticks of {@code stat} are too coarse for
 * threads that run for a millisecond at a time.
 *
 * <p>Such threads come and go. What one had used when it was last read stays in the sum, so a sum never falls; what it
 * used between that reading and its end is missed. For one thread.
 */
public final class JvmThreads {
    /** What a thread of HotSpot is there for. */
    public enum Kind {
        /** Compiles. JDK 17 also has a thread that sweeps what was compiled and is no longer used. */
        JIT("C1 Compiler", "C2 Compiler", "JVMCI", "Sweeper thread"),
        /** Collects garbage. The serial collector works in the VM thread. */
        GC("VM Thread", "GC Thread", "ParGC Thread", "G1 ", "ZDriver", "ZDirector", "ZWorker", "ZStat", "ZUncommitter",
                "ZUnmapper", "Shenandoah"),
        /** All others. */
        APPLICATION("");

        private final List<String> beginnings;

        Kind(String... beginnings) {
            this.beginnings = List.of(beginnings);
        }

        /** By a thread's name, of which Linux keeps 15 characters. */
        static Kind of(String name) {
            return Stream.of(values()).filter(kind -> kind.beginnings.stream().anyMatch(name::startsWith)).findFirst()
                    .orElseThrow();
        }
    }

    private final Path tasks;
    private final Map<Kind, Long> ended = new EnumMap<>(Kind.class);
    private Map<String, Reading> living = Map.of();

    private record Reading(Kind kind, long nanos) {}

    /** The threads of a process. */
    public JvmThreads(long pid) {
        this(Path.of("/proc/" + pid + "/task"));
    }

    /** Those in a folder such as {@code /proc/PID/task}. */
    JvmThreads(Path tasks) {
        this.tasks = tasks;
    }

    /** Reads all threads. Those that have ended, or the whole process, keep their last reading. */
    void read() {
        Map<String, Reading> now = new HashMap<>();
        try (Stream<Path> folders = Files.list(tasks)) {
            folders.forEach(folder -> read(folder, now));
        } catch (IOException e) {
            // The process has ended, and all its threads.
        }
        living.forEach((thread, last) -> {
            Reading next = now.get(thread);
            // A count that fell is that of another thread, which was given the same number.
            if (next == null || next.kind() != last.kind() || next.nanos() < last.nanos()) {
                ended.merge(last.kind(), last.nanos(), Long::sum);
            }
        });
        living = now;
    }

    private void read(Path folder, Map<String, Reading> readings) {
        String thread = folder.getFileName().toString();
        try {
            Kind kind = Kind.of(Files.readString(folder.resolve("comm")));
            if (kind != Kind.APPLICATION) {
                String count = Files.readString(folder.resolve("schedstat"));
                readings.put(thread, new Reading(kind, Long.parseLong(count.substring(0, count.indexOf(' ')))));
            }
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
            // The thread is just ending; its last reading stands.
            if (living.containsKey(thread)) {
                readings.put(thread, living.get(thread));
            }
        }
    }

    /**
     * Gives the threads of a kind, as of the last reading, other processors than the rest of their JVM. A thread that
     * one of them starts inherits them. What has ended meanwhile is left alone.
     */
    public void place(Kind kind, BitSet processors) {
        living.forEach((thread, reading) -> {
            if (reading.kind() == kind) {
                SystemCommand.carryOut(List.of("taskset", "-p", "-c", ProcessorList.format(processors), thread));
            }
        });
    }

    /** Processor time of the threads of a kind until the last reading, in seconds; 0 of {@link Kind#APPLICATION}. */
    double seconds(Kind kind) {
        long nanos = ended.getOrDefault(kind, 0L) + living.values().stream().filter(each -> each.kind() == kind)
                .mapToLong(Reading::nanos).sum();
        return nanos / 1e9;
    }
}
