package org.eejs.bench.campaign;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eejs.banking.KnownProvider;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.Timing;
import org.eejs.bench.xml.XmlTransaction;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Nearest;
import org.eejs.result.Bench;
import org.eejs.result.CryptoIntrinsics;
import org.eejs.result.InputException;
import org.eejs.result.MachineCode;

/**
 * The request for a benchmark. Immutable.
 *
 * @param groups the names of groups, empty for all; the name of a {@link Selection} is replaced by its groups, and its
 *     algorithms and operations are the default
 * @param jdks the JDKs, each by version, home, {@link Jdk#SAME} or {@link #EACH_JDK}; empty for the running
 *     one
 * @param providers names of providers, {@code JDK} for those of the JDK, or {@code class@jar}; empty for all
 * @param threads the numbers of threads that call at once; empty for powers of two up to the number of processors, or,
 *     in a quick run, one and all
 * @param sizes in bytes; empty for those of each group
 * @param algorithms as {@code --list} shows them; empty for those of each group
 * @param operations as {@code --list} shows them; empty for those of each group
 * @param forks the number of JVMs for each cell; null for one in a quick run, else three
 * @param intrinsics the intrinsics of the JVMs, a cell for each: {@code on}, {@code off}, {@code both}, or flags to
 *     switch off, as {@code -UseGHASHIntrinsics-UseAES}. Empty means {@code on}, and {@code off} in one thread
 * @param parameters values of the groups' further parameters, by the parameter's name; those of each group by default
 * @param quick whether to measure quickly, for an estimate
 * @param profile whether to measure allocation and to draw flame graphs
 */
public record BenchRequest(List<String> groups, List<String> jdks, List<String> providers, List<Integer> threads,
        List<Integer> sizes, List<String> algorithms, List<String> operations, Integer forks,
        List<String> intrinsics, Map<String, List<String>> parameters, boolean quick, boolean profile) {
    /** The word for all providers of the JDK. */
    public static final String JDK = "JDK";
    /** The word for one JDK of each release that is found. */
    public static final String EACH_JDK = "each";
    private static final int OLDEST_JDK = 17;
    /** The size of the benchmarks' buffers. */
    private static final int LARGEST = 1 << 20;

    /**
     * Checks the request.
     *
     * @throws InputException with a line that names an unknown value, and the nearest or all known ones
     */
    public BenchRequest {
        for (Selection selection : Selection.ALL) {
            if (groups.contains(selection.name())) {
                if (groups.size() > 1) {
                    throw new InputException(String.join(" ", groups) + ": " + selection.name()
                            + " selects algorithms of several groups; name it without others");
                }
                groups = selection.groups();
                algorithms = algorithms.isEmpty() ? selection.algorithms() : algorithms;
                operations = operations.isEmpty() ? selection.operations() : operations;
            }
        }
        List<String> names = Stream.concat(Groups.listed().stream().map(Group::name),
                Selection.ALL.stream().map(Selection::name)).toList();
        groups.forEach(name -> exists("group of benchmarks", name, names));
        List<Group> chosen = groups(groups);
        for (String name : providers) {
            if (!name.contains("@") && !name.equals(JDK)) {
                exists("provider", name, providers(chosen));
            }
        }
        algorithms.forEach(name -> exists("algorithm of " + names(chosen), name,
                all(chosen, group -> group.algorithms(Extent.THOROUGH))));
        operations.forEach(name -> exists("operation of " + names(chosen), name,
                all(chosen, group -> group.operations(Extent.THOROUGH))));
        intrinsics.forEach(BenchRequest::machineCode);
        parameters.forEach((name, values) -> {
            exists("parameter of " + names(chosen), name, all(chosen, group -> group.parameters().keySet()));
            values.forEach(value -> exists(name, value, all(chosen, group -> group.parameters().getOrDefault(name,
                    List.of()))));
        });
        positive("--threads", threads, Integer.MAX_VALUE);
        positive("--size", sizes, LARGEST);
        positive("--forks", forks == null ? List.of() : List.of(forks), Integer.MAX_VALUE);
    }

    private static void exists(String what, String name, Collection<String> known) {
        if (!known.contains(name)) {
            throw new InputException("there is no %s '%s'; %s".formatted(what, name,
                    Nearest.hint(name, known)));
        }
    }

    /** Returns the meaning of a word of the option {@code --intrinsics}. */
    private static List<MachineCode> machineCode(String word) {
        switch (word) {
            case "on":
                return List.of(MachineCode.ON);
            case "off":
                return List.of(MachineCode.OFF);
            case "both":
                return List.of(MachineCode.ON, MachineCode.OFF);
            default:
                if (!word.matches("(-\\w+)+")) {
                    throw new InputException("--intrinsics '" + word + "': must be on, off, both, or flags to "
                            + "switch off, such as -UseGHASHIntrinsics");
                }
                List<String> flags = List.of(word.substring(1).split("-"));
                flags.forEach(flag -> exists("intrinsics flag", flag, CryptoIntrinsics.FLAGS));
                return List.of(MachineCode.without(flags));
        }
    }

    /** Returns the intrinsics of the JVMs, without duplicates. */
    List<MachineCode> chosenMachineCode() {
        return (intrinsics.isEmpty() ? List.of("both") : intrinsics).stream()
                .flatMap(word -> machineCode(word).stream()).distinct().toList();
    }

    /**
     * Makes sure that a JVM has the intrinsics that are to be switched off by name.
     *
     * @throws InputException with a line that lists those that it has
     */
    void requireFlags(Jdk jdk, CryptoIntrinsics known) {
        List<String> used = known.used().keySet().stream().filter(flag -> known.used().get(flag)).toList();
        chosenMachineCode().stream().flatMap(code -> code.switchedOff().stream()).filter(flag -> !used.contains(flag))
                .findFirst().ifPresent(flag -> {
                    throw new InputException("--intrinsics -%s: the JVM of JDK %s %s; it uses %s"
                            .formatted(flag, jdk.version(), known.used().containsKey(flag)
                                    ? "does not use " + flag + " on this processor" : "has no flag " + flag,
                                    String.join(", ", used)));
                });
    }

    private static void positive(String option, List<Integer> numbers, int most) {
        for (Integer number : numbers) {
            if (number < 1 || number > most) {
                throw new InputException(option + " " + number + ": must be "
                        + (most == Integer.MAX_VALUE ? "at least 1" : "1 to " + most));
            }
        }
    }

    private static String names(List<Group> groups) {
        return groups.size() == Groups.ALL.size() ? "any group"
                : String.join(" or ", groups.stream().map(Group::name).toList());
    }

    /** Returns all providers and programs that any of the groups supports, security providers first. */
    static List<String> providers(List<Group> groups) {
        return all(groups, Group::allProviders);
    }

    private static List<String> all(List<Group> groups, Function<Group, Collection<String>> names) {
        return groups.stream().flatMap(group -> names.apply(group).stream()).distinct().toList();
    }

    private static List<Group> groups(List<String> names) {
        return names.isEmpty() ? Groups.ALL
                : Groups.listed().stream().filter(group -> names.contains(group.name())).toList();
    }

    /** Returns the chosen groups, in the order of the list. */
    List<Group> chosenGroups() {
        return groups(groups);
    }

    /** Returns the algorithms of a group to measure. */
    List<String> chosenAlgorithms(Group group) {
        return chosen(group.algorithms(extent()), group.algorithms(Extent.THOROUGH), algorithms);
    }

    /** Returns the operations of a group to measure. */
    List<String> chosenOperations(Group group) {
        return chosen(group.operations(extent()), group.operations(Extent.THOROUGH), operations);
    }

    /** Returns all named values that exist, or the usual ones where nothing was named. */
    static List<String> chosen(List<String> usual, List<String> all, List<String> named) {
        return named.isEmpty() ? usual : all.stream().filter(named::contains).toList();
    }

    /** Returns the chosen JDKs, without duplicates. */
    List<Jdk> chosenJdks() {
        return (jdks.isEmpty() ? List.of(Jdk.SAME) : jdks).stream()
                .flatMap(name -> name.equals(EACH_JDK) ? oneOfEach() : Stream.of(Jdk.find(name))).distinct().toList();
    }

    /** Returns the first JDK of each release. */
    private static Stream<Jdk> oneOfEach() {
        Map<Integer, Jdk> releases = new LinkedHashMap<>();
        Jdk.all().stream().filter(jdk -> jdk.feature() >= OLDEST_JDK)
                .forEach(jdk -> releases.putIfAbsent(jdk.feature(), jdk));
        return releases.values().stream();
    }

    /** Returns the chosen providers, {@code JDK} resolved, without duplicates. */
    public List<String> chosenProviders() {
        if (providers.isEmpty()) {
            return providers(chosenGroups());
        }
        return providers.stream().flatMap(name -> (name.equals(JDK) ? ofTheJdk() : List.of(name)).stream()).distinct()
                .toList();
    }

    private List<String> ofTheJdk() {
        return providers(chosenGroups()).stream()
                .filter(name -> KnownProvider.isOfTheJdk(name) || name.equals(XmlTransaction.JDK)).toList();
    }

    /** Returns the numbers of threads, ascending, without duplicates. */
    List<Integer> chosenThreads(int processors) {
        if (!threads.isEmpty()) {
            return threads.stream().distinct().sorted().toList();
        }
        List<Integer> powers = new ArrayList<>();
        for (int number = 1; number < processors; number *= quick ? processors : 2) {
            powers.add(number);
        }
        powers.add(processors);
        return powers;
    }

    Extent extent() {
        return quick ? Extent.QUICK : Extent.THOROUGH;
    }

    /** Returns how long each cell is measured. */
    Timing timing() {
        int jvms = forks != null ? forks : quick ? 1 : 3;
        return quick ? new Timing(jvms, 7, 200, 5, 100) : new Timing(jvms, 5, 500, 5, 500);
    }

    /** Returns the settings for the result. */
    Bench.Settings settings(Timing timing, List<Integer> counts) {
        return new Bench.Settings(quick, timing.forks(), timing.warmupIterations(), timing.warmupMs(),
                timing.iterations(), timing.iterationMs(), counts, providers, null);
    }
}
