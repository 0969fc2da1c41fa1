package org.eejs.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.doctor.evidence.Frame;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Intrinsics;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.Port;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Rule;
import org.eejs.profile.Categories;
import org.eejs.profile.CpuShares;
import org.eejs.profile.Operations;
import org.eejs.profile.Place;
import org.eejs.profile.StackSample;
import org.eejs.result.CpuCategory;
import org.eejs.result.CpuGroup;
import org.eejs.result.Diagnosis.Basis;
import org.eejs.result.Diagnosis.Finding;
import org.eejs.result.Diagnosis.NotSeen;
import org.eejs.result.Hellos;
import org.eejs.result.Diagnosis;
import org.hipparchus.stat.interval.ConfidenceInterval;

/**
 * Finds the CPU cost of TLS and cryptography in a JVM, and its bottlenecks. A stack that several rules claim counts for
 * one rule only, the one whose frame is outermost, so shares can be added. For one thread.
 */
public final class Doctor {
    /** Findings below this share of the CPU are not reported. */
    public static final double LEAST = 0.01;
    /** A finding above this saved share fails the command. */
    public static final double THRESHOLD = 0.05;

    /** The fewest samples from which a share is computed. */
    private static final long FEW = 5;
    /** Waits of all threads together that are shorter than this are not reported, in milliseconds per second. */
    private static final double SHORT_WAIT = 10;

    private static final String KEY_EXCHANGE = "keyExchange";

    /** Frames of unknown code that are shown. */
    private static final int SHOWN = 3;

    private final JvmEvidence evidence;
    private final double least;
    private final Map<Stack, Place> places = new HashMap<>();
    private final Map<Stack, Operations.Found> operations = new HashMap<>();
    private final OperationTable table = new OperationTable();
    private final Map<Rule, Claim> claims = new LinkedHashMap<>();
    private final JvmEvidence.Cpu cpu;
    private final long total;
    /** The average weight of a sample. */
    private final double weight;

    private Doctor(JvmEvidence sampled, double least) {
        this.least = least;
        JvmEvidence given = sampled.with(Intrinsics.withCallers(sampled.stacks()));
        List<StackSample> samples = given.stacks().keySet().stream().map(Stack::sample).toList();
        Categories categories = Categories.of(List.of(), samples);
        Map<StackSample, Long> weights = new HashMap<>();
        given.stacks().forEach((stack, count) -> weights.merge(stack.sample(), count, Long::sum));
        Operations known = Operations.of(categories, weights);
        given.stacks().keySet().forEach(stack -> {
            Place place = stack.place(categories);
            known.find(stack.sample(), place).ifPresent(found -> operations.put(stack, found));
            places.put(stack, operations.containsKey(stack) ? cryptographic(stack, place) : place);
        });
        this.total = given.stacks().entrySet().stream().filter(each -> isOfApplication(each.getKey()))
                .mapToLong(Map.Entry::getValue).sum();
        this.weight = given.taken() == 0 ? 1 : (double) given.samples() / given.taken();
        this.cpu = given.cpu().counted() ? given.cpu() : new JvmEvidence.Cpu(total, of(given, CpuCategory.JIT),
                of(given, CpuCategory.GC), false);
        this.evidence = given.with(cpu);
    }

    /** Returns the place of an operation; key generation is no random number although it asks for many. */
    private Place cryptographic(Stack stack, Place place) {
        String name = operations.get(stack).name();
        boolean own = !CpuGroup.of(place.category()).isCryptographic()
                || place.category() == CpuCategory.RANDOM && !name.equals("random numbers");
        return own ? new Place(CpuCategory.CRYPTOGRAPHY, name, place.primitive()) : place;
    }

    private boolean isOfApplication(Stack stack) {
        CpuCategory category = places.get(stack).category();
        return category != CpuCategory.JIT && category != CpuCategory.GC;
    }

    private double of(JvmEvidence given, CpuCategory category) {
        return given.stacks().entrySet().stream().filter(each -> places.get(each.getKey()).category() == category)
                .mapToLong(Map.Entry::getValue).sum();
    }

    /**
     * A bottleneck that the doctor knows.
     *
     * @param operation the operations in the table of costs; empty for a rule
     * @param least the part of its cost that the fix saves at least, 0 to 1
     * @param most the same, at most
     * @param lowers the protection that the fix lowers; empty if none
     */
    public record Known(String id, String title, String operation, double least, double most, String lowers) {}

    /** Returns all bottlenecks: rules first, then those by the table of costs. */
    public static List<Known> known() {
        Stream<Known> costs = OperationCosts.all().stream().map(cost -> new Known(cost.id(), cost.title(),
                String.join(", ", cost.operations()), cost.saved().get(0), cost.saved().get(2),
                cost.lowers() == null ? "" : cost.lowers()));
        return Stream.concat(Rules.ALL.stream().map(rule -> {
            Saving saving = Saving.of(rule);
            return new Known(rule.id(), rule.title(), "", saving.least(), saving.most(), rule.lowers());
        }), costs).toList();
    }

    /**
     * Applies all rules to the evidence.
     *
     * @param least findings below this share of the CPU are not reported; see {@link #LEAST}
     * @param threshold a finding that saves more than this share fails the command; see {@link #THRESHOLD}
     */
    public static Diagnosis examine(JvmEvidence evidence, double least, double threshold) {
        return new Doctor(evidence, least).diagnosis(threshold);
    }

    private Diagnosis diagnosis(double threshold) {
        Rules.applying(evidence).forEach(rule -> claims.put(rule, new Claim()));
        List<Rule> applying = List.copyOf(claims.keySet());
        evidence.stacks().forEach((stack, count) -> {
            if (isOfApplication(stack)) {
                claim(applying, stack, count);
            }
        });
        List<NotSeen> notSeen = new ArrayList<>(evidence.notSeen());
        notSeen.addAll(Rules.notApplying(evidence));
        Diagnosis nothing = new Diagnosis(evidence.target(), evidence.seconds(), evidence.taken(), evidence.source(),
                evidence.biased(), evidence.cpu().counted() ? cpu.all() : null, null, threshold, parts(), List.of(),
                List.of(), List.of(), List.of());
        if (nothing.isIdle()) {
            notSeen.add(new NotSeen(null, "the JVM was idle: it used %.1f%% of a processor; profile it under load"
                    .formatted(100 * cpu.all() / evidence.seconds())));
        }
        boolean known = total > 0 && cpu.all() > 0 && !nothing.isIdle();
        Rates rates = new Rates(evidence, shares(), this::keyExchange);
        List<Finding> byRules = claims.entrySet().stream().map(each -> finding(each.getKey(), each.getValue(), known))
                .filter(finding -> finding != null).toList();
        List<Finding> byCosts = !known ? List.of() : new OperationFindings(evidence, this::share, this::shareOf, rates)
                .of(table.explained(byRules), least);
        List<Finding> findings = Stream.concat(byRules.stream(), byCosts.stream())
                .sorted(Comparator.comparing(OperationFindings::urgency).thenComparing(Finding::cpuShare).reversed())
                .toList();
        return new Diagnosis(nothing.target(), nothing.seconds(), nothing.samples(), nothing.source(), nothing.biased(),
                nothing.cpuSeconds(), null, threshold, nothing.attribution(), known
                ? withUnknown(table.rows(findings, this::share, rates)) : List.of(), findings, Inventory.of(evidence,
                operations, weight -> known ? share(weight).get(1) : null), List.copyOf(notSeen),
                evidence.ports().stream().map(Port::hellos).filter(Hellos::isAnswered).toList()).graded();
    }

    /** Returns the operations with a row for unknown code, if it costs enough to be reported. */
    private List<Diagnosis.Operation> withUnknown(List<Diagnosis.Operation> known) {
        Map<Stack, Long> unknown = new HashMap<>();
        evidence.stacks().forEach((stack, count) -> {
            if (places.get(stack).category() == CpuCategory.UNKNOWN) {
                unknown.put(stack, count);
            }
        });
        List<Double> share = share(unknown.values().stream().mapToLong(Long::longValue).sum());
        if (share.get(1) < least || unknown.isEmpty()) {
            return known;
        }
        Stack most = unknown.entrySet().stream().max(Map.Entry.<Stack, Long>comparingByValue()
                .thenComparing(each -> each.getKey().toString())).orElseThrow().getKey();
        String frames = most.frames().stream().limit(SHOWN).map(Frame::method).collect(Collectors.joining(" < "));
        return Stream.concat(known.stream(), Stream.of(new Diagnosis.Operation(Diagnosis.UNKNOWN, null, null, null,
                frames.isEmpty() ? most.thread() : frames, share.get(1), List.of(share.get(0), Math.min(1,
                share.get(2))), null, null, null, Diagnosis.Verdict.UNEXPLAINED, null, null)))
                .sorted(Comparator.comparing(Diagnosis.Operation::share).reversed()).toList();
    }

    /** Returns the share of CPU by name of operation. */
    private Map<String, Double> shares() {
        Map<String, Long> weights = new HashMap<>();
        operations.forEach((stack, found) -> weights.merge(found.name(), evidence.stacks().get(stack), Long::sum));
        Map<String, Double> shares = new HashMap<>();
        weights.forEach((name, sum) -> shares.put(name, total == 0 ? 0 : share(sum).get(1)));
        return shares;
    }

    /** Returns the share of a detail of a category. */
    private double shareOf(CpuCategory category, String detail) {
        return parts().stream().filter(part -> part.category() == category && detail.equals(part.detail()))
                .mapToDouble(Diagnosis.Part::share).sum();
    }

    /** Returns the share of key exchanges on one side of TLS whose stacks have some frames. */
    private double keyExchange(CpuCategory side, FramePattern frames) {
        long weight = evidence.stacks().entrySet().stream().filter(each -> places.get(each.getKey()).category() == side
                && KEY_EXCHANGE.equals(places.get(each.getKey()).detail()) && each.getKey().has(frames))
                .mapToLong(Map.Entry::getValue).sum();
        return total == 0 ? 0 : share(weight).get(1);
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
        if (operations.containsKey(stack)) {
            table.add(stack, operations.get(stack), places.get(stack).category(), best == null ? null : best.id(),
                    count);
        }
    }

    /** Returns null if there is nothing to report. If shares are unknown, only faults and waits are reported. */
    private Finding finding(Rule rule, Claim claim, boolean known) {
        List<Double> sampled = known && claim.samples() >= FEW * weight ? share(claim.samples())
                : List.of(0.0, 0.0, 0.0);
        double share = sampled.get(1);
        double waited = evidence.seconds() == 0 ? 0 : rule.waitedMillis(evidence) / evidence.seconds();
        double saved = share * rule.saved();
        double worth = rule.isRemark() ? share : saved;
        if ((worth < least || worth == 0) && waited < SHORT_WAIT && !rule.isFault()) {
            return null;
        }
        List<String> seen = new ArrayList<>(rule.seen(evidence));
        if (waited >= SHORT_WAIT) {
            seen.add("threads waited %.0f ms per second".formatted(waited));
        }
        seen.addAll(claim.lines());
        List<Double> ci95 = List.of(sampled.get(0), Math.min(1, sampled.get(2)));
        Saving saving = Saving.of(rule);
        if (saved > 0) {
            seen.add(saving.toString());
        }
        return new Finding(rule.id(), rule.title(), share, ci95, saved,
                saving.of(ci95), waited, basis(rule, share), claim.cause(),
                List.copyOf(seen), rule.advice(evidence, claim), rule.source());
    }

    /** Returns the share of stacks of a weight in all CPU, between the bounds of its interval. */
    private List<Double> share(long samples) {
        double ofAll = cpu.app() / cpu.all();
        double share = (double) samples / total;
        ConfidenceInterval interval = CpuShares.interval(total, weight, share);
        return List.of(ofAll * Math.max(0, interval.getLowerBound()), ofAll * share, ofAll * interval.getUpperBound());
    }

    private static Basis basis(Rule rule, double share) {
        return rule.basis() != Basis.SAMPLED || share > 0 ? rule.basis() : Basis.COUNTED;
    }

    private List<Diagnosis.Part> parts() {
        Map<Place, Long> counts = new HashMap<>();
        evidence.stacks().forEach((stack, count) -> counts.merge(places.get(stack), count, Long::sum));
        return new CpuShares(counts, cpu.app(), cpu.jit(), cpu.gc(), weight).parts().stream()
                .map(part -> new Diagnosis.Part(part.category(), part.detail(), part.share(), part.ci95())).toList();
    }
}
