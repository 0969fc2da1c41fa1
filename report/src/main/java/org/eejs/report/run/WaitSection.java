package org.eejs.report.run;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;
import org.eejs.report.text.Tested;
import org.eejs.result.Waits;
import org.eejs.result.Waits.Cause;
import org.eejs.result.Waits.Lock;
import org.eejs.result.Waits.Stack;

/** The section of a run about contended locks, and about the waiting time of threads by cause. */
final class WaitSection {
    private static final int FRAMES_IN_A_TABLE = 3;
    private static final Map<String, String> CAUSES = Map.of(
            "running", "running, or ready to",
            "lock", "waiting for a lock",
            "backEnd", "waiting for the back end",
            "users", "waiting for users",
            "connectionPool", "waiting for a pooled connection",
            "sleep", "sleeping",
            "condition", "waiting to be notified",
            "jvm", "waiting for the JVM",
            "other", "waiting for something else");

    private WaitSection() {}

    static Section section(Waits waits, Tested tested) {
        if (waits == null) {
            return Section.of("");
        }
        return waits.hasLocks() ? locks(waits, tested) : threadTime(waits, tested);
    }

    private static Section locks(Waits waits, Tested tested) {
        double all = waits.locks().stream().mapToDouble(Lock::waitedMsPerPage).sum();
        Section section = Section.of("Contended locks");
        if (waits.locks().isEmpty()) {
            return section.with(Block.paragraph(Block.Style.SUMMARY,
                    tested.words("No thread of the bank waited for a lock.")));
        }
        Lock first = waits.locks().get(0);
        return section.with(
                Block.paragraph(Block.Style.SUMMARY, tested.words("Threads of the bank waited %s ms per page for locks"
                        + ": %s for %s.").formatted(Format.millis(all), waits.locks().size() == 1 ? "all of it"
                                : Format.percent(first.waitedMsPerPage() / all), first.lock())
                        + (first.waiters().isEmpty() ? "" : " Most of that was in %s.".formatted(
                                withoutPackage(first.waiters().get(0).frames().get(0))))),
                Block.table(Table.of(List.of(
                        Column.<Lock>longWords("Lock", Lock::lock),
                        Column.figure("Waited, ms/page", lock -> Format.millis(lock.waitedMsPerPage())),
                        Column.figure("Waits", lock -> Format.count(lock.waits())),
                        Column.<Lock>longWords("Waiting", lock -> innermost(lock.waiters())).in(Where.FILES),
                        Column.<Lock>longWords("Owner", lock -> innermost(lock.owners())).in(Where.FILES)),
                        waits.locks())),
                Block.folded("Stacks of waiting threads and of owners", stacks(waits.locks().stream()
                        .flatMap(lock -> Stream.concat(rows(lock.lock() + ": waiting", lock.waiters()),
                                rows(lock.lock() + ": owner", lock.owners()))))),
                Block.note("Each wait for a monitor, a lock or a semaphore was recorded. %s thread dumps show the "
                        .formatted(Format.count(waits.threadDumps())) + "owners; a lock that is held for microseconds "
                        + "may be in none of them. Times are of all threads together.", Where.FILES));
    }

    private static Section threadTime(Waits waits, Tested tested) {
        double waiting = waits.threadTime().stream().filter(cause -> !cause.cause().equals("running"))
                .mapToDouble(Cause::msPerPage).sum();
        double all = waits.threadTime().stream().mapToDouble(Cause::msPerPage).sum();
        return Section.of("Threads by cause of waiting").with(
                Block.paragraph(Block.Style.SUMMARY, tested.words("Busy threads of the bank spent %s ms per "
                        + "page, %s of it waiting.").formatted(Format.millis(all),
                                Format.percent(all == 0 ? 0 : waiting / all))),
                Block.table(Table.of(List.of(
                        Column.<Cause>words("Threads were", cause -> words(cause, tested)),
                        Column.figure("ms/page", cause -> Format.millis(cause.msPerPage())),
                        Column.figure("Share, %", cause -> Format.share(all == 0 ? 0 : cause.msPerPage() / all)),
                        Column.<Cause>longWords("Mostly", cause -> innermost(cause.stacks())).in(Where.FILES)),
                        waits.threadTime())),
                Block.folded("Stacks by cause", stacks(waits.threadTime().stream().flatMap(cause ->
                        rows(words(cause, tested), cause.stacks())))),
                Block.note("Every thread was sampled every 10 ms, running or not. Idle threads are left out. "
                        + "Times are of all threads together.", Where.FILES));
    }

    private static String words(Cause cause, Tested tested) {
        return tested.words(CAUSES.getOrDefault(cause.cause(), cause.cause()));
    }

    /** A stack with its cause or lock. */
    private record Row(String of, Stack stack) {}

    private static Stream<Row> rows(String of, List<Stack> stacks) {
        return stacks.stream().map(stack -> new Row(of, stack));
    }

    private static Block stacks(Stream<Row> rows) {
        return Block.table(Table.of(List.of(
                Column.<Row>longWords("Of", Row::of),
                Column.figure("Count", row -> Format.count(row.stack().count())),
                Column.longWords("Frames, innermost first", row -> frames(row.stack(), Integer.MAX_VALUE))),
                rows.toList()));
    }

    private static String innermost(List<Stack> stacks) {
        return stacks.isEmpty() ? Format.NONE : frames(stacks.get(0), FRAMES_IN_A_TABLE);
    }

    private static String frames(Stack stack, int most) {
        return stack.frames().stream().limit(most).map(WaitSection::withoutPackage)
                .collect(Collectors.joining(" ← "));
    }

    /** Returns class and method without the package. */
    private static String withoutPackage(String frame) {
        int method = frame.lastIndexOf('.');
        return frame.substring(1 + frame.lastIndexOf('.', Math.max(0, method - 1)));
    }
}
