package org.eejs.lab.processes;

import static org.eejs.banking.settings.BankingSettings.BANDWIDTH;
import static org.eejs.banking.settings.BankingSettings.LOSS;
import static org.eejs.banking.settings.BankingSettings.ROUND_TRIP;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eejs.banking.RoleName;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.NetworkNamespace;
import org.eejs.lab.settings.RunPlan;
import org.eejs.link.protocol.LinkStats;
import org.eejs.role.ControlChannel;

/**
 * The link between the users and the bank of one run. Users are in one network namespace, bank and back end in another.
 * A process carries packets between the two. For one thread, but {@link #close} may come from another.
 */
public final class UserLink implements AutoCloseable {
    /** The bank's address: of a block that is reserved for measurements of networks (RFC 2544). */
    public static final String BANK = "198.18.0.2";
    private static final String USERS = "198.18.0.1";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final RoleEvents events;
    private final NetworkNamespace users;
    private final NetworkNamespace servers;
    private final RoleProcess process;

    private UserLink(RoleEvents events, NetworkNamespace users, NetworkNamespace servers, RoleProcess process) {
        this.events = events;
        this.users = users;
        this.servers = servers;
        this.process = process;
    }

    /**
     * Creates a link, and waits until it carries packets. It first deletes what labs left behind that were killed.
     *
     * @param home the folder with a folder of jars for each room
     * @param log the file for the standard error of its process
     * @param events gets the events of its process
     */
    public static UserLink create(RunPlan plan, Path home, Path log, RoleEvents events)
            throws RunFailedException, InterruptedException {
        NetworkNamespace.deleteAbandoned();
        NetworkNamespace users = null;
        NetworkNamespace servers = null;
        RoleProcess process = null;
        boolean created = false;
        try {
            users = NetworkNamespace.create("users", USERS, BANK);
            servers = NetworkNamespace.create("servers", BANK, USERS);
            process = events.start("link", command(plan, home, users, servers), Map.of(), log);
            events.await(ControlChannel.READY, process, PATIENCE);
            created = true;
            return new UserLink(events, users, servers, process);
        } catch (IOException e) {
            throw new RunFailedException("the link could not be created: " + e.getMessage(), e);
        } finally {
            if (!created) {
                close(process, users, servers);
            }
        }
    }

    private static List<String> command(RunPlan plan, Path home, NetworkNamespace users, NetworkNamespace servers) {
        Jdk jdk = Jdk.running();
        List<String> options = new ArrayList<>(JvmCommand.LOGGING);
        // It has little code, and the buffers of packets are outside the heap.
        options.addAll(List.of("-Xms16m", "-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                "-XX:MaxDirectMemorySize=256m"));
        options.addAll(jdk.nativeAccess());
        List<String> arguments = new ArrayList<>(List.of("--json", "--users", users.file().toString(), "--servers",
                servers.file().toString(), "--device", NetworkNamespace.DEVICE, "--seed", Long.toString(plan.seed())));
        plan.values().find(ROUND_TRIP).ifPresent(time -> arguments.addAll(List.of("--round-trip",
                time.toNanos() / 1e6 + "ms")));
        plan.values().find(LOSS).ifPresent(loss -> arguments.addAll(List.of("--loss", loss.toString())));
        plan.values().find(BANDWIDTH).ifPresent(bytes -> arguments.addAll(List.of("--bandwidth", bytes.toString())));
        return new JvmCommand(jdk).inOwnSession().behind(plan.placement().prefix(RoleName.DRIVER)).options(options)
                .classPath(List.of(home.resolve("link") + "/*")).words("org.eejs.link.LinkMain", arguments);
    }

    /** Returns the network of roles at both ends of the link. */
    public RoleNetwork network() {
        return new RoleNetwork(BANK, "localhost", Map.of(RoleName.DRIVER, users.prefix(),
                RoleName.BANK, servers.prefix(), RoleName.BESIM, servers.prefix()));
    }

    /** Returns the process, whose use of the processors belongs to EEJS. */
    public Role process() {
        return process;
    }

    /** Returns the counters so far. */
    public LinkStats stats() throws RunFailedException, InterruptedException {
        process.tell(ControlChannel.ASK_STATS);
        return events.await(ControlChannel.STATS, process, PATIENCE).as(LinkStats.class);
    }

    /** Ends the process and deletes the namespaces. Call it when the roles have ended. */
    @Override
    public void close() {
        close(process, users, servers);
    }

    private static void close(RoleProcess process, NetworkNamespace users, NetworkNamespace servers) {
        if (process != null) {
            process.halt();
        }
        for (NetworkNamespace each : new NetworkNamespace[] {users, servers}) {
            if (each != null) {
                each.close();
            }
        }
    }
}
