package org.eejs.lab.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A check whether {@code perf} counts misses of the data TLB by loads on this machine. */
public final class TlbMisses {
    /** The event of perf. */
    public static final String EVENT = "dTLB-load-misses";
    private static final long PATIENCE_SECONDS = 20;

    private TlbMisses() {}

    /** Returns why this machine does not count misses, in one line; null when it does. */
    public static String missing() {
        if (!SystemCommand.exists("perf")) {
            return "TLB misses are not counted: there is no program perf (package linux-perf)";
        }
        try {
            String said = said();
            boolean counted = said.lines().anyMatch(line -> line.matches("\\d+,[^,]*," + EVENT + ".*"));
            return counted ? null : "TLB misses are not counted: perf reports for " + EVENT + ": "
                    + (said.contains("<not supported>") ? "not supported by this (virtual) processor"
                            : said.strip().lines().findFirst().orElse("nothing"));
        } catch (IOException e) {
            return "TLB misses are not counted: " + e.getMessage();
        }
    }

    /** Returns the counts of a program that does nothing, in lines {@code count,unit,event,...}. */
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
