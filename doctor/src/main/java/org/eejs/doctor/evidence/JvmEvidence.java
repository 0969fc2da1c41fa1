package org.eejs.doctor.evidence;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.eejs.result.Diagnosis;

/**
 * All that was seen of a JVM. Immutable.
 *
 * @param target what was looked at
 * @param seconds for how long stacks were sampled
 * @param cpu what the process used meanwhile, in seconds
 * @param stacks of threads that used the CPU, the JVM's own apart, each with its weight: CPU in microseconds, or a
 * number of samples
 * @param source what sampled them
 * @param biased whether they are not shares of CPU
 * @param events what was counted
 * @param eventSeconds for how long look-ups were counted; 0 where they were not, so that nothing follows from none.
 * All other events were counted for as long as stacks were sampled
 * @param heap how many objects and bytes there are of a class, by its name; empty where it was not counted
 * @param threads what all threads were doing, at some moments, whether they used the CPU or waited; without lines
 * @param notSeen what could not be seen, and why
 * @param taken how many samples there are
 */
public record JvmEvidence(Diagnosis.Target target, JvmSettings settings, double seconds, Cpu cpu,
        Map<Stack, Long> stacks, String source, boolean biased, Events events, double eventSeconds,
        Map<String, HeapClass> heap, List<List<Stack>> threads, List<Diagnosis.NotSeen> notSeen,
        long taken) {
    /** With samples that were taken at one interval. */
    public JvmEvidence(Diagnosis.Target target, JvmSettings settings, double seconds, Cpu cpu, Map<Stack, Long> stacks,
            String source, boolean biased, Events events, double eventSeconds, Map<String, HeapClass> heap,
            List<List<Stack>> threads, List<Diagnosis.NotSeen> notSeen) {
        this(target, settings, seconds, cpu, stacks, source, biased, events, eventSeconds, heap, threads, notSeen,
                stacks.values().stream().mapToLong(Long::longValue).sum());
    }

    /**
     * Processor time in seconds; where it was not counted, the number of samples of each.
     *
     * @param counted whether it was
     */
    public record Cpu(double app, double jit, double gc, boolean counted) {
        /** That of all threads. */
        public double all() {
            return app + jit + gc;
        }
    }

    /** Objects of a class. */
    public record HeapClass(long objects, long bytes) {}

    /** Returns the same with CPU that was counted otherwise. */
    public JvmEvidence with(Cpu other) {
        return new JvmEvidence(target, settings, seconds, other, stacks, source, biased, events, eventSeconds, heap,
                threads, notSeen, taken);
    }

    /** Returns the sum over all stacks. */
    public long samples() {
        return stacks.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns how many look-ups a second there were like this. */
    public double lookupsPerSecond(Predicate<Events.Lookup> which) {
        return eventSeconds > 0 ? events.lookups(which) / eventSeconds : 0;
    }

    /**
     * Returns whether look-ups like these come less often than a number of times a second; a short look cannot tell.
     */
    public boolean isSeldom(Predicate<Events.Lookup> which, double perSecond) {
        return eventSeconds * perSecond >= 1 && lookupsPerSecond(which) < perSecond;
    }

    /** Returns how many look-ups a second there were of a type. */
    public double lookupsPerSecond(String type) {
        return lookupsPerSecond(lookup -> lookup.type().equals(type));
    }

    /** Returns the objects of a class; none where the heap was not counted. */
    public HeapClass heap(String type) {
        return heap.getOrDefault(type, new HeapClass(0, 0));
    }

    /** Returns how much of the samples has a frame, of 1. */
    public double share(FramePattern pattern) {
        return share(stack -> stack.has(pattern));
    }

    /** Returns how much of the samples is like this, of 1. */
    public double share(Predicate<Stack> which) {
        return samples() == 0 ? 0 : stacks.entrySet().stream().filter(each -> which.test(each.getKey()))
                .mapToLong(Map.Entry::getValue).sum() / (double) samples();
    }
}
