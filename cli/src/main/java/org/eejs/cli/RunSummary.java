package org.eejs.cli;

import java.io.PrintStream;
import java.util.Locale;
import org.eejs.banking.Qos;
import org.eejs.result.BankingFigures;
import org.eejs.result.Result;

/** Says in a few lines what came of a run. */
final class RunSummary {
    private final PrintStream out;

    private RunSummary(PrintStream out) {
        this.out = out;
    }

    static void print(PrintStream out, Result result) {
        new RunSummary(out).print(result, result.runs().get(0));
    }

    private void print(Result result, Result.Run run) {
        Qos qos = Qos.PUBLISHED;
        BankingFigures figures = run.banking();
        BankingFigures.Load load = figures.load();
        line("");
        if (load.pages() > 0) {
            line("QoS %s: %.1f %% of pages were good (within 2 s; %.0f %% needed), %.1f %% tolerable (within 4 s; "
                            + "%.0f %% needed).", figures.qos().met() ? "met" : "NOT MET",
                    floor(figures.quality().good()), 100 * qos.goodFraction(), floor(figures.quality().tolerable()),
                    100 * qos.tolerableFraction());
        }
        run.invalidReasons().forEach(reason -> line("INVALID: %s.", reason));
        if (load.pages() > 0 && !run.steady()) {
            line("Careful: the bank's CPU per page had not settled; a longer warm-up gives firmer figures.");
        }
        Result.Tls tls = result.disclosure().tls();
        line("");
        line("  TLS              %s: %s %s, certificate %s", tls.profile(), or(tls.protocol()), or(tls.cipherSuite()),
                tls.certificate());
        line("  JDK of the bank  %s", result.disclosure().jdks().get("bank").version());
        line("  load             %.0f sessions, %.1f pages/s, %d pages in %.0f s", load.sessions(),
                load.pagesPerSecond(), load.pages(), figures.steadySeconds());
        print(figures);
        if (!load.failures().isEmpty()) {
            line("  failed pages     %s", load.failures());
        }
        line("");
    }

    private void print(BankingFigures figures) {
        Result.Times times = figures.times().responseTimeMs();
        line("  response time    mean %.1f ms, p95 %.1f ms, p99 %.1f ms, max %.1f ms; login mean %.1f ms",
                times.mean(), times.p95(), times.p99(), times.max(), figures.times().loginMs().mean());
        Result.Handshakes counts = figures.tls().handshakes();
        Result.HandshakeTimes durations = figures.tls().handshakeMs();
        line("  handshakes       users %d full (mean %.2f ms) and %d resumed (%.2f ms), "
                        + "back end %d full and %d resumed",
                counts.client().full(), durations.full().mean(), counts.client().resumed(), durations.resumed().mean(),
                counts.backend().full(), counts.backend().resumed());
        line("  bank CPU         %.2f ms per page", figures.usage().cpuMsPerPage());
        double seconds = Math.max(1, figures.steadySeconds());
        figures.usage().cpuSeconds().forEach((role, cpu) -> line("    %-14s %.2f processors (user %.2f, system %.2f)",
                role, (cpu.user() + cpu.system()) / seconds, cpu.user() / seconds, cpu.system() / seconds));
    }

    /** A fraction in per cent, never rounded up over a threshold. */
    private static double floor(double fraction) {
        return Math.floor(fraction * 1_000) / 10;
    }

    private static String or(String text) {
        return text == null ? "-" : text;
    }

    private void line(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }
}
