package org.eejs.lab.banking;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.role.ControlChannel;

/**
 * The drivers of a run as one: what they are told, all are told, and what they report is put together second by second,
 * with all its times. For one thread.
 */
final class Drivers {
    /** One alone that has not reported for so long hangs. */
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    /** One of several that is so far behind has fallen silent: their loads would not be one any more. */
    private static final Duration SILENCE = Duration.ofSeconds(3);
    /** After the last second pages that are under way may come to their end. */
    private static final Duration LAST_PAGES = Duration.ofSeconds(20);
    /** Longer than the command to start takes to the furthest host. */
    private static final long BARRIER_MICROS = 1_000_000;

    private final List<Role> roles;
    private final RoleEvents events;
    /** By host: the sum of the sessions in each second that was measured. */
    private final Map<String, Long> sessionSeconds = new HashMap<>();
    /** By host: the seconds that were reported. */
    private final Map<String, Integer> reported = new HashMap<>();

    Drivers(List<Role> roles, RoleEvents events) {
        this.roles = List.copyOf(roles);
        this.events = events;
    }

    List<Role> roles() {
        return roles;
    }

    /** Has all begin at the same moment, each by its own clock. */
    void start() {
        if (roles.size() == 1) {
            tell(Tick.START);
            return;
        }
        long begin = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()) + BARRIER_MICROS;
        roles.forEach(role -> role.tell(Tick.START + " " + (begin + role.clockOffsetMicros())));
    }

    void tell(String word) {
        roles.forEach(role -> role.tell(word));
    }

    /**
     * What all saw in a second.
     *
     * @param ending whether the load has come to its end
     * @param measured whether the second is part of what is measured
     * @throws RunFailedException when one has failed, ended or fallen silent, with its name and the second
     */
    Tick next(int second, boolean ending, boolean measured)
            throws RunFailedException, InterruptedException {
        List<Tick> ticks = new ArrayList<>();
        for (Role role : roles) {
            Tick tick;
            try {
                tick = events.await(Tick.EVENT, role, roles.size() == 1 ? PATIENCE : ending ? LAST_PAGES : SILENCE)
                        .as(Tick.class);
            } catch (RunFailedException e) {
                throw roles.size() == 1 ? e : new RunFailedException("in second " + second + ": " + e.getMessage(), e);
            }
            if (tick.second() != second) {
                throw new RunFailedException("the %s reported second %d where %d was due".formatted(role.role(),
                        tick.second(), second));
            }
            ticks.add(tick);
            reported.merge(role.host(), 1, Integer::sum);
            if (measured) {
                sessionSeconds.merge(role.host(), (long) tick.sessions(), Long::sum);
            }
        }
        return Tick.of(ticks);
    }

    /** Waits until all have said that they are done. */
    void awaitEnd(Duration patience) throws RunFailedException, InterruptedException {
        for (Role role : roles) {
            events.await(ControlChannel.DONE, role, patience);
        }
    }

    /** What they have used together. */
    ProcessUsage usage() {
        return roles.stream().map(Role::usage).reduce(ProcessUsage.ZERO, ProcessUsage::plus);
    }

    /** The sum of the simultaneous sessions of a host in each second that was measured. */
    long sessionSeconds(String host) {
        return sessionSeconds.getOrDefault(host, 0L);
    }

    /** How many seconds a host has reported less than others. */
    int lostTicks(String host) {
        int most = reported.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        return roles.stream().anyMatch(role -> role.host().equals(host)) ? most - reported.getOrDefault(host, 0) : 0;
    }
}
