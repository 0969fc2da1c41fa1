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

/** The queue with the events of all processes of a run, and the only way to wait for them. Thread-safe. */
public final class RoleEvents {
    private final List<Event> events = new LinkedList<>();
    private final Function<Event, RunFailedException> failure;
    private String abortReason;

    /** Creates the queue of roles that are all needed until the end. */
    public RoleEvents() {
        this(event -> new RunFailedException("the " + event.from().role() + " failed: "
                + event.data().path("message").asText()));
    }

    /**
     * Creates the queue of a run.
     *
     * @param failure the exception for the event {@link ControlChannel#FAILED}
     */
    public RoleEvents(Function<Event, RunFailedException> failure) {
        this.failure = failure;
    }

    /** Starts a process; parameters as for {@link RoleProcess}. */
    public RoleProcess start(String role, List<String> command, Map<String, String> environment, Path log)
            throws RunFailedException {
        return start(role, command, environment, log, RoleProcess::event);
    }

    /** Starts a process whose lines have another form. */
    RoleProcess start(String role, List<String> command, Map<String, String> environment, Path log,
            BiFunction<RoleProcess, String, Event> parser) throws RunFailedException {
        return new RoleProcess(role, command, environment, log, null, null, parser, this::add);
    }

    /** Adds the report of a process. */
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
     * Returns the next event of any name.
     *
     * @param from the process
     * @throws RunFailedException when the run was aborted, or no event came in time
     */
    public Event next(Role from, Duration patience) throws RunFailedException, InterruptedException {
        return orFail(await(System.nanoTime() + patience.toNanos(), event -> true), from, patience);
    }

    /**
     * Waits for one event of one process. Other events remain for later calls, in their order.
     *
     * @throws RunFailedException when the run was aborted, no such event came in time, or any process failed or ended
     */
    public Event await(String name, Role from, Duration patience) throws RunFailedException, InterruptedException {
        return orFail(await(name, from, System.nanoTime() + patience.toNanos()), from, patience);
    }

    /**
     * Waits for one event of one process until a moment.
     *
     * @param until the {@link System#nanoTime} of that moment; an event that is already in the queue is returned after
     *     it, too
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

    /** A test of events. */
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
     * Waits for this time, and drops all events.
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

    /** Throws an exception if a process reports that it failed or ended. */
    public void failOn(Event event) throws RunFailedException {
        switch (event.name()) {
            case ControlChannel.FAILED -> throw failure.apply(event);
            case Role.ENDED -> throw new RunFailedException(event.from().describeEnd());
            default -> {
                // No failure.
            }
        }
    }
}
