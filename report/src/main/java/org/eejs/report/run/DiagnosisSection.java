package org.eejs.report.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.eejs.report.text.Sentence;
import org.eejs.result.CpuGroup;
import org.eejs.result.Diagnosis;
import org.eejs.result.Diagnosis.NotSeen;
import org.eejs.result.Diagnosis.Operation;
import org.eejs.result.Diagnosis.Part;
import org.eejs.result.Hellos;
import org.eejs.result.Shortfall;

/**
 * The report of a profiled JVM.
 *
 * @param id distinguishes the sections of a report
 */
public record DiagnosisSection(String id, Diagnosis diagnosis) implements Chapter {
    private static final Map<CpuGroup, String> WORDS = Map.of(CpuGroup.USERS_TLS, "TLS as server",
            CpuGroup.BACK_END_TLS, "TLS as client");
    /** More rules than this are only counted. */
    private static final int MOST_RULES = 4;

    private double tls() {
        return diagnosis.attribution().stream().filter(part -> CpuGroup.of(part.category()).isCryptographic())
                .mapToDouble(Part::share).sum();
    }

    private static String whole(double share) {
        return "%.0f%%".formatted(100 * share);
    }

    @Override
    public Finding finding() {
        String cost = "TLS and cryptography take %s of the CPU".formatted(whole(tls()));
        List<Finding.Rank> ranks = diagnosis.findings().stream().map(each -> new Finding.Rank(each.title(),
                each.cure().words() + ".", each.isOpen() ? "?" : Format.percent(each.savedShare()),
                each.savedShare() > diagnosis.threshold() ? "missed" : "open")).toList();
        Optional<Operation> unexplained = diagnosis.unexplained();
        if (unexplained.isPresent()) {
            return new Finding("open", "?", words(unexplained.get()) + saving() + waits(null),
                    Stream.concat(Stream.ofNullable(unexplained.get().way()).map(way -> way + "."),
                            sums(cost).stream()).toList(), ranks);
        }
        if (diagnosis.grade() == null && diagnosis.isHealthy() && diagnosis.undecided().isEmpty()) {
            return new Finding("open", "?", unknown(cost) + waits(null), List.of(), ranks);
        }
        if (diagnosis.findings().isEmpty()) {
            return new Finding("met", "✓", "Nothing to save was found: " + cost, List.of(), ranks);
        }
        Diagnosis.Finding first = diagnosis.undecided().orElseGet(() -> diagnosis.findings().get(0));
        return new Finding(diagnosis.isHealthy() ? "open" : "missed", diagnosis.grade() == null
                ? diagnosis.isHealthy() ? "?" : "✕" : diagnosis.grade().name(), words(first) + waits(first),
                sums(cost), ranks);
    }

    /** Returns the first sentence on a finding, with its cost, caller and saving, without a full stop. */
    public static String words(Diagnosis.Finding finding) {
        String who = finding.title() + (finding.caller() == null ? "" : " (" + finding.caller() + ")");
        return finding.cpuShare() == 0 ? who + ": this costs time, not CPU"
                : "%s: this takes %s of the CPU, and %s".formatted(who, whole(finding.cpuShare()),
                finding.savedShare() > 0 ? "the fix saves " + whole(finding.savedShare())
                : finding.isOpen() ? "the capture does not show whether it can be saved"
                : "it is necessary");
    }

    /** Returns what can be saved, what is necessary, and what is not known, of TLS and cryptography. */
    private List<String> sums(String cost) {
        double open = diagnosis.findings().stream().filter(Diagnosis.Finding::isOpen)
                .mapToDouble(Diagnosis.Finding::cpuShare).sum();
        double known = Math.max(0, tls() - diagnosis.savedShare() - open - diagnosis.unexplainedShare());
        String grade = diagnosis.grade() != null ? "Grade " + diagnosis.grade() + ": " : diagnosis.impairment().map(
                why -> "No grade, because some TLS may be missing (%s): at least ".formatted(why)).orElse("");
        return List.of("%s%s; fixes save %s, %s%s has no known fix, %s is not explained.".formatted(grade, cost,
                whole(diagnosis.savedShare()), open == 0 ? "" : whole(open) + " may be necessary, ", whole(known),
                whole(diagnosis.unexplainedShare())));
    }

    /** Returns a sentence on an operation that no rule explains, without a full stop. */
    public static String words(Operation operation) {
        String reason = operation.way() == null ? "no rule explains it"
                : "the cheapest way takes %s".formatted(whole(operation.floor()));
        return "%s %s %s of the CPU%s; %s".formatted(Sentence.capitalised(operation.words()),
                operation.name().endsWith("s") ? "take" : "takes", whole(operation.share()),
                operation.cause().map(cause -> ", called by " + cause).orElse(""), reason);
    }

    private String saving() {
        return diagnosis.isHealthy() ? "" : "; fixes save %s elsewhere".formatted(whole(diagnosis.savedShare()));
    }

    /** Returns how long threads wait, and for what, unless that is the named finding. */
    private String waits(Diagnosis.Finding named) {
        return diagnosis.waiting().map(each -> "; threads wait %.0f\u00a0ms per second%s".formatted(
                each.waitedMs(), each.equals(named) ? "" : ": " + each.title())).orElse("");
    }

    private String unknown(String cost) {
        return diagnosis.isIdle() ? "The JVM was idle during the capture; profile it under load"
                : diagnosis.samples() == 0 ? "No stack was sampled, so the CPU use is unknown"
                : diagnosis.impairment()
                        .map(why -> "No grade, because some TLS may be missing (%s): at least ".formatted(why))
                        .orElse("Nothing to save was found, but not every rule could be checked: ") + cost;
    }

    @Override
    public List<String> cautions() {
        List<String> cautions = new ArrayList<>();
        if (diagnosis.biased()) {
            cautions.add("These samples are not shares of CPU: treat all shares as approximate.");
        }
        if (diagnosis.compiling() > Shortfall.MOST_COMPILING) {
            cautions.add("The JVM was still compiling, which took %s of its CPU. All other shares are larger once it "
                    .formatted(whole(diagnosis.compiling())) + "is warm: repeat the capture then.");
        }
        diagnosis.hellos().stream().map(Hellos::trouble).flatMap(Optional::stream).map(Sentence::capitalised)
                .forEach(cautions::add);
        return cautions;
    }

    @Override
    public List<String> procedure() {
        Diagnosis.Target target = diagnosis.target();
        return List.of("%s%s, profiled for %s: %s stacks by %s%s.".formatted(target.pid() == null
                ? target.recording()
                        : "Process " + target.pid(), Stream.of(target.command(), target.jdk() == null ? null
                                : "JDK " + target.jdk()).filter(word -> word != null).reduce("", (all, word) ->
                                        all + ", " + word), Format.time(1_000 * diagnosis.seconds()),
                Format.count(diagnosis.samples()), CpuSection.source(diagnosis.source()),
                diagnosis.cpuSeconds() == null ? "" : "; it used %s s of CPU".formatted(
                        Format.figure(diagnosis.cpuSeconds()))));
    }

    @Override
    public List<Section> sections() {
        List<Section> sections = new ArrayList<>(List.of(where()));
        if (!diagnosis.operations().isEmpty()) {
            sections.add(Section.of("Operations of TLS and cryptography", Block.table(Table.of(OPERATIONS,
                    diagnosis.operations()))).identified(id + "-operations"));
        }
        if (!diagnosis.findings().isEmpty()) {
            sections.add(Section.of("Bottlenecks", Block.table(Table.of(COLUMNS, diagnosis.findings())))
                    .identified(id + "-findings"));
            diagnosis.findings().forEach(finding -> sections.add(section(finding)));
        }
        sections.add(Section.of("Cryptography in use", new Block.Figures(Table.of(ASSETS, diagnosis.inventory()),
                Where.FILES), new Block.Bullets(null, diagnosis.hellos().stream().map(each -> Sentence.capitalised(
                        each.target()) + ": " + each.words()).toList(), Where.FILES)).identified(id + "-inventory"));
        sections.add(Section.of("Not observed", new Block.Bullets(null, notSeen(), Where.EVERYWHERE)));
        return List.copyOf(sections);
    }

    /** Returns a line per reason, with all rules that it prevents. */
    private List<String> notSeen() {
        Map<String, List<NotSeen>> reasons = diagnosis.notSeen().stream()
                .collect(Collectors.groupingBy(NotSeen::why, LinkedHashMap::new, Collectors.toList()));
        return reasons.entrySet().stream().map(each -> each.getKey() + rules(each.getValue().stream()
                .map(NotSeen::rule).filter(rule -> rule != null).distinct().sorted().toList())).toList();
    }

    private static String rules(List<String> rules) {
        return rules.isEmpty() ? "" : rules.size() > MOST_RULES ? "; %d rules see less (notSeen in result.json)"
                .formatted(rules.size()) : " (" + String.join(", ", rules) + ")";
    }

    private Section where() {
        List<Block.Piece> pieces = Stream.of(CpuGroup.values()).map(group -> {
            double share = diagnosis.attribution().stream().filter(part -> CpuGroup.of(part.category()) == group)
                    .mapToDouble(Part::share).sum();
            return new Block.Piece(WORDS.getOrDefault(group, group.words()), share, Format.percent(share),
                    group.colour());
        }).filter(piece -> piece.value() > 0).toList();
        return Section.of("CPU by purpose", new Block.StackedBar("CPU for", "", pieces),
                new Block.Folded("CPU by category", null, List.of(new Block.Figures(Table.of(PARTS,
                        diagnosis.attribution()), Where.FILES)), Where.FILES),
                Block.note("The flame graph is flame-graph.html in this folder.", Where.FILES));
    }

    private static final List<Column<Part>> PARTS = List.of(
            Column.words("CPU for", part -> part.category().words()),
            Column.words("Detail", part -> CpuSection.detail(part.detail())),
            CpuSection.share(Part::share),
            Column.figure("95% CI", part -> CpuSection.interval(part.ci95())));

    private static final List<Column<Operation>> OPERATIONS = List.of(
            Column.of("Operation", Kind.WORDS, each -> TableCell.of(Sentence.capitalised(each.name()))
                    .small(each.algorithm() == null ? "" : each.algorithm() + ", " + each.provider())),
            Column.of("CPU, %", Kind.FIGURE, each -> TableCell.strong(Format.share(each.share()))
                    .small(CpuSection.interval(each.ci95()))),
            Column.<Operation>figure("Cheapest, %", each -> each.floor() == null ? Format.NONE
                    : Format.share(each.floor())).in(Where.FILES),
            Column.<Operation>of("Per second", Kind.FIGURE, each -> each.perSecond() == null
                    ? TableCell.of(Format.NONE) : TableCell.of(Format.figure(each.perSecond()))
                    .small(each.basis().id())).in(Where.FILES),
            Column.<Operation>figure("Per second", each -> each.perSecond() == null ? Format.NONE
                    : Format.figure(each.perSecond())).in(Where.TERMINAL),
            Column.<Operation>words("Verdict", each -> each.verdict() == null ? Format.NONE : each.verdict().words()),
            Column.<Operation>of("Caller", Kind.LONG_WORDS, each -> TableCell.of(each.cause().orElse(Format.NONE))
                    .small(each.caller() == null || each.library() == null ? "" : each.library())).in(Where.FILES),
            Column.<Operation>longWords("Caller", each -> each.cause().orElse(Format.NONE)).in(Where.TERMINAL));

    private static String known(String text) {
        return text == null ? Format.NONE : text;
    }

    private static final List<Column<Diagnosis.Finding>> COLUMNS = List.of(
            Column.of("Bottleneck", Kind.WORDS, each -> TableCell.of(each.title()).and(Look.DETAIL, each.rule())),
            Column.of("Saved by the fix, %", Kind.FIGURE, each -> TableCell.strong(Format.share(each.savedShare()))),
            Column.figure("95% CI", each -> CpuSection.interval(each.savedCi95())),
            Column.figure("Cost, % of CPU", each -> Format.share(each.cpuShare())),
            Column.figure("95% CI", each -> CpuSection.interval(each.ci95())),
            Column.words("Basis", each -> each.basis().id()));

    private static final List<Column<Diagnosis.Asset>> ASSETS = List.of(
            Column.words("Kind", each -> each.kind().id()),
            Column.words("Name", Diagnosis.Asset::name),
            Column.words("Provider", each -> known(each.provider())),
            Column.words("Cryptography", Diagnosis.Asset::cryptography),
            Column.figure("CPU, %", each -> each.share() == null ? Format.NONE : Format.share(each.share())),
            Column.longWords("Seen", Diagnosis.Asset::seen));

    private Section section(Diagnosis.Finding finding) {
        return Section.of(finding.title(), Block.paragraph(Block.Style.TEXT, finding.cure().words() + "."),
                new Block.Bullets(null, finding.cure().lines(), Where.TERMINAL),
                new Block.Code(String.join("\n", finding.cure().lines())),
                new Block.Folded("Evidence", null, List.of(new Block.Bullets(null, finding.evidence(),
                        Where.EVERYWHERE)), Where.EVERYWHERE),
                Block.note("Rule %s; described in %s.".formatted(finding.rule(), finding.source()), Where.FILES))
                .identified(id + "-" + finding.rule());
    }
}
