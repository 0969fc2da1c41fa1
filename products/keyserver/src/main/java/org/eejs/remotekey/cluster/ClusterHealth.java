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
 * Which servers of a cluster are picked: by weight among those that fare best. That is those that serve, and where none
 * does, those of which most can be hoped. A failed call takes a server out at once; a thread of its own asks all of
 * them how they fare, so that a server is taken out before a call fails where it drains or is silent, and back when it
 * serves.
 *
 * <p>Thread-safe. Picks take no lock.
 */
public final class ClusterHealth implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ClusterHealth.class.getName());
    private static final long PROBE_MS = 200;
    /** How long the first answers of all may take, which need connections, handshakes and code that is still cold. */
    private static final long OPEN_MS = 10_000;

    /** The servers that are picked, and whose turn it is. */
    private record Picks(List<ClusterServer> servers, SmoothRotation rotation) {}

    private final List<ClusterServer> servers;
    private final long timeoutMs;
    private final ScheduledThreadPoolExecutor thread;
    private volatile Picks picks;

    /**
     * Servers that are not asked yet.
     *
     * @param servers one of which has a weight above 0
     * @param timeoutMs how long an answer to the question how a server fares may take
     */
    ClusterHealth(List<ClusterServer> servers, long timeoutMs) {
        this.servers = servers;
        this.timeoutMs = timeoutMs;
        thread = new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("eejs-key-cluster", true));
        repick();
    }

    /**
     * Asks all servers, and goes on asking.
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
            // What has not answered yet is taken in when it does.
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

    /** Has the cluster's thread do something from time to time, until it is closed. */
    void every(long ms, Runnable task) {
        thread.scheduleWithFixedDelay(() -> {
            try {
                task.run();
            } catch (RuntimeException e) {
                // A task that throws would not be run again.
                LOG.log(System.Logger.Level.WARNING, "looking after the key servers failed, and goes on", e);
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

    /** Returns a server to ask what is no signature, and takes nobody's turn. */
    ClusterServer any() {
        return picks.servers().get(0);
    }

    /** Returns the server whose turn it is. */
    ClusterServer pick() {
        Picks now = picks;
        return now.servers().get(now.rotation().next());
    }

    /**
     * Returns the server to ask when another one has failed: the one whose turn it is among the others, unless the
     * failed one is more to be hoped of than all others.
     *
     * @param without servers that cannot do it
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

    /** Takes over what a failed call says of its server. */
    void failed(ClusterServer server, Condition seen, Status status) {
        Condition now = ClusterServer.of(status);
        if (now.health() != Health.SERVING) {
            take(server, seen, now);
        }
    }

    private void take(ClusterServer server, Condition seen, Condition found) {
        if (server.change(seen, found)) {
            repick();
            // That all is well at the start is no news.
            LOG.log(found.health() != Health.SERVING ? System.Logger.Level.WARNING
                    : server.isFirst(seen) ? System.Logger.Level.DEBUG : System.Logger.Level.INFO,
                    () -> "key server " + server.address() + " is " + found.health() + ": " + found.reason());
        }
    }

    /** Under a lock, so that the last change is the one that is seen. */
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
