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
 * The drivers of a run, used as one: all get the same commands, and their reports are merged second by second, with all
 * page times. With several drivers, or drivers on hosts, a late report by the lab's clock ends the run, because their
 * loads no longer coincide. Not thread-safe.
 */
final class Drivers {
    /** The patience with a single driver on the lab's machine; after it, the driver counts as hung. */
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    /** The delay that ends the run. */
    private static final int TOO_LATE_SECONDS = 2;
    /** The delay that is counted. */
    private static final int LATE_SECONDS = 1;
    /** The time after the last second in which open pages may complete. */
    private static final Duration LAST_PAGES = Duration.ofSeconds(20);
    /** The time until all drivers start: longer than the command takes to reach the most distant host. */
    private static final Duration BARRIER = Duration.ofSeconds(1);

    private final List<Role> roles;
    private final RoleEvents events;
    private Collection<Role> servers = List.of();
    private LoadSeconds seconds;
    /** The sum of the sessions in each measured second, by host. */
    private final Map<String, Long> sessionSeconds = new HashMap<>();
    /** The number of seconds that were reported late or not at all, by host. */
    private final Map<String, Integer> lateTicks = new HashMap<>();

    Drivers(List<Role> roles, RoleEvents events) {
        this.roles = List.copyOf(roles);
        this.events = events;
    }

    List<Role> roles() {
        return roles;
    }

    /** Returns whether the drivers may get out of step: there are several, or they run on other hosts. */
    boolean areApart() {
        return roles.size() > 1 || roles.stream().anyMatch(role -> !role.host().isEmpty());
    }

    /**
     * Starts all at the same moment, each by its own clock.
     *
     * @param loaded the roles whose hosts report their use each second
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

    /** Stops the clocks of all drivers. */
    void pause() {
        tell(Tick.PAUSE);
        seconds.pause(System.nanoTime());
        servers.forEach(Role::pauseReports);
    }

    /** Resumes all drivers. */
    void resume() {
        tell(Tick.RESUME);
        seconds.resume(System.nanoTime());
        reportUsage();
    }

    /** Returns the moment by which all must have reported a second. */
    long until(int second) {
        return seconds.end(second) + TimeUnit.SECONDS.toNanos(TOO_LATE_SECONDS);
    }

    /**
     * Returns the merged report of all drivers for a second.
     *
     * @param ending whether the load has ended
     * @param measured whether the second belongs to the measurement
     * @throws RunFailedException with the name of a driver that has failed, ended, hung or fallen behind
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
            throw new RunFailedException(event == null ? "the %s has not reported it %d s after its end; check that "
                    .formatted(role.role(), TOO_LATE_SECONDS) + "its host is reachable and not overloaded"
                    : String.format(Locale.ROOT, "the %s reported it %.1f s late, %d s is the limit; check that its "
                            + "host is reachable and not overloaded", role.role(), late, TOO_LATE_SECONDS));
        }
        return event;
    }

    /** Waits until all have reported that they are done. */
    void awaitEnd(Duration patience) throws RunFailedException, InterruptedException {
        for (Role role : roles) {
            events.await(ControlChannel.DONE, role, patience);
        }
    }

    /** Returns the sum of a host's simultaneous sessions over the measured seconds. */
    long sessionSeconds(String host) {
        return sessionSeconds.getOrDefault(host, 0L);
    }

    /** Returns the number of seconds that a host reported more than a second late, or not at all. */
    int lateTicks(String host) {
        return lateTicks.getOrDefault(host, 0);
    }

    /**
     * The moments at which the seconds of a load end, by the lab's {@link System#nanoTime}. The load's clock stops
     * during pauses. Not thread-safe.
     */
    private static final class LoadSeconds {
        private static final double NANOS = 1e9;

        private final long begin;
        private long pauses;
        private long pausedAt;

        /** Creates the seconds of a load that begins at this moment. */
        LoadSeconds(long begin) {
            this.begin = begin;
        }

        /** Stops the clock. */
        void pause(long now) {
            pausedAt = now;
        }

        /** Starts the clock again. */
        void resume(long now) {
            pauses += now - pausedAt;
        }

        /** Returns when a second ends, counted from 0. */
        long end(int second) {
            return begin + pauses + TimeUnit.SECONDS.toNanos(second + 1L);
        }

        /** Returns how many seconds late a report about a second arrived. */
        double late(int second, long came) {
            return (came - end(second)) / NANOS;
        }
    }
}
