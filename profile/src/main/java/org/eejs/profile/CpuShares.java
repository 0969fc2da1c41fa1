package org.eejs.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.eejs.result.CpuCategory;
import org.eejs.result.CpuProfile;
import org.eejs.result.CpuProfile.Part;
import org.hipparchus.stat.interval.BinomialProportion;
import org.hipparchus.stat.interval.ConfidenceInterval;

/**
 * The CPU by category. Compiler and collector have the kernel's counts. The rest is distributed by samples of all other
 * threads; their shares have Wilson's 95% intervals. So the parts sum to what the kernel counted, and a system that
 * samples only every fourth millisecond does no harm. Immutable.
 */
public final class CpuShares {
    private static final double CONFIDENCE = 0.95;
    /** The categories that the kernel counts. */
    static final Set<CpuCategory> COUNTED = Set.of(CpuCategory.JIT, CpuCategory.GC);

    private final Map<Place, Long> samples;
    private final double app;
    private final double jit;
    private final double gc;
    private final double weight;

    /**
     * Distributes counted CPU by samples of equal weight.
     *
     * @param places the places of the samples, and the weight of each, in any unit
     * @param app CPU without compiler and collector, in any unit
     * @param jit CPU of the compiler, in the same unit
     * @param gc CPU of the collector
     */
    public CpuShares(Map<Place, Long> places, double app, double jit, double gc) {
        this(places, app, jit, gc, 1);
    }

    /**
     * Distributes counted CPU by samples of different weights.
     *
     * @param weight the mean weight of a sample
     */
    public CpuShares(Map<Place, Long> places, double app, double jit, double gc, double weight) {
        this.samples = places.entrySet().stream().filter(each -> !COUNTED.contains(each.getKey().category()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        this.app = app;
        this.jit = jit;
        this.gc = gc;
        this.weight = weight;
    }

    /** Returns the processor time of each place, in microseconds. */
    public static Map<Place, Long> places(StackRecording recording, Categories categories) {
        Map<Place, Long> places = new HashMap<>();
        recording.stacks().forEach((sample, count) -> places.merge(categories.place(sample), count, Long::sum));
        return places;
    }

    /**
     * Returns the processor time of each system call, in microseconds. Threads of compiler and collector do not count,
     * because the kernel's counts of them are not shared by samples.
     */
    static Map<String, Long> systemCalls(StackRecording recording, Categories categories) {
        Map<String, Long> calls = new HashMap<>();
        recording.stacks().forEach((sample, micros) -> categories.systemCall(sample)
                .filter(call -> !COUNTED.contains(categories.place(sample).category()))
                .ifPresent(call -> calls.merge(call, micros, Long::sum)));
        return calls;
    }

    private long total() {
        return samples.values().stream().mapToLong(Long::longValue).sum();
    }

    private double all() {
        return app + jit + gc;
    }

    /** Returns all parts, by category, the largest of each first; empty without samples. */
    public List<Part> parts() {
        long total = total();
        if (total == 0 || all() <= 0) {
            return List.of();
        }
        record Key(CpuCategory category, String detail) {}
        Map<Key, Long> counts = new HashMap<>();
        samples.forEach((place, count) -> counts.merge(new Key(place.category(), place.detail()), count, Long::sum));
        List<Part> parts = new ArrayList<>();
        counts.forEach((key, count) -> parts.add(sampled(key.category(), key.detail(), count, total)));
        parts.add(counted(CpuCategory.JIT, jit));
        parts.add(counted(CpuCategory.GC, gc));
        if (parts.stream().noneMatch(part -> part.category() == CpuCategory.UNKNOWN)) {
            parts.add(sampled(CpuCategory.UNKNOWN, null, 0, total));
        }
        parts.sort(Comparator.comparing(Part::category).thenComparing(Part::cpuMsPerPage, Comparator.reverseOrder()));
        return List.copyOf(parts);
    }

    private Part sampled(CpuCategory category, String detail, long count, long total) {
        double share = (double) count / total;
        ConfidenceInterval interval = interval(total, weight, share);
        double sampledShare = app / all();
        return new Part(category, detail, share * app, share * sampledShare,
                List.of(Math.max(0, interval.getLowerBound()) * sampledShare, interval.getUpperBound() * sampledShare));
    }

    /**
     * Returns Wilson's 95% interval of a share of samples. Samples that together weigh less than the mean count as one,
     * such as a few short ones among long ones of compiler and collector.
     *
     * @param total the weight of the samples together
     * @param weight the mean weight of a sample
     */
    public static ConfidenceInterval interval(long total, double weight, double share) {
        int samples = (int) Math.max(1, Math.round(total / weight));
        return BinomialProportion.getWilsonScoreInterval(samples, share, CONFIDENCE);
    }

    private Part counted(CpuCategory category, double used) {
        double share = used / all();
        return new Part(category, null, used, share, List.of(share, share));
    }

    /** Returns the system calls, the most expensive first. */
    List<CpuProfile.SystemCall> systemCalls(Map<String, Long> counts) {
        long total = total();
        return counts.entrySet().stream().map(each -> {
            double share = (double) each.getValue() / total;
            return new CpuProfile.SystemCall(each.getKey(), share * app, share * app / all());
        }).sorted(Comparator.comparing(CpuProfile.SystemCall::cpuMsPerPage).reversed()).toList();
    }

    /** Returns the cryptography by algorithm and provider, the most expensive first. */
    public List<CpuProfile.Primitive> cryptography() {
        Map<Place.Primitive, Long> counts = new TreeMap<>(
                Comparator.comparing(Place.Primitive::provider).thenComparing(Place.Primitive::algorithm));
        samples.forEach((place, count) -> {
            if (place.primitive() != null) {
                counts.merge(place.primitive(), count, Long::sum);
            }
        });
        long total = total();
        if (all() <= 0) {
            return List.of();
        }
        return counts.entrySet().stream().map(each -> {
            double share = (double) each.getValue() / total;
            return new CpuProfile.Primitive(each.getKey().algorithm(), each.getKey().provider(), share * app,
                    share * app / all());
        }).sorted(Comparator.comparing(CpuProfile.Primitive::cpuMsPerPage).reversed()).toList();
    }
}
