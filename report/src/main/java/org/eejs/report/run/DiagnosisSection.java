package org.eejs.report.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.page.Chapter;
import org.eejs.report.page.Section;
import org.eejs.report.table.TableCell.Look;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.result.CpuGroup;
import org.eejs.result.Diagnosis;
import org.eejs.result.Diagnosis.NotSeen;
import org.eejs.result.Diagnosis.Part;
import org.eejs.result.Shortfall;

/**
 * All that a report says of a JVM that was looked at.
 *
 * @param id tells the sections of a report apart
 */
public record DiagnosisSection(String id, Diagnosis diagnosis) implements Chapter {
    private static final Map<CpuGroup, String> WORDS = Map.of(CpuGroup.USERS_TLS, "TLS as server",
            CpuGroup.BACK_END_TLS, "TLS as client");
    private double tls() {
        return diagnosis.attribution().stream().filter(part -> CpuGroup.of(part.category()).isCryptographic())
                .mapToDouble(Part::share).sum();
    }

    private static String whole(double share) {
        return "%.0f\u00a0%%".formatted(100 * share);
    }

    @Override
    public Finding finding() {
        String cost = "TLS and cryptography cost %s of the CPU".formatted(whole(tls()));
        List<Finding.Standing> standings = diagnosis.findings().stream().map(each -> new Finding.Standing(each.title(),
                each.cure().words() + ".", Format.percent(each.savedShare()),
                each.savedShare() > diagnosis.threshold() ? "missed" : "open")).toList();
        if (diagnosis.grade() == null) {
            return new Finding("open", "?", unknown(cost) + waits(), List.of(), standings);
        }
        return diagnosis.findings().isEmpty()
                ? new Finding("met", "✓", "Nothing is wrong: " + cost + ", and no rule found a bottleneck", List.of(),
                        standings)
                : new Finding(diagnosis.isHealthy() ? "open" : "missed", diagnosis.grade().name(),
                        "Grade %s: %s, and %s can be saved".formatted(diagnosis.grade(), cost,
                                whole(diagnosis.savedShare())) + waits(), List.of(), standings);
    }

    private String waits() {
        return diagnosis.waiting().map(each -> "; threads wait %.0f\u00a0ms in each second: %s".formatted(
                each.waitedMs(), each.title())).orElse("");
    }

    private String unknown(String cost) {
        return diagnosis.isIdle() ? "The JVM was idle while it was looked at; look while it serves"
                : diagnosis.samples() == 0 ? "Nothing was sampled, so nothing is known of the CPU"
                : diagnosis.impairment()
                        .map(why -> "No grade, since TLS may not have been seen (%s): of what was, ".formatted(why))
                        .orElse("No bottleneck was found, but not all of them could be looked for: ") + cost;
    }

    @Override
    public List<String> cautions() {
        List<String> cautions = new ArrayList<>();
        if (diagnosis.biased()) {
            cautions.add("These samples are not shares of CPU: take all shares for a hint.");
        }
        if (diagnosis.compiling() > Shortfall.MOST_COMPILING) {
            cautions.add("The JVM was still compiling: that was %s of its CPU. Once it is warm, all other shares are "
                    .formatted(whole(diagnosis.compiling())) + "larger: look again then.");
        }
        return cautions;
    }

    @Override
    public List<String> procedure() {
        Diagnosis.Target target = diagnosis.target();
        return List.of("%s%s was looked at for %s: %s stacks by %s%s.".formatted(target.pid() == null
                ? target.recording()
                        : "Process " + target.pid(), Stream.of(target.command(), target.jdk() == null ? null
                                : "JDK " + target.jdk()).filter(word -> word != null).reduce("", (all, word) ->
                                        all + ", " + word), Format.time(1_000 * diagnosis.seconds()),
                Format.count(diagnosis.samples()), CpuSection.source(diagnosis.source()),
                diagnosis.cpuSeconds() == null ? "" : ", while it used %s s of CPU".formatted(
                        Format.figure(diagnosis.cpuSeconds()))));
    }

    @Override
    public List<Section> sections() {
        List<Section> sections = new ArrayList<>(List.of(where()));
        if (!diagnosis.findings().isEmpty()) {
            sections.add(Section.of("Bottlenecks", Block.table(Table.of(COLUMNS, diagnosis.findings())))
                    .identified(id + "-findings"));
            diagnosis.findings().forEach(finding -> sections.add(section(finding)));
        }
        sections.add(Section.of("What was not seen", new Block.Bullets(null, notSeen(), Where.EVERYWHERE)));
        return List.copyOf(sections);
    }

    /** Returns a line for each reason, with all rules that it keeps from looking. */
    private List<String> notSeen() {
        Map<String, List<NotSeen>> reasons = diagnosis.notSeen().stream()
                .collect(Collectors.groupingBy(NotSeen::why, LinkedHashMap::new, Collectors.toList()));
        return reasons.entrySet().stream().map(each -> each.getKey() + each.getValue().stream().map(NotSeen::rule)
                .filter(rule -> rule != null).sorted().reduce((one, other) -> one + ", " + other)
                .map(rules -> " (" + rules + ")").orElse("")).toList();
    }

    private Section where() {
        List<Block.Piece> pieces = Stream.of(CpuGroup.values()).map(group -> {
            double share = diagnosis.attribution().stream().filter(part -> CpuGroup.of(part.category()) == group)
                    .mapToDouble(Part::share).sum();
            return new Block.Piece(WORDS.getOrDefault(group, group.words()), share, Format.percent(share),
                    group.colour());
        }).filter(piece -> piece.value() > 0).toList();
        return Section.of("Where the CPU went", new Block.StackedBar("CPU for", "", pieces),
                new Block.Figures(Table.of(PARTS, diagnosis.attribution()), Where.FILES),
                Block.note("The flame graph is flame-graph.html beside this report.", Where.FILES));
    }

    private static final List<Column<Part>> PARTS = List.of(
            Column.words("CPU for", part -> part.category().words()),
            Column.words("of it", part -> CpuSection.detail(part.detail())),
            CpuSection.share(Part::share),
            Column.figure("95 % interval", part -> CpuSection.interval(part.ci95())));

    private static final List<Column<Diagnosis.Finding>> COLUMNS = List.of(
            Column.of("Bottleneck", Kind.WORDS, each -> TableCell.of(each.title()).and(Look.DETAIL, each.rule())),
            Column.of("Saved by the cure, %", Kind.FIGURE, each -> TableCell.strong(Format.share(each.savedShare()))),
            Column.figure("95 % interval", each -> CpuSection.interval(each.savedCi95())),
            Column.figure("Costs, % of CPU", each -> Format.share(each.cpuShare())),
            Column.figure("95 % interval", each -> CpuSection.interval(each.ci95())),
            Column.words("Known by", each -> each.basis().id()));

    private Section section(Diagnosis.Finding finding) {
        return Section.of(finding.title(), Block.paragraph(Block.Style.TEXT, finding.cure().words() + "."),
                new Block.Bullets(null, finding.cure().lines(), Where.EVERYWHERE),
                new Block.Folded("Evidence", null, List.of(new Block.Bullets(null, finding.evidence(),
                        Where.EVERYWHERE)), Where.EVERYWHERE),
                Block.note("Rule %s; written of in %s.".formatted(finding.rule(), finding.source()), Where.FILES))
                .identified(id + "-" + finding.rule());
    }
}
