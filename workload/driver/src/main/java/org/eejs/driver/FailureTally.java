package org.eejs.driver;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eejs.driver.protocol.FailureReason;

/** A count of failures by their reasons, which explains the most frequent one. Thread-safe. */
final class FailureTally {
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    void add(String reason, int count) {
        counts.merge(reason, count, Integer::sum);
    }

    /**
     * Returns the reason why a load failed, and what to do, in one line.
     *
     * @param noun a name for one of the things that failed
     * @param address the address of the load
     */
    String why(String noun, String address) {
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        return counts.entrySet().stream().max(Map.Entry.comparingByValue())
                .map(most -> "no " + noun + " of " + address + " was right, " + all + " failed: "
                        + meaning(most.getKey()))
                .orElse("no " + noun + " of " + address + " was completed: the process that listens there does not "
                        + "answer TLS, or the --phases are too short");
    }

    private static String meaning(String reason) {
        for (FailureReason each : FailureReason.values()) {
            if (each.id().equals(reason)) {
                return switch (each) {
                    case CONNECTION_REFUSED -> "nothing takes connections there; start it, or give its address "
                            + "with --bank";
                    case HANDSHAKE_FAILED -> "it speaks no TLS or another TLS profile, or has a certificate of another "
                            + "folder; name the bank's with --tls and --pki";
                    case TIME_OUT -> "it does not answer in time; find out why it is slow";
                    case CONNECTION_LOST -> "it closes connections without an answer; see its log";
                    case NO_SOCKET -> "no more sockets can be opened; allow more open files (ulimit -n) or ports "
                            + "(net.ipv4.ip_local_port_range)";
                    case WRONG_STATUS -> "it answers with another status than 200, so it is probably not the bank; "
                            + "fetch a path of another service with --fetch PATH";
                    default -> "it answers (" + reason + "), but not like the bank, which has these pages; fetch a "
                            + "path of another service with --fetch PATH";
                };
            }
        }
        return reason;
    }
}
