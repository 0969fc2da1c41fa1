package org.eejs.report;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.run.RunSection;
import org.eejs.report.run.Verdict;
import org.eejs.result.Result;
import org.eejs.terminal.Printable;

/** A list of results with time, command, subject, verdict and path. */
public final class ResultList {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");
    /** The longest subject in the list; the report shows it in full. */
    private static final int MOST_OF_WHAT = 30;
    private static final int MOST_OF_A_VERDICT = 34;

    /**
     * A result in a line; {@code what} is the subject, empty if the command implies it.
     *
     * @param startedAt ISO 8601 in UTC; null if the result is unreadable
     * @param verdict in a few words, or the reason why the result is unreadable
     */
    public record Row(String startedAt, String command, String what, String verdict, String path) {
        /** Returns the row of a result. */
        public static Row of(Result result, String path) {
            ResultSection section = Document.of(List.of(result)).results().get(0);
            String what = result.configurations() != null ? result.configurations().stream()
                    .map(Result.Configuration::name).collect(Collectors.joining(", "))
                    : section.runs().stream().map(RunSection::name).distinct().collect(Collectors.joining(", "));
            String verdict = section.runs().isEmpty() ? section.chapters().get(0).finding().headline()
                    : section.runs().stream().map(run -> Verdict.brief(run.run())).distinct()
                            .collect(Collectors.joining(", "));
            return new Row(result.startedAt(), result.command(), what, verdict.replace('\u00a0', ' '), path);
        }

        /** Returns the row of a file that is no result. */
        public static Row unreadable(String why, String path) {
            return new Row(null, "", "", why, path);
        }
    }

    private ResultList() {}

    /** Returns lines for the terminal with headings. Paths come last and are not shortened. */
    public static String words(List<Row> rows) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("time", "command", "what", "verdict", "path"));
        rows.forEach(row -> lines.add(Stream.of(time(row.startedAt()), row.command(),
                shortened(row.what(), MOST_OF_WHAT), shortened(row.verdict(), MOST_OF_A_VERDICT), row.path())
                .map(Printable::line).toList()));
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            for (int column = 0; column < line.size() - 1; column++) {
                int place = column;
                int width = lines.stream().mapToInt(each -> each.get(place).length()).max().orElse(0);
                text.append(line.get(column)).append(" ".repeat(2 + width - line.get(column).length()));
            }
            text.append(line.get(line.size() - 1)).append('\n');
        }
        return text.toString();
    }

    private static String time(String startedAt) {
        try {
            return startedAt == null ? "" : TIME.format(Instant.parse(startedAt).atZone(ZoneId.systemDefault()));
        } catch (DateTimeParseException e) {
            return startedAt;
        }
    }

    private static String shortened(String words, int most) {
        return words.length() <= most ? words : words.substring(0, most - 1) + "…";
    }
}
