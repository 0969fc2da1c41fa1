package org.eejs.bench.campaign;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.KnownProvider;
import org.eejs.bench.measuring.Comparison;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.Group;
import org.eejs.lab.machine.Jdk;
import org.eejs.result.Bench;
import org.eejs.result.Bench.Cell;
import org.eejs.result.InputException;

/**
 * The plan of a campaign: its cells. Every operation, algorithm and size is measured in one thread, in the first way of
 * calling it. Other ways, several threads and switched-off intrinsics are measured only for a selection, since the plan
 * would take days otherwise.
 *
 * @param request the request
 * @param jdks the JDKs
 * @param threads the numbers of threads
 */
public record BenchPlan(BenchRequest request, List<Jdk> jdks, List<Integer> threads) {
    /**
     * The largest size to measure in several threads: a record of TLS. Of the sizes up to this one, only the largest is
     * measured so.
     */
    private static final int SIZE_IN_THREADS = 16384;

    /**
     * Returns the plan of a request.
     *
     * @throws InputException with a line that names JDKs with the same name
     */
    public static BenchPlan of(BenchRequest request, int processors) {
        List<Jdk> jdks = request.chosenJdks();
        Map<String, Jdk> versions = new TreeMap<>();
        for (Jdk jdk : jdks) {
            Jdk same = versions.put(jdk.version(), jdk);
            if (same != null) {
                throw new InputException("--jdk: %s and %s are both %s and could not be distinguished in the result; "
                        .formatted(same.home(), jdk.home(), jdk.version()) + "name one of them");
            }
        }
        return new BenchPlan(request, jdks, request.chosenThreads(processors));
    }

    /** Returns whether a provider takes part in a group. A quick run omits some, unless they were named. */
    boolean takesPart(Group group, String provider) {
        return !request.quick() || !request.providers().isEmpty() || group.quickProviders().isEmpty()
                || group.quickProviders().contains(provider);
    }

    /** Returns the questions for each provider before it is measured. */
    public List<CheckProcess.Question> questions(String provider) {
        List<CheckProcess.Question> questions = new ArrayList<>();
        for (Group group : request.chosenGroups()) {
            if (takesPart(group, provider)) {
                request.chosenAlgorithms(group).stream().filter(algorithm ->
                        group.providers(algorithm).contains(provider)
                                || provider.contains("@") && group.takesAnyProvider()).forEach(algorithm ->
                                questions.add(new CheckProcess.Question(provider, group.name(), algorithm)));
            }
        }
        return questions;
    }

    /** Returns the cells of a group, of the providers that passed its checks, in the order of its algorithms. */
    List<Cell> cells(Group group, List<Bench.Check> passed) {
        Set<Cell> cells = new LinkedHashSet<>();
        List<String> order = group.algorithms(Extent.THOROUGH);
        passed.stream().filter(check -> check.group().equals(group.name()))
                .sorted(Comparator.comparingInt(check -> order.indexOf(check.algorithm())))
                .forEach(check -> add(group, check, cells));
        return List.copyOf(cells);
    }

    /**
     * A fork of JMH.
     *
     * @param group the group of the cells
     * @param cells the cells that it measures: one, or several in turn
     */
    record Fork(Group group, List<Cell> cells) {
        Cell first() {
            return cells.get(0);
        }

        @Override
        public String toString() {
            return cells.size() == 1 ? first().toString()
                    : first() + " and " + cells.stream().skip(1).map(Cell::provider).collect(Collectors.joining(", "));
        }
    }

    /**
     * Returns the forks of a group, of the providers that passed its checks. Cells to compare are in one block, whose
     * forks run next to each other, so that disturbances of the machine affect all of them.
     */
    List<List<Fork>> blocks(Group group, List<Bench.Check> passed) {
        Collector<Cell, ?, List<List<Cell>>> alike = Collectors.collectingAndThen(Collectors.groupingBy(
                cell -> cell.of("", cell.machineCode(), cell.threads()), LinkedHashMap::new, Collectors.toList()),
                cells -> List.copyOf(cells.values()));
        List<Cell> cells = cells(group, passed);
        List<Fork> forks = (group.isInTurn() ? cells.stream().collect(alike).stream()
                : cells.stream().map(List::of)).map(each -> new Fork(group, each)).toList();
        return group.comparisons().isEmpty() ? forks.stream().map(List::of).toList()
                : List.copyOf(forks.stream().collect(Collectors.groupingBy(
                        fork -> List.of(fork.first().jdk(), fork.first().algorithm()), LinkedHashMap::new,
                        Collectors.toList())).values());
    }

    /**
     * Makes sure that the requirements of a group can be judged.
     *
     * @throws InputException with a line that gives the reason when they cannot
     */
    void requireBaselines(List<Bench.Check> checks) {
        for (Group group : request.chosenGroups()) {
            for (Comparison comparison : request.providers().isEmpty() ? group.comparisons() : List.<Comparison>of()) {
                checks.stream().filter(check -> check.group().equals(group.name())
                        && comparison.requires(check.algorithm()) && check.verdict() != Bench.Verdict.OK
                        && (check.provider().equals(comparison.measured())
                                || comparison.baselines().equals(List.of(check.provider()))))
                        .findFirst().ifPresent(check -> {
                            throw new InputException("%s of %s on JDK %s is required, but %s did not pass its check: %s"
                                    .formatted(check.algorithm(), group.name(), check.jdk(), check.provider(),
                                            check.message()));
                        });
            }
        }
    }

    private void add(Group group, Bench.Check check, Set<Cell> cells) {
        List<String> operations = request.chosenOperations(group);
        List<Map<String, String>> variations = variations(group);
        List<Integer> sizes = sizes(group);
        boolean softwareToo = group.hasIntrinsics() && KnownProvider.isOfTheJdk(check.provider());
        for (String operation : operations) {
            for (Map<String, String> variation : variations) {
                boolean telling = variation.equals(variations.get(0));
                for (Integer size : telling ? sizes : extremes(sizes)) {
                    Cell one = new Cell(group.name(), operation, check.algorithm(), size, variation, check.jdk(),
                            check.provider(), true, 1);
                    List<Integer> own = group.threads(check.algorithm(), check.provider());
                    // A group's own numbers are its defaults; a request for other numbers replaces them.
                    boolean usual = !own.isEmpty() && request.threads().isEmpty();
                    for (int number : usual ? own : threads) {
                        if (number == 1 || !own.isEmpty() || telling && tellsInThreads(group, one, operations, sizes)) {
                            boolean software = softwareToo && telling
                                    && (number == 1 || !request.intrinsics().isEmpty());
                            request.chosenMachineCode().stream().filter(code -> code.whole() || software)
                                    .forEach(code -> cells.add(one.of(check.provider(), code, number)));
                        }
                    }
                }
            }
        }
    }

    /**
     * Returns whether a cell is measured in several threads: the selection, and everything that was named with this
     * number.
     */
    private boolean tellsInThreads(Group group, Cell cell, List<String> operations, List<Integer> sizes) {
        boolean named = !request.threads().isEmpty();
        return (cell.operation().equals(operations.get(0)) || named && !request.operations().isEmpty())
                && (cell.bytes() == null || cell.bytes().equals(sizeInThreads(sizes))
                        || named && !request.sizes().isEmpty())
                && (!request.quick() || cell.algorithm().equals(request.chosenAlgorithms(group).get(0))
                        || named && !request.algorithms().isEmpty());
    }

    /** Returns the sizes of a group; a null for operations without a size. */
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

    /** Returns the smallest size, and the one to measure in several threads. */
    private static List<Integer> extremes(List<Integer> sizes) {
        return sizes.get(0) == null ? sizes : Stream.of(sizes.get(0), sizeInThreads(sizes)).distinct().toList();
    }

    private static Integer sizeInThreads(List<Integer> sizes) {
        return sizes.stream().filter(size -> size <= SIZE_IN_THREADS).reduce((one, next) -> next).orElse(sizes.get(0));
    }

    private List<Map<String, String>> variations(Group group) {
        List<Map<String, String>> all = List.of(Map.of());
        for (Map.Entry<String, List<String>> variation : group.variations(request.extent()).entrySet()) {
            List<String> values = BenchRequest.chosen(variation.getValue(), group.parameters().get(variation.getKey()),
                    request.parameters().getOrDefault(variation.getKey(), List.of()));
            all = all.stream().flatMap(known -> values.stream()
                    .map(value -> with(known, variation.getKey(), value))).toList();
        }
        return all;
    }

    private static Map<String, String> with(Map<String, String> known, String name, String value) {
        Map<String, String> longer = new LinkedHashMap<>(known);
        longer.put(name, value);
        return longer;
    }

    /** Returns the runs of native code: one for each operation of the cells. */
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

    /** A run of native code, with its words for {@code openssl speed}. */
    record NativeRun(String group, String operation, String algorithm, Integer bytes, int threads,
            List<String> words) {}
}
