package org.eejs.report.run;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.result.ServiceFigures;
import org.eejs.result.ServiceFigures.Scenario;

/** A user's own service: where it is, what was measured of it, and what its requests cost by scenario. */
final class ServiceSection {
    private ServiceSection() {}

    /** Something about it. */
    private record Fact(String name, List<String> values) {
        /** One for each value; the first has the name. */
        private Stream<Fact> rows() {
            return IntStream.range(0, values.size()).mapToObj(place -> new Fact(place == 0 ? name : "",
                    List.of(values.get(place))));
        }

        private String line() {
            return String.join("; ", values);
        }
    }

    static Section section(RunFigures measured) {
        ServiceFigures service = measured.banking().service();
        Section section = Section.of("The service");
        if (service == null) {
            return Section.of("");
        }
        List<Fact> facts = new ArrayList<>(List.of(new Fact("Where it is", List.of(service.url())),
                new Fact("Load went to", service.hosts()),
                new Fact("CPU counted of", service.processes() == null ? List.of() : service.processes()),
                new Fact("Seen of its process", service.proofs())));
        facts.removeIf(fact -> fact.values().isEmpty());
        return section.with(new Block.Figures(Table.of(List.of(Column.<Fact>words("", Fact::name),
                Column.longWords("", Fact::line)), facts.stream().flatMap(Fact::rows).toList()), Where.FILES),
                // Commands are longer than a line of a terminal.
                new Block.Bullets("plain", facts.stream().map(fact -> fact.name() + ": " + fact.line()).toList(),
                        Where.TERMINAL),
                Block.paragraph(Block.Style.NOTE, service.processes() != null ? ""
                        : "No process of it was measured, so only its answers are known. With pid in its file, the "
                                + "report has what a step costs in CPU, where that goes, its memory and garbage "
                                + "collections, and the handshakes that its JVM counts.", Where.EVERYWHERE))
                .with(scenarios(service.scenarios()));
    }

    private static Block[] scenarios(List<Scenario> scenarios) {
        List<Scenario> known = scenarios == null ? List.of() : scenarios;
        boolean cost = known.stream().anyMatch(scenario -> scenario.cpuMsPerRequest() != null);
        List<Column<Scenario>> counts = List.of(Column.words("Scenario", Scenario::name),
                Column.figure("Requests", scenario -> Format.count(scenario.requests())));
        List<Column<Scenario>> costs = List.of(
                Column.figure("CPU a request, ms", scenario -> scenario.cpuMsPerRequest() == null ? Format.NONE
                        : Format.millis(scenario.cpuMsPerRequest())),
                Column.interval(Scenario::ci95, Format::millis));
        return new Block[] {Block.headingOfChart(known.isEmpty() ? "" : "Requests by scenario"),
            Block.table(Table.of(cost ? Stream.concat(counts.stream(), costs.stream()).toList() : counts, known)),
            Block.note(cost ? "What a request costs is estimated: from how the service’s CPU of each second, without "
                    + "the JIT compiler’s, changed with what was requested in it, beside what it uses in any case."
                    : known.size() < 2 ? "" : "What a request costs by scenario cannot be told from this run: "
                    + "scenarios came in nearly the same proportion all the time, or its steady state is too short "
                    + "for that.",
                    Where.FILES)};
    }
}
