package org.eejs.lab.processes;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.eejs.lab.processes.Role.Event;
import org.eejs.role.ControlChannel;

/** The processes of a run in one queue of events, and the only way to wait for what they report. Thread-safe. */
public final class RoleEvents {
    private final List<Event> events = new LinkedList<>();
    private final Function<Event, RunFailedException> failure;
    private String abortReason;

    /** Those of roles of which each is needed until the end. */
    public RoleEvents() {
        this(event -> new RunFailedException("the " + event.from().role() + " could not go on: "
                + event.data().path("message").asText()));
    }

    /**
     * Those of a run.
     *
     * @param failure what the event {@link ControlChannel#FAILED} means
     */
    public RoleEvents(Function<Event, RunFailedException> failure) {
        this.failure = failure;
    }

    /** Starts a process; parameters as for {@link RoleProcess}. */
    public RoleProcess start(String role, List<String> command, Map<String, String> environment, Path log)
            throws RunFailedException {
        return start(role, command, environment, log, RoleProcess::event);
    }

    /** Returns the same for one that has a language of its own. */
    RoleProcess start(String role, List<String> command, Map<String, String> environment, Path log,
            BiFunction<RoleProcess, String, Event> parser) throws RunFailedException {
        return new RoleProcess(role, command, environment, log, null, null, parser, this::add);
    }

    /** Takes in what a process reported. */
    public synchronized void add(Event event) {
        events.add(event);
        notifyAll();
    }

    /** Ends all waiting, now and from now on, with a reason. */
    public synchronized void abort(String reason) {
        abortReason = reason;
        notifyAll();
    }

    /**
     * Returns the next event, whatever it is.
     *
     * @param from who is expected to report
     * @throws RunFailedException when the run was aborted, or nothing came in time
     */
    public Event next(Role from, Duration patience) throws RunFailedException, InterruptedException {
        return orFail(await(System.nanoTime() + patience.toNanos(), event -> true), from, patience);
    }

    /**
     * Waits for one event of one process. Other events stay, in their order, for those who wait for them.
     *
     * @throws RunFailedException when the run was aborted, nothing came in time, or any process failed or ended
     */
    public Event await(String name, Role from, Duration patience) throws RunFailedException, InterruptedException {
        return orFail(await(name, from, System.nanoTime() + patience.toNanos()), from, patience);
    }

    /**
     * Returns the same until a moment.
     *
     * @param until as {@link System#nanoTime} says; what has come is returned after it, too
     * @return null when it has not come by then
     */
    public Event await(String name, Role from, long until) throws RunFailedException, InterruptedException {
        return await(until, event -> {
            failOn(event);
            return event.name().equals(name) && event.from() == from;
        });
    }

    private static Event orFail(Event event, Role from, Duration patience) throws RunFailedException {
        if (event == null) {
            throw new RunFailedException("the %s did not answer within %d s; %s".formatted(from.role(),
                    patience.toSeconds(), from.describeLog()));
        }
        return event;
    }

    /** Whether an event is the one that is waited for. */
    private interface Match {
        boolean is(Event event) throws RunFailedException;
    }

    private synchronized Event await(long end, Match match) throws RunFailedException, InterruptedException {
        while (true) {
            if (abortReason != null) {
                throw new RunFailedException(abortReason);
            }
            for (Iterator<Event> each = events.iterator(); each.hasNext();) {
                Event event = each.next();
                if (match.is(event)) {
                    each.remove();
                    return event;
                }
            }
            long left = end - System.nanoTime();
            if (left <= 0) {
                return null;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /**
     * Lets time pass in which nothing is expected; what comes is dropped.
     *
     * @throws RunFailedException as soon as the run is aborted, or any process fails or ends
     */
    public synchronized void pass(Duration time) throws RunFailedException, InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            if (abortReason != null) {
                throw new RunFailedException(abortReason);
            }
            for (Event event : events) {
                failOn(event);
            }
            events.clear();
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /** Throws what an event means by which a process says that it failed, or that it is gone. */
    public void failOn(Event event) throws RunFailedException {
        switch (event.name()) {
            case ControlChannel.FAILED -> throw failure.apply(event);
            case Role.ENDED -> throw new RunFailedException(event.from().describeEnd());
            default -> {
                // Good news.
            }
        }
    }
}
