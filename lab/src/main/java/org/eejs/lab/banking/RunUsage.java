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
 * What the processes of a run have used at one moment.
 *
 * @param servers by their roles
 * @param usage of each process
 * @param nanos the moment, as {@link System#nanoTime} says
 */
record RunUsage(Map<RoleName, Role> servers, Map<Role, ProcessUsage> usage, long nanos) {
    /** Longer than a role gives its host to answer. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(4);

    /**
     * Reads it now, of all processes at once.
     *
     * @throws RunFailedException when it is not known of one
     */
    static RunUsage now(Map<RoleName, Role> servers, List<Role> drivers)
            throws RunFailedException, InterruptedException {
        return of(servers, drivers, Role::readUsage, System.nanoTime() + PATIENCE_NANOS);
    }

    /**
     * That when a second of the load ended, which is just past.
     *
     * @param until when hosts must have said it, as {@link System#nanoTime} says
     * @throws RunFailedException when it is not known of one
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
            throw new RunFailedException("the %s did not report in time what it has used; see whether its host is "
                    .formatted(role.role()) + "reached and is not overloaded", e);
        } catch (ExecutionException e) {
            throw new RunFailedException("what the %s has used is not known: %s".formatted(role.role(),
                    e.getCause().getMessage()), e);
        }
    }

    /** By role; that of drivers together. */
    Map<RoleName, ProcessUsage> byRole() {
        Map<RoleName, ProcessUsage> byRole = new EnumMap<>(RoleName.class);
        servers.forEach((name, role) -> byRole.put(name, usage.get(role)));
        byRole.put(RoleName.DRIVER, usage.entrySet().stream().filter(each -> !servers.containsValue(each.getKey()))
                .map(Map.Entry::getValue).reduce(ProcessUsage.ZERO, ProcessUsage::plus));
        return byRole;
    }
}
