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
 * @param stacks of threads that used the CPU, the JVM's own apart, and how many of each
 * @param source what sampled them
 * @param biased whether they are not shares of CPU
 * @param events what was counted
 * @param eventSeconds for how long services were counted; 0 where they were not, so that nothing follows from none.
 * All other events were counted for as long as stacks were sampled
 * @param heap how many objects and bytes there are of a class, by its name; empty where it was not counted
 * @param threads what all threads were doing, at some moments, whether they used the CPU or waited; without lines
 * @param notSeen what could not be seen, and why
 * @param taken how many samples the stacks were counted by: fewer, where those at longer intervals count for several
 */
public record Evidence(Diagnosis.Target target, JvmSettings settings, double seconds, Cpu cpu,
        Map<Stack, Long> stacks, String source, boolean biased, Events events, double eventSeconds,
        Map<String, HeapClass> heap, List<List<Stack>> threads, List<Diagnosis.NotSeen> notSeen,
        long taken) {
    /** With samples that were taken at one interval. */
    public Evidence(Diagnosis.Target target, JvmSettings settings, double seconds, Cpu cpu, Map<Stack, Long> stacks,
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

    /** The same with CPU that was counted otherwise. */
    public Evidence with(Cpu other) {
        return new Evidence(target, settings, seconds, other, stacks, source, biased, events, eventSeconds, heap,
                threads, notSeen, taken);
    }

    /** How many stacks were sampled. */
    public long samples() {
        return stacks.values().stream().mapToLong(Long::longValue).sum();
    }

    /** How many services a second were asked for that are like this. */
    public double servicesPerSecond(Predicate<Events.Service> which) {
        return eventSeconds > 0 ? events.services(which) / eventSeconds : 0;
    }

    /** Whether services like these are asked for less often than so many times a second; a short look cannot tell. */
    public boolean isSeldom(Predicate<Events.Service> which, double perSecond) {
        return eventSeconds * perSecond >= 1 && servicesPerSecond(which) < perSecond;
    }

    /** How many services of a type a second were asked for. */
    public double servicesPerSecond(String type) {
        return servicesPerSecond(service -> service.type().equals(type));
    }

    /** The objects of a class; none where the heap was not counted. */
    public HeapClass heap(String type) {
        return heap.getOrDefault(type, new HeapClass(0, 0));
    }

    /** How much of the samples has a frame, of 1. */
    public double share(FramePattern pattern) {
        return share(stack -> stack.has(pattern));
    }

    /** How much of the samples is like this, of 1. */
    public double share(Predicate<Stack> which) {
        return samples() == 0 ? 0 : stacks.entrySet().stream().filter(each -> which.test(each.getKey()))
                .mapToLong(Map.Entry::getValue).sum() / (double) samples();
    }
}
