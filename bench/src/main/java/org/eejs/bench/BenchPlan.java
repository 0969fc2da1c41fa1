package org.eejs.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.eejs.bench.BenchRequest.Intrinsics;
import org.eejs.lab.Bench;
import org.eejs.lab.Bench.Cell;
import org.eejs.lab.Jdk;

/**
 * Which cells are measured. Every operation, algorithm and size is measured in one thread. In several threads, and
 * without machine code, only what tells most is: else the plan would take days.
 *
 * @param request what was asked for
 * @param jdks the JDKs
 * @param threads the numbers of threads
 */
record BenchPlan(BenchRequest request, List<Jdk> jdks, List<Integer> threads) {
    /** Of the sizes up to this one, the largest is measured in several threads: a record of TLS. */
    private static final int SIZE_IN_THREADS = 16384;

    static BenchPlan of(BenchRequest request, int processors) {
        return new BenchPlan(request, request.chosenJdks(), request.chosenThreads(processors));
    }

    /** Whether a provider takes part in a group; in a first look the group leaves some out, unless they were named. */
    boolean takesPart(Group group, String provider) {
        return !request.quick() || !request.providers().isEmpty() || group.quickProviders().isEmpty()
                || group.quickProviders().contains(provider);
    }

    /** What each provider is asked before it is measured. */
    List<CheckProcess.Question> questions(String provider) {
        List<CheckProcess.Question> questions = new ArrayList<>();
        for (Group group : request.chosenGroups()) {
            if (takesPart(group, provider)) {
                algorithms(group).forEach(algorithm ->
                        questions.add(new CheckProcess.Question(group.name(), algorithm)));
            }
        }
        return questions;
    }

    /** The cells of a group, of the providers that passed its checks. */
    List<Cell> cells(Group group, List<Bench.Check> passed) {
        Set<Cell> cells = new LinkedHashSet<>();
        for (Bench.Check check : passed) {
            if (check.group().equals(group.name())) {
                add(group, check, cells);
            }
        }
        return List.copyOf(cells);
    }

    private void add(Group group, Bench.Check check, Set<Cell> cells) {
        List<String> operations = operations(group);
        List<Map<String, String>> variations = variations(group);
        List<Integer> sizes = sizes(group);
        boolean softwareToo = group.hasIntrinsics() && CryptoProvider.isOfTheJdk(check.provider());
        for (String operation : operations) {
            for (Map<String, String> variation : variations) {
                boolean telling = variation.equals(variations.get(0));
                for (Integer size : sizes) {
                    Cell one = new Cell(group.name(), operation, check.algorithm(), size, variation, check.jdk(),
                            check.provider(), true, 1);
                    boolean inThreads = telling && operation.equals(operations.get(0))
                            && (size == null || size.equals(sizeInThreads(sizes)));
                    for (int number : group.isForOneThread() ? List.of(1) : threads) {
                        if (number == 1 || inThreads) {
                            addCell(cells, in(one, true, number));
                        }
                    }
                    if (softwareToo && telling && threads.contains(1)) {
                        addCell(cells, in(one, false, 1));
                    }
                }
            }
        }
    }

    private static Cell in(Cell cell, boolean intrinsics, int threads) {
        return new Cell(cell.group(), cell.operation(), cell.algorithm(), cell.bytes(), cell.parameters(), cell.jdk(),
                cell.provider(), intrinsics, threads);
    }

    private void addCell(Set<Cell> cells, Cell cell) {
        if (request.intrinsics() == Intrinsics.BOTH
                || cell.intrinsics() == (request.intrinsics() == Intrinsics.ON)) {
            cells.add(cell);
        }
    }

    private List<String> algorithms(Group group) {
        return chosen(group.algorithms(request.extent()), group.algorithms(Extent.THOROUGH), request.algorithms());
    }

    private List<String> operations(Group group) {
        return chosen(group.operations(request.extent()), group.operations(Extent.THOROUGH), request.operations());
    }

    /** What was named, of all that there is; or what is usual where nothing of the group was named. */
    private static List<String> chosen(List<String> usual, List<String> all, List<String> named) {
        List<String> meant = all.stream().filter(named::contains).toList();
        return named.isEmpty() ? usual : meant;
    }

    /** With a null for operations without a size. */
    private List<Integer> sizes(Group group) {
        List<Integer> sizes = group.sizes(request.extent());
        List<Integer> chosen = new ArrayList<>();
        if (sizes.isEmpty()) {
            chosen.add(null);
        } else {
            chosen.addAll(request.sizes().isEmpty() ? sizes : request.sizes().stream().distinct().sorted().toList());
        }
        return chosen;
    }

    private static Integer sizeInThreads(List<Integer> sizes) {
        return sizes.stream().filter(size -> size <= SIZE_IN_THREADS).reduce((one, next) -> next).orElse(sizes.get(0));
    }

    private List<Map<String, String>> variations(Group group) {
        List<Map<String, String>> all = new ArrayList<>(List.of(Map.of()));
        new TreeMap<>(group.variations(request.extent())).forEach((name, values) -> {
            List<Map<String, String>> more = new ArrayList<>();
            for (Map<String, String> variation : all) {
                for (String value : values) {
                    Map<String, String> longer = new LinkedHashMap<>(variation);
                    longer.put(name, value);
                    more.add(longer);
                }
            }
            all.clear();
            all.addAll(more);
        });
        return all;
    }

    /** What is asked of native code: each operation of the cells once. */
    static List<NativeRun> natives(Group group, List<Cell> cells) {
        Set<NativeRun> runs = new LinkedHashSet<>();
        for (Cell cell : cells) {
            List<String> words = group.openSsl(cell.operation(), cell.algorithm());
            if (!words.isEmpty()) {
                runs.add(new NativeRun(group.name(), cell.operation(), cell.algorithm(), cell.bytes(), cell.threads(),
                        words));
            }
        }
        return List.copyOf(runs);
    }

    /** What is asked of native code; words of {@code openssl speed}. */
    record NativeRun(String group, String operation, String algorithm, Integer bytes, int threads,
            List<String> words) {}
}
