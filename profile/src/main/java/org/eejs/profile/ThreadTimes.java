package org.eejs.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The processor time that a process and its living threads have used, as the Linux kernel counts it; see proc(5).
 * Immutable.
 *
 * @param nanos the time of the whole process in nanoseconds, including ended threads; in steps of 10 ms
 * @param threads the threads, by their number in their own namespace, as in recordings; empty where there is no /proc
 */
public record ThreadTimes(long nanos, Map<Long, Used> threads) {
    /** The value where the kernel does not count. */
    static final ThreadTimes UNKNOWN = new ThreadTimes(0, Map.of());

    /** The number of samples from which a thread's own time is used. All threads with fewer samples share the rest. */
    private static final long ENOUGH = 10;
    /** The time that a sample represents at the tick of most kernels, 250 a second, in nanoseconds. */
    private static final double TICK = 4e6;
    /** USER_HZ is 100 for all programs, whatever the kernel's own tick is. */
    private static final long NANOS_OF_STAT = 10_000_000;
    /** The number of virtual threads in recordings. */
    private static final long VIRTUAL = 0;
    /** The beginning of the names of threads that run virtual threads; other pools of that kind share with them. */
    private static final String CARRIER = "ForkJoinPool-";
    private static final Pattern NAME = Pattern.compile("(?m)^Name:\t(.*)$");
    private static final Pattern NUMBER = Pattern.compile("(?m)^NSpid:.*?(\\d+)$");

    /** The use of a thread in nanoseconds, and the first 15 characters of its name. */
    record Used(String name, long nanos) {}

    /**
     * The weights of samples.
     *
     * @param nanosOfThread the processor time that a sample of a thread represents, by the thread's number, in
     *     nanoseconds
     * @param nanosOfOthers the same for all other threads
     * @param covered the share of processor time, from 0 to 1, that the samples represent; null where the kernel does
     *     not count
     */
    public record Weights(Map<Long, Double> nanosOfThread, double nanosOfOthers, Double covered) {
        /** Returns the time that a sample of a thread represents, in microseconds, at least one. */
        public long micros(long thread) {
            return Math.max(1, Math.round(nanosOfThread.getOrDefault(thread, nanosOfOthers) / 1e3));
        }
    }

    /** Reads the times of a process; {@link #UNKNOWN} where that does not work. */
    public static ThreadTimes of(long pid) {
        Path process = Path.of("/proc/" + pid);
        try (Stream<Path> folders = Files.list(process.resolve("task"))) {
            Map<Long, Used> threads = new HashMap<>();
            folders.forEach(folder -> read(folder, threads));
            String stat = Files.readString(process.resolve("stat"));
            // The second field is the command in parentheses and may contain blanks, so fields are counted after it.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return new ThreadTimes(NANOS_OF_STAT * (Long.parseLong(fields[11]) + Long.parseLong(fields[12])),
                    Map.copyOf(threads));
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    private static void read(Path folder, Map<Long, Used> threads) {
        try {
            String count = Files.readString(folder.resolve("schedstat"));
            String status = Files.readString(folder.resolve("status"));
            Matcher name = NAME.matcher(status);
            Matcher number = NUMBER.matcher(status);
            if (name.find() && number.find()) {
                threads.put(Long.parseLong(number.group(1)),
                        new Used(name.group(1), Long.parseLong(count.substring(0, count.indexOf(' ')))));
            }
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
            // The thread is just ending; its time counts as the rest of its process.
        }
    }

    /** Returns the use since an earlier reading; {@link #UNKNOWN} if one of both is. */
    public ThreadTimes since(ThreadTimes earlier) {
        if (threads.isEmpty() || earlier.threads.isEmpty()) {
            return UNKNOWN;
        }
        Map<Long, Used> used = new HashMap<>();
        threads.forEach((thread, now) -> {
            long before = earlier.threads.containsKey(thread) ? earlier.threads.get(thread).nanos() : 0;
            // A lower count belongs to a new thread with the same number.
            used.put(thread, new Used(now.name(), now.nanos() < before ? now.nanos() : now.nanos() - before));
        });
        return new ThreadTimes(nanos - earlier.nanos, used);
    }

    /**
     * Distributes the processor time among samples. A thread with enough samples has its own time. All other threads
     * share the rest of the process's time, including those that have ended, whose own use is unknown. Compiler and
     * collector have their own counts, and are left out.
     *
     * @param samples the number of samples of each thread, by its number
     */
    public Weights weigh(Map<Long, Long> samples) {
        Set<Long> virtual = samples.keySet().stream().filter(thread -> thread <= VIRTUAL).collect(Collectors.toSet());
        Set<Long> carriers = virtual.isEmpty() ? Set.of() : threads.entrySet().stream()
                .filter(each -> each.getValue().name().startsWith(CARRIER)).map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        return carriers.isEmpty() ? weighed(samples) : together(virtual, carriers, samples);
    }

    /**
     * Weighs virtual threads and their carriers as one thread. The kernel counts the time of virtual threads as that of
     * their carriers, and the flight recorder gives virtual threads no number of the kernel.
     */
    private Weights together(Set<Long> virtual, Set<Long> carriers, Map<Long, Long> samples) {
        Map<Long, Used> merged = new HashMap<>(threads);
        merged.keySet().removeAll(carriers);
        merged.put(VIRTUAL, new Used(CARRIER, carriers.stream().mapToLong(each -> threads.get(each).nanos()).sum()));
        Map<Long, Long> counts = new HashMap<>();
        samples.forEach((thread, count) -> counts.merge(virtual.contains(thread) || carriers.contains(thread) ? VIRTUAL
                : thread, count, Long::sum));
        Weights weights = new ThreadTimes(nanos, merged).weighed(counts);
        Map<Long, Double> own = new HashMap<>(weights.nanosOfThread());
        Stream.concat(virtual.stream(), carriers.stream()).forEach(each -> own.put(each,
                weights.nanosOfThread().getOrDefault(VIRTUAL, weights.nanosOfOthers())));
        return new Weights(own, weights.nanosOfOthers(), weights.covered());
    }

    private Weights weighed(Map<Long, Long> samples) {
        Categories categories = Categories.of(List.of());
        if (threads.isEmpty()) {
            return new Weights(Map.of(), TICK, null);
        }
        Set<Long> others = new HashSet<>(samples.keySet());
        Map<Long, Double> own = new HashMap<>();
        double rest = nanos;
        double all = nanos;
        long taken = samples.values().stream().mapToLong(Long::longValue).sum();
        for (Map.Entry<Long, Used> each : threads.entrySet()) {
            long used = each.getValue().nanos();
            long count = samples.getOrDefault(each.getKey(), 0L);
            boolean isCounted = categories.isCounted(each.getValue().name());
            if (isCounted || count >= ENOUGH) {
                own.put(each.getKey(), count == 0 ? 0 : (double) used / count);
                others.remove(each.getKey());
                rest -= used;
            }
            if (isCounted) {
                all -= used;
                taken -= count;
            }
        }
        long few = others.stream().mapToLong(samples::get).sum();
        return new Weights(own, few == 0 ? 0 : Math.max(0, rest) / few,
                all <= 0 ? null : Math.min(1, taken * usual(samples, categories) / all));
    }

    /**
     * Estimates the time between two samples of a thread: the median over threads that used enough for some samples,
     * weighted by use. They are chosen by use, since threads with many samples have them by chance.
     */
    private double usual(Map<Long, Long> samples, Categories categories) {
        List<Map.Entry<Long, Used>> busy = threads.entrySet().stream()
                .filter(each -> each.getValue().nanos() >= ENOUGH * TICK)
                .filter(each -> !categories.isCounted(each.getValue().name()))
                .sorted(Comparator.comparingDouble(each -> between(each, samples))).toList();
        double half = busy.stream().mapToDouble(each -> each.getValue().nanos()).sum() / 2;
        for (Map.Entry<Long, Used> each : busy) {
            half -= each.getValue().nanos();
            if (half <= 0) {
                return Double.isInfinite(between(each, samples)) ? TICK : between(each, samples);
            }
        }
        return TICK;
    }

    private static double between(Map.Entry<Long, Used> thread, Map<Long, Long> samples) {
        return thread.getValue().nanos() / (double) samples.getOrDefault(thread.getKey(), 0L);
    }
}
