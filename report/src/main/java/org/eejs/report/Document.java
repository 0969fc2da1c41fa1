package org.eejs.report;

import java.util.List;
import java.util.Objects;
import org.eejs.report.bench.BenchSection;
import org.eejs.report.experiment.ExperimentSection;
import org.eejs.report.remotekeys.RemoteKeySection;
import org.eejs.report.run.RunSection;
import org.eejs.report.text.Verdict;
import org.eejs.report.xml.XmlSection;
import org.eejs.result.Result;

/**
 * A whole report in words and tables, before it takes the form of HTML or Markdown.
 *
 * @param sideBySide the main figures of all runs; null when there is only one run, or one experiment
 */
public record Document(String title, List<ResultSection> results, SideBySide sideBySide) {
    static Document of(List<Result> results) {
        List<ResultSection> sections = ResultSection.of(results);
        SideBySide table = SideBySide.of(sections);
        // One experiment compares its configurations itself, and better.
        List<ResultSection> withRuns = sections.stream().filter(section -> !section.isOfPrimitives()).toList();
        boolean several = table.rows().size() > 1
                && (withRuns.size() > 1 || withRuns.get(0).experiment() == null);
        return new Document("EEJS: " + title(sections, table, several), sections, several ? table : null);
    }

    /** All single runs of all results in the order of the report. */
    List<RunSection> runs() {
        return results.stream().flatMap(section -> section.runs().stream()).toList();
    }

    /** All experiments in the order of the report. */
    List<ExperimentSection> experiments() {
        return results.stream().map(ResultSection::experiment).filter(Objects::nonNull).toList();
    }

    /** All results about primitives in the order of the report. */
    List<BenchSection> benches() {
        return results.stream().map(ResultSection::bench).filter(Objects::nonNull).toList();
    }

    /** All results about remote keys in the order of the report. */
    List<RemoteKeySection> remoteKeys() {
        return results.stream().map(ResultSection::remoteKey).filter(Objects::nonNull).toList();
    }

    /** All results about XML in the order of the report. */
    List<XmlSection> xmls() {
        return results.stream().map(ResultSection::xml).filter(Objects::nonNull).toList();
    }

    private static String title(List<ResultSection> sections, SideBySide table, boolean several) {
        ResultSection first = sections.get(0);
        return several ? table.title() : first.bench() != null ? first.bench().finding().headline()
                : first.remoteKey() != null ? first.remoteKey().finding().headline()
                : first.xml() != null ? first.xml().finding().headline()
                : first.gate() != null ? first.gate().finding().headline()
                : first.experiment() != null ? first.experiment().finding().headline()
                : first.runs().isEmpty() ? "no run"
                        : "%s, %s".formatted(first.runs().get(0).name(), Verdict.brief(first.runs().get(0).run()));
    }
}
