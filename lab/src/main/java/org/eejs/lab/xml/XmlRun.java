package org.eejs.lab.xml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eejs.lab.machine.HeapPages;
import org.eejs.lab.machine.JvmLog;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.machine.TlbMisses;
import org.eejs.lab.processes.JvmCommand;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RoleProcess;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.settings.MemoryPages;
import org.eejs.lab.settings.XmlTask;
import org.eejs.lab.statistics.ChangePoints;
import org.eejs.pki.files.PrivateFolder;
import org.eejs.profile.CpuSamples;
import org.eejs.profile.SampledJvm;
import org.eejs.profile.SamplingPlan;
import org.eejs.result.InputException;
import org.eejs.result.NotHereException;
import org.eejs.result.Xml;
import org.eejs.result.settings.XmlSettings;
import org.eejs.role.ControlChannel;
import org.eejs.xmlload.engine.WorkloadDone;
import org.eejs.xmlload.engine.WorkloadReady;
import org.eejs.xmlload.engine.WorkloadTick;

/**
 * One process of the XML workload: started, followed, ended. An instance serves one process, and one thread.
 */
final class XmlRun {
    private static final String MAIN = "org.eejs.xmlload.XmlMain";
    private static final String ROOM = "xmlload";
    private static final String WORDS = "XML workload";
    /** Starting a JVM, drawing 16 MB, making a key in a token, and checking all threads' transactions. */
    private static final Duration READY_PATIENCE = Duration.ofSeconds(120);
    /** Beyond the time that a phase takes. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Some hundred transactions, of whatever size. */
    private static final Duration COUNT_PATIENCE = Duration.ofMinutes(10);
    /** Misses of TLBs are counted for so much of the steady state: perf takes a moment to begin. */
    private static final double TLB_PART = 0.9;
    private static final double LARGEST_CHANGE = 0.1;
    /** A second that was cut shorter tells little. */
    private static final double SHORTEST_SECOND = 0.5;
    private static final double NANOS = 1e9;
    private static final double MICROS = 1e6;
    private static final String RECORDING = "xml.jfr";
    /** Options that set the size of the heap. */
    private static final Pattern HEAP = Pattern.compile(
            "-Xm[sx].*|-XX:(Max|Initial|Min)HeapSize=.*|-XX:(Max|Initial|Min)RAM.*|-XX:SoftMaxHeapSize=.*");
    private static final List<String> USUAL_HEAP = List.of("-Xms1g", "-Xmx1g");
    /** Has a JVM say on standard error, too, why it does not start, and of what pages its heap is. */
    private static final List<String> LOGGING = Stream.concat(JvmCommand.LOGGING.stream(),
            Stream.of(HeapPages.LOGGING, "-XX:+DisplayVMOutputToStderr")).toList();

    private final XmlTask task;
    private final XmlProvider provider;
    private final Path home;
    private final Path log;
    private final RoleEvents events = new RoleEvents(this::failure);
    private final AbortSwitch abort;
    private Long heapPageKb;

    /**
     * How long, and what else is looked at.
     *
     * @param warmUpSeconds how long transactions do not count
     * @param steadySeconds how long they do
     * @param shareSeconds how long the signature within is measured by itself then; 0 for not at all
     * @param profileSeconds how long stacks are sampled at last, of transactions that nobody times; 0 for not at all
     * @param pages whether the process's memory is looked at
     * @param tlb whether misses of TLBs are counted; only where {@link TlbMisses#missing} is null
     */
    record Timing(double warmUpSeconds, double steadySeconds, double shareSeconds, double profileSeconds,
            boolean pages, boolean tlb) {}

    /**
     * What came of it.
     *
     * @param documentBytes the length of the document
     * @param round what was measured
     * @param pages of what pages the memory was; null where that was not asked for
     * @param heapPageKb of what pages the JVM says that its heap is, in kilobytes of 1,024 bytes; null when it does not
     * @param tlbMissesPerTransaction null where they were not counted
     * @param signature what is known of the signature within; null where that was not asked for
     * @param jitMicros processor time of the compiler for a transaction, as the kernel counts it, in microseconds
     * @param gcMicros the same of the collector
     * @param samples of stacks; null where that was not asked for
     */
    record Outcome(int documentBytes, Xml.Round round, MemoryPages pages, Long heapPageKb,
            Double tlbMissesPerTransaction,
            WorkloadDone.Signature signature, double jitMicros, double gcMicros, CpuSamples samples) {}

    /**
     * A process that is not started yet.
     *
     * @param task what it is to do
     * @param provider of its signatures; null where it makes none
     * @param home the folder with a folder of jars for each room
     * @param log the file that its standard error goes to
     * @param abort ends it before its time
     */
    XmlRun(XmlTask task, XmlProvider provider, Path home, Path log, AbortSwitch abort) {
        this.task = task;
        this.provider = provider;
        this.home = home;
        this.log = log;
        this.abort = abort;
    }

    /**
     * Measures.
     *
     * @throws NotHereException when the JVM refuses an option, or the provider does not do what was asked for
     * @throws RunFailedException when a check or a transaction fails, or the process ends or hangs
     */
    Outcome measure(Timing timing) throws RunFailedException, InterruptedException, IOException {
        List<String> phases = new ArrayList<>(List.of("--warm-up", String.valueOf(timing.warmUpSeconds()), "--steady",
                String.valueOf(timing.steadySeconds())));
        if (timing.shareSeconds() > 0) {
            phases.addAll(List.of("--share", String.valueOf(timing.shareSeconds())));
        }
        RoleProcess process = start(phases);
        TlbMisses tlb = null;
        try (process) {
            WorkloadReady ready = ready(process);
            WorkloadTick begin = events.await(WorkloadTick.STEADY, process, patience(timing.warmUpSeconds()))
                    .as(WorkloadTick.class);
            ProcessUsage from = process.usage();
            if (timing.tlb()) {
                tlb = TlbMisses.of(process.pid().getAsLong(), TLB_PART * timing.steadySeconds());
            }
            List<WorkloadTick> ticks = ticks(process, begin, timing.steadySeconds());
            ProcessUsage to = process.usage();
            WorkloadDone done = events.await(ControlChannel.DONE, process, patience(timing.shareSeconds()))
                    .as(WorkloadDone.class);
            Xml.Round round = round(begin, ticks);
            Double misses = tlb == null ? null : tlb.perSecond();
            double each = MICROS / (ticks.get(ticks.size() - 1).transactions() - begin.transactions());
            return new Outcome(ready.documentBytes(), round,
                    timing.pages() ? MemoryPages.of(process.pid().getAsLong()) : null,
                    heapPageKb, misses == null ? null : misses / round.transactionsPerSecond(), done.signature(),
                    each * (to.jitSeconds() - from.jitSeconds()), each * (to.gcSeconds() - from.gcSeconds()),
                    timing.profileSeconds() > 0 ? samples(process, timing.profileSeconds()) : null);
        } finally {
            if (tlb != null) {
                tlb.end();
            }
        }
    }

    /** Those of the steady state, the last of which ends it. */
    private List<WorkloadTick> ticks(RoleProcess process, WorkloadTick begin, double seconds)
            throws RunFailedException, InterruptedException {
        List<WorkloadTick> ticks = new ArrayList<>();
        for (WorkloadTick last = begin; last.nanos() - begin.nanos() < Math.round(seconds * NANOS);) {
            last = events.await(WorkloadTick.EVENT, process, patience(seconds)).as(WorkloadTick.class);
            if (last.nanos() > begin.nanos()) {
                ticks.add(last);
            }
        }
        return ticks;
    }

    /** Has it perform transactions again. */
    private CpuSamples samples(RoleProcess process, double seconds) throws RunFailedException, InterruptedException {
        XmlSettings settings = task.settings();
        SampledJvm jvm = new SampledJvm(settings.transaction() + " by " + settings.library(),
                List.of("org.eejs.xmlload."), home, log.resolveSibling(RECORDING), SamplingPlan.CPU, null);
        process.tell(WorkloadDone.GO_ON);
        events.await(ControlChannel.READY, process, READY_PATIENCE);
        jvm.begin(process.pid().getAsLong());
        events.pass(Duration.ofMillis(Math.round(1_000 * seconds)));
        jvm.end();
        return jvm.samples(null);
    }

    /** Has so many transactions performed, after the check of each thread's first. */
    void perform(long transactions) throws RunFailedException, InterruptedException, IOException {
        try (RoleProcess process = start(List.of("--count", String.valueOf(transactions)))) {
            ready(process);
            WorkloadDone done = events.await(ControlChannel.DONE, process, COUNT_PATIENCE).as(WorkloadDone.class);
            if (done.transactions() != transactions) {
                throw new RunFailedException("the " + WORDS + " performed " + done.transactions()
                        + " transactions instead of " + transactions);
            }
        }
    }

    private static Duration patience(double seconds) {
        return PATIENCE.plusMillis(Math.round(1_000 * seconds));
    }

    private RoleProcess start(List<String> phases) throws RunFailedException, IOException {
        if (!Files.isDirectory(home.resolve(ROOM))) {
            throw new InputException("there is no XML workload in " + home + "; build EEJS, or start it with ./eejs");
        }
        abort.onAbort(events::abort);
        PrivateFolder.make(log.getParent());
        return events.start(WORDS, command(phases), provider == null ? Map.of() : provider.environment(), log);
    }

    private List<String> command(List<String> phases) {
        XmlSettings settings = task.settings();
        List<String> arguments = new ArrayList<>(List.of("--json", "--transaction", settings.transaction(),
                "--library", settings.library(), "--document", settings.document(), "--size", settings.size(),
                "--seed", String.valueOf(settings.seed()), "--threads", String.valueOf(settings.threads())));
        if (provider != null) {
            arguments.addAll(List.of("--key", settings.key(), "--provider", provider.option()));
        }
        arguments.addAll(phases);
        return new JvmCommand(task.jdk()).inOwnSession().pinnedTo(task.processors()).options(jvmOptions())
                .classPath(List.of(home.resolve(ROOM) + "/*"))
                .classPath(provider == null ? List.of() : provider.classPath()).words(MAIN, arguments);
    }

    /** All options of the JVM. */
    List<String> jvmOptions() {
        List<String> options = new ArrayList<>(LOGGING);
        if (task.settings().jvmOptions().stream().noneMatch(option -> HEAP.matcher(option).matches())) {
            options.addAll(USUAL_HEAP);
        }
        if (provider != null) {
            options.addAll(provider.jvmOptions());
        }
        options.addAll(task.settings().jvmOptions());
        return options;
    }

    /** The options of every JVM that gets no others. */
    static List<String> usualJvmOptions() {
        return Stream.concat(LOGGING.stream(), USUAL_HEAP.stream()).toList();
    }

    private WorkloadReady ready(RoleProcess process) throws RunFailedException, InterruptedException, IOException {
        Role.Event event = events.next(process, READY_PATIENCE);
        JvmLog said = new JvmLog(log);
        String refused = said.refusedFlag();
        if (refused != null) {
            throw new NotHereException("jvmOptions", "the JVM refuses an option: " + refused);
        }
        if (event.name().equals(Role.ENDED) && said.isOfAJvmThatDidNotStart()) {
            throw new NotHereException("jvmOptions", "the JVM does not start: " + said.reason());
        }
        events.failOn(event);
        HeapPages heap = said.heapPages();
        String otherPages = heap.refusal(task.settings().jvmOptions());
        if (otherPages != null) {
            throw new NotHereException("jvmOptions", otherPages);
        }
        heapPageKb = heap.kb();
        return event.as(WorkloadReady.class);
    }

    private RunFailedException failure(Role.Event event) {
        String why = event.data().path("message").asText();
        return switch (event.data().path("stage").asText()) {
            case "prepare" -> {
                if (task.signature()) {
                    throw new NotHereException("provider", why);
                }
                yield new RunFailedException("it cannot be made ready: " + why);
            }
            case "check" -> new RunFailedException("the check before the timing failed: " + why);
            default -> new RunFailedException("a transaction failed: " + why);
        };
    }

    /** What the steady state brought, from its edge to its last tick. */
    static Xml.Round round(WorkloadTick begin, List<WorkloadTick> ticks) throws RunFailedException {
        WorkloadTick end = ticks.isEmpty() ? begin : ticks.get(ticks.size() - 1);
        if (end.transactions() == begin.transactions()) {
            throw new RunFailedException("no transaction came to its end in the steady state; give it more time by "
                    + "--steady");
        }
        List<Double> perSecond = new ArrayList<>();
        WorkloadTick last = begin;
        for (WorkloadTick tick : ticks) {
            if (tick.nanos() - last.nanos() >= SHORTEST_SECOND * NANOS) {
                perSecond.add(tick.transactionsPerSecondSince(last));
            }
            last = tick;
        }
        return new Xml.Round(end.transactionsPerSecondSince(begin), end.cpuMicrosPerTransactionSince(begin),
                end.allocatedBytesPerTransactionSince(begin), end.gcMs() - begin.gcMs(),
                end.collections() - begin.collections(),
                ChangePoints.isSettled(perSecond.stream().mapToDouble(Double::doubleValue).toArray(), LARGEST_CHANGE),
                perSecond);
    }
}
