package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.List;
import org.eejs.report.page.Block;
import org.eejs.report.page.Chapter;
import org.eejs.report.page.Chart;
import org.eejs.report.page.Section;
import org.eejs.report.reproduction.PublishedTable;
import org.eejs.report.table.Cell.Look;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Finding;
import org.eejs.result.Experiment;
import org.eejs.result.Xml;

/**
 * All that a report says about a result of several configurations.
 *
 * @param id tells the experiments of a report apart
 */
public record ExperimentSection(String id, ExperimentReport experiment, Finding finding, ProcedureNotes notes,
        Differences differences) implements Chapter {
    public static ExperimentSection of(String id, Experiment measured) {
        ExperimentReport experiment = ExperimentReport.of(measured);
        Finding finding = experiment.soughtCapacity() ? CapacityFinding.of(CapacityTable.of(experiment))
                : ComparisonFinding.of(experiment);
        return new ExperimentSection(id, experiment, experiment.isFirstLook() ? finding.atFirstSight() : finding,
                ProcedureNotes.of(experiment), Differences.of(experiment));
    }

    @Override
    public List<String> cautions() {
        return notes.cautions();
    }

    @Override
    public List<String> procedure() {
        return notes.procedure();
    }

    @Override
    public List<Section> sections() {
        boolean xml = experiment.isOfXml();
        boolean sought = experiment.soughtCapacity();
        RelativeTables relative = new RelativeTables(this);
        List<Section> sections = new ArrayList<>(List.of(
                sought ? capacity() : xml ? relative.ofXml() : relative.ofBank(),
                PublishedTable.section(experiment.measured().published())));
        if (sought) {
            sections.add(probes());
        } else if (xml) {
            sections.add(relative.cpu());
        } else {
            sections.addAll(List.of(PairTable.section(experiment), relative.cpu(), WhyTable.section(experiment)));
        }
        if (!xml) {
            sections.add(ServiceTable.section(experiment));
        }
        sections.add(ComparisonTable.section(experiment.measured().comparisons(), experiment.tested()));
        // Of a capacity every run is a probe and stands in their table.
        if (!sought) {
            sections.add(RunTables.section(experiment));
        }
        sections.add(Section.of("", Block.paragraph(Block.Style.TEXT, ("Each run has its own result.json and %s in "
                + "runs/, in a folder named by run and configuration.").formatted(xml ? "logs" : "report"),
                Where.MARKDOWN)));
        sections.add(differences.section("In what the configurations differ"));
        return List.copyOf(sections);
    }

    /** Whether any configuration was compared with the baseline. */
    boolean hasRatios() {
        return !experiment.measured().comparisons().isEmpty();
    }

    boolean hasCpu() {
        return experiment.configurations().stream().anyMatch(each -> each.cpuMsPerPage().isPresent()
                || each.meanOfRounds(Xml.Round::cpuMicrosPerTransaction).isPresent());
    }

    private Section capacity() {
        CapacityTable capacity = CapacityTable.of(experiment);
        return Section.of("Capacity").with(Block.when(capacity.rows().stream().anyMatch(row -> row.capacity() != null),
                Block.chart(Chart.of("capacity", "capacity", id, "Sessions that each configuration serves")),
                Block.noteOfChart("Whiskers are 95 % intervals."))).with(
                Block.table(capacity.table()),
                Block.note(("Against %s: the difference, with an interval that follows from both intervals. Response "
                        + "times are means over the valid probes within the interval, or nearest to it.")
                        .formatted(capacity.baseline())));
    }

    private Section probes() {
        List<ProbeTable.Row> rows = ProbeTable.rows(experiment);
        List<Chart> charts = new ArrayList<>();
        for (int index = 0; index < experiment.names().size(); index++) {
            String name = experiment.names().get(index);
            if (rows.stream().anyMatch(row -> row.configuration().equals(name) && row.hasPages())) {
                charts.add(Chart.of("probes", "probes", id, "Response time of each probe by its sessions").at(index)
                        .titled(name));
            }
        }
        return Section.of("Probes").in(Where.FILES).with(
                Block.nothing(rows.isEmpty() ? "There was no probe." : "", Where.PAGE),
                new Block.Charts(true, charts)).with(Block.when(!rows.isEmpty(),
                        new Block.Paragraph(Block.Style.NOTE_OF_CHART, Cell.of("Each mark is a probe’s 95th percentile "
                                + "of the response time: ").and(Look.STRONG, "●", "ok").and(Look.PLAIN, " passed, ")
                                .and(Look.STRONG, "✕", "alarm").and(Look.PLAIN, " failed, ◇ not usable. The band is "
                                        + "the 95 % interval of the capacity."), Where.PAGE),
                        Block.table(Table.of(ProbeTable.COLUMNS, rows).headed(experiment.tested()::words)),
                        RunTables.where("Each probe is a run. It", "report")));
    }
}
