package org.eejs.report;

import java.util.List;
import org.eejs.report.page.Chapter;
import org.eejs.report.run.RunSection;
import org.eejs.report.run.Verdict;
import org.eejs.result.Result;

/**
 * A whole report as text and tables, before it is written as HTML, Markdown or terminal lines.
 *
 * @param sideBySide the main figures of all runs or results; null if there is only one run, one experiment or one other
 *     result
 */
public record Document(String title, List<ResultSection> results, SideBySide sideBySide) {
    static Document of(List<Result> results) {
        List<ResultSection> sections = ResultSection.of(results);
        SideBySide beside = SideBySide.of(results, sections);
        return new Document("EEJS: " + title(sections.get(0), beside), sections, beside);
    }

    /** Returns all single runs of all results in the order of the report. */
    List<RunSection> runs() {
        return results.stream().flatMap(section -> section.runs().stream()).toList();
    }

    /** Returns all chapters of a kind in the order of the report. */
    <T extends Chapter> List<T> chapters(Class<T> kind) {
        return results.stream().flatMap(result -> result.chapters().stream()).filter(kind::isInstance).map(kind::cast)
                .toList();
    }

    private static String title(ResultSection first, SideBySide beside) {
        return beside != null ? beside.title() : first.chapters().get(0) instanceof RunSection run
                ? "%s, %s".formatted(run.name(), Verdict.brief(run.run()))
                : first.chapters().get(0).finding().headline();
    }
}
