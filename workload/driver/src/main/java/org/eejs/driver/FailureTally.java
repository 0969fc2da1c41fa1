package org.eejs.driver;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eejs.driver.protocol.FailureReason;

/** Counts by their reasons what failed, and says what the most frequent one means. Thread-safe. */
final class FailureTally {
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    void add(String reason, int count) {
        counts.merge(reason, count, Integer::sum);
    }

    /**
     * Returns why nothing came of a load, and what to do, in one line.
     *
     * @param what did not succeed
     * @param address where
     */
    String why(String what, String address) {
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        return counts.entrySet().stream().max(Map.Entry.comparingByValue())
                .map(most -> "no " + what + " of " + address + " was right, " + all + " failed: "
                        + meaning(most.getKey()))
                .orElse("no " + what + " of " + address + " came to its end: what listens there does not answer TLS, "
                        + "or the --phases are too short");
    }

    private static String meaning(String reason) {
        for (FailureReason each : FailureReason.values()) {
            if (each.id().equals(reason)) {
                return switch (each) {
                    case CONNECTION_REFUSED -> "nothing takes connections there; start it, or give its address "
                            + "with --bank";
                    case HANDSHAKE_FAILED -> "it speaks no TLS, another TLS profile, or has a certificate of another "
                            + "folder; name the bank's with --tls and --pki";
                    case TIME_OUT -> "it does not answer in time; see what it does";
                    case CONNECTION_LOST -> "it closes connections without an answer; see its log";
                    case NO_SOCKET -> "no more sockets can be opened; allow more open files (ulimit -n) or ports "
                            + "(net.ipv4.ip_local_port_range)";
                    case WRONG_STATUS -> "it answers with another status than 200, as what is not the bank does; a "
                            + "path of another service is fetched with --fetch PATH";
                    default -> "it answers (" + reason + "), but not as the bank, which alone has these pages; a path "
                            + "of another service is fetched with --fetch PATH";
                };
            }
        }
        return reason;
    }
}
