package org.eejs.report.run;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eejs.report.text.Format;
import org.eejs.report.text.Roles;
import org.eejs.report.text.RunFigures;
import org.eejs.result.BankingFigures;
import org.eejs.result.Result.CpuSeconds;

/**
 * What each process used in the steady state.
 *
 * @param rows one for each process; empty when nothing was measured
 * @param heap what the bank's heap cost, as a sentence; null when no page was completed
 */
public record CpuTable(List<Row> rows, String heap) {
    /** One process: processor seconds, processors in use, milliseconds for a page, and its largest memory. */
    public record Row(String process, String user, String system, String processors, String msPerPage, String memory) {}

    static CpuTable of(RunFigures measured) {
        Map<String, CpuSeconds> cpu = measured.usage().cpuSeconds();
        Map<String, Long> memory = measured.usage().residentBytes();
        Set<String> roles = new LinkedHashSet<>(cpu.keySet());
        roles.addAll(memory.keySet());
        List<Row> rows = new ArrayList<>();
        for (String role : Roles.inOrder(roles)) {
            rows.add(row(role, cpu.get(role), memory.get(role), measured));
        }
        return new CpuTable(List.copyOf(rows), measured.hasPages() ? heap(measured.usage()) : null);
    }

    private static Row row(String role, CpuSeconds cpu, Long memory, RunFigures measured) {
        String bytes = memory == null ? Format.NONE : Format.bytes(memory);
        if (cpu == null) {
            return new Row(Roles.name(role), Format.NONE, Format.NONE, Format.NONE, Format.NONE, bytes);
        }
        double all = cpu.user() + cpu.system();
        double steady = measured.banking().steadySeconds();
        return new Row(Roles.name(role), Format.figure(cpu.user()), Format.figure(cpu.system()),
                steady == 0 ? Format.NONE : Format.figure(all / steady),
                measured.hasPages() ? Format.figure(1_000 * all / measured.load().pages()) : Format.NONE, bytes);
    }

    private static String heap(BankingFigures.Usage usage) {
        return "The bank allocated %s of heap for a page and spent %s in garbage collections.".formatted(
                Format.bytes(usage.allocatedBytesPerPage()), Format.time(usage.gcMs()));
    }
}
