package org.eejs.doctor.looking;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.Traffic;
import org.eejs.lab.machine.JvmThreads;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.profile.AttachedJvm;
import org.eejs.profile.ExchangeFolder;
import org.eejs.profile.FlightRecording;
import org.eejs.profile.ProfilingException;
import org.eejs.profile.SamplingPlan;
import org.eejs.profile.StackSampler;
import org.eejs.profile.ThreadTimes;
import org.eejs.result.Diagnosis.NotSeen;
import org.eejs.result.InputException;

/**
 * One capture: records and samples a live JVM for a while. It ends whatever it started, also after errors. If the
 * doctor is killed, recordings and samplers end by themselves. For one thread, once.
 */
final class Watch {
    private static final String NAME = "eejs-doctor";
    private static final String EVENTS = "events.jfr";
    /** Recordings and samplers end by themselves this long after the capture. */
    private static final Duration GRACE = Duration.ofSeconds(60);
    /** Time between the count of lookups and the end of the capture. */
    private static final Duration REST = Duration.ofSeconds(1);
    /** A JVM that uses less CPU in the first second may have no sample. */
    private static final double SURELY_SAMPLED = 0.2;

    private final AttachedJvm jvm;
    private final long pid;
    private final Path library;
    private final Path folder;
    private final ExchangeFolder exchange;
    private final Duration duration;
    private final List<NotSeen> notSeen;
    private final JvmThreads threads;
    /** The recording; null if the flight recorder does not record. */
    private FlightRecording recording;
    /** The sampler; null if it is not needed, or does not sample. */
    private StackSampler sampler;
    private LookupCount.Counted lookups = new LookupCount.Counted(Map.of(), 0);
    private ProcessUsage before;
    private ProcessUsage after;
    private ThreadTimes threadsBefore;
    private ThreadTimes threadsUsed;
    private long beganNanos;
    private double seconds;
    private long skipped;
    private Traffic traffic = Traffic.UNKNOWN;
    private List<InetSocketAddress> listening = List.of();

    /** Creates a capture that has not started. Failures are added to {@code notSeen}. */
    Watch(AttachedJvm jvm, long pid, Path home, Path folder, Duration duration, List<NotSeen> notSeen) {
        this.jvm = jvm;
        this.pid = pid;
        this.folder = folder;
        try {
            this.exchange = ExchangeFolder.of(jvm, folder);
            this.library = exchange.library(home);
        } catch (IOException e) {
            throw new InputException("process %d: failed to write a folder in its container: %s".formatted(pid,
                    e.getMessage()));
        }
        this.duration = duration;
        this.notSeen = notSeen;
        this.threads = new JvmThreads(pid);
    }

    /**
     * Records and samples. If the JVM ends meanwhile, everything observed before is kept.
     *
     * @param samplesItself whether the flight recorder samples by CPU time
     * @param mayRecord whether the flight recorder may be used
     * @param moment is run three times: at the beginning, in between, and at the end
     */
    void watch(boolean samplesItself, boolean mayRecord, Runnable moment) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        try (ConnectionCount connections = ConnectionCount.of(pid)) {
            if (mayRecord) {
                record();
            } else {
                recorderFails("--no-start-recorder prevents them");
            }
            if (!samplesItself || recording == null) {
                sample();
            }
            moment.run();
            // The doctor's questions at both ends are not work of the JVM.
            beganNanos = System.nanoTime();
            before = usage();
            threadsBefore = ThreadTimes.of(pid);
            count(samplesItself);
            moment.run();
            TimeUnit.NANOSECONDS.sleep(duration.toNanos() - (System.nanoTime() - beganNanos));
            after = usage();
            threadsUsed = ThreadTimes.of(pid).since(threadsBefore);
            seconds = secondsSinceBeginning();
            traffic = connections.counted();
            listening = connections.listening();
            moment.run();
        } catch (IOException e) {
            seconds = secondsSinceBeginning();
            notSeen.add(new NotSeen(null, "process %d ended during the capture; use a process that runs longer"
                    .formatted(pid), true));
        } finally {
            end();
        }
    }

    private double secondsSinceBeginning() {
        return (System.nanoTime() - beganNanos) / 1e9;
    }

    /** Reads the CPU use. Fails if the JVM has ended. */
    private ProcessUsage usage() throws IOException {
        return ProcessUsage.of(pid, threads);
    }

    private void record() {
        URL settings = Watch.class.getResource("doctor.jfc");
        try {
            recording = FlightRecording.start(jvm, NAME, List.of(settings),
                    exchange.path().resolve(EVENTS), duration.plus(GRACE));
        } catch (ProfilingException e) {
            recorderFails(e.getMessage());
        }
    }

    private void recorderFails(String why) {
        notSeen.add(new NotSeen(null, "events of the flight recorder: " + why));
    }

    private void sample() {
        try {
            sampler = StackSampler.start(jvm, library, exchange.path().resolve("stacks.jfr"),
                    SamplingPlan.CPU, duration.plus(GRACE));
            sampler.problems().forEach(each -> notSeen.add(new NotSeen(null, each)));
        } catch (ProfilingException e) {
            notSeen.add(new NotSeen(null, "stacks: " + e.getMessage()));
        }
    }

    private void count(boolean samplesItself) throws InterruptedException, IOException {
        if (recording == null) {
            return;
        }
        LookupCount count = new LookupCount(jvm, exchange.path(), duration.plus(GRACE));
        try {
            LookupCount.Window probe = count.probe();
            // The kernel may forbid the timers that the flight recorder samples by.
            if (samplesItself && probe.read().stacks().isEmpty()
                    && usage().cpuSeconds() - before.cpuSeconds() > SURELY_SAMPLED) {
                sample();
            }
            lookups = count.count(probe, duration.minus(REST).minusNanos(System.nanoTime() - beganNanos));
        } catch (ProfilingException | InputException e) {
            recorderFails(e.getMessage());
        }
    }

    private void end() {
        try {
            endSampling();
        } finally {
            endRecording();
            fetch();
        }
    }

    private void fetch() {
        try {
            exchange.close();
        } catch (IOException e) {
            notSeen.add(new NotSeen(null, "the files in its container: " + e.getMessage()));
        }
    }

    private void endSampling() {
        try {
            if (sampler != null) {
                skipped = sampler.end();
            }
        } catch (ProfilingException e) {
            notSeen.add(new NotSeen(null, "stacks: " + e.getMessage()));
        }
    }

    private void endRecording() {
        try {
            if (recording != null) {
                recording.stop();
            }
        } catch (ProfilingException e) {
            recording = null;
            recorderFails(e.getMessage());
        }
    }

    private Path file() {
        return folder.resolve(EVENTS);
    }

    /** Returns the recording, also if the JVM has ended; null if there is none. */
    RecordingReader events() {
        if (recording == null && file().toFile().length() == 0) {
            return null;
        }
        try {
            return RecordingReader.read(file());
        } catch (InputException e) {
            recorderFails(e.getMessage());
            return null;
        }
    }

    /** Returns the file of async-profiler's samples; null if it did not sample. */
    Path stacks() {
        return sampler == null ? null : folder.resolve("stacks.jfr");
    }

    /** Returns the counted lookups. */
    LookupCount.Counted lookups() {
        return lookups;
    }

    /** Returns the connections during the capture; unknown if the JVM has ended. */
    Traffic traffic() {
        return traffic;
    }

    /** Returns the addresses on which the JVM listens. */
    List<InetSocketAddress> listening() {
        return listening;
    }

    /** Returns the number of samples that async-profiler skipped. */
    long skipped() {
        return skipped;
    }

    /** Returns the CPU of threads during the capture; null if the JVM has ended. */
    ThreadTimes threads() {
        return threadsUsed;
    }

    /** Returns the duration of the capture, in seconds. */
    double seconds() {
        return seconds;
    }

    /** Returns the CPU use during the capture; not counted if the JVM has ended. */
    JvmEvidence.Cpu cpu() {
        if (after == null) {
            return new JvmEvidence.Cpu(0, 0, 0, false);
        }
        double jit = after.jitSeconds() - before.jitSeconds();
        double gc = after.gcSeconds() - before.gcSeconds();
        // Clock ticks are coarser than the counters of compiler and collector.
        return new JvmEvidence.Cpu(Math.max(0, after.cpuSeconds() - before.cpuSeconds() - jit - gc), jit, gc, true);
    }
}
