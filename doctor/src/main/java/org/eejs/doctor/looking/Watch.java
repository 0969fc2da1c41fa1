package org.eejs.doctor.looking;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.lab.machine.JvmThreads;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.profile.AttachedJvm;
import org.eejs.profile.FlightRecording;
import org.eejs.profile.ProfilingException;
import org.eejs.profile.SamplingPlan;
import org.eejs.profile.StackSampler;
import org.eejs.profile.ThreadTimes;
import org.eejs.result.Diagnosis.NotSeen;
import org.eejs.result.InputException;

/**
 * Has a live JVM recorded and sampled for a while. Whatever goes wrong, nothing goes on in it when nobody looks any
 * more: what was begun is ended, and ends by itself should the doctor be killed. For one thread, once.
 */
final class Watch {
    private static final String NAME = "eejs-doctor";
    /** How long after the look recordings and samplers end by themselves. */
    private static final Duration GRACE = Duration.ofSeconds(60);
    /** Time between counting look-ups and the end of the look. */
    private static final Duration REST = Duration.ofSeconds(1);
    /** Who uses less CPU in the first second need not be in a sample. */
    private static final double SURELY_SAMPLED = 0.2;

    private final AttachedJvm jvm;
    private final long pid;
    private final Path home;
    private final Path folder;
    private final Duration duration;
    private final List<NotSeen> notSeen;
    private final JvmThreads threads;
    /** Null where the flight recorder does not record. */
    private FlightRecording recording;
    /** Null where it is not needed, or does not sample. */
    private StackSampler sampler;
    private LookupCount.Counted lookups = new LookupCount.Counted(Map.of(), 0);
    private ProcessUsage before;
    private ProcessUsage after;
    private ThreadTimes threadsBefore;
    private ThreadTimes threadsUsed;
    private long beganNanos;
    private double seconds;
    private long skipped;

    /** One that has not begun; what does not work is among {@code notSeen}. */
    Watch(AttachedJvm jvm, long pid, Path home, Path folder, Duration duration, List<NotSeen> notSeen) {
        this.jvm = jvm;
        this.pid = pid;
        this.home = home;
        this.folder = folder;
        this.duration = duration;
        this.notSeen = notSeen;
        this.threads = new JvmThreads(pid);
    }

    /**
     * Watches. Of a JVM that ends meanwhile, what was seen before is kept.
     *
     * @param samplesItself whether the flight recorder samples by CPU time
     * @param moment what is to be done three times meanwhile, at the beginning and the end and between them
     */
    void watch(boolean samplesItself, Runnable moment) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        try {
            record();
            if (!samplesItself || recording == null) {
                sample();
            }
            moment.run();
            // What the doctor asks for at both ends is not the JVM's own work.
            beganNanos = System.nanoTime();
            before = usage();
            threadsBefore = ThreadTimes.of(pid);
            count(samplesItself);
            moment.run();
            TimeUnit.NANOSECONDS.sleep(duration.toNanos() - (System.nanoTime() - beganNanos));
            after = usage();
            threadsUsed = ThreadTimes.of(pid).since(threadsBefore);
            seconds = secondsSinceBeginning();
            moment.run();
        } catch (IOException e) {
            seconds = secondsSinceBeginning();
            notSeen.add(new NotSeen(null, "process %d ended while it was looked at; look at one that runs on for longer"
                    .formatted(pid), true));
        } finally {
            end();
        }
    }

    private double secondsSinceBeginning() {
        return (System.nanoTime() - beganNanos) / 1e9;
    }

    /** Fails for a JVM that has ended. */
    private ProcessUsage usage() throws IOException {
        return ProcessUsage.of(pid, threads);
    }

    private void record() {
        URL settings = Watch.class.getResource("doctor.jfc");
        try {
            recording = FlightRecording.start(jvm, NAME, List.of(settings), file(), duration.plus(GRACE));
        } catch (ProfilingException e) {
            recorderFails(e.getMessage());
        }
    }

    private void recorderFails(String why) {
        notSeen.add(new NotSeen(null, "what the flight recorder counts: " + why));
    }

    private void sample() {
        try {
            sampler = StackSampler.start(jvm, StackSampler.libraryIn(home), folder.resolve("stacks.jfr"),
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
        LookupCount count = new LookupCount(jvm, folder, duration.plus(GRACE));
        try {
            LookupCount.Window probe = count.probe();
            // The kernel may forbid what it samples by.
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
        return folder.resolve("events.jfr");
    }

    /** Returns what was recorded, also by a JVM that has ended since; null for nothing. */
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

    /** Returns what was sampled by another than the flight recorder; null for nothing. */
    Path stacks() {
        return sampler == null ? null : folder.resolve("stacks.jfr");
    }

    /** Returns which algorithms were asked for. */
    LookupCount.Counted lookups() {
        return lookups;
    }

    /** Samples that async-profiler left out. */
    long skipped() {
        return skipped;
    }

    /** Returns what its threads used meanwhile; null of one that has ended. */
    ThreadTimes threads() {
        return threadsUsed;
    }

    /** Returns how long it was watched. */
    double seconds() {
        return seconds;
    }

    /** Returns what it used meanwhile; not counted of one that has ended. */
    JvmEvidence.Cpu cpu() {
        if (after == null) {
            return new JvmEvidence.Cpu(0, 0, 0, false);
        }
        double jit = after.jitSeconds() - before.jitSeconds();
        double gc = after.gcSeconds() - before.gcSeconds();
        // Ticks are coarser than what is counted of compiler and collector.
        return new JvmEvidence.Cpu(Math.max(0, after.cpuSeconds() - before.cpuSeconds() - jit - gc), jit, gc, true);
    }
}
