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
 * How CPU is shared out: what the kernel counted of compiler and collector as it counted it, the rest by samples of all
 * other threads, whose shares have Wilson's intervals of 95 %. So the parts sum to what was counted, and an operating
 * system that samples only every fourth millisecond does no harm. Immutable.
 */
public final class CpuShares {
    private static final double CONFIDENCE = 0.95;
    /** What the kernel counts by itself. */
    static final Set<CpuCategory> COUNTED = Set.of(CpuCategory.JIT, CpuCategory.GC);

    private final Map<Place, Long> samples;
    private final double app;
    private final double jit;
    private final double gc;
    private final double weight;

    /**
     * Shares out by samples of equal weight what was counted.
     *
     * @param places of samples, and how much each weighs, in any unit
     * @param app CPU without that of compiler and collector, in any unit
     * @param jit that of the compiler, in the same unit
     * @param gc that of the collector
     */
    public CpuShares(Map<Place, Long> places, double app, double jit, double gc) {
        this(places, app, jit, gc, 1);
    }

    /**
     * The same of samples that differ in weight.
     *
     * @param weight that of one sample, on average
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

    /** Returns the processor time of each call of the kernel, in microseconds. */
    static Map<String, Long> systemCalls(StackRecording recording, Categories categories) {
        Map<String, Long> calls = new HashMap<>();
        recording.stacks().forEach((sample, micros) -> categories.systemCall(sample)
                .ifPresent(call -> calls.merge(call, micros, Long::sum)));
        return calls;
    }

    private long total() {
        return samples.values().stream().mapToLong(Long::longValue).sum();
    }

    private double all() {
        return app + jit + gc;
    }

    /** Returns all parts, in the order of categories, of each the largest first; empty without samples. */
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
     * Returns Wilson's interval of 95 % of a share of samples. Where all samples together weigh less than one does on
     * average, as a few short ones do among long ones of compiler and collector, they count as one.
     *
     * @param total what the samples weigh together
     * @param weight what one of them weighs, on average
     */
    public static ConfidenceInterval interval(long total, double weight, double share) {
        int samples = (int) Math.max(1, Math.round(total / weight));
        return BinomialProportion.getWilsonScoreInterval(samples, share, CONFIDENCE);
    }

    private Part counted(CpuCategory category, double used) {
        double share = used / all();
        return new Part(category, null, used, share, List.of(share, share));
    }

    /** Calls of the kernel, the most expensive first. */
    List<CpuProfile.SystemCall> systemCalls(Map<String, Long> counts) {
        long total = total();
        return counts.entrySet().stream().map(each -> {
            double share = (double) each.getValue() / total;
            return new CpuProfile.SystemCall(each.getKey(), share * app, share * app / all());
        }).sorted(Comparator.comparing(CpuProfile.SystemCall::cpuMsPerPage).reversed()).toList();
    }

    /** Cryptography by algorithm and provider, the most expensive first. */
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
