package org.eejs.lab.processes;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.eejs.lab.processes.RoleProcess.Event;
import org.eejs.role.ControlChannel;

/** The processes of a run in one queue of events, and the only way to wait for what they report. Thread-safe. */
public final class RoleEvents {
    private final BlockingQueue<Event> queue = new LinkedBlockingQueue<>();
    private final Function<Event, RunFailedException> failure;
    private volatile String abortReason;

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

    /** The same for one that has a language of its own. */
    RoleProcess start(String role, List<String> command, Map<String, String> environment, Path log,
            BiFunction<RoleProcess, String, Event> parser) throws RunFailedException {
        return new RoleProcess(role, command, environment, log, parser, queue);
    }

    /** Ends all waiting, now and from now on, with a reason. */
    public void abort(String reason) {
        abortReason = reason;
        queue.add(new Event(null, "abort", null));
    }

    /**
     * The next event, whatever it is.
     *
     * @param from who is expected to report
     * @throws RunFailedException when the run was aborted, or nothing came in time
     */
    public Event next(RoleProcess from, Duration patience) throws RunFailedException, InterruptedException {
        return poll(from, patience, System.nanoTime() + patience.toNanos());
    }

    private Event poll(RoleProcess from, Duration patience, long end) throws RunFailedException, InterruptedException {
        Event event = queue.poll(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        if (abortReason != null) {
            throw new RunFailedException(abortReason);
        }
        if (event == null) {
            throw new RunFailedException("the %s did not answer within %d s; its log is %s%s".formatted(from.role(),
                    patience.toSeconds(), from.log(), from.lastLogLine()));
        }
        return event;
    }

    /**
     * Waits for one event of one process. Other events stay for those who wait for them.
     *
     * @throws RunFailedException when the run was aborted, nothing came in time, or any process failed or ended
     */
    public Event await(String name, RoleProcess from, Duration patience)
            throws RunFailedException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        List<Event> others = new ArrayList<>();
        try {
            while (true) {
                Event event = poll(from, patience, end);
                failOn(event);
                if (event.name().equals(name) && event.from() == from) {
                    return event;
                }
                others.add(event);
            }
        } finally {
            queue.addAll(others);
        }
    }

    /**
     * Lets time pass in which nothing is expected; what comes is dropped.
     *
     * @throws RunFailedException as soon as the run is aborted, or any process fails or ends
     */
    public void pass(Duration time) throws RunFailedException, InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        Event event;
        do {
            event = queue.poll(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (abortReason != null) {
                throw new RunFailedException(abortReason);
            }
            if (event != null) {
                failOn(event);
            }
        } while (event != null);
    }

    /** Throws what an event means by which a process says that it failed, or that it is gone. */
    public void failOn(Event event) throws RunFailedException {
        switch (event.name()) {
            case ControlChannel.FAILED -> throw failure.apply(event);
            case RoleProcess.ENDED -> throw new RunFailedException(event.from().describeEnd());
            default -> {
                // Good news.
            }
        }
    }
}
