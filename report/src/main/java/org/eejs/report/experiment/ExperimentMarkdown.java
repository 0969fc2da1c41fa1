package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eejs.report.text.Finding;
import org.eejs.report.text.MarkdownText;

/** A comparison or a capacity as Markdown. Not thread-safe; made for one experiment. */
public final class ExperimentMarkdown {
    private final MarkdownText text;
    private final ExperimentSection section;

    public ExperimentMarkdown(MarkdownText text, ExperimentSection section) {
        this.text = text;
        this.section = section;
    }

    /** Writes all of it but the circumstances that configurations have in common. */
    public void write(String level) {
        finding(level);
        if (section.capacity() != null) {
            capacity();
            published();
            probes();
        } else if (section.transactions() != null) {
            transactions();
            published();
        } else {
            normalized();
            published();
            pair();
        }
        if (section.transactions() == null) {
            services();
        }
        comparisons();
        // Of a capacity every run is a probe and stands in their table.
        if (section.transactionRuns() != null) {
            transactionRuns();
        } else if (section.capacity() == null) {
            runs();
        }
        text.line("Each run has its own result.json and %s in runs/, in a folder named by run and configuration."
                .formatted(section.transactions() == null ? "report" : "logs"));
        differences();
    }

    private void finding(String level) {
        Finding finding = section.finding();
        text.line(level + MarkdownText.escaped(finding.headline()));
        finding.statement().forEach(sentence -> text.line(MarkdownText.escaped(sentence)));
        finding.standings().forEach(standing -> text.item("%s: %s [%s]".formatted(standing.name(), standing.sentence(),
                standing.badge())));
        text.end();
        section.notes().cautions().forEach(caution -> text.item("Careful: " + caution));
        if (!section.notes().cautions().isEmpty()) {
            text.end();
        }
        text.line(MarkdownText.escaped(String.join(" ", section.notes().procedure())));
    }

    private void normalized() {
        text.line("### Every configuration against " + MarkdownText.escaped(section.experiment().baseline()));
        text.header("Configuration | Valid runs | Normalized response time | Normalized number of pages | "
                + "Normalized login latency | Good, % | Tolerable, % | Failed, % | CPU, ms/page", 1);
        for (NormalizedTable.Row row : section.normalized().rows()) {
            text.row(row.configuration(), row.runs(), ratio(row.responseTime()), ratio(row.pages()), ratio(row.login()),
                    row.good(), row.tolerable(), row.failed(), row.cpu());
        }
        text.end();
        text.line("Normalized: the ratio to %s with its 95 %% interval. Percentages and CPU are means over valid runs; "
                .formatted(MarkdownText.escaped(section.experiment().baseline()))
                + "tolerable pages include good ones.");
    }

    private void transactions() {
        text.line("### Every configuration against " + MarkdownText.escaped(section.experiment().baseline()));
        text.header("Configuration | Valid runs | Transactions/s | CPU, µs/transaction | "
                + "Heap allocated/transaction", 1);
        for (TransactionTable.Row row : section.transactions().rows()) {
            text.row(row.configuration(), row.runs(), figure(row.rate()), figure(row.cpu()), figure(row.allocated()));
        }
        text.end();
        text.line("Means over valid runs, of all threads together, and their ratios to %s with 95 %% intervals. CPU is "
                .formatted(MarkdownText.escaped(section.experiment().baseline()))
                + "that of the whole process: collections of garbage and the JIT compiler are counted in.");
    }

    private static String figure(TransactionTable.Figure figure) {
        return figure.ratio().isEmpty() ? figure.mean() : figure.mean() + ", " + figure.ratio();
    }

    private void transactionRuns() {
        text.line("### Runs");
        text.header("Configuration | Run | Valid | Settled | Transactions/s | CPU, µs/transaction | "
                + "Heap allocated/transaction | Collections", 4);
        for (TransactionRuns.Row row : section.transactionRuns().rows()) {
            text.row(row.configuration(), row.repetition(),
                    row.valid() ? row.validity() : row.validity() + ": " + row.reason(), row.steadiness(), row.rate(),
                    row.cpu(), row.allocated(), row.collections());
        }
        text.end();
    }

    private void published() {
        PublishedTable published = section.published();
        if (published == null) {
            return;
        }
        text.line("### Beside what was published");
        text.line(MarkdownText.escaped(published.source()));
        text.header("Figure | Configuration | Published | Measured | 95 % interval | Runs", 2);
        for (PublishedTable.Row row : published.rows()) {
            text.row(row.words().isEmpty() ? row.figure() : row.figure() + " (" + row.words() + ")",
                    row.configuration(), row.published(), row.measured(), row.interval(), row.runs());
        }
        text.end();
    }

    private static String ratio(NormalizedTable.Ratio ratio) {
        return ratio.interval().isEmpty() ? ratio.value() : ratio.value() + " (" + ratio.interval() + ")";
    }

    private void pair() {
        PairTable pair = section.pair();
        if (pair == null) {
            return;
        }
        text.line("### Side by side");
        text.header(List.of("Mean over valid runs", pair.left(), pair.right()));
        pair.rows().forEach(row -> text.row(row.name(), row.left(), row.right()));
        text.end();
    }

    private void capacity() {
        text.line("### Capacity");
        text.header("Configuration | Sessions | 95 %% interval | Against %s | Mean response time | p95 | "
                .formatted(MarkdownText.escaped(section.experiment().baseline())) + "Nearest probes | State", 1, 2);
        for (CapacityTable.Row row : section.capacity().rows()) {
            text.row(row.configuration(), row.sessions(), row.interval(), row.relativeWords(), row.mean(), row.p95(),
                    row.nearest(), row.state());
        }
        text.end();
    }

    private void probes() {
        text.line("### Probes");
        text.header("Configuration | Run | Purpose | Answer | Sessions | Good, % | Tolerable, % | Mean, ms | p95, ms | "
                + "CPU, ms/page", 4);
        for (ProbeTable.Row row : section.probes().rows()) {
            String answer = row.answer().words() + (row.reason() == null ? "" : ": " + row.reason());
            text.row(row.configuration(), row.repetition(), row.purpose(), answer, row.sessions(), row.good(),
                    row.tolerable(), row.mean(), row.p95(), row.cpu());
        }
        text.end();
    }

    private void services() {
        ServiceMatrix matrix = section.services();
        text.line("### Who served what");
        if (matrix.rows().isEmpty()) {
            text.line("Which providers served the bank was not counted.");
            return;
        }
        List<String> columns = new ArrayList<>(List.of("Service"));
        columns.addAll(matrix.configurations());
        text.header(columns);
        for (ServiceMatrix.Row row : matrix.rows()) {
            List<String> cells = new ArrayList<>(List.of(row.service()));
            row.cells().forEach(cell -> cells.add(words(cell)));
            text.row(cells.toArray(String[]::new));
        }
        text.end();
        if (!matrix.means().isEmpty()) {
            text.line("Counted by: " + MarkdownText.escaped(String.join("; ", matrix.means())) + ".");
        }
    }

    private static String words(ServiceMatrix.Cell cell) {
        String served = cell.words() != null ? cell.words() : cell.providers().stream()
                .map(provider -> provider.mark().sign()
                        + provider.provider() + " " + provider.share())
                .collect(Collectors.joining(", "));
        return cell.asked() == null || cell.words() == null && !cell.differs() ? served
                : served + " (asked: " + cell.asked() + ")";
    }

    private void comparisons() {
        ComparisonTable table = section.comparisons();
        if (table.groups().isEmpty()) {
            return;
        }
        text.line("### All comparisons");
        text.header("Configuration | Against | Figure | Better | Verdict | Change | 95 % interval | Runs | Mean | "
                + "Baseline’s mean", 5);
        for (ComparisonTable.Group group : table.groups()) {
            for (ComparisonTable.Row row : group.rows()) {
                text.row(group.configuration(), group.baseline(), row.metric(), row.better(), row.verdict(),
                        row.change(), row.interval(), row.runs(), row.value(), row.baselineValue());
            }
        }
        text.end();
    }

    private void runs() {
        text.line("### Runs");
        text.header("Configuration | Run | Valid | Settled | Sessions | Pages/s | Mean, ms | p95, ms | CPU, ms/page | "
                + "Good, %", 4);
        for (RunTable.Row row : section.runs().rows()) {
            String validity = row.valid() ? row.validity() : row.validity() + ": " + row.reason();
            text.row(row.configuration(), row.repetition(), validity, row.steadiness(), row.sessions(),
                    row.pagesPerSecond(), row.mean(), row.p95(), row.cpu(), row.good());
        }
        text.end();
    }

    private void differences() {
        Differences differences = section.differences();
        if (differences.rows().isEmpty()) {
            return;
        }
        text.line("### In what the configurations differ");
        List<String> columns = new ArrayList<>(List.of(""));
        columns.addAll(differences.configurations());
        text.header(columns);
        for (Differences.Row row : differences.rows()) {
            List<String> cells = new ArrayList<>(List.of(row.name()));
            cells.addAll(row.values());
            text.row(cells.toArray(String[]::new));
        }
        text.end();
    }
}
