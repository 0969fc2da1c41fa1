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
 * The CPU of a JVM's threads that compile and that collect garbage, by the scheduler's count in nanoseconds: the first
 * number of {@code /proc/PID/task/TID/schedstat}. The ticks of {@code stat} are too coarse for threads that run for a
 * millisecond at a time.
 *
 * <p>Such threads come and go. The last reading of each stays in the sum, so a sum never falls. The CPU between that
 * reading and the thread's end is missed. Not thread-safe.
 */
public final class JvmThreads {
    /** The kind of a HotSpot thread. */
    public enum Kind {
        /** Compiler threads. JDK 17 also has a thread that sweeps unused compiled code. */
        JIT("C1 Compiler", "C2 Compiler", "JVMCI", "Sweeper thread"),
        /** Garbage collector threads. The serial collector works in the VM thread. */
        GC("VM Thread", "GC Thread", "ParGC Thread", "G1 ", "ZDriver", "ZDirector", "ZWorker", "ZStat", "ZUncommitter",
                "ZUnmapper", "Shenandoah"),
        /** All other threads. */
        APPLICATION("");

        private final List<String> beginnings;

        Kind(String... beginnings) {
            this.beginnings = List.of(beginnings);
        }

        /** Returns the kind by a thread's name; Linux keeps 15 characters of it. */
        static Kind of(String name) {
            return Stream.of(values()).filter(kind -> kind.beginnings.stream().anyMatch(name::startsWith)).findFirst()
                    .orElseThrow();
        }
    }

    private final Path tasks;
    private final Map<Kind, Long> ended = new EnumMap<>(Kind.class);
    private Map<String, Reading> living = Map.of();

    private record Reading(Kind kind, long nanos) {}

    /** Creates the threads of a process. */
    public JvmThreads(long pid) {
        this(Path.of("/proc/" + pid + "/task"));
    }

    /** Creates the threads of a folder such as {@code /proc/PID/task}. */
    JvmThreads(Path tasks) {
        this.tasks = tasks;
    }

    /** Reads all threads. Those that have ended, also with the whole process, keep their last reading. */
    void read() {
        Map<String, Reading> now = new HashMap<>();
        try (Stream<Path> folders = Files.list(tasks)) {
            folders.forEach(folder -> read(folder, now));
        } catch (IOException e) {
            // The process has ended, and so have all its threads.
        }
        living.forEach((thread, last) -> {
            Reading next = now.get(thread);
            // A lower count belongs to a new thread with the same number.
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
            // The thread is just ending, so its last reading counts.
            if (living.containsKey(thread)) {
                readings.put(thread, living.get(thread));
            }
        }
    }

    /**
     * Pins the threads of a kind, as of the last reading, to these processors. Threads that they start inherit them.
     * Threads that have ended since are skipped.
     */
    public void place(Kind kind, BitSet processors) {
        living.forEach((thread, reading) -> {
            if (reading.kind() == kind) {
                SystemCommand.carryOut(List.of("taskset", "-p", "-c", ProcessorList.format(processors), thread));
            }
        });
    }

    /** Returns the processor seconds of a kind until the last reading; 0 for {@link Kind#APPLICATION}. */
    double seconds(Kind kind) {
        long nanos = ended.getOrDefault(kind, 0L) + living.values().stream().filter(each -> each.kind() == kind)
                .mapToLong(Reading::nanos).sum();
        return nanos / 1e9;
    }
}
