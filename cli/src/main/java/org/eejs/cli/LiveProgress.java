package org.eejs.cli;

import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.eejs.lab.processes.RunProgress;
import org.eejs.report.Report;
import org.eejs.report.text.Tested;
import org.eejs.result.Result;
import org.eejs.result.settings.RunSettings;
import org.eejs.terminal.Printer;

/**
 * A display of progress: on a terminal one line that changes each second, otherwise a line now and then. Thread-safe.
 */
final class LiveProgress implements RunProgress {
    private static final int SECONDS_BETWEEN_PLAIN_LINES = 5;

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

    private final Printer out;
    private final boolean terminal;
    private final boolean inFull;
    private final Set<String> warnings = new HashSet<>();
    private boolean lineIsOpen;
    private String phase = "";
    private boolean stopping;
    private Tested tested = Tested.BANK;

    LiveProgress(Printer out, boolean terminal, boolean inFull) {
        this.out = out;
        this.terminal = terminal;
        this.inFull = inFull;
    }

    /**
     * Creates a display on standard error.
     *
     * @param inFull whether steps and seconds are shown even without a terminal, which is too much for many runs
     */
    static LiveProgress onStandardError(boolean inFull) {
        return new LiveProgress(Printer.of(System.err), Boolean.getBoolean("eejs.terminal"), inFull);
    }

    /** Adapts the display to the settings of the runs. */
    synchronized void of(Collection<RunSettings> settings) {
        tested = Tested.ofSettings(settings);
    }

    @Override
    public synchronized void campaign(String line) {
        line(LocalTime.now().format(CLOCK) + "  " + line);
    }

    @Override
    public synchronized void disclosed(Result soFar) {
        List<String> differences = Report.differences(soFar);
        campaign(differences.isEmpty() ? "the configurations do not differ in any reported property"
                : "the configurations differ in");
        differences.forEach(difference -> line("    " + difference));
    }

    @Override
    public synchronized void jdksDiffer(Result soFar) {
        Report.jdkDifferences(soFar).forEach(this::line);
    }

    @Override
    public synchronized void step(String what) {
        if (stopping) {
            return;
        }
        if (inFull) {
            line(what + " ...");
        } else if (terminal) {
            renew(what + " ...");
        }
    }

    @Override
    public synchronized void second(Result.Second second, double good, long totalSeconds) {
        // A service that runs elsewhere shows no CPU.
        String cpu = tested.isService() && second.bankCpu() == 0 ? ""
                : String.format(Locale.ROOT, tested.words("bank %.2f "), second.bankCpu());
        String line = String.format(Locale.ROOT, tested.words(
                "%-12s %4d/%d s  sessions %5d  %6d pages/s  p95 %8.1f ms  good %5.1f%%  CPU %sdriver %.2f%s"),
                name(second.phase()), Math.min(second.second() + 1, totalSeconds), totalSeconds, second.sessions(),
                second.pages(), second.p95Ms(), 100 * good, cpu, second.driverCpu(),
                second.failedPages() == 0 ? "" : "  failed " + second.failedPages());
        boolean due = !second.phase().equals(phase) || (second.second() + 1) % SECONDS_BETWEEN_PLAIN_LINES == 0;
        phase = second.phase();
        if (stopping) {
            return;
        }
        if (terminal) {
            renew(line);
        } else if (due && inFull) {
            out.println(line);
        }
    }

    /** Shows a warning once, although each run of a comparison reports it. */
    @Override
    public synchronized void warning(String line) {
        if (warnings.add(line)) {
            line("warning: " + line);
        }
    }

    private void renew(String line) {
        out.renew(line);
        lineIsOpen = true;
    }

    /** Shows that the measurement is ending. Steps and seconds are no longer shown. */
    synchronized void stopping() {
        line("stopping ...");
        stopping = true;
    }

    /** Ends the current line. */
    synchronized void end() {
        if (lineIsOpen) {
            out.println();
            lineIsOpen = false;
        }
    }

    private void line(String text) {
        end();
        out.println(text);
    }

    private static String name(String phase) {
        return switch (phase) {
            case "rampUp" -> "ramp-up";
            case "warmUp" -> "warm-up";
            case "rampDown" -> "ramp-down";
            default -> "steady state";
        };
    }
}
