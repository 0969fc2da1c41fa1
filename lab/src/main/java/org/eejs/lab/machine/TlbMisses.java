package org.eejs.lab.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Has {@code perf stat} count how often loads of a process miss the processor's buffers of translations (data TLB). The
 * processor's counters are not to be had in many virtual machines.
 */
public final class TlbMisses {
    private static final String EVENT = "dTLB-load-misses";
    private static final long PATIENCE_SECONDS = 20;

    private final Process perf;
    private final double seconds;

    private TlbMisses(Process perf, double seconds) {
        this.perf = perf;
        this.seconds = seconds;
    }

    /** Why misses cannot be counted here, in one line; null when they can. */
    public static String missing() {
        if (!SystemCommand.exists("perf")) {
            return "TLB misses are not counted: there is no program perf (package linux-perf)";
        }
        try {
            String said = said(start(List.of("true")));
            return count(said) != null ? null : "TLB misses are not counted: perf says of " + EVENT + ": "
                    + (said.contains("<not supported>") ? "not supported by this (virtual) processor"
                            : said.strip().lines().findFirst().orElse("nothing"));
        } catch (IOException e) {
            return "TLB misses are not counted: " + e.getMessage();
        }
    }

    /** Begins to count those of a process, for so long. */
    public static TlbMisses of(long pid, double seconds) throws IOException {
        return new TlbMisses(start(List.of("-p", String.valueOf(pid), "--", "sleep",
                String.format(Locale.ROOT, "%.3f", seconds))), seconds);
    }

    /** How many there were in a second, once the time is over; null when perf did not tell. */
    public Double perSecond() throws IOException {
        Double count = count(said(perf));
        return count == null ? null : count / seconds;
    }

    /** Ends the counting, whether it was over or not. */
    public void end() {
        perf.destroy();
    }

    private static Process start(List<String> words) throws IOException {
        List<String> command = new ArrayList<>(List.of("perf", "stat", "-x", ",", "-e", EVENT));
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        return builder.start();
    }

    private static String said(Process process) throws IOException {
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        SystemCommand.awaitEnd(process, PATIENCE_SECONDS);
        return text;
    }

    /** The count in perf's line {@code count,unit,event,...}; null when there is none. */
    public static Double count(String said) {
        for (String line : said.split("\\R")) {
            String[] fields = line.split(",");
            if (fields.length > 2 && fields[2].startsWith(EVENT) && fields[0].matches("\\d+")) {
                return Double.valueOf(fields[0]);
            }
        }
        return null;
    }
}
