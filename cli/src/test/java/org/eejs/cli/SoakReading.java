package org.eejs.cli;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The resources of an idle process.
 *
 * @param threads the number of threads by name, without numbers in names
 * @param descriptors the number of file descriptors by target, without numbers
 * @param heapBytes the used heap after garbage collections
 * @param residentBytes resident memory, including the heap
 */
record SoakReading(Map<String, Integer> threads, Map<String, Integer> descriptors, long heapBytes, long residentBytes) {
    private static final int MOST_COLLECTIONS = 20;
    private static final long STABLE_BYTES = 64 << 10;
    private static final int STABLE_SECONDS = 3;
    /** Idle threads of pools live for a minute, and so do the JVM's threads that wait for processes. */
    private static final int PATIENCE_SECONDS = 90;
    /** Threads of the JVM itself, whose number it changes as needed. */
    private static final Pattern OF_THE_JVM = Pattern.compile("(C1|C2|G1|GC|VM|Attach|Sweeper|Common-Cleaner|process "
            + "reaper|CompletableFuture|ForkJoinPool.commonPool|JMX|RMI).*");
    private static final Pattern HEAP_USED = Pattern.compile("used (\\d+)K");

    /** Reads the resources of a kind, by name. */
    private interface Reader {
        Map<String, Integer> read() throws IOException;
    }

    /** Reads this process. */
    static SoakReading here() throws IOException, InterruptedException {
        return new SoakReading(settled(SoakReading::threadsHere), settled(() -> descriptors("self")), collected(),
                resident("self"));
    }

    /** Reads another JVM of the same JDK. */
    static SoakReading of(long pid) throws IOException, InterruptedException {
        String id = String.valueOf(pid);
        // The heap comes first, because the question creates a thread there.
        long heap = collected(id);
        return new SoakReading(settled(() -> threads(id)), settled(() -> descriptors(id)), heap, resident(id));
    }

    /** Reads until the numbers have not dropped for some seconds. */
    private static Map<String, Integer> settled(Reader reader) throws IOException, InterruptedException {
        Map<String, Integer> fewest = reader.read();
        int since = 0;
        for (int i = 0; i < PATIENCE_SECONDS && since < STABLE_SECONDS; i++) {
            TimeUnit.SECONDS.sleep(1);
            Map<String, Integer> next = reader.read();
            since = sum(next) < sum(fewest) ? 0 : since + 1;
            fewest = sum(next) <= sum(fewest) ? next : fewest;
        }
        return fewest;
    }

    private static long collected() throws InterruptedException {
        long used = Long.MAX_VALUE;
        for (int i = 0; i < MOST_COLLECTIONS; i++) {
            System.gc();
            // Threads process the references that a collection found.
            TimeUnit.MILLISECONDS.sleep(50);
            long now = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            if (now > used - STABLE_BYTES) {
                return Math.min(now, used);
            }
            used = now;
        }
        return used;
    }

    private static Map<String, Integer> threadsHere() {
        return counted(Thread.getAllStackTraces().keySet().stream().map(Thread::getName));
    }

    private static Map<String, Integer> threads(String process) throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc", process, "task"))) {
            return counted(tasks.map(task -> {
                try {
                    return Files.readString(task.resolve("comm")).strip();
                } catch (IOException e) {
                // The thread has ended meanwhile.
                    return "GC";
                }
            }));
        }
    }

    /** Returns file descriptors without jars, which are opened when one of their classes is first needed. */
    private static Map<String, Integer> descriptors(String process) throws IOException {
        try (Stream<Path> links = Files.list(Path.of("/proc", process, "fd"))) {
            return counted(links.map(link -> {
                try {
                    return Files.readSymbolicLink(link).toString();
                } catch (IOException e) {
                    // The descriptor of this listing.
                    return "GC";
                }
            }).filter(target -> !target.endsWith(".jar")));
        }
    }

    private static Map<String, Integer> counted(Stream<String> names) {
        Map<String, Integer> counts = new TreeMap<>();
        names.filter(name -> !OF_THE_JVM.matcher(name).matches())
                .forEach(name -> counts.merge(name.replaceAll("\\d+", "N"), 1, Integer::sum));
        return counts;
    }

    private static long resident(String process) throws IOException {
        return Files.readAllLines(Path.of("/proc", process, "status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10).findFirst().orElse(0);
    }

    /** Returns the heap of another JVM after collections, by a single start of jcmd. */
    private static long collected(String process) throws IOException, InterruptedException {
        Path commands = Files.writeString(Files.createTempFile("soak", ".jcmd"), "GC.run\nGC.run\nGC.heap_info\n");
        Process jcmd = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), process,
                "-f", commands.toString()).redirectErrorStream(true).start();
        String said = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        jcmd.waitFor();
        Files.delete(commands);
        Matcher used = HEAP_USED.matcher(said);
        if (!used.find()) {
            throw new IOException("jcmd does not tell the heap of process " + process + ": " + said.strip());
        }
        return Long.parseLong(used.group(1)) << 10;
    }

    private static int sum(Map<String, Integer> counts) {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    int threadCount() {
        return sum(threads);
    }

    int descriptorCount() {
        return sum(descriptors);
    }

    /** Compares with an earlier reading, and reports growth above the tolerance. */
    void compare(String process, SoakReading before, long heapTolerance, int tolerance, SoakTally tally) {
        if (heapBytes > before.heapBytes + heapTolerance) {
            tally.fail("%s: its heap grew from %,d KiB to %,d KiB".formatted(process, before.heapBytes >> 10,
                    heapBytes >> 10));
        }
        if (threadCount() > before.threadCount() + tolerance) {
            tally.fail("%s: there are more threads than before: %s".formatted(process,
                    more(before.threads, threads)));
        }
        if (descriptorCount() > before.descriptorCount() + tolerance) {
            tally.fail("%s: there are more descriptors than before: %s".formatted(process,
                    more(before.descriptors, descriptors)));
        }
    }

    private static Map<String, String> more(Map<String, Integer> before, Map<String, Integer> now) {
        Map<String, String> more = new TreeMap<>();
        now.forEach((name, count) -> {
            int was = before.getOrDefault(name, 0);
            if (count > was) {
                more.put(name, was + " -> " + count);
            }
        });
        return more;
    }
}
