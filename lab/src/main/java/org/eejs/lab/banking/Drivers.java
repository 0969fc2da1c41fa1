package org.eejs.lab.banking;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.role.ControlChannel;

/**
 * The drivers of a run as one: what they are told, all are told, and what they report is put together second by second,
 * with all its times. Where they are several, or on hosts, what comes late by the lab's clock ends the run: their loads
 * would not be one any more. For one thread.
 */
final class Drivers {
    /** One alone beside the lab that has not reported for so long hangs. */
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    /** What is later than this ends the run. */
    private static final int TOO_LATE_SECONDS = 2;
    /** What is later than this is counted. */
    private static final int LATE_SECONDS = 1;
    /** After the last second pages that are under way may come to their end. */
    private static final Duration LAST_PAGES = Duration.ofSeconds(20);
    /** Longer than the command to start takes to the furthest host. */
    private static final Duration BARRIER = Duration.ofSeconds(1);

    private final List<Role> roles;
    private final RoleEvents events;
    private Collection<Role> servers = List.of();
    private LoadSeconds seconds;
    /** By host: the sum of the sessions in each second that was measured. */
    private final Map<String, Long> sessionSeconds = new HashMap<>();
    /** By host: the seconds that were reported late, or not at all. */
    private final Map<String, Integer> lateTicks = new HashMap<>();

    Drivers(List<Role> roles, RoleEvents events) {
        this.roles = List.copyOf(roles);
        this.events = events;
    }

    List<Role> roles() {
        return roles;
    }

    /** Returns whether they may fall apart: there are several, or they are not beside the lab. */
    boolean areApart() {
        return roles.size() > 1 || roles.stream().anyMatch(role -> !role.host().isEmpty());
    }

    /**
     * Has all begin at the same moment, each by its own clock.
     *
     * @param loaded whose hosts are to say each second what they use
     */
    void start(Collection<Role> loaded) {
        servers = loaded;
        if (!areApart()) {
            seconds = new LoadSeconds(System.nanoTime());
            tell(Tick.START);
            return;
        }
        seconds = new LoadSeconds(System.nanoTime() + BARRIER.toNanos());
        long begin = micros(seconds.end(-1));
        roles.forEach(role -> role.tell(Tick.START + " " + (begin + role.clockOffsetMicros())));
        reportUsage();
    }

    private void reportUsage() {
        long first = micros(seconds.end(0));
        servers.forEach(role -> role.reportUsage(first + role.clockOffsetMicros()));
    }

    /** Returns a moment of {@link System#nanoTime} in microseconds since 1970. */
    private static long micros(long nanos) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now())
                + TimeUnit.NANOSECONDS.toMicros(nanos - System.nanoTime());
    }

    void tell(String word) {
        roles.forEach(role -> role.tell(word));
    }

    /** Has all stop their clocks. */
    void pause() {
        tell(Tick.PAUSE);
        seconds.pause(System.nanoTime());
        servers.forEach(Role::pauseReports);
    }

    /** Has all go on. */
    void resume() {
        tell(Tick.RESUME);
        seconds.resume(System.nanoTime());
        reportUsage();
    }

    /** By when all must have reported a second. */
    long until(int second) {
        return seconds.end(second) + TimeUnit.SECONDS.toNanos(TOO_LATE_SECONDS);
    }

    /**
     * Returns what all saw in a second.
     *
     * @param ending whether the load has come to its end
     * @param measured whether the second is part of what is measured
     * @throws RunFailedException when one has failed, ended, fallen silent or behind, with its name
     */
    Tick next(int second, boolean ending, boolean measured)
            throws RunFailedException, InterruptedException {
        List<Tick> ticks = new ArrayList<>();
        for (Role role : roles) {
            Tick tick = (areApart() && !ending ? inTime(role, second)
                    : events.await(Tick.EVENT, role, areApart() ? LAST_PAGES : PATIENCE)).as(Tick.class);
            if (tick.second() != second) {
                throw new RunFailedException("the %s reported second %d where %d was due".formatted(role.role(),
                        tick.second(), second));
            }
            ticks.add(tick);
            if (measured) {
                sessionSeconds.merge(role.host(), (long) tick.sessions(), Long::sum);
            }
        }
        return Tick.of(ticks);
    }

    private Role.Event inTime(Role role, int second) throws RunFailedException, InterruptedException {
        Role.Event event = events.await(Tick.EVENT, role, until(second));
        double late = event == null ? Double.MAX_VALUE : seconds.late(second, event.nanos());
        if (late > LATE_SECONDS) {
            lateTicks.merge(role.host(), 1, Integer::sum);
        }
        if (late > TOO_LATE_SECONDS) {
            throw new RunFailedException(event == null ? "the %s has not reported it %d s after its end; see whether "
                    .formatted(role.role(), TOO_LATE_SECONDS) + "its host is reached and is not overloaded"
                    : String.format(Locale.ROOT, "the %s reported it %.1f s late, %d s is the limit; see whether its "
                            + "host is reached and is not overloaded", role.role(), late, TOO_LATE_SECONDS));
        }
        return event;
    }

    /** Waits until all have said that they are done. */
    void awaitEnd(Duration patience) throws RunFailedException, InterruptedException {
        for (Role role : roles) {
            events.await(ControlChannel.DONE, role, patience);
        }
    }

    /** Returns the sum of the simultaneous sessions of a host in each second that was measured. */
    long sessionSeconds(String host) {
        return sessionSeconds.getOrDefault(host, 0L);
    }

    /** Returns how many seconds a host has reported more than a second late, or not at all. */
    int lateTicks(String host) {
        return lateTicks.getOrDefault(host, 0);
    }

    /**
     * The moments when the seconds of a load end, by {@link System#nanoTime} of the lab. The load's clock stops while
     * the load pauses. For one thread.
     */
    private static final class LoadSeconds {
        private static final double NANOS = 1e9;

        private final long begin;
        private long pauses;
        private long pausedAt;

        /** Those of a load that begins then. */
        LoadSeconds(long begin) {
            this.begin = begin;
        }

        /** The clock stops now. */
        void pause(long now) {
            pausedAt = now;
        }

        /** The clock goes on now. */
        void resume(long now) {
            pauses += now - pausedAt;
        }

        /** Returns when a second ends, counted from 0. */
        long end(int second) {
            return begin + pauses + TimeUnit.SECONDS.toNanos(second + 1L);
        }

        /** By how many seconds what came then and tells of a second was late. */
        double late(int second, long came) {
            return (came - end(second)) / NANOS;
        }
    }
}
