package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.lab.strategy.Tune;
import org.eejs.report.page.Block;
import org.eejs.report.page.Chapter;
import org.eejs.report.page.Section;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Change;
import org.eejs.report.text.FigureText;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.Sentence;
import org.eejs.result.BankFigures;
import org.eejs.result.Figures;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.Result.Comparison;
import org.eejs.result.Tuning;
import org.eejs.result.Tuning.TunedKnob;
import org.eejs.result.Tuning.TunedValue;

/**
 * The report of a search for the cheapest configuration.
 *
 * @param id distinguishes the sections of a report
 */
public record TuningSection(String id, ExperimentReport experiment, Tuning tuning) implements Chapter {
    private static final int ROUND_LOAD = 1_000;
    private static final double MILLIS_PER_SECOND = 1_000;

    /** Values of a knob in a row of a table: one that was tried, or all that were left out for the same reason. */
    private record Row(TunedKnob knob, List<TunedValue> values) {
        static List<Row> of(TunedKnob knob) {
            return knob.values().stream().collect(Collectors.groupingBy(each -> each.left() == null ? each.name()
                    : each.left(), LinkedHashMap::new, Collectors.toList())).values().stream()
                    .map(alike -> new Row(knob, alike)).toList();
        }

        TunedValue value() {
            return values.get(0);
        }

        String names() {
            return values.stream().map(TunedValue::name).collect(Collectors.joining(", "));
        }
    }

    public static TuningSection of(String id, Result measured) {
        return new TuningSection(id, ExperimentReport.of(measured), measured.tuning());
    }

    private FigureText text() {
        return experiment.text(tuning.objective());
    }

    private Optional<Comparison> confirmation(String configuration) {
        return Optional.ofNullable(experiment.comparison(tuning.objective(), configuration));
    }

    private String level() {
        return "%.0f%% CI".formatted(100 * experiment.measured().procedure().confidence());
    }

    private static String words(List<Tuning.Change> changes) {
        return Sentence.joined(changes.stream().map(TuningSection::words).toList());
    }

    private static String words(Tuning.Change change) {
        return change.knob() + " " + change.value();
    }

    @Override
    public Finding finding() {
        Optional<Comparison> confirmed = confirmation(Tune.TUNED);
        if (experiment.measured().procedure().stoppedBecause() == null) {
            return new Finding("open", "?", "The search has not ended" + (confirmed.isPresent() && Tune.isProven(
                    experiment.measured()) ? "; so far, " + saves(tuning.winner(), confirmed.get()) : ""), List.of(),
                    List.of());
        }
        if (tuning.winner().isEmpty()) {
            return new Finding("open", "=", "Nothing to gain: no change saves %s that this search could see"
                    .formatted(text().words()), smallest(), List.of());
        }
        if (confirmed.isEmpty()) {
            return new Finding("open", "?", "No saving is proven: the confirmation of %s has no valid runs"
                    .formatted(words(tuning.winner())), List.of(), List.of());
        }
        Comparison found = confirmed.get();
        String values = "%s instead of %s%s.".formatted(text().value(found.mean()), text().value(found.baselineMean()),
                processors(found));
        List<String> why = Stream.of(Optional.of(values), new WhyTable(experiment.configurations(), Tune.TODAY)
                .sentence(found), inJava()).flatMap(Optional::stream).toList();
        return Tune.isProven(experiment.measured())
                ? new Finding("met", "✓", saves(tuning.winner(), found), why, List.of())
                : new Finding("open", "?", "No saving is proven: %s has %s (%s %s, %s each)".formatted(
                        words(tuning.winner()),
                        Change.of(found).sentence(text(), Tune.TODAY), level(), interval(found),
                        ProcedureNotes.runs(found.runs(), "")), smallest(), List.of());
    }

    private String saves(List<Tuning.Change> changes, Comparison found) {
        return "%s: %s (%s %s, %s each)".formatted(Sentence.capitalised(words(changes)),
                Change.of(found).sentence(text(), Tune.TODAY), level(), interval(found),
                ProcedureNotes.runs(found.runs(), ""));
    }

    private String interval(Comparison found) {
        return Change.of(found).interval(text().figure().below(), text().figure().above());
    }

    /** Returns how many processors the saving is at a round load; nothing if it is not CPU. */
    private String processors(Comparison found) {
        return !tuning.objective().equals(BankFigures.APP_CPU.id()) ? ""
                : text().tested().words("; %.2g processors less at %,d pages per second".formatted(
                        (found.baselineMean() - found.mean()) * ROUND_LOAD / MILLIS_PER_SECOND, ROUND_LOAD));
    }

    private Optional<String> inJava() {
        return Optional.ofNullable(tuning.inJava()).map(java -> confirmation(Tune.IN_JAVA)
                .map(found -> "Without native code: " + saves(java.changes(), found) + ".")
                .orElseGet(() -> "Without native code, %s should be best, but it has no valid runs.".formatted(
                        words(java.changes()))));
    }

    private List<String> smallest() {
        return tuning.smallest() == null ? List.of() : List.of("Four of five such searches find a saving of %s."
                .formatted(Format.percent(tuning.smallest())));
    }

    @Override
    public List<String> cautions() {
        Set<Integer> confirming = experiment.configuration(Tune.TUNED).runs().stream().map(Observation::round)
                .collect(Collectors.toSet());
        // Runs of the search are short, and only rank.
        return new ProcedureNotes(experiment, run -> confirming.contains(run.round())).cautions();
    }

    @Override
    public List<String> procedure() {
        String search = "A profile bounded what each knob could save. Runs of some combinations, in turns, showed "
                + "which of the rest are worth it.";
        return List.of(confirmation(Tune.TUNED).map(found -> search + " Fresh JVMs with other users then compared the "
                + "result with today’s configuration, %s each; only their figures count.".formatted(
                        ProcedureNotes.runs(experiment.measured().procedure().maxRuns(), ""))).orElse(search));
    }

    @Override
    public List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        // Changes that may save nothing are not worth applying.
        if (Tune.isProven(experiment.measured())) {
            sections.add(handOver("What to change", tuning.handOver()));
        }
        sections.add(confirmed("Confirmation", Tune.TUNED));
        confirmation(Tune.IN_JAVA).ifPresent(found -> {
            if (found.verdict().equals("better")) {
                sections.add(handOver("Changes without native code", tuning.inJava().handOver()).in(Where.FILES));
            }
            sections.add(confirmed("Confirmation without native code", Tune.IN_JAVA).in(Where.FILES));
        });
        sections.add(WhyTable.section(experiment));
        // A terminal has the result first; the other values are in the files.
        sections.add(Section.of("Knobs", Block.table(knobs()), Block.note("At most: the share of the CPU that the knob "
                + "affects. Effect: the estimated change of today’s cost by this value only.", Where.FILES))
                .in(Where.FILES));
        sections.add(Section.of("Combinations", Block.table(tried()), Block.note("Change: the mean over the rounds, "
                + "each relative to today’s configuration in the same round. These figures only rank: of many "
                + "combinations, the best ones also had luck.", Where.FILES)).in(Where.FILES));
        return sections;
    }

    private static Section handOver(String title, List<Tuning.Instruction> steps) {
        Section section = Section.of(title);
        for (Tuning.Instruction each : steps) {
            section = section.with(Block.paragraph(Block.Style.HEADING, each.title()),
                    new Block.Code(String.join("\n", each.lines()), Where.EVERYWHERE));
        }
        return section;
    }

    private Section confirmed(String title, String configuration) {
        List<Comparison> all = experiment.measured().comparisons().stream()
                .filter(each -> each.name().equals(configuration)).toList();
        return Section.of(title, Block.table(Table.of(List.of(
                Column.<Comparison>words("Figure", each -> (Figures.of(each.figure()).lowerIsBetter() ? "↓ " : "↑ ")
                        + experiment.text(each.figure()).name()),
                Column.figure(Tune.TODAY, each -> experiment.text(each.figure()).value(each.baselineMean())),
                Column.figure(configuration, each -> experiment.text(each.figure()).value(each.mean())),
                Column.figure("Change", each -> Change.of(each).signed()),
                Column.figure(level(), each -> Change.of(each).signedInterval())), all)));
    }

    private Table knobs() {
        Map<String, List<Row>> groups = new LinkedHashMap<>();
        tuning.knobs().forEach(knob -> {
            if (!knob.values().isEmpty()) {
                groups.put("%s: %s%s".formatted(knob.name(), knob.about(), knob.bound() == null ? ""
                        : ", at most " + Format.percent(knob.bound())), Row.of(knob));
            }
        });
        return Table.grouped(List.of(
                Column.longWords("Value", Row::names),
                Column.figure("Expected", row -> row.value().expected() == null ? Format.NONE
                        : "−" + Format.percent(row.value().expected())),
                Column.figure("Effect", row -> row.value().effect() == null ? Format.NONE
                        : "%+.1f%% ± %.1f".formatted(100 * row.value().effect(), 100 * row.value().error())
                                .replace('-', '−')),
                Column.longWords("Outcome", this::outcome)), groups).groupedUnder("Knob");
    }

    private String outcome(Row row) {
        boolean winner = tuning.winner() != null && tuning.winner().contains(new Tuning.Change(row.knob().name(),
                row.value().name()));
        return winner ? "in the result" : row.value().left() == null ? "not better"
                : "not tried: " + row.value().left();
    }

    private Table tried() {
        return Table.of(List.of(
                Column.longWords("Combination", each -> each.changes().isEmpty() ? Tune.TODAY
                        : each.changes().stream().map(TuningSection::words).collect(Collectors.joining(", "))),
                Column.words("Stage", Tuning.Tried::stage),
                Column.figure("Runs", each -> Format.count(experiment.configuration(each.configuration()).runs()
                        .size())),
                Column.figure("Change", each -> change(each.configuration()).isEmpty() ? Format.NONE
                        : String.format(Locale.ROOT, "%+.0f%%", 100 * change(each.configuration()).getAsDouble())
                                .replace('-', '−')),
                Column.longWords("Left", each -> Objects.toString(each.left(), ""))), tuning.tried());
    }

    /** Returns the mean change of a configuration's cost from today's in the same round. */
    private OptionalDouble change(String configuration) {
        Map<Integer, Observation> today = experiment.configuration(Tune.TODAY).valid().stream()
                .collect(Collectors.toMap(Observation::round, each -> each, (first, second) -> first));
        return experiment.configuration(configuration).valid().stream()
                .filter(each -> today.containsKey(each.round()))
                .mapToDouble(each -> each.value(tuning.objective()) / today.get(each.round())
                        .value(tuning.objective()) - 1).average();
    }
}
