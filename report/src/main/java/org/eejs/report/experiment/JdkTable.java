package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;
import org.eejs.report.text.Tested;
import org.eejs.result.JdkDifference.Area;
import org.eejs.result.JdkDifference;
import org.eejs.result.Result;

/** The defaults in which the JDKs of configurations differ, and whether each may explain a cost. */
public final class JdkTable {
    /** The differences as comma-separated values. */
    public static final List<Column<JdkDifference>> COLUMNS = List.of(
            Column.data("configuration", JdkDifference::configuration),
            Column.data("area", each -> each.area().id()),
            Column.data("name", JdkDifference::name),
            Column.data("before", JdkDifference::before),
            Column.data("after", JdkDifference::after));

    /** Areas that a comparison shows before its runs; the others have hundreds of rows. */
    private static final Set<Area> SHOWN_FIRST = Set.of(Area.WIRE, Area.TLS, Area.PROVIDER);

    private JdkTable() {}

    /** Returns the differences of a result; none if its JDKs are the same. */
    public static List<JdkDifference> of(Result measured) {
        return measured.jdkDifferences() == null ? List.of() : measured.jdkDifferences();
    }

    /** Returns a line for each difference that the peers of a connection see, and the numbers of the others. */
    public static List<String> lines(Result measured) {
        List<String> lines = new ArrayList<>();
        byConfiguration(measured).forEach((configuration, differences) -> {
            Map<Area, List<JdkDifference>> areas = differences.stream().collect(Collectors.groupingBy(
                    JdkDifference::area, () -> new EnumMap<>(Area.class), Collectors.toList()));
            lines.add("%s differs from %s in %s defaults of its JDK:".formatted(configuration,
                    measured.procedure().baseline(), Format.count(differences.size())));
            areas.forEach((area, all) -> {
                lines.add("  %s: %s%s".formatted(area.words(), Format.count(all.size()),
                        SHOWN_FIRST.contains(area) ? "" : ", listed in the report"));
                all.stream().filter(each -> SHOWN_FIRST.contains(area))
                        .forEach(each -> lines.add("    " + each.name() + ": " + each.change()));
            });
        });
        return lines;
    }

    private static Map<String, List<JdkDifference>> byConfiguration(Result measured) {
        return of(measured).stream().collect(Collectors.groupingBy(JdkDifference::configuration, LinkedHashMap::new,
                Collectors.toList()));
    }

    /** Returns a table for each area; empty if the JDKs do not differ. */
    static Section section(ExperimentReport experiment) {
        WhyTable why = new WhyTable(experiment.configurations(), experiment.baseline());
        Tested tested = experiment.tested();
        Section section = Section.of("Differences between the JDKs").in(Where.FILES);
        for (Map.Entry<String, List<JdkDifference>> each : byConfiguration(experiment.measured()).entrySet()) {
            Map<String, List<JdkDifference>> areas = each.getValue().stream().collect(Collectors.groupingBy(
                    difference -> each.getKey() + ": " + difference.area().words(), LinkedHashMap::new,
                    Collectors.toList()));
            section = section.with(Block.table(Table.grouped(List.of(
                    Column.longWords("Default", JdkDifference::name),
                    Column.longWords("Change from " + experiment.baseline(), JdkDifference::change),
                    Column.longWords("Cost, ms per page", difference -> tested.words(cost(difference, why)))), areas)
                    .groupedUnder("Area")));
        }
        return of(experiment.measured()).isEmpty() ? section : section.with(Block.note("A difference may explain a "
                + "cost if the CPU that it affects changed by more than 2% of a page. Several differences can share "
                + "one cost.", Where.FILES));
    }

    private static String cost(JdkDifference difference, WhyTable why) {
        if (difference.affects().isEmpty()) {
            // A flag may change the speed of all code.
            return difference.area() == Area.FLAG ? "not known" : "none";
        }
        String changes = why.changes(difference.configuration()).entrySet().stream()
                .filter(each -> difference.affects().contains(each.getKey()))
                .map(each -> each.getKey().words() + " " + Format.moreMillis(each.getValue()))
                .collect(Collectors.joining(", "));
        return why.isEmpty() ? "not measured" : changes.isEmpty() ? "explains none" : "may explain " + changes;
    }
}
