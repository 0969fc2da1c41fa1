package org.eejs.report.run;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Where;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.text.Format;
import org.eejs.report.text.Roles;
import org.eejs.report.text.Tested;
import org.eejs.result.BankingFigures;
import org.eejs.result.HostFigures;

/** Where the processes of a run were, and what each host did. */
final class HostTable {
    private HostTable() {}

    static Section section(BankingFigures run, Tested tested) {
        if (run.hosts() == null || run.hosts().isEmpty()) {
            return Section.of("");
        }
        return Section.of("Hosts").with(Block.table(Table.of(List.of(
                Column.<HostFigures>words("Host", HostFigures::host),
                Column.words("Roles", host -> host.roles().stream().map(role -> Roles.name(tested.role(role)))
                        .collect(Collectors.joining(", "))),
                Column.<HostFigures>longWords("Machine", HostTable::machine).in(Where.PAGE),
                Column.figure("CPU, s", host -> Format.figure(host.use().cpuSeconds())),
                Column.figure("Of its processors", host -> Format.percent(host.use().saturation())),
                Column.figure("Sessions", host -> host.use().sessions() == 0 ? Format.NONE
                        : Format.figure(host.use().sessions())),
                Column.figure("Round trip to the lab", host -> micros(host.link().labMicros())),
                Column.<HostFigures>figure("Connecting to whom it calls", host -> host.link().callMicros() == null
                        ? Format.NONE : micros(host.link().callMicros())).in(Where.PAGE),
                Column.figure("Clock ahead of the lab's", host -> clock(host.link())),
                Column.figure("Taken by a hypervisor", host -> share(host.use().stolenCpu())),
                Column.figure("Used by other programs", host -> share(host.use().foreignCpu())),
                Column.figure("Late ticks", host -> Format.count(host.use().lostTicks()))), run.hosts())),
                Block.paragraph(Block.Style.NOTE, "Response times include the way between these hosts; do not set them "
                        + "beside those of a run on one machine.", Where.EVERYWHERE));
    }

    private static String machine(HostFigures host) {
        return "%d × %s, %s, JDK %s".formatted(host.machine().cpu().processors(), host.machine().cpu().model(),
                Format.bytes(host.machine().memory().totalBytes()), host.machine().jdk().version());
    }

    private static String share(Double share) {
        return share == null ? Format.NONE : Format.percent(share);
    }

    private static String clock(HostFigures.Link link) {
        String before = "%s ± %s".formatted(micros(link.clockOffsetMicros()), micros(link.clockErrorMicros()));
        return link.clockMovedMicros() == null || link.clockMovedMicros() == 0 ? before
                : before + ", then moved by " + micros(link.clockMovedMicros());
    }

    private static String micros(long micros) {
        return Math.abs(micros) < 1_000 ? micros + " µs" : String.format(Locale.ROOT, "%.1f ms", micros / 1_000.0);
    }
}
