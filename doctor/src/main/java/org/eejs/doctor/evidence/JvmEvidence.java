package org.eejs.doctor.evidence;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.eejs.result.Diagnosis;

/**
 * Everything that was observed in a JVM. Immutable.
 *
 * @param target the process or recording
 * @param seconds how long stacks were sampled
 * @param cpu the CPU that the process used during that time, in seconds
 * @param stacks stacks of threads that used the CPU, without the JVM's own threads. The weight is CPU in microseconds,
 *     or a number of samples
 * @param source the sampler
 * @param biased whether the samples are not shares of CPU
 * @param events the counted events
 * @param eventSeconds how long lookups were counted; 0 if they were not counted, so a missing event proves nothing. All
 *     other events were counted for as long as stacks were sampled
 * @param heap the number of objects and bytes by class name; empty if the heap was not counted
 * @param threads the stacks of all threads at some moments, running or waiting; without line numbers
 * @param notSeen what could not be observed, with reasons
 * @param taken the number of samples
 * @param traffic the connections
 * @param ports the TLS ports that were asked; empty if none was
 */
public record JvmEvidence(Diagnosis.Target target, JvmSettings settings, double seconds, Cpu cpu,
        Map<Stack, Long> stacks, String source, boolean biased, Events events, double eventSeconds,
        Map<String, HeapClass> heap, List<List<Stack>> threads, List<Diagnosis.NotSeen> notSeen,
        long taken, Traffic traffic, List<Port> ports) {
    /** Creates evidence without connections, whose samples were taken at a fixed interval. */
    public JvmEvidence(Diagnosis.Target target, JvmSettings settings, double seconds, Cpu cpu, Map<Stack, Long> stacks,
            String source, boolean biased, Events events, double eventSeconds, Map<String, HeapClass> heap,
            List<List<Stack>> threads, List<Diagnosis.NotSeen> notSeen) {
        this(target, settings, seconds, cpu, stacks, source, biased, events, eventSeconds, heap, threads, notSeen,
                stacks.values().stream().mapToLong(Long::longValue).sum(), Traffic.UNKNOWN, List.of());
    }

    /**
     * Processor time in seconds, or the number of samples if it was not counted.
     *
     * @param counted whether processor time was counted
     */
    public record Cpu(double app, double jit, double gc, boolean counted) {
        /** Returns the processor time of all threads. */
        public double all() {
            return app + jit + gc;
        }
    }

    /** Objects of a class. */
    public record HeapClass(long objects, long bytes) {}

    /** Returns this evidence with other CPU figures. */
    public JvmEvidence with(Cpu other) {
        return new JvmEvidence(target, settings, seconds, other, stacks, source, biased, events, eventSeconds, heap,
                threads, notSeen, taken, traffic, ports);
    }

    /** Returns this evidence with other stacks of the same weight. */
    public JvmEvidence with(Map<Stack, Long> others) {
        return new JvmEvidence(target, settings, seconds, cpu, others, source, biased, events, eventSeconds, heap,
                threads, notSeen, taken, traffic, ports);
    }

    /** Returns this evidence with connections and ports. */
    public JvmEvidence with(Traffic connections, List<Port> asked) {
        return new JvmEvidence(target, settings, seconds, cpu, stacks, source, biased, events, eventSeconds, heap,
                threads, notSeen, taken, connections, asked);
    }

    /** Returns the sum over all stacks. */
    public long samples() {
        return stacks.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the number of matching lookups per second. */
    public double lookupsPerSecond(Predicate<Events.Lookup> which) {
        return eventSeconds > 0 ? events.lookups(which) / eventSeconds : 0;
    }

    /** Returns whether matching lookups are rarer than a rate. Returns false if the capture was too short to tell. */
    public boolean isSeldom(Predicate<Events.Lookup> which, double perSecond) {
        return eventSeconds * perSecond >= 1 && lookupsPerSecond(which) < perSecond;
    }

    /** Returns the number of lookups of a type per second. */
    public double lookupsPerSecond(String type) {
        return lookupsPerSecond(lookup -> lookup.type().equals(type));
    }

    /** Returns the objects of a class; none if the heap was not counted. */
    public HeapClass heap(String type) {
        return heap.getOrDefault(type, new HeapClass(0, 0));
    }

    /** Returns the share of samples that contain a matching frame, between 0 and 1. */
    public double share(FramePattern pattern) {
        return share(stack -> stack.has(pattern));
    }

    /** Returns the share of matching samples, between 0 and 1. */
    public double share(Predicate<Stack> which) {
        return samples() == 0 ? 0 : stacks.entrySet().stream().filter(each -> which.test(each.getKey()))
                .mapToLong(Map.Entry::getValue).sum() / (double) samples();
    }
}
