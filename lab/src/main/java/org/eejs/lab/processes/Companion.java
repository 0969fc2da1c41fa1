package org.eejs.lab.processes;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eejs.lab.machine.JvmProcess;
import org.eejs.lab.machine.JvmThreads;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.machine.ThreadPlacement;
import org.eejs.profile.AttachedJvm;
import org.eejs.profile.CpuSamples;
import org.eejs.profile.Place;
import org.eejs.profile.ProfilingException;
import org.eejs.profile.SampledJvm;
import org.eejs.profile.SamplingPlan;
import org.eejs.result.CpuProfile;
import org.eejs.result.Waits;

/**
 * The measuring instruments of a role. Reads the use of the role's processes, asks its JVM for flags and queues, and
 * samples its stacks. It answers lines, which are the same on the lab's machine and on a host. It works in threads of
 * the program that has started the role: a separate JVM would use the processors that are measured. Thread-safe.
 */
public final class Companion implements AutoCloseable {
    /**
     * The request for the role's use so far, as a {@link org.eejs.lab.machine.ProcessUsage}; after its end, for the
     * last reading.
     */
    static final String USAGE = "usage";
    /** The request for the final {@link Flags} of the JVM. */
    static final String FLAGS = "flags";
    /** The request for the {@link CompilerQueue}. */
    static final String COMPILER_QUEUE = "compilerQueue";
    /**
     * The request to let the compiler use all processors of the machine, or, with false, only those of the whole JVM.
     */
    static final String SPREAD_COMPILER = "spreadCompiler";
    /**
     * The request to report {@link #USED} for each second of the load; the argument is the end of the first, in
     * microseconds since 1970.
     */
    static final String REPORT_USAGE = "reportUsage";
    /** The request to pause reports until {@link #REPORT_USAGE}. */
    static final String PAUSE_REPORTS = "pauseReports";
    /** The request to sample stacks from now on; the argument is a {@link Sampling} as JSON. */
    static final String SAMPLE = "sample";
    /** The request to end sampling, and to keep the samples. */
    static final String END_SAMPLING = "endSampling";
    /** The request for the {@link Samples}; the argument is the rate of pages per second meanwhile. */
    static final String SAMPLES = "samples";
    /** The request for a text with the location of the role's log and, after a colon, its last line. */
    public static final String LOG = "log";

    /** The event that a second of the load has ended. */
    public static final String USED = "used";
    /** The number of that second, counted from 0, in the data of the event and of ticks. */
    public static final String SECOND = "second";

    /** A line of the compiler's queue: the number of the compilation, its kind, level and method. */
    private static final Pattern WAITING = Pattern.compile("(?m)^ *\\d+ ");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Role role;
    private final Path home;
    private final Path folder;
    /** The limit of a recording; null for a process that ends with the run. */
    private final Duration longest;
    private final TreeUsage usage = new TreeUsage();
    private final UsageReports reports;
    /** The sampled JVM; null until stacks are sampled. */
    private SampledJvm sampled;
    private boolean closed;

    /** The flags of a JVM, in the form of its command line. */
    record Flags(List<String> flags) {
        /** The largest number; a JVM has about 1,000. */
        private static final int MOST = 5_000;
        private static final int LONGEST = 2_000;

        /** Throws an exception with the name of the invalid component as its message. */
        Flags {
            if (flags != null && (flags.size() > MOST
                    || flags.stream().anyMatch(flag -> flag != null && flag.length() > LONGEST))) {
                throw new IllegalArgumentException("flags");
            }
        }
    }

    /** The number of methods that wait to be compiled; null when it is not known. */
    public record CompilerQueue(Integer waiting) {}

    /**
     * The samples to take.
     *
     * @param application the beginnings of the names of the program's own classes
     */
    record Sampling(List<String> application, SamplingPlan plan) {}

    /**
     * The summary of all samples of a role.
     *
     * @param walkMillisPerSecond the time for walking stacks in each second of sampling; 0 where not known
     * @param waits what threads waited for; null where it was not sampled
     */
    public record Samples(CpuProfile.Sampling sampling, List<Counted> places, Map<String, Long> systemCalls,
            double walkMillisPerSecond, Waits waits, StackCounts stacks) {
        /** The processor time of a place, in microseconds. */
        public record Counted(Place place, long micros) {}

        /** Returns the samples for distribution to categories. */
        CpuSamples counted() {
            Map<Place, Long> byPlace = new HashMap<>();
            places.forEach(each -> byPlace.put(each.place(), each.micros()));
            return new CpuSamples(sampling, byPlace, systemCalls);
        }
    }

    /**
     * Creates the companion of a role.
     *
     * @param home the folder with a folder of jars for each room, and async-profiler's
     * @param folder the folder for recordings
     * @param longest the limit after which sampling ends by itself; null for a process that ends with the program that
     *     has started it
     * @param events gets its reports
     */
    public Companion(Role role, Path home, Path folder, Duration longest, Consumer<Role.Event> events) {
        this.role = role;
        this.home = home;
        this.folder = folder;
        this.longest = longest;
        this.reports = new UsageReports(second -> events.accept(new Role.Event(role, USED,
                JSON.createObjectNode().put(SECOND, second))));
    }

    /**
     * Answers a line. Some answers take the caller's time.
     *
     * @return completes with a record as described at the words above, or with null
     */
    public CompletableFuture<?> answer(String line) {
        int end = line.indexOf(' ');
        String rest = line.substring(end + 1);
        try {
            return switch (end < 0 ? line : line.substring(0, end)) {
                case USAGE -> CompletableFuture.completedFuture(usage.read(role.processes()));
                case FLAGS -> ofJvm("VM.flags", said -> new Flags(Stream.of(said.split("\\s+"))
                        .filter(word -> word.startsWith("-XX:")).sorted().toList()));
                case COMPILER_QUEUE -> ofJvm("Compiler.queue", Companion::queue);
                case SPREAD_COMPILER -> done(() -> spreadCompiler(Boolean.parseBoolean(rest)));
                case REPORT_USAGE -> done(() -> reports.begin(TimeUnit.MICROSECONDS.toNanos(
                        Long.parseLong(rest) - ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()))));
                case PAUSE_REPORTS -> done(reports::pause);
                case SAMPLE -> {
                    Sampling asked = JSON.readValue(rest, Sampling.class);
                    yield done(() -> sample(asked));
                }
                case END_SAMPLING -> done(this::endSampling);
                case LOG -> CompletableFuture.completedFuture(role.describeLog());
                case SAMPLES -> CompletableFuture.completedFuture(samples(Double.parseDouble(rest)));
                default -> throw new IllegalArgumentException("the " + role.role() + " does not answer " + line);
            };
        } catch (IOException | RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static CompletableFuture<?> done(Runnable work) {
        work.run();
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Asks a JVM by jcmd. Attach only to JVMs: another process would receive SIGQUIT.
     *
     * @param read gets an empty text when the JVM does not answer
     */
    private <T> CompletableFuture<T> ofJvm(String command, Function<String, T> read) {
        long pid = role.pid().getAsLong();
        return CompletableFuture.supplyAsync(() -> {
            try {
                return read.apply(JvmProcess.refusal(pid).isPresent() ? "" : new AttachedJvm(pid).answer(command));
            } catch (ProfilingException e) {
                return read.apply("");
            }
        });
    }

    /** Returns the number of methods in the queues, without compilations under way, which come before them. */
    static CompilerQueue queue(String said) {
        int queues = said.indexOf("compile queue:");
        return new CompilerQueue(queues < 0 ? null : (int) WAITING.matcher(said.substring(queues)).results().count());
    }

    /** Pins the compiler's threads. A process that EEJS did not start keeps the processors that its user chose. */
    private void spreadCompiler(boolean everywhere) {
        if (longest == null) {
            role.pinnedTo().ifPresent(given -> usage.placeCompilers(everywhere ? ThreadPlacement.all(Machine.cores())
                    : given));
        }
    }

    private synchronized void sample(Sampling asked) {
        if (closed) {
            return;
        }
        if (sampled == null) {
            sampled = new SampledJvm(asked.application(), home, folder.resolve(role.role() + ".jfr"), asked.plan(),
                    longest);
        }
        long pid = role.pid().getAsLong();
        JvmProcess.refusal(pid).ifPresentOrElse(sampled::problem, () -> sampled.begin(pid));
    }

    private synchronized void endSampling() {
        if (sampled != null) {
            sampled.end();
        }
    }

    private synchronized Samples samples(double pagesPerSecond) {
        if (sampled == null) {
            throw new IllegalStateException("stacks of the " + role.role() + " were not sampled");
        }
        CpuSamples found = sampled.samples(null);
        return new Samples(found.sampling(), found.places().entrySet().stream()
                .map(each -> new Samples.Counted(each.getKey(), each.getValue())).toList(), found.systemCalls(),
                sampled.walkMillisPerSecond(), sampled.waits(pagesPerSecond), StackCounts.of(sampled.stacks()));
    }

    /** Returns the share of a process in the processor time of all processes; 1 where nothing was read. */
    public double shareOf(long pid) {
        return usage.shareOf(pid);
    }

    /** Ends reports, and sampling of a process that continues to run. */
    @Override
    public synchronized void close() {
        closed = true;
        reports.close();
        if (longest != null) {
            endSampling();
        }
    }

    /** The use of several processes together. Those that have ended keep their last reading. Thread-safe. */
    private static final class TreeUsage {
        private final Map<ProcessHandle, JvmThreads> threads = new HashMap<>();
        private final Map<ProcessHandle, ProcessUsage> last = new HashMap<>();
        private long peakResidentBytes;

        /** Reads the living processes, and adds the last readings of ended ones. */
        synchronized ProcessUsage read(Collection<ProcessHandle> living) {
            for (ProcessHandle each : living) {
                try {
                    ProcessUsage usage = ProcessUsage.of(each.pid(),
                            threads.computeIfAbsent(each, process -> new JvmThreads(process.pid())));
                    // A process that is just ending has released its memory.
                    if (usage.peakResidentBytes() > 0) {
                        last.put(each, usage);
                    }
                } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
                    // The process has ended, so its last reading counts.
                }
            }
            // Processes that ran one after another did not hold their memory at the same time.
            peakResidentBytes = Math.max(peakResidentBytes, living.stream().filter(last::containsKey)
                    .mapToLong(each -> last.get(each).peakResidentBytes()).sum());
            return last.values().stream().reduce(ProcessUsage.ZERO, ProcessUsage::plus)
                    .withPeakResidentBytes(peakResidentBytes);
        }

        /** Returns the share of a process in the CPU of all; 1 where nothing was read. */
        synchronized double shareOf(long pid) {
            double all = last.values().stream().mapToDouble(ProcessUsage::cpuSeconds).sum();
            return all == 0 ? 1 : last.entrySet().stream().filter(each -> each.getKey().pid() == pid)
                    .mapToDouble(each -> each.getValue().cpuSeconds()).sum() / all;
        }

        /** Pins the compilers of all these processes to these processors. */
        synchronized void placeCompilers(BitSet processors) {
            threads.values().forEach(each -> each.place(JvmThreads.Kind.JIT, processors));
        }
    }
}
