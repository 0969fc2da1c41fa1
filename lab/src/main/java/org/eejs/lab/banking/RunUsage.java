package org.eejs.lab.banking;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eejs.banking.RoleName;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RunFailedException;

/**
 * The resources that the processes of a run have used at one moment.
 *
 * @param servers the servers by role
 * @param usage the use of each process
 * @param nanos the moment, by {@link System#nanoTime}
 */
record RunUsage(Map<RoleName, Role> servers, Map<Role, ProcessUsage> usage, long nanos) {
    /** The patience: longer than a role waits for its host. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(4);

    /**
     * Reads the use of all processes at once, now.
     *
     * @throws RunFailedException when it is unknown for one of them
     */
    static RunUsage now(Map<RoleName, Role> servers, List<Role> drivers)
            throws RunFailedException, InterruptedException {
        return of(servers, drivers, Role::readUsage, System.nanoTime() + PATIENCE_NANOS);
    }

    /**
     * Returns the use when a second of the load ended.
     *
     * @param until the {@link System#nanoTime} by which hosts must have reported it
     * @throws RunFailedException when it is unknown for one of them
     */
    static RunUsage after(int second, Map<RoleName, Role> servers, List<Role> drivers, long until)
            throws RunFailedException, InterruptedException {
        return of(servers, drivers, role -> role.usageAfter(second), until);
    }

    private static RunUsage of(Map<RoleName, Role> servers, List<Role> drivers,
            Function<Role, CompletableFuture<ProcessUsage>> reader, long until)
            throws RunFailedException, InterruptedException {
        Map<Role, CompletableFuture<ProcessUsage>> readings = new LinkedHashMap<>();
        Stream.concat(servers.values().stream(), drivers.stream())
                .forEach(role -> readings.put(role, reader.apply(role)));
        long nanos = System.nanoTime();
        Map<Role, ProcessUsage> usage = new LinkedHashMap<>();
        for (Map.Entry<Role, CompletableFuture<ProcessUsage>> reading : readings.entrySet()) {
            usage.put(reading.getKey(), get(reading.getKey(), reading.getValue(), until));
        }
        return new RunUsage(Map.copyOf(servers), usage, nanos);
    }

    private static ProcessUsage get(Role role, CompletableFuture<ProcessUsage> reading, long until)
            throws RunFailedException, InterruptedException {
        try {
            return reading.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new RunFailedException("the %s did not report its use in time; check that its host is "
                    .formatted(role.role()) + "reachable and not overloaded", e);
        } catch (ExecutionException e) {
            throw new RunFailedException("the use of the %s is unknown: %s".formatted(role.role(),
                    e.getCause().getMessage()), e);
        }
    }

    /** Returns the use by role; drivers are added up. */
    Map<RoleName, ProcessUsage> byRole() {
        Map<RoleName, ProcessUsage> byRole = new EnumMap<>(RoleName.class);
        servers.forEach((name, role) -> byRole.put(name, usage.get(role)));
        byRole.put(RoleName.DRIVER, usage.entrySet().stream().filter(each -> !servers.containsValue(each.getKey()))
                .map(Map.Entry::getValue).reduce(ProcessUsage.ZERO, ProcessUsage::plus));
        return byRole;
    }
}
