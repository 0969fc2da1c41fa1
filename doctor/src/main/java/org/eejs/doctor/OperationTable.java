package org.eejs.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.eejs.doctor.evidence.Stack;
import org.eejs.profile.Operations;
import org.eejs.profile.Place;
import org.eejs.result.Diagnosis.Finding;
import org.eejs.result.Diagnosis.Operation;
import org.eejs.result.Diagnosis.Verdict;

/**
 * The operations of TLS and cryptography in sampled stacks, by name, algorithm, caller and the rule that claims them.
 * Small rows of one name are summed up without their callers, and what is still small becomes {@code others}. For one
 * thread.
 */
final class OperationTable {
    /** Rows with a smaller share of the CPU are merged. */
    private static final double LEAST = 0.005;
    private static final String OTHERS = "others";
    private static final Stack.Origin NOWHERE = new Stack.Origin(null, null);

    /** A row; {@code primitive} and {@code rule} may be null. */
    private record Row(String name, Place.Primitive primitive, Stack.Origin origin, String rule) {
        Row withoutCaller() {
            return new Row(name, null, NOWHERE, rule);
        }

        private Row with(Place.Primitive other) {
            return new Row(name, other, origin, rule);
        }
    }

    /** The weights by algorithm. The key of what has no algorithm is null. */
    private final Map<Row, Map<Place.Primitive, Long>> counts = new HashMap<>();
    private final Map<String, Boolean> whole = new HashMap<>();
    private final Map<String, Boolean> traffic = new HashMap<>();

    /**
     * Adds a stack with its weight.
     *
     * @param rule the id of the rule that claims it; null if none does
     */
    void add(Stack stack, Operations.Found found, String rule, long count) {
        Row row = new Row(found.name(), null, stack.origin(found.frame()), rule);
        counts.computeIfAbsent(row, each -> new HashMap<>()).merge(found.primitive(), count, Long::sum);
        whole.put(found.name(), found.whole());
        traffic.put(found.name(), found.traffic());
    }

    /**
     * Returns the rows, the most expensive first, {@code others} last.
     *
     * @param findings the findings; a rule without one explains nothing
     * @param share returns the lower bound, the value and the upper bound of the share of a weight
     */
    List<Operation> rows(List<Finding> findings, Function<Long, List<Double>> share) {
        Map<String, Finding> byRule = new HashMap<>();
        findings.forEach(each -> byRule.put(each.rule(), each));
        Map<Row, Map<Place.Primitive, Long>> explained = new HashMap<>();
        counts.forEach((row, weights) -> weights.forEach((primitive, weight) -> explained.computeIfAbsent(new Row(
                row.name(), null, row.origin(), byRule.containsKey(row.rule()) ? row.rule() : null),
                each -> new HashMap<>()).merge(primitive, weight, Long::sum)));
        Map<Row, Long> rows = new HashMap<>();
        explained.forEach((row, weights) -> divide(row, weights, rows));
        Map<Row, Long> callers = merge(rows, share, Row::withoutCaller);
        Map<Row, Long> large = merge(callers, share, row -> new Row(OTHERS, null, NOWHERE, null));
        List<Operation> operations = new ArrayList<>();
        large.forEach((row, weight) -> operations.add(operation(row, share.apply(weight), byRule)));
        operations.sort(Comparator.comparing((Operation each) -> each.name().equals(OTHERS))
                .thenComparing(Operation::share, Comparator.reverseOrder()).thenComparing(Operation::toString));
        return List.copyOf(operations);
    }

    /** Adds a row per algorithm, or one with the most expensive algorithm. Stacks without one go to the largest. */
    private void divide(Row row, Map<Place.Primitive, Long> weights, Map<Row, Long> rows) {
        Place.Primitive most = weights.entrySet().stream().filter(each -> each.getKey() != null)
                .max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse(null);
        weights.forEach((primitive, weight) -> rows.merge(row.with(primitive == null || whole.get(row.name()) ? most
                : primitive), weight, Long::sum));
    }

    /** Returns the rows with small ones replaced and summed up. */
    private static Map<Row, Long> merge(Map<Row, Long> rows, Function<Long, List<Double>> share,
            Function<Row, Row> replacement) {
        Map<Row, Long> merged = new HashMap<>();
        rows.forEach((row, weight) -> merged.merge(share.apply(weight).get(1) < LEAST ? replacement.apply(row) : row,
                weight, Long::sum));
        return merged;
    }

    private Operation operation(Row row, List<Double> share, Map<String, Finding> findings) {
        Optional<Place.Primitive> primitive = Optional.ofNullable(row.primitive());
        Verdict verdict = row.name().equals(OTHERS) || row.rule() == null && traffic.get(row.name()) ? null
                : row.rule() == null ? Verdict.UNEXPLAINED
                : findings.get(row.rule()).savedShare() > 0 ? Verdict.AVOIDABLE : Verdict.NECESSARY;
        return new Operation(row.name(), primitive.map(Place.Primitive::algorithm).orElse(null),
                primitive.map(Place.Primitive::provider).orElse(null), row.origin().library(), row.origin().caller(),
                share.get(1), List.of(share.get(0), Math.min(1, share.get(2))), null, null, verdict, row.rule());
    }
}
