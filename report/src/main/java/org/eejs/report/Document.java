package org.eejs.report;

import java.util.List;
import org.eejs.lab.Result;

/**
 * A whole report in words and tables, before it takes the form of HTML or Markdown.
 *
 * @param sideBySide the main figures of all runs; null when there is only one run
 */
record Document(String title, List<ResultSection> results, SideBySide sideBySide) {
    static Document of(List<Result> results) {
        List<ResultSection> sections = ResultSection.of(results);
        List<RunSection> runs = sections.stream().flatMap(section -> section.runs().stream()).toList();
        return new Document(title(runs), sections, runs.size() > 1 ? SideBySide.of(sections) : null);
    }

    /** All runs of all results in the order of the report. */
    List<RunSection> runs() {
        return results.stream().flatMap(section -> section.runs().stream()).toList();
    }

    private static String title(List<RunSection> runs) {
        return switch (runs.size()) {
            case 0 -> "EEJS: no run";
            case 1 -> "EEJS: %s, %s".formatted(runs.get(0).name(), Verdict.brief(runs.get(0).run()));
            default -> "EEJS: %d runs side by side".formatted(runs.size());
        };
    }
}
