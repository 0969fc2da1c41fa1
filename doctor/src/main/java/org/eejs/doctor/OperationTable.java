package org.eejs.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.profile.Operations;
import org.eejs.profile.Place;
import org.eejs.result.CpuCategory;
import org.eejs.result.Diagnosis.Finding;
import org.eejs.result.Diagnosis.Operation;
import org.eejs.result.Diagnosis.Verdict;

/**
 * The operations of TLS and cryptography in sampled stacks, by name, algorithm, caller and the finding that explains
 * them. Small rows of one name are summed up without their callers, and what is still small becomes {@code others}. For
 * one thread.
 */
final class OperationTable {
    /** Rows with a smaller share of the CPU are merged. */
    private static final double LEAST = 0.005;
    private static final String OTHERS = "others";
    private static final Stack.Origin NOWHERE = new Stack.Origin(null, null);
    /** Checks of certificates within a handshake are not repeated if the connection is kept. */
    private static final String PATH_CHECK = "certificate path check";
    private static final Set<String> OF_TLS = Set.of("provider look-up", "random numbers",
            "key or certificate parsing");
    private static final String RECORDS = "record protection";
    private static final FramePattern SOCKET = new FramePattern("sun.security.ssl.SSLSocketImpl$App");
    private static final String CLIENT = "handshake as client";
    private static final String SERVER = "handshake as server";

    /**
     * The stacks of one operation, caller and rule.
     *
     * @param rule the id of the rule that claims them; null if none does
     * @param category the category of the stacks
     * @param library the library whose setting keeps its connections; null if unknown
     * @param blocking whether the code writes and reads a TLS socket itself
     * @param inTls whether the JDK's TLS calls it
     */
    record Group(String name, Stack.Origin origin, String rule, CpuCategory category,
            OperationCosts.Library library, boolean blocking, boolean inTls) {
        /** Returns whether it is a part of the cost of TLS, such as its look-ups. */
        private boolean isPart() {
            return inTls && OF_TLS.contains(name);
        }

        /**
         * Returns the name by which its costs are looked up. Event loops also write to themselves, so the number of
         * their records is unknown. The look-ups of TLS are part of its cost.
         */
        private String costName() {
            return isPart() || name.equals(RECORDS) && !blocking ? "" : !name.equals(PATH_CHECK) ? name
                    : category == CpuCategory.HANDSHAKES_AS_CLIENT ? CLIENT
                    : category == CpuCategory.HANDSHAKES_AS_SERVER ? SERVER : name;
        }
    }

    /** Stacks without a rule that a line of the cost table explains. */
    record Explained(OperationCosts.Cost cost, Group group, long weight) {}

    /** A row; {@code primitive}, {@code rule} and {@code elsewhere} may be null. {@code part} is a part of TLS. */
    private record Row(String name, Place.Primitive primitive, Stack.Origin origin, String rule,
            OperationCosts.Cost elsewhere, boolean part) {
        Row withoutCaller() {
            return new Row(name, null, NOWHERE, rule, null, part);
        }
    }

    /** The weights by algorithm. The key of what has no algorithm is null. */
    private final Map<Group, Map<Place.Primitive, Long>> counts = new HashMap<>();
    private final Map<String, Boolean> whole = new HashMap<>();
    private final Map<String, Boolean> traffic = new HashMap<>();

    /**
     * Adds a stack with its weight.
     *
     * @param rule the id of the rule that claims it; null if none does
     */
    void add(Stack stack, Operations.Found found, CpuCategory category, String rule, long count) {
        Group group = new Group(found.name(), stack.origin(found.frame()), rule, category,
                OperationCosts.library(stack), stack.has(SOCKET), stack.has(TlsFrames.ANY));
        counts.computeIfAbsent(group, each -> new HashMap<>()).merge(found.primitive(), count, Long::sum);
        whole.put(found.name(), found.whole());
        traffic.put(found.name(), found.traffic());
    }

    /** Returns what the cost table explains, among the stacks of rules without a finding. */
    List<Explained> explained(List<Finding> findings) {
        List<Explained> explained = new ArrayList<>();
        counts.forEach((group, weights) -> weights.forEach((primitive, weight) -> {
            if (findings.stream().noneMatch(each -> each.rule().equals(group.rule()))) {
                cost(group, primitive).filter(cost -> !cost.elsewhere())
                        .ifPresent(cost -> explained.add(new Explained(cost, group, weight)));
            }
        }));
        return explained;
    }

    private Optional<OperationCosts.Cost> cost(Group group, Place.Primitive primitive) {
        return OperationCosts.of(group.costName(), shown(group, primitive), group.library());
    }

    /**
     * Returns the rows, the most expensive first, {@code others} last.
     *
     * @param findings the findings; a rule without one explains nothing
     * @param share returns the lower bound, the value and the upper bound of the share of a weight
     * @param rates how often operations happen
     */
    List<Operation> rows(List<Finding> findings, Function<Long, List<Double>> share, Rates rates) {
        Map<String, Finding> byRule = new HashMap<>();
        findings.forEach(each -> byRule.put(each.rule(), each));
        Map<Row, Long> rows = new HashMap<>();
        counts.forEach((group, weights) -> weights.forEach((primitive, weight) -> {
            Optional<OperationCosts.Cost> cost = cost(group, primitive);
            String rule = byRule.containsKey(group.rule()) ? group.rule()
                    : cost.map(OperationCosts.Cost::id).filter(byRule::containsKey).orElse(null);
            rows.merge(new Row(group.name(), shown(group, primitive), group.origin(), rule, rule == null
                    ? cost.filter(OperationCosts.Cost::elsewhere).orElse(null) : null, group.isPart()), weight,
                    Long::sum);
        }));
        Map<Row, Long> callers = merge(rows, share, Row::withoutCaller);
        Map<Row, Long> large = merge(callers, share, row -> new Row(OTHERS, null, NOWHERE, null, null, false));
        List<Operation> operations = new ArrayList<>();
        large.forEach((row, weight) -> operations.add(operation(row, share.apply(weight), byRule, rates)));
        operations.sort(Comparator.comparing((Operation each) -> each.name().equals(OTHERS))
                .thenComparing(Operation::share, Comparator.reverseOrder()).thenComparing(Operation::toString));
        return List.copyOf(operations);
    }

    /** Returns the algorithm of a stack, or the most expensive one if it has none or the operation is not divided. */
    private Place.Primitive shown(Group group, Place.Primitive primitive) {
        if (primitive != null && !whole.get(group.name())) {
            return primitive;
        }
        Map<Place.Primitive, Long> all = new HashMap<>();
        counts.forEach((other, weights) -> {
            if (other.name().equals(group.name()) && other.origin().equals(group.origin())) {
                weights.forEach((each, weight) -> {
                    if (each != null) {
                        all.merge(each, weight, Long::sum);
                    }
                });
            }
        });
        return all.entrySet().stream().max(Map.Entry.<Place.Primitive, Long>comparingByValue()
                .thenComparing(each -> each.getKey().toString())).map(Map.Entry::getKey).orElse(null);
    }

    /** Returns the rows with small ones replaced and summed up. */
    private static Map<Row, Long> merge(Map<Row, Long> rows, Function<Long, List<Double>> share,
            Function<Row, Row> replacement) {
        Map<Row, Long> merged = new HashMap<>();
        rows.forEach((row, weight) -> merged.merge(share.apply(weight).get(1) < LEAST ? replacement.apply(row) : row,
                weight, Long::sum));
        return merged;
    }

    private Operation operation(Row row, List<Double> share, Map<String, Finding> findings, Rates rates) {
        Optional<Place.Primitive> primitive = Optional.ofNullable(row.primitive());
        Finding finding = row.rule() == null ? null : findings.get(row.rule());
        Verdict verdict = finding == null ? row.part() || row.name().equals(OTHERS) || traffic.get(row.name()) ? null
                : row.elsewhere() != null ? Verdict.CHEAPER_ELSEWHERE : Verdict.UNEXPLAINED
                : finding.savedShare() > 0 ? Verdict.AVOIDABLE
                : finding.isOpen() ? null : Verdict.NECESSARY;
        Double floor = row.elsewhere() != null ? (Double) (share.get(1) * (1 - row.elsewhere().saved().get(1)))
                : finding == null || finding.isOpen() ? null : finding.cpuShare() == 0 ? share.get(1)
                : share.get(1) * Math.max(0, 1 - finding.savedShare() / finding.cpuShare());
        Rates.Rate rate = row.name().equals(OTHERS) ? null : rates.of(row.name(), row.origin(),
                primitive.map(Place.Primitive::algorithm).orElse(null), share.get(1)).orElse(null);
        return new Operation(row.name(), primitive.map(Place.Primitive::algorithm).orElse(null),
                primitive.map(Place.Primitive::provider).orElse(null), row.origin().library(), row.origin().caller(),
                share.get(1), List.of(share.get(0), Math.min(1, share.get(2))), rate == null ? null : rate.perSecond(),
                rate == null ? null : rate.basis(), floor, verdict, row.rule(),
                row.elsewhere() == null ? null : row.elsewhere().cure());
    }
}
