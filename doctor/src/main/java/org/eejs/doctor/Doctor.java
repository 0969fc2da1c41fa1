package org.eejs.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Rule;
import org.eejs.profile.Categories;
import org.eejs.profile.CpuShares;
import org.eejs.profile.Place;
import org.eejs.result.CpuCategory;
import org.eejs.result.Diagnosis.Basis;
import org.eejs.result.Diagnosis.Finding;
import org.eejs.result.Diagnosis.NotSeen;
import org.eejs.result.Diagnosis;
import org.hipparchus.stat.interval.BinomialProportion;
import org.hipparchus.stat.interval.ConfidenceInterval;

/**
 * Says what TLS and cryptography cost a JVM, and which bottlenecks it has. Each stack that a rule claims counts for one
 * rule only, the one whose frame is outermost, so that shares can be summed. For one thread.
 */
public final class Doctor {
    /** Beneath such a share of CPU nothing is reported. */
    public static final double LEAST = 0.01;
    /** A finding above it fails the command. */
    public static final double THRESHOLD = 0.05;

    private static final double CONFIDENCE = 0.95;
    /** Fewer samples say nothing. */
    private static final long FEW = 5;
    /** A JVM that uses less of a processor is idle. */
    private static final double IDLE = 0.01;
    /** Threads that together wait less in a second are not worth a word, in milliseconds. */
    private static final double SHORT_WAIT = 10;

    private final Evidence evidence;
    private final double least;
    private final Map<Stack, Place> places = new HashMap<>();
    private final Map<Rule, Claim> claims = new LinkedHashMap<>();
    private final Evidence.Cpu cpu;
    private final long total;

    private Doctor(Evidence given, double least) {
        this.least = least;
        Categories categories = Categories.of(List.of(), given.stacks().keySet().stream().map(Stack::sample).toList());
        given.stacks().keySet().forEach(stack -> places.put(stack, place(categories, stack)));
        this.total = given.stacks().entrySet().stream().filter(each -> isOfApplication(each.getKey()))
                .mapToLong(Map.Entry::getValue).sum();
        this.cpu = given.cpu().counted() ? given.cpu() : new Evidence.Cpu(total, of(given, CpuCategory.JIT),
                of(given, CpuCategory.GC), false);
        this.evidence = given.with(cpu);
    }

    /** What is not the JDK's, a known library's or the JVM's is the application's. */
    private static Place place(Categories categories, Stack stack) {
        Place place = categories.place(stack.sample());
        boolean own = place.category() == CpuCategory.UNKNOWN && stack.callerOf(0).isPresent();
        return own ? new Place(CpuCategory.APPLICATION, place.primitive() == null ? null : "cryptography",
                place.primitive()) : place;
    }

    private boolean isOfApplication(Stack stack) {
        CpuCategory category = places.get(stack).category();
        return category != CpuCategory.JIT && category != CpuCategory.GC;
    }

    private double of(Evidence given, CpuCategory category) {
        return given.stacks().entrySet().stream().filter(each -> places.get(each.getKey()).category() == category)
                .mapToLong(Map.Entry::getValue).sum();
    }

    /**
     * Examines.
     *
     * @param least beneath which share of CPU nothing is reported; see {@link #LEAST}
     * @param threshold above which share, saved, a finding fails the command; see {@link #THRESHOLD}
     */
    public static Diagnosis examine(Evidence evidence, double least, double threshold) {
        return new Doctor(evidence, least).diagnosis(threshold);
    }

    private Diagnosis diagnosis(double threshold) {
        List<Rule> applying = Rules.ALL.stream().filter(rule -> rule.applies(evidence)).toList();
        applying.forEach(rule -> claims.put(rule, new Claim()));
        evidence.stacks().forEach((stack, count) -> {
            if (isOfApplication(stack)) {
                claim(applying, stack, count);
            }
        });
        List<NotSeen> notSeen = new ArrayList<>(evidence.notSeen());
        List<Finding> findings = List.of();
        if (evidence.cpu().counted() && cpu.all() < IDLE * evidence.seconds()) {
            notSeen.add(new NotSeen(null, "the JVM was idle: it used %.1f %% of a processor; look while it serves"
                    .formatted(100 * cpu.all() / evidence.seconds())));
        } else {
            findings = claims.entrySet().stream().map(each -> finding(each.getKey(), each.getValue()))
                    .filter(finding -> finding != null)
                    .sorted(Comparator.comparing(Finding::savedShare).thenComparing(Finding::cpuShare)
                    .reversed()).toList();
        }
        return new Diagnosis(evidence.target(), evidence.seconds(), evidence.samples(), evidence.source(),
                evidence.biased(), evidence.cpu().counted() ? cpu.all() : null, threshold, parts(), findings,
                List.copyOf(notSeen));
    }

    private void claim(List<Rule> rules, Stack stack, long count) {
        Rule best = null;
        int outermost = -1;
        for (Rule rule : rules) {
            int place = rule.claims(stack);
            boolean better = best == null || best.isGeneral() && !rule.isGeneral()
                    || best.isGeneral() == rule.isGeneral() && place > outermost;
            if (place >= 0 && better) {
                best = rule;
                outermost = place;
            }
        }
        if (best != null) {
            claims.get(best).add(stack, outermost, count);
        }
    }

    private Finding finding(Rule rule, Claim claim) {
        double sampledShare = cpu.all() == 0 ? 0 : cpu.app() / cpu.all();
        double estimate = rule.estimate(evidence);
        double share = claim.samples() < FEW ? 0 : sampledShare * claim.samples() / total;
        double waited = evidence.seconds() == 0 ? 0 : rule.waitedMillis(evidence) / evidence.seconds();
        double saved = (share + estimate) * rule.saved();
        if ((saved < least || saved == 0) && waited < SHORT_WAIT && !rule.isFault()) {
            return null;
        }
        List<Double> ci95 = List.of(share + estimate, share + estimate);
        if (share > 0) {
            ConfidenceInterval interval = BinomialProportion.getWilsonScoreInterval((int) total,
                    (double) claim.samples() / total, CONFIDENCE);
            ci95 = List.of(estimate + sampledShare * Math.max(0, interval.getLowerBound()),
                    estimate + sampledShare * interval.getUpperBound());
        }
        List<String> seen = new ArrayList<>(rule.seen(evidence));
        if (waited >= SHORT_WAIT) {
            seen.add("threads waited %.0f ms in each second".formatted(waited));
        }
        seen.addAll(claim.lines());
        return new Finding(rule.id(), rule.title(), share + estimate, ci95, saved,
                share > 0 || rule.basis() != Basis.SAMPLED ? rule.basis() : Basis.COUNTED, List.copyOf(seen),
                rule.cure(evidence, claim), rule.source());
    }

    private List<Diagnosis.Part> parts() {
        Map<Place, Long> counts = new HashMap<>();
        evidence.stacks().forEach((stack, count) -> counts.merge(places.get(stack), count, Long::sum));
        return new CpuShares(counts, cpu.app(), cpu.jit(), cpu.gc()).parts().stream()
                .map(part -> new Diagnosis.Part(part.category(), part.detail(), part.share(), part.ci95())).toList();
    }
}
