package org.eejs.report.reproduction;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.page.Chapter;
import org.eejs.report.page.Section;
import org.eejs.report.table.Cell.Look;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.Sentence;
import org.eejs.result.Published.Verdict;
import org.eejs.result.Reproduction.Figure;
import org.eejs.result.Reproduction.Item;
import org.eejs.result.Reproduction.Step;
import org.eejs.result.Reproduction;
import org.eejs.result.PublishedFigure;

/**
 * Published experiments that were made again.
 *
 * @param id tells the sections of a report apart
 */
public record ReproductionSection(String id, Reproduction reproduction) implements Chapter {
    private static final double MINUTE = 60;

    @Override
    public Finding finding() {
        long reproduced = reproduction.count(Verdict.REPRODUCED);
        long differ = reproduction.count(Verdict.DIFFERS);
        long missing = reproduction.count(Verdict.NOT_HERE);
        List<Finding.Standing> standings = reproduction.items().size() == 1 ? List.of()
                : reproduction.items().stream().map(this::standing).toList();
        if (reproduced + differ == 0) {
            return new Finding("open", "?", "None of %s could be measured".formatted(
                    Sentence.count(missing, "published figure")), List.of(), standings);
        }
        String headline = "%s of %s reproduced, %s".formatted(Format.count(reproduced),
                Sentence.count(reproduced + differ, "published figure"), differ == 0 ? "none differs"
                        : Format.count(differ) + (differ == 1 ? " differs" : " differ"));
        List<String> statement = missing == 0 ? List.of() : List.of(
                "%s more cannot be judged here; the tables say why.".formatted(Format.count(missing)));
        return reproduction.quick() ? new Finding("open", "?", "At first sight " + headline, statement, standings)
                : new Finding(differ == 0 ? "met" : "missed", differ == 0 ? "✓" : "≠", headline, statement, standings);
    }

    private Finding.Standing standing(Item item) {
        List<PublishedFigure> figures = figures(item).map(Figure::figure).toList();
        long reproduced = figures.stream().filter(figure -> figure.verdict() == Verdict.REPRODUCED).count();
        long measured = figures.stream().filter(figure -> figure.verdict() != Verdict.NOT_HERE).count();
        return measured == 0 ? new Finding.Standing(item.name(), item.title(), "not here", "open")
                : new Finding.Standing(item.name(), item.title(), "%s of %s reproduced".formatted(
                        Format.count(reproduced), Format.count(measured)), reproduced == measured ? "met" : "missed");
    }

    private Stream<Figure> figures(Item item) {
        return reproduction.figures().stream()
                .filter(figure -> figure.paper().equals(item.paper()) && figure.item().equals(item.item()));
    }

    @Override
    public List<String> cautions() {
        List<String> cautions = new ArrayList<>();
        if (reproduction.quick()) {
            cautions.add("This is a first look of JVMs that are hardly warm; it decides nothing.");
        }
        reproduction.items().forEach(item -> item.steps().stream().filter(step -> step.failure() != null)
                .forEach(step -> cautions.add("%s, %s, failed: %s".formatted(item.name(), step.name(),
                        Sentence.of(step.failure())))));
        return cautions;
    }

    @Override
    public List<String> procedure() {
        return List.of("A figure is reproduced when it has the same direction, and the published ratio lies within the "
                + "95 % interval of the measured one or that is beyond it.");
    }

    @Override
    public List<Section> sections() {
        return reproduction.items().stream().map(this::section).toList();
    }

    private Section section(Item item) {
        List<Column<Figure>> columns = Stream.of(
                Stream.of(Column.<Figure>of("Figure", Kind.LONG_WORDS, ReproductionSection::name),
                        Column.<Figure>of("As printed", Kind.WORDS, ReproductionSection::printed)),
                PublishedTable.FIGURES.stream().map(ReproductionSection::of),
                PublishedTable.VERDICT.stream().map(ReproductionSection::of)).flatMap(Function.identity()).toList();
        List<String> steps = item.steps().stream().map(ReproductionSection::words).toList();
        return Section.of("%s: %s".formatted(item.name(), item.title())).with(
                Block.paragraph(Block.Style.ABOUT, "%s%s".formatted(String.join(", ", item.places()),
                        item.document() == null ? "" : " of " + item.document()), Where.FILES),
                new Block.Figures(Table.of(columns, figures(item).toList()), Where.FILES),
                new Block.Bullets(null, reproduction.items().size() > 1 ? List.of()
                        : figures(item).map(ReproductionSection::line).toList(), Where.TERMINAL),
                Block.nothing(item.notHere() == null ? "" : "Not here: " + item.notHere(), Where.FILES),
                Block.note(item.original() == null ? "" : "There: " + item.original(), Where.FILES),
                Block.note(item.standIn() == null ? "" : "Here: " + item.standIn(), Where.FILES),
                new Block.Bullets(null, steps, Where.FILES));
    }

    /** A figure in a line, where a table has no room. */
    private static String line(Figure figure) {
        PublishedFigure measured = figure.figure();
        List<String> figures = PublishedTable.FIGURES.stream().map(column -> column.cell().apply(measured).line())
                .toList();
        return "%s %s%s%s%s. %s".formatted(PublishedTable.badge(measured.verdict()).line(), name(figure).line(),
                figures.get(0).isEmpty() ? "" : ": published " + figures.get(0),
                measured.measured() == null ? "" : ", measured " + figures.get(1),
                figures.get(2).equals(Format.NONE) ? "" : " (" + figures.get(2) + ")",
                Sentence.of(measured.reason()));
    }

    private static Cell name(Figure figure) {
        String words = figure.figure().row().words();
        String metric = PublishedTable.name(figure.figure().row().metric() == null ? ""
                : figure.figure().row().metric());
        return Cell.of(Sentence.capitalised(words == null ? metric : words)).and(Look.SMALL_WORDY,
                Stream.of(figure.place(), words == null || words.equalsIgnoreCase(metric) ? "" : metric,
                                PublishedTable.subject(figure.figure()))
                        .filter(part -> !part.isEmpty()).collect(Collectors.joining("; ")));
    }

    private static Column<Figure> of(Column<PublishedFigure> column) {
        return Column.of(column.heading(), column.kind(), figure -> column.cell().apply(figure.figure()));
    }

    /** As it is printed, where that is another form of the same. */
    private static Cell printed(Figure figure) {
        return Cell.of(figure.printed() == null || figure.published() != null
                && figure.printed().equals(Format.plain(figure.published())) ? "" : figure.printed());
    }

    private static String words(Step step) {
        return "%s took %s: ./eejs %s".formatted(Sentence.capitalised(step.name()),
                step.seconds() < 2 * MINUTE ? Format.figure(step.seconds(), "s")
                        : Format.figure(step.seconds() / MINUTE, "minutes"), step.command());
    }
}
