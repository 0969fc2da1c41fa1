package org.eejs.lab.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Whether {@code perf} counts how often loads miss the processor's buffers of translations (data TLB) here. */
public final class TlbMisses {
    /** The event of perf. */
    public static final String EVENT = "dTLB-load-misses";
    private static final long PATIENCE_SECONDS = 20;

    private TlbMisses() {}

    /** Returns why misses cannot be counted here, in one line; null when they can. */
    public static String missing() {
        if (!SystemCommand.exists("perf")) {
            return "TLB misses are not counted: there is no program perf (package linux-perf)";
        }
        try {
            String said = said();
            boolean counted = said.lines().anyMatch(line -> line.matches("\\d+,[^,]*," + EVENT + ".*"));
            return counted ? null : "TLB misses are not counted: perf says of " + EVENT + ": "
                    + (said.contains("<not supported>") ? "not supported by this (virtual) processor"
                            : said.strip().lines().findFirst().orElse("nothing"));
        } catch (IOException e) {
            return "TLB misses are not counted: " + e.getMessage();
        }
    }

    /** Counts for a program that does nothing, in lines {@code count,unit,event,...}. */
    private static String said() throws IOException {
        ProcessBuilder builder = new ProcessBuilder("perf", "stat", "-x", ",", "-e", EVENT, "true")
                .redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        Process perf = builder.start();
        String text = new String(perf.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        SystemCommand.awaitEnd(perf, PATIENCE_SECONDS);
        return text;
    }
}
