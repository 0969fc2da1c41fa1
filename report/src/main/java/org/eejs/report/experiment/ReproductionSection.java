package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.page.Chapter;
import org.eejs.report.page.Section;
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
 * The report of published experiments that were run again.
 *
 * @param id distinguishes the sections of a report
 */
public record ReproductionSection(String id, Reproduction reproduction) implements Chapter {
    private static final double MINUTE = 60;

    @Override
    public Finding finding() {
        long reproduced = reproduction.count(Verdict.REPRODUCED);
        long differ = reproduction.count(Verdict.DIFFERS);
        long missing = reproduction.count(Verdict.NOT_HERE);
        List<Finding.Rank> ranks = reproduction.items().size() == 1 ? List.of()
                : reproduction.items().stream().map(this::rank).toList();
        if (reproduced + differ == 0) {
            return new Finding("open", "?", "None of %s was measured".formatted(
                    Sentence.count(missing, "published figure")), List.of(), ranks);
        }
        String headline = "%s of %s reproduced, %s".formatted(Format.count(reproduced),
                Sentence.count(reproduced + differ, "published figure"), differ == 0 ? "none differs"
                        : Format.count(differ) + (differ == 1 ? " differs" : " differ"));
        List<String> statement = missing == 0 ? List.of() : List.of(
                "This machine cannot measure %s more; see the tables.".formatted(Format.count(missing)));
        return reproduction.quick() ? new Finding("open", "?", "First look: " + headline, statement, ranks)
                : new Finding(differ == 0 ? "met" : "missed", differ == 0 ? "✓" : "≠", headline, statement, ranks);
    }

    private Finding.Rank rank(Item item) {
        List<PublishedFigure> figures = figures(item).map(Figure::figure).toList();
        long reproduced = figures.stream().filter(figure -> figure.verdict() == Verdict.REPRODUCED).count();
        long measured = figures.stream().filter(figure -> figure.verdict() != Verdict.NOT_HERE).count();
        return measured == 0 ? new Finding.Rank(item.name(), item.title(), "not here", "open")
                : new Finding.Rank(item.name(), item.title(), "%s of %s reproduced".formatted(
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
            cautions.add("This is a first look with cold JVMs; do not draw conclusions from it.");
        }
        reproduction.items().forEach(item -> item.steps().stream().filter(step -> step.failure() != null)
                .forEach(step -> cautions.add("%s, %s, failed: %s".formatted(item.name(), step.name(),
                        Sentence.of(step.failure())))));
        return cautions;
    }

    @Override
    public List<String> procedure() {
        return List.of("A figure is reproduced if it has the same direction, and if the published ratio is within the "
                + "95% CI of the measured one, or less extreme.");
    }

    @Override
    public List<Section> sections() {
        return reproduction.items().stream().map(this::section).toList();
    }

    private Section section(Item item) {
        return Section.of("%s: %s".formatted(item.name(), item.title())).with(
                Block.paragraph(Block.Style.ABOUT, "%s%s".formatted(String.join(", ", item.places()),
                        item.document() == null ? "" : " of " + item.document()), Where.FILES),
                new Block.Figures(PublishedTable.of(figures(item).toList()), reproduction.items().size() > 1
                        ? Where.FILES : Where.EVERYWHERE),
                Block.nothing(item.notHere() == null ? "" : "Not here: " + item.notHere(), Where.FILES),
                Block.note(item.original() == null ? "" : "Original: " + item.original(), Where.FILES),
                Block.note(item.standIn() == null ? "" : "Here: " + item.standIn(), Where.FILES),
                new Block.Bullets(null, item.steps().stream().map(ReproductionSection::words).toList(), Where.FILES));
    }

    private static String words(Step step) {
        return "%s took %s: ./eejs %s".formatted(Sentence.capitalised(step.name()),
                step.seconds() < 2 * MINUTE ? Format.figure(step.seconds(), "s")
                        : Format.figure(step.seconds() / MINUTE, "minutes"), step.command());
    }
}
