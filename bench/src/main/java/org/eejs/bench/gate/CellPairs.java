package org.eejs.bench.gate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.statistics.CellRounds;
import org.eejs.result.Bench;
import org.eejs.result.BenchFigures;
import org.eejs.result.Result;

/**
 * Corresponding cells of two results. A JDK corresponds by its version, or, where one result has no cell of that
 * version, by its feature release, so that a JDK update can be judged.
 *
 * @param measured pairs with a figure in both, in the order of the second
 * @param onlyInA cells of the first that the second lacks
 * @param onlyInB cells with a figure in the second only
 * @param broken cells with a figure in the first, and an error in the second
 * @param otherJdks which version replaces which, in a sentence each; empty where all are the same
 */
record CellPairs(List<Pair> measured, List<Bench.Cell> onlyInA, List<Bench.Cell> onlyInB, List<Broken> broken,
        List<String> otherJdks) {
    /** A cell in both results; both have figures. */
    record Pair(CellRounds a, CellRounds b) {
        /** Returns how many forks measured the side that had fewer. */
        int fewestForks() {
            return Math.min(a.valid().size(), b.valid().size());
        }

        /** Returns the cell of the second result. */
        Bench.Cell cell() {
            return Bench.Cell.of(b.cell());
        }
    }

    /** A cell, its figure in the first result, and its error in the second. */
    record Broken(Bench.Cell cell, double before, String error) {}

    /** Finds the pairs of two results. */
    static CellPairs of(Result a, Result b) {
        Map<Bench.Cell, CellRounds> ofA = byCell(a);
        Map<Bench.Cell, CellRounds> ofB = byCell(b);
        Map<Bench.Cell, Bench.Cell> same = new LinkedHashMap<>();
        ofB.keySet().stream().filter(ofA::containsKey).forEach(cell -> same.put(cell, cell));
        Set<String> otherJdks = new LinkedHashSet<>();
        addOfOtherJdks(same, unmatched(ofA, same.values()), unmatched(ofB, same.keySet()), otherJdks);

        List<Pair> measured = new ArrayList<>();
        List<Broken> broken = new ArrayList<>();
        List<Bench.Cell> onlyInB = new ArrayList<>();
        ofB.forEach((cell, after) -> {
            CellRounds before = ofA.get(same.get(cell));
            boolean wasMeasured = before != null && before.error() == null;
            if (after.error() != null) {
                if (wasMeasured) {
                    broken.add(new Broken(cell, before.mean(BenchFigures.OPS), after.error()));
                }
            } else if (wasMeasured) {
                measured.add(new Pair(before, after));
            } else {
                onlyInB.add(cell);
            }
        });
        List<Bench.Cell> onlyInA = new ArrayList<>();
        for (Bench.Cell cell : unmatched(ofA, same.values()).values().stream().flatMap(List::stream).toList()) {
            String excluded = whyExcluded(b.bench(), cell);
            if (ofA.get(cell).error() == null) {
                if (excluded == null) {
                    onlyInA.add(cell);
                } else {
                    broken.add(new Broken(cell, ofA.get(cell).mean(BenchFigures.OPS), excluded));
                }
            }
        }
        return new CellPairs(measured, onlyInA, onlyInB, broken, List.copyOf(otherJdks));
    }

    private static Map<Bench.Cell, CellRounds> byCell(Result result) {
        Map<Bench.Cell, CellRounds> cells = new LinkedHashMap<>();
        CellRounds.of(result.observations()).stream().filter(each -> each.cell().get(Bench.PROGRAM) == null)
                .forEach(each -> cells.put(Bench.Cell.of(each.cell()), each));
        return cells;
    }

    /** Returns the cells that are not among these, by their form without the JDK's update. */
    private static Map<Bench.Cell, List<Bench.Cell>> unmatched(Map<Bench.Cell, CellRounds> scores,
            Collection<Bench.Cell> matched) {
        Set<Bench.Cell> known = Set.copyOf(matched);
        return scores.keySet().stream().filter(cell -> !known.contains(cell))
                .collect(Collectors.groupingBy(CellPairs::ofFeature, LinkedHashMap::new, Collectors.toList()));
    }

    private static void addOfOtherJdks(Map<Bench.Cell, Bench.Cell> same, Map<Bench.Cell, List<Bench.Cell>> ofA,
            Map<Bench.Cell, List<Bench.Cell>> ofB, Set<String> said) {
        ofB.forEach((feature, cells) -> {
            List<Bench.Cell> others = ofA.getOrDefault(feature, List.of());
            // With two updates of one release on a side, the correspondence is unknown.
            if (cells.size() == 1 && others.size() == 1) {
                same.put(cells.get(0), others.get(0));
                said.add("JDK " + cells.get(0).jdk() + " is compared with " + others.get(0).jdk());
            }
        });
    }

    private static Bench.Cell ofFeature(Bench.Cell cell) {
        return cell.on(feature(cell.jdk()));
    }

    private static String feature(String version) {
        return String.valueOf(new Jdk(null, version, null).feature());
    }

    /** Returns why a provider was excluded after wrong answers or none; null when it was not. */
    private static String whyExcluded(Bench bench, Bench.Cell cell) {
        return bench.checks().stream()
                .filter(check -> check.verdict() == Bench.Verdict.MISMATCH || check.verdict() == Bench.Verdict.FAILED)
                .filter(check -> check.group().equals(cell.group()) && check.algorithm().equals(cell.algorithm())
                        && check.provider().equals(cell.provider())
                        && feature(check.jdk()).equals(feature(cell.jdk())))
                .map(check -> check.message() == null ? "its answers were wrong" : check.message())
                .findFirst().orElse(null);
    }
}
