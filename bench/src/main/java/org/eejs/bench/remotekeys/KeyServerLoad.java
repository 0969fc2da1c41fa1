package org.eejs.bench.remotekeys;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.eejs.remotekey.cluster.KeyCluster;
import org.eejs.terminal.Printer;

/**
 * Loads a key server that runs already, with threads that sign without a pause. It measures once the JIT compilers of
 * both processes have settled, by Linux's counts of their threads. For each number of threads it prints a line with
 * threads, signatures a second, and the median and 99th percentile in microseconds. The line goes on with the
 * microseconds of the server's and of the client's processor for a signature, the number of failures, and the seconds
 * of warm-up.
 */
public final class KeyServerLoad {
    /** Seconds in which the compilers together must use less than {@link #SETTLED} of a processor. */
    private static final int QUIET = 10;
    private static final double SETTLED = 0.03;
    /** Ticks of {@code /proc/PID/stat}, on every Linux that runs JDK 17. */
    private static final double TICKS_A_SECOND = 100;

    private KeyServerLoad() {}

    /**
     * Takes the cluster's file, the server's process id, the key's name, maximum seconds of warm-up, seconds, threads.
     */
    public static void main(String[] words) throws IOException, InterruptedException {
        Printer.guard();
        ProcessHandle server = ProcessHandle.of(Long.parseLong(words[1])).orElseThrow();
        for (int i = 5; i < words.length; i++) {
            int threads = Integer.parseInt(words[i]);
            try (KeyCluster cluster = KeyCluster.open(Path.of(words[0]));
                    SigningLoad load = new SigningLoad(cluster, words[2], threads)) {
                int warmedUp = warmUp(server, Integer.parseInt(words[3]));
                Duration ofServer = cpu(server);
                Duration ofClient = cpu(ProcessHandle.current());
                SigningLoad.Signed signed = load.sign(Integer.parseInt(words[4]));
                long count = signed.times().getTotalCount();
                System.out.printf(Locale.ROOT, "%d %.0f %.0f %.0f %.1f %.1f %d %d%n", threads, signed.perSecond(),
                        signed.times().getValueAtPercentile(50) / 1e3, signed.times().getValueAtPercentile(99) / 1e3,
                        cpu(server).minus(ofServer).toNanos() / 1e3 / count,
                        cpu(ProcessHandle.current()).minus(ofClient).toNanos() / 1e3 / count, load.failed(),
                        warmedUp);
            }
        }
    }

    /** Waits until the compilers have settled; returns the seconds that it took. */
    private static int warmUp(ProcessHandle server, int atMost) throws IOException, InterruptedException {
        int second = 0;
        double before;
        do {
            before = compilation(server) + compilation(ProcessHandle.current());
            TimeUnit.SECONDS.sleep(QUIET);
            second += QUIET;
        } while (compilation(server) + compilation(ProcessHandle.current()) - before > SETTLED * QUIET
                && second < atMost);
        return second;
    }

    /** Returns the processor time of a JVM's compiler threads, in seconds. */
    private static double compilation(ProcessHandle jvm) throws IOException {
        double seconds = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + jvm.pid() + "/task"))) {
            for (Path thread : threads) {
                String stat = stat(thread);
                if (stat.contains(" CompilerThre")) {
                    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
                    seconds += (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_A_SECOND;
                }
            }
        }
        return seconds;
    }

    private static String stat(Path thread) throws IOException {
        try {
            return Files.readString(thread.resolve("stat"));
        } catch (IOException ended) {
            return "";
        }
    }

    private static Duration cpu(ProcessHandle process) {
        return process.info().totalCpuDuration().orElseThrow();
    }
}
