package org.eejs.lab.hosts;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.result.InputException;

/** Waits for hosts that are to join. Thread-safe. */
final class AwaitedHosts {
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** So many are named where hosts are listed. */
    private static final int NAMED = 5;

    private final HostsFile file;
    /** Why hosts that have not joined since were refused. */
    private final Map<String, String> refused = new HashMap<>();
    /** Why no host is waited for any more; null while some are. */
    private String aborted;

    AwaitedHosts(HostsFile file) {
        this.file = file;
    }

    synchronized void joined(String host) {
        refused.remove(host);
        notifyAll();
    }

    synchronized void refused(String host, String why) {
        refused.put(host, why);
        notifyAll();
    }

    /** Ends all waiting, now and from now on, with a reason. */
    synchronized void abort(String reason) {
        aborted = reason;
        notifyAll();
    }

    synchronized void failIfAborted() throws RunFailedException {
        if (aborted != null) {
            throw new RunFailedException(aborted);
        }
    }

    /**
     * Waits until all of them are there.
     *
     * @param present those that are
     * @param say gets what is waited for
     * @throws InputException with file, line and key of a host that was refused, or does not come
     * @throws RunFailedException when it was aborted
     */
    synchronized void await(Collection<String> hosts, Supplier<Set<String>> present, Consumer<String> say)
            throws RunFailedException, InterruptedException {
        long end = System.nanoTime() + file.patience().toNanos();
        String said = null;
        for (List<String> missing = missing(hosts, present); !missing.isEmpty(); missing = missing(hosts, present)) {
            failIfAborted();
            failIfRefused(missing);
            long left = end - System.nanoTime();
            if (left <= 0) {
                throw late(missing.get(0), present.get());
            }
            String waiting = "waiting for " + words(missing) + " to join " + where();
            if (!waiting.equals(said)) {
                say.accept(waiting);
                said = waiting;
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, LOOK_NANOS));
        }
    }

    private static List<String> missing(Collection<String> hosts, Supplier<Set<String>> present) {
        Set<String> there = present.get();
        return hosts.stream().filter(host -> !there.contains(host)).toList();
    }

    private void failIfRefused(List<String> missing) {
        for (String host : missing) {
            String why = refused.remove(host);
            if (why != null) {
                throw file.fault(host, "was refused: " + why);
            }
        }
    }

    private InputException late(String host, Set<String> present) {
        return file.fault(host, "has not joined within " + file.patience().toSeconds() + " s; start there: eejs host "
                + "--join " + where() + " --name " + host + "; joined have "
                + (present.isEmpty() ? "none" : words(present)));
    }

    private String where() {
        return file.listenHost() + ":" + file.listenPort();
    }

    /** The first of them by name, and how many others there are. */
    private static String words(Collection<String> hosts) {
        return hosts.stream().limit(NAMED).collect(Collectors.joining(", "))
                + (hosts.size() > NAMED ? " and " + (hosts.size() - NAMED) + " more" : "");
    }
}
