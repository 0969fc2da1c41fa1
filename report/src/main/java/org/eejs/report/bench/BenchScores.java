package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.eejs.banking.KnownProvider;
import org.eejs.lab.statistics.CellRounds;
import org.eejs.report.text.Change;
import org.eejs.report.text.JdkVersions;
import org.eejs.report.text.Rate;
import org.eejs.report.text.Routine;
import org.eejs.result.Bench;
import org.eejs.result.Bench.Cell;
import org.eejs.result.Bench.Check;
import org.eejs.result.Bench.Verdict;
import org.eejs.result.MachineCode;
import org.eejs.result.Result;

/**
 * The figures and checks of a group of primitives, in the form that reports need. Immutable.
 *
 * @param jdks the versions of the JDKs, the newest first
 * @param providers names of providers on the command line, in the order of their checks
 * @param code the variant for tables with one variant: the default JVM, unless it was not measured
 * @param threads the number of threads for tables with one number: the lowest
 * @param varying the parameters that have several values
 */
public record BenchScores(Bench.Group group, Map<Cell, Score> scores, List<Check> checks, List<Score> natives,
        List<String> jdks, List<String> providers, MachineCode code, int threads, Set<String> varying) {
    /** The size for tables with one size: a TLS record, and the usual size of buffers. */
    private static final int TYPICAL_BYTES = 16 << 10;
    /** The number of sizes in a table; the curves have all. */
    private static final int SHOWN_SIZES = 3;

    /** Returns all groups of a result, in its order. */
    public static List<BenchScores> of(Result result) {
        Map<String, Bench.Group> groups = new LinkedHashMap<>();
        result.bench().groups().forEach(group -> groups.put(group.name(), group));
        List<Score> scores = CellRounds.of(result.observations()).stream().map(Score::of).toList();
        // Groups without a description are shown, too.
        scores.forEach(score -> groups.computeIfAbsent(score.cell().group(), name -> new Bench.Group(name, name, "",
                score.cell().bytes() != null)));
        return groups.values().stream().map(group -> of(result.bench(), group, scores.stream()
                .filter(score -> score.cell().group().equals(group.name())).toList())).toList();
    }

    private static BenchScores of(Bench bench, Bench.Group group, List<Score> all) {
        Map<Cell, Score> scores = new LinkedHashMap<>();
        all.stream().filter(score -> !score.isNative()).forEach(score -> scores.put(score.cell(), score));
        List<Check> checks = bench.checks().stream()
                .filter(check -> Objects.equals(check.group(), group.name())).toList();
        Collection<Cell> cells = scores.keySet();
        List<String> providers = Stream.concat(checks.stream().map(Check::provider), cells.stream().map(Cell::provider))
                .distinct().toList();
        Map<String, Set<String>> values = new LinkedHashMap<>();
        cells.forEach(cell -> cell.parameters().forEach((name, value) ->
                values.computeIfAbsent(name, key -> new LinkedHashSet<>()).add(value)));
        values.values().removeIf(each -> each.size() < 2);
        return new BenchScores(group, scores, checks, all.stream().filter(Score::isNative).toList(),
                JdkVersions.newestFirst(Stream.concat(checks.stream().map(Check::jdk), cells.stream().map(
                        Cell::jdk))), providers,
                codes(cells).stream().findFirst().orElse(MachineCode.ON),
                cells.stream().mapToInt(Cell::threads).min().orElse(1), values.keySet());
    }

    /** Returns these scores for tables of another variant and number of threads. */
    BenchScores showing(MachineCode otherCode, int otherThreads) {
        return new BenchScores(group, scores, checks, natives, jdks, providers, otherCode, otherThreads, varying);
    }

    /** Returns the measured variants of intrinsics: all first, none last. */
    List<MachineCode> codes() {
        return codes(scores.keySet());
    }

    private static List<MachineCode> codes(Collection<Cell> cells) {
        return cells.stream().map(Cell::machineCode).distinct().sorted(Comparator.comparing((MachineCode code) ->
                !code.whole()).thenComparing(code -> code.equals(MachineCode.OFF))).toList();
    }

    /** Returns the columns of providers, without those that have nothing in this group. */
    public List<String> columns() {
        return Stream.concat(Stream.of(BenchProviders.JDK), providers.stream().map(BenchProviders::column)).distinct()
                .filter(column -> providers.stream().filter(provider -> BenchProviders.column(provider).equals(column))
                        .anyMatch(provider -> scores.keySet().stream().anyMatch(cell -> provider.equals(
                                cell.provider())) || checks.stream().anyMatch(check -> provider.equals(check.provider())
                                        && check.verdict() != Verdict.UNAVAILABLE))).toList();
    }

    /** Returns the columns of providers that have none of the group's algorithms on a JDK, without tokens. */
    List<String> lacking(String jdk) {
        return providers.stream().filter(provider -> Arrays.stream(KnownProvider.values()).anyMatch(known ->
                        known.id().equals(provider) && !known.isToken()))
                .map(BenchProviders::column).distinct()
                .filter(column -> checks.stream().filter(check -> Objects.equals(check.jdk(), jdk)
                        && BenchProviders.column(check.provider()).equals(column)).allMatch(check ->
                                check.version() != null && check.verdict() == Verdict.UNAVAILABLE)).toList();
    }

    /** Returns the providers of a column. */
    List<String> providers(String column) {
        return providers.stream().filter(provider -> BenchProviders.column(provider).equals(column)).toList();
    }

    /** Returns the subjects on a JDK: algorithms and operations as planned, sizes ascending. */
    List<Routine> subjects(String jdk) {
        return subjects(scores.keySet().stream().filter(cell -> cell.jdk().equals(jdk)));
    }

    /** Returns the subjects on any JDK, in the same order. */
    List<Routine> subjects() {
        return subjects(scores.keySet().stream());
    }

    private static List<Routine> subjects(Stream<Cell> cells) {
        List<Routine> found = cells.map(Routine::of).distinct().toList();
        List<String> algorithms = found.stream().map(Routine::algorithm).distinct().toList();
        List<String> operations = found.stream().map(Routine::operation).distinct().toList();
        List<Map<String, String>> parameters = found.stream().map(Routine::parameters).distinct().toList();
        return found.stream().sorted(Comparator.<Routine>comparingInt(each -> algorithms.indexOf(each.algorithm()))
                .thenComparingInt(each -> parameters.indexOf(each.parameters()))
                .thenComparingInt(each -> operations.indexOf(each.operation()))
                .thenComparingInt(each -> each.bytes() == null ? -1 : each.bytes())).toList();
    }

    /** Returns the typical size; null if there are no sizes. */
    public Integer typicalSize() {
        TreeSet<Integer> sizes = sizes();
        return sizes.isEmpty() ? null : nearest(sizes, TYPICAL_BYTES);
    }

    /** Returns the sizes in a table: the smallest, a middle one and the typical one. */
    public Set<Integer> shownSizes() {
        TreeSet<Integer> sizes = sizes();
        if (sizes.size() <= SHOWN_SIZES) {
            return sizes;
        }
        int middle = (int) Math.sqrt((double) sizes.first() * TYPICAL_BYTES * 2);
        return new TreeSet<>(List.of(sizes.first(), nearest(sizes, middle), nearest(sizes, TYPICAL_BYTES)));
    }

    /** Returns the subjects with one of these sizes. */
    List<Routine> shown(List<Routine> subjects) {
        Set<Integer> sizes = shownSizes();
        return subjects.stream().filter(each -> each.bytes() == null || sizes.contains(each.bytes())).toList();
    }

    public boolean hasMoreSizes() {
        return sizes().size() > SHOWN_SIZES;
    }

    private TreeSet<Integer> sizes() {
        TreeSet<Integer> sizes = new TreeSet<>();
        scores.keySet().stream().map(Cell::bytes).filter(Objects::nonNull).forEach(sizes::add);
        return sizes;
    }

    private static Integer nearest(TreeSet<Integer> sizes, int wanted) {
        return sizes.stream().min(Comparator.comparingDouble(
                size -> Math.abs(Math.log(Math.max(1, size)) - Math.log(wanted)))).orElseThrow();
    }

    /** Returns a score; null if it was not measured. */
    Score score(Routine subject, String jdk, String provider, MachineCode withCode, int threadCount) {
        return scores.get(subject.cell(group.name(), jdk, provider, withCode, threadCount));
    }

    /** Returns the score of the shown variant and number of threads; null if it was not measured. */
    Score score(Routine subject, String jdk, String provider) {
        return score(subject, jdk, provider, code, threads);
    }

    /** Returns the best score of each column in a row, without failures. */
    Map<String, Score> measured(Routine subject, String jdk) {
        Map<String, Score> measured = new LinkedHashMap<>();
        for (String provider : providers) {
            Score score = score(subject, jdk, provider);
            if (Score.isMeasured(score)) {
                measured.merge(BenchProviders.column(provider), score,
                        (left, right) -> left.opsPerSecond() >= right.opsPerSecond() ? left : right);
            }
        }
        return measured;
    }

    /** Returns the fastest column of a row and those whose intervals overlap with its interval; the fastest first. */
    static List<String> best(Map<String, Score> measured) {
        List<String> byRank = new ArrayList<>(measured.keySet());
        byRank.sort(Comparator.comparingDouble((String column) -> measured.get(column).opsPerSecond()).reversed());
        double bound = speed(measured.get(byRank.get(0))).lowest();
        return byRank.stream().filter(column -> speed(measured.get(column)).highest() >= bound).toList();
    }

    private static Change speed(Score score) {
        return Change.of(score.opsPerSecond(), score.ci95());
    }

    /** Returns the check of a provider; null if there was none. */
    Check check(String algorithm, String jdk, String provider) {
        return checks.stream().filter(check -> Objects.equals(check.algorithm(), algorithm)
                && Objects.equals(check.jdk(), jdk) && Objects.equals(check.provider(), provider)).findFirst()
                .orElse(null);
    }

    /** Returns the score of native code; null if unknown. */
    Score ofNative(Routine subject, int threadCount) {
        return limit(subject.cell(group.name(), null, null, MachineCode.ON, threadCount));
    }

    private Score limit(Cell cell) {
        return natives.stream().filter(score -> score.isLimitOf(cell)).findFirst().orElse(null);
    }

    /** Returns the provider's fraction of native code; null if unknown. */
    Double ofNative(Score score) {
        Score limit = Score.isMeasured(score) && !score.isNative() ? limit(score.cell()) : null;
        return limit == null ? null : (Double) (score.opsPerSecond() / limit.opsPerSecond());
    }

    /** Returns the provider's percentage of native code as text; empty if unknown. */
    String percentOfNative(Score score) {
        return ofNative(score) == null ? "" : Rate.percent(ofNative(score));
    }

    /** Returns the program of the native figures; null if there are none. */
    String nativeProgram() {
        return natives.stream().filter(Score::isMeasured).map(score -> score.cell().provider()).findFirst()
                .orElse(null);
    }
}
