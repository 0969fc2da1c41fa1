package org.eejs.remotekey.cluster;

import io.grpc.Status;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.eejs.remotekey.cluster.ClusterServer.Condition;
import org.eejs.remotekey.cluster.ClusterServer.Health;

/**
 * The choice of a cluster's servers: by weight among the healthiest. These are the servers that serve; if none does,
 * those with the best prospects. A failed call excludes a server at once. A separate thread asks all of them for their
 * health. So a server that drains or is silent is excluded before a call fails, and returns when it serves.
 *
 * <p>Thread-safe. Picks take no lock.
 */
public final class ClusterHealth implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ClusterHealth.class.getName());
    private static final long PROBE_MS = 200;
    /** The time limit of the first answers, which need connections, handshakes and code that is still cold. */
    private static final long OPEN_MS = 10_000;

    /** The servers that are picked, and their rotation. */
    private record Picks(List<ClusterServer> servers, SmoothRotation rotation) {}

    private final List<ClusterServer> servers;
    private final long timeoutMs;
    private final ScheduledThreadPoolExecutor thread;
    private volatile Picks picks;

    /**
     * Servers that are not asked yet.
     *
     * @param servers at least one must have a weight above 0
     * @param timeoutMs the time limit of an answer to the question for a server's health
     */
    ClusterHealth(List<ClusterServer> servers, long timeoutMs) {
        this.servers = servers;
        this.timeoutMs = timeoutMs;
        thread = new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("eejs-key-cluster", true));
        repick();
    }

    /**
     * Asks all servers, and continues to ask them periodically.
     *
     * @param patienceMs how long to wait for the others once one serves
     * @throws KeyClusterException if none serves, with each one's reason
     */
    void open(long patienceMs) throws KeyClusterException {
        List<CompletableFuture<Condition>> answers = new ArrayList<>();
        CountDownLatch one = new CountDownLatch(1);
        for (ClusterServer server : servers) {
            answers.add(probe(server, OPEN_MS).thenApply(found -> {
                if (found.health() == Health.SERVING && server.weight() > 0) {
                    one.countDown();
                }
                return found;
            }));
        }
        CompletableFuture<?> all = CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
        all.whenComplete((done, failed) -> one.countDown());
        try {
            one.await();
            all.get(patienceMs, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KeyClusterException(Status.Code.CANCELLED, "the thread was interrupted while the key servers "
                    + "were asked", e);
        } catch (TimeoutException e) {
            // A server that has not answered yet is included when it does.
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        if (servers.stream().noneMatch(s -> s.weight() > 0 && s.condition().health() == Health.SERVING)) {
            throw new KeyClusterException(Status.Code.UNAVAILABLE, "no key server answers: " + servers.stream()
                    .map(s -> s.address() + (s.weight() == 0 ? " has weight 0, " : " ") + s.condition().reason())
                    .collect(Collectors.joining("; ")), null);
        }
        every(PROBE_MS, () -> servers.forEach(server -> probe(server, timeoutMs)));
    }

    /** Lets the cluster's thread run a task periodically, until it is closed. */
    void every(long ms, Runnable task) {
        thread.scheduleWithFixedDelay(() -> {
            try {
                task.run();
            } catch (RuntimeException e) {
                // A task that throws would not be run again.
                LOG.log(System.Logger.Level.WARNING, "a check of the key servers failed; checks continue", e);
            }
        }, ms, ms, TimeUnit.MILLISECONDS);
    }

    private CompletableFuture<Condition> probe(ClusterServer server, long patienceMs) {
        Condition seen = server.condition();
        CompletableFuture<Condition> answer = server.probe(patienceMs);
        return answer == null ? null : answer.thenApply(found -> {
            take(server, seen, found);
            return found;
        });
    }

    /** Returns a server for a request other than a signature; this does not use up a turn. */
    ClusterServer any() {
        return picks.servers().get(0);
    }

    /** Returns the server whose turn it is. */
    ClusterServer pick() {
        Picks now = picks;
        return now.servers().get(now.rotation().next());
    }

    /**
     * Returns the server to ask after another one has failed: the next one among the others, unless the failed one has
     * better prospects than all others.
     *
     * @param without servers that are unable to do it
     * @return {@code null} if no server is left
     */
    ClusterServer pickAfter(ClusterServer failed, Collection<ClusterServer> without) {
        Picks now = picks;
        for (int i = 0; i < now.servers().size() && now.servers().size() > 1; i++) {
            ClusterServer server = now.servers().get(now.rotation().next());
            if (server != failed && !without.contains(server)) {
                return server;
            }
        }
        ClusterServer best = without.contains(failed) ? null : failed;
        for (ClusterServer server : servers) {
            if (server == failed || server.weight() == 0 || without.contains(server)) {
                continue;
            }
            int worse = best == null ? -1 : server.condition().health().compareTo(best.condition().health());
            if (worse < 0 || worse == 0 && best == failed) {
                best = server;
            }
        }
        return best;
    }

    /** Records what a failed call shows about its server. */
    void failed(ClusterServer server, Condition seen, Status status) {
        Condition now = ClusterServer.of(status);
        if (now.health() != Health.SERVING) {
            take(server, seen, now);
        }
    }

    private void take(ClusterServer server, Condition seen, Condition found) {
        if (server.change(seen, found)) {
            repick();
            // A healthy server at the start is not news.
            LOG.log(found.health() != Health.SERVING ? System.Logger.Level.WARNING
                    : server.isFirst(seen) ? System.Logger.Level.DEBUG : System.Logger.Level.INFO,
                    () -> "key server " + server.address() + " is " + found.health() + ": " + found.reason());
        }
    }

    /** Picks again, under a lock, so that the last change is the visible one. */
    private synchronized void repick() {
        Health best = servers.stream().filter(server -> server.weight() > 0)
                .map(server -> server.condition().health()).min(Health::compareTo).orElseThrow();
        List<ClusterServer> chosen = servers.stream()
                .filter(server -> server.weight() > 0 && server.condition().health() == best).toList();
        if (picks == null || !picks.servers().equals(chosen)) {
            picks = new Picks(chosen, new SmoothRotation(chosen.stream().mapToInt(ClusterServer::weight).toArray()));
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
