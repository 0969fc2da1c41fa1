package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eejs.report.experiment.ComparisonFinding;
import org.eejs.report.page.Block;
import org.eejs.report.table.Column;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Table;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.TableCell.Look;
import org.eejs.report.table.Where;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.Rate;
import org.eejs.report.text.Routine;
import org.eejs.result.MachineCode;

/** Tables of the differences between JDKs, and of the gain by intrinsics. */
public final class ChangeTables {
    /** A difference whose interval is within this margin counts as none. */
    private static final double MARGIN = 0.05;
    /** The number of rows that are visible without unfolding. */
    private static final int FIRST_ROWS = 8;

    private ChangeTables() {}

    /** An operation of a provider on the oldest JDK and on the newest. */
    public record OnJdks(String what, String provider, Score was, Score is) {
        Change change() {
            return is.dividedBy(was);
        }

        // More operations per second are better.
        public String verdict() {
            Change change = change();
            return change.isWithin(MARGIN) ? "noDifference" : !change.isSure() ? "inconclusive"
                    : change.ratio() > 1 ? "better" : "worse";
        }
    }

    /** Returns operations that were measured on both JDKs, the largest change first; none if there is only one JDK. */
    public static List<OnJdks> onJdks(BenchScores scores) {
        if (scores.jdks().size() < 2) {
            return List.of();
        }
        List<OnJdks> rows = new ArrayList<>();
        for (Routine subject : scores.subjects()) {
            for (String provider : scores.providers()) {
                Score is = scores.score(subject, newest(scores), provider);
                Score was = scores.score(subject, oldest(scores), provider);
                if (Score.isMeasured(is) && Score.isMeasured(was)) {
                    rows.add(new OnJdks(subject.words(scores.varying()), BenchProviders.name(provider), was, is));
                }
            }
        }
        rows.sort(Comparator.comparingDouble((OnJdks row) -> Math.abs(Math.log(row.change().ratio()))).reversed());
        return List.copyOf(rows);
    }

    /** Returns the changes from the oldest JDK to the newest, with the largest ones visible. */
    static Block[] betweenJdks(BenchScores scores) {
        List<OnJdks> rows = onJdks(scores);
        List<OnJdks> first = rows.stream().filter(row -> !row.verdict().equals("noDifference")).limit(FIRST_ROWS)
                .toList();
        List<OnJdks> rest = rows.stream().filter(row -> !first.contains(row)).toList();
        return Block.when(!rows.isEmpty(), Block.heading("Changes between JDKs"),
                Block.paragraph(Block.Style.SUMMARY, rows.isEmpty() ? "" : "JDK %s against JDK %s: %s.".formatted(
                        newest(scores), oldest(scores), ComparisonFinding.counts(rows.stream().map(OnJdks::verdict)
                                .toList())), Where.PAGE),
                Block.table(jdks(scores, first)),
                Block.folded("%s %d".formatted(first.isEmpty() ? "All" : "The other", rest.size()),
                        Block.table(jdks(scores, rest))),
                Block.note("The largest change comes first. A change whose interval is within ±5% counts as no "
                        + "difference."));
    }

    private static Table jdks(BenchScores scores, List<OnJdks> rows) {
        return rows.isEmpty() ? Table.of(List.<Column<OnJdks>>of(), rows) : Table.of(List.of(
                Column.words("Operation", OnJdks::what),
                Column.words("Provider", OnJdks::provider),
                Column.of("Verdict", Kind.WORDS, row -> TableCell.badge(ComparisonFinding.words(row.verdict()),
                        ComparisonFinding.style(row.verdict()))),
                Column.of("Ratio", Kind.FIGURE, row -> TableCell.strong("×" + Rate.digits(row.change().ratio()))),
                Column.figure("95% CI", row -> interval(row.change())),
                Column.figure("JDK " + newest(scores), row -> row.is().words()),
                Column.figure("JDK " + oldest(scores), row -> row.was().words())), rows);
    }

    private static String newest(BenchScores scores) {
        return scores.jdks().get(0);
    }

    private static String oldest(BenchScores scores) {
        return scores.jdks().get(scores.jdks().size() - 1);
    }

    /**
     * Returns the gain by intrinsics for each operation of a provider: with all, without some, and without any of them.
     */
    public static Table ofIntrinsics(BenchScores scores) {
        record OfProvider(Routine subject, String provider, MachineCode code) {}
        List<Column<OfProvider>> columns = new ArrayList<>(List.of(
                Column.words("Operation", row -> row.subject().words(scores.varying())),
                Column.words("Provider", row -> row.code().equals(MachineCode.OFF)
                        ? BenchProviders.name(row.provider()) : BenchProviders.name(row.provider(), row.code()))));
        scores.jdks().forEach(jdk -> columns.add(Column.of("JDK " + jdk, Kind.FIGURE, row ->
                gained(scores, row.subject(), jdk, row.provider(), row.code()))));
        return Table.of(columns, scores.shown(scores.subjects()).stream().flatMap(subject ->
                scores.providers().stream().flatMap(provider -> scores.codes().stream().filter(code -> !code.whole())
                        .map(code -> new OfProvider(subject, provider, code)))).filter(row -> scores.jdks().stream()
                        .anyMatch(jdk -> gain(scores, row.subject(), jdk, row.provider(), row.code()) != null))
                .toList());
    }

    private static TableCell gained(BenchScores scores, Routine subject, String jdk, String provider,
            MachineCode code) {
        Change change = gain(scores, subject, jdk, provider, code);
        if (change == null) {
            return TableCell.NONE;
        }
        Score with = scores.score(subject, jdk, provider, MachineCode.ON, scores.threads());
        Score without = scores.score(subject, jdk, provider, code, scores.threads());
        return TableCell.strong("×" + Rate.digits(change.ratio()))
                .and(Look.PLAIN, change.hasInterval() ? " (" + interval(change) + ")" : "")
                .small("%s instead of %s".formatted(with.words(), without.words()));
    }

    /** Returns the ratio of speeds with intrinsics and with fewer of them; null unless both were measured. */
    static Change gain(BenchScores scores, Routine subject, String jdk, String provider, MachineCode less) {
        Score with = scores.score(subject, jdk, provider, MachineCode.ON, scores.threads());
        Score without = scores.score(subject, jdk, provider, less, scores.threads());
        return Score.isMeasured(with) && Score.isMeasured(without) ? with.dividedBy(without)
                : null;
    }

    private static String interval(Change change) {
        return !change.hasInterval() ? Format.NONE
                : "×%s to ×%s".formatted(Rate.digits(change.low()), Rate.digits(change.high()));
    }
}
