package org.eejs.remotekey.server;

import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.eejs.remotekey.audit.AuditLog;
import org.eejs.remotekey.files.Causes;
import org.eejs.remotekey.files.Notice;
import org.eejs.remotekey.protocol.KeysGrpc;

/**
 * The state of a server, for its watchers: by gRPC's health service and by JMX. Learns of reloads from the notices that
 * it passes on. Thread-safe.
 */
final class KeyServerState implements KeyServerMXBean, Consumer<Notice> {
    /** The name by which the health service reports whether the newest files of policy and keys are in force. */
    static final String RELOAD = KeysGrpc.SERVICE_NAME + "/reload";

    private final HealthStatusManager health = new HealthStatusManager();
    private final Consumer<Notice> notices;
    private final AtomicLong reloadsTaken = new AtomicLong();
    private final AtomicLong reloadsRefused = new AtomicLong();
    private volatile String refusedReload;
    private volatile long read = System.nanoTime();
    private volatile AuditLog log;
    private ObjectName name;

    KeyServerState(Consumer<Notice> notices) {
        this.notices = notices;
    }

    HealthStatusManager health() {
        return health;
    }

    @Override
    public void accept(Notice notice) {
        switch (notice.event()) {
            case RELOADED -> {
                read = System.nanoTime();
                refusedReload = null;
                reloadsTaken.incrementAndGet();
                health.setStatus(RELOAD, ServingStatus.SERVING);
            }
            case REFUSED_RELOAD -> {
                refusedReload = notice.text();
                reloadsRefused.incrementAndGet();
                health.setStatus(RELOAD, ServingStatus.NOT_SERVING);
            }
            default -> { }
        }
        notices.accept(notice);
    }

    /** Notes that the server accepts calls. */
    void serves(int port, AuditLog counting) {
        log = counting;
        health.setStatus(KeysGrpc.SERVICE_NAME, ServingStatus.SERVING);
        health.setStatus(RELOAD, ServingStatus.SERVING);
        try {
            ObjectName own = new ObjectName("org.eejs.remotekey:type=KeyServer,port=" + port);
            server().registerMBean(this, own);
            name = own;
        } catch (JMException e) {
            notices.accept(Notice.of(Notice.Event.FAULT, "there are no counts by JMX: " + Causes.first(e)));
        }
    }

    /** Notes that the server has ended. */
    void ended() {
        try {
            if (name != null) {
                server().unregisterMBean(name);
            }
        } catch (JMException e) {
            // Removed already, which was the purpose.
        }
    }

    private static MBeanServer server() {
        return ManagementFactory.getPlatformMBeanServer();
    }

    @Override
    public long getSignatures() {
        return log.signatures();
    }

    @Override
    public long getRefusals() {
        return log.refusals();
    }

    @Override
    public long getReloadsTaken() {
        return reloadsTaken.get();
    }

    @Override
    public long getReloadsRefused() {
        return reloadsRefused.get();
    }

    @Override
    public String getRefusedReload() {
        return refusedReload;
    }

    @Override
    public long getSecondsSinceRead() {
        return (System.nanoTime() - read) / 1_000_000_000;
    }
}
