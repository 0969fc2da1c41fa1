package org.eejs.cli;

import java.io.PrintStream;
import java.util.Locale;
import org.eejs.lab.Result;
import org.eejs.lab.RunProgress;

/** Shows a run while it goes on: on a terminal one line that is renewed each second, else a line now and then. */
final class LiveProgress implements RunProgress {
    private static final int SECONDS_BETWEEN_PLAIN_LINES = 5;

    private final PrintStream out;
    private final boolean terminal;
    private boolean lineIsOpen;
    private String phase = "";

    LiveProgress(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    @Override
    public void step(String what) {
        line(what + " ...");
    }

    @Override
    public void second(Result.Second second, double good, long totalSeconds) {
        String line = String.format(Locale.ROOT,
                "%-12s %4d/%d s  sessions %5d  %6d pages/s  p95 %8.1f ms  good %5.1f %%  CPU bank %.2f driver %.2f",
                name(second.phase()), Math.min(second.second() + 1, totalSeconds), totalSeconds, second.sessions(),
                second.pages(), second.p95Ms(), 100 * good, second.bankCpu(), second.driverCpu());
        boolean due = !second.phase().equals(phase) || (second.second() + 1) % SECONDS_BETWEEN_PLAIN_LINES == 0;
        phase = second.phase();
        if (terminal) {
            out.print("\r\033[K" + line);
            out.flush();
            lineIsOpen = true;
        } else if (due) {
            out.println(line);
        }
    }

    @Override
    public void warning(String line) {
        line("warning: " + line);
    }

    /** Ends the renewed line. */
    void end() {
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
