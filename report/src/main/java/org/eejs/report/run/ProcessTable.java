package org.eejs.report.run;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.eejs.report.page.Block;
import org.eejs.report.page.Chart;
import org.eejs.report.page.Section;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;
import org.eejs.report.text.Roles;
import org.eejs.report.text.RunFigures;
import org.eejs.report.text.Tested;
import org.eejs.result.BankingFigures;
import org.eejs.result.Result.CpuSeconds;

/** What each process used in the steady state. */
final class ProcessTable {
    private ProcessTable() {}

    /** What one process used; null for what was not measured. */
    private record Process(String role, CpuSeconds cpu, Long memory) {
        String figure(boolean known, ToDoubleFunction<CpuSeconds> figure) {
            return cpu == null || !known ? Format.NONE : Format.figure(figure.applyAsDouble(cpu));
        }
    }

    static Section section(RunSection section) {
        BankingFigures run = section.figures();
        Tested tested = Tested.of(section.run());
        Table table = table(run, tested);
        return Section.of("CPU and memory").with(
                Block.nothing(table.isEmpty() ? "No processor time was measured." : "", Where.PAGE)).with(
                Block.when(!table.isEmpty() && section.hasCpu(),
                        Block.headingOfChart("Processors in use in the steady state"),
                        Block.chart(Chart.of("cpu", "bars", section.id(),
                                "Processors in use by process, user and system mode")))).with(
                Block.table(table),
                Block.paragraph(Block.Style.NOTE, table.isEmpty() || run.load().pages() == 0
                        || tested.isService() && run.usage().allocatedBytesPerPage() == 0 ? ""
                        : tested.words("The bank allocated %s of heap for a page and spent %s in garbage collections.")
                                .formatted(
                                Format.bytes(run.usage().allocatedBytesPerPage()), Format.time(run.usage().gcMs())),
                        Where.EVERYWHERE),
                Block.paragraph(Block.Style.NOTE, run.usage().foreignCpu() == null ? ""
                        : "Other programs used %s of the machine’s CPU time; a hypervisor gave %s to others.".formatted(
                                Format.percent(run.usage().foreignCpu()),
                                Format.percent(new RunFigures(section.run()).stolenCpu())), Where.EVERYWHERE)).with(
                Block.when(section.hasTimeSeries(), Block.headingOfChart("Processors in use over time"),
                        Block.chart(Chart.of("cpuTime", "cpuTime", section.id(), "Processors in use over time"))));
    }

    private static Table table(BankingFigures run, Tested tested) {
        Map<String, CpuSeconds> cpu = run.usage().cpuSeconds();
        Map<String, Long> memory = run.usage().residentBytes();
        Set<String> roles = new LinkedHashSet<>(cpu.keySet());
        roles.addAll(memory.keySet());
        return Table.of(List.of(
                Column.<Process>words("Process", process -> Roles.name(tested.role(process.role()))),
                Column.figure("User, s", process -> process.figure(true, CpuSeconds::user)),
                Column.of("System, s", Kind.FIGURE, process -> process.cpu() == null ? Cell.NONE
                        : Cell.of(Format.figure(process.cpu().system())).small(
                                Format.percent(process.cpu().systemShare()))),
                Column.figure("Processors in use", process -> process.figure(run.steadySeconds() > 0,
                        used -> (used.user() + used.system()) / run.steadySeconds())),
                Column.figure("CPU per page, ms", process -> process.figure(run.load().pages() > 0,
                        used -> 1_000 * (used.user() + used.system()) / run.load().pages())),
                Column.figure("Largest memory", process -> process.memory() == null ? Format.NONE
                        : Format.bytes(process.memory()))),
                Roles.inOrder(roles).stream().map(role -> new Process(role, cpu.get(role), memory.get(role))).toList());
    }
}
