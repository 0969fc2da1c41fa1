package org.eejs.driver;

import static org.eejs.banking.settings.BankingSettings.DRIVER_THREADS;
import static org.eejs.banking.settings.BankingSettings.LINE_SPEED;
import static org.eejs.banking.settings.BankingSettings.RETURNING_USERS;
import static org.eejs.banking.settings.BankingSettings.THINK_TIME;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.eejs.banking.service.Rehearsal;
import org.eejs.banking.service.ServiceScript.Origin;
import org.eejs.driver.http.Response;
import org.eejs.driver.http.TextBudget;
import org.eejs.driver.protocol.Tick;
import org.eejs.driver.script.PlannedRequest;
import org.eejs.driver.script.ScriptPlan.PlannedScenario;

/**
 * The users that one event loop serves: it starts their sessions, starts them again, and ends them when the load falls.
 * Used only by that loop's thread, except for the constructor.
 */
final class EventLoopUsers {
    /** The least pause of a user after a failure, so that a bank that is down is not called in a tight loop. */
    private static final Duration LEAST_PAUSE = Duration.ofSeconds(1);

    final DriverSettings settings;
    final EventLoop loop;
    final LoadClock clock;
    final ScriptLoad load;
    Recorder recorder = new Recorder(null);
    private final List<Bootstrap> bootstraps;
    private final TextBudget texts;
    /** The tags of answers that users keep, as they were seen last. */
    private final Map<PlannedRequest, String> tags = new HashMap<>();
    /** Live sessions with the time at which each has to end. */
    private final Map<UserSession, LongSupplier> live = new HashMap<>();
    /** The keys of users that have gone and may come back, one for each host. */
    private final Deque<int[]> gone = new ArrayDeque<>();
    /** Tasks that fell due while the load paused, by their due times. */
    private final List<Due> held = new ArrayList<>();

    private double pace = 1;

    private record Due(long time, Runnable task) {}

    /**
     * Creates the users of one loop.
     *
     * @param load their script
     * @param clock of the whole load
     */
    EventLoopUsers(DriverSettings settings, ScriptLoad load, LoadClock clock, EventLoop loop, Bootstrap bootstrap) {
        this.settings = settings;
        this.load = load;
        this.clock = clock;
        this.loop = loop;
        // Addresses of a service's script are numbers, so nothing is looked up.
        bootstraps = load.plan.origins().stream()
                .map(origin -> bootstrap.clone(loop).remoteAddress(origin.address(), origin.port())).toList();
        texts = TextBudget.ofLoops(settings.get(DRIVER_THREADS));
    }

    Connection connect(int origin, int key, Connection.Owner owner) {
        Origin to = load.plan.origins().get(origin);
        return Connection.open(bootstraps.get(origin), to.tls() ? load.tls : TlsClient.NONE, to.host(), key,
                settings.values().find(LINE_SPEED).orElse(Connection.UNLIMITED), owner);
    }

    Response newResponse() {
        return new Response(load.plan.script().limits(), texts);
    }

    /** Returns the tag of an answer that users of this loop have seen, or null before the first has. */
    String tagOf(PlannedRequest request) {
        return tags.get(request);
    }

    void learnTag(PlannedRequest request, Response answer) {
        String tag = answer.headers().get(HttpHeaderNames.ETAG);
        if (tag != null) {
            tags.put(request, tag);
        }
    }

    /** Notes that a user that has TLS sessions to resume, by these keys, has gone. */
    void left(int... keys) {
        if (settings.get(RETURNING_USERS) > 0) {
            gone.addLast(keys);
            if (gone.size() > DriverSettings.REMEMBERED) {
                gone.removeFirst();
            }
        }
    }

    /** Returns the keys of the user that has been away longest; empty if all are back. */
    Optional<int[]> returning() {
        return Optional.ofNullable(gone.pollFirst());
    }

    /** Shortens think times by this factor. */
    void pace(double factor) {
        pace = factor;
    }

    /** Returns a think time at the present pace, in nanoseconds. */
    long thinkNanos(RandomGenerator random) {
        return (long) (settings.get(THINK_TIME).drawNanos(random) / pace);
    }

    /** Returns the measurements since the last call. */
    Tick drain() {
        Tick tick = recorder.tick();
        recorder = new Recorder(tick.tls());
        return tick;
    }

    int liveSessions() {
        return live.size();
    }

    /** Returns whether the session's time has come, so that it makes no further request. */
    boolean isOver(UserSession session) {
        return isOver(live.get(session));
    }

    /**
     * Returns whether a time has passed. It is looked up each time, because the end of a warm-up, and so all that
     * follows, is known late.
     */
    private boolean isOver(LongSupplier end) {
        return clock.now() - end.getAsLong() >= 0;
    }

    /**
     * Fills a place of the closed model: a user takes it, and another one whenever a session ends, until the place's
     * time is over.
     *
     * @param begin the time at which the first user comes
     * @param end the time at which the place becomes empty
     */
    void fillPlace(long begin, LongSupplier end) {
        at(begin, () -> takePlace(begin, end));
    }

    private void takePlace(long intended, LongSupplier end) {
        begin(intended, end, (ended, byFailure) -> {
            live.remove(ended);
            long pause = byFailure ? Math.max(LEAST_PAUSE.toNanos(), settings.get(THINK_TIME).mean().toNanos()) : 0;
            long next = clock.now() + pause;
            if (next - end.getAsLong() < 0) {
                at(next, () -> takePlace(next, end));
            }
        });
    }

    /** Lets a user of the open model come at this time and stay as long as the walk lasts, at most until the end. */
    void arrive(long intended, LongSupplier end) {
        at(intended, () -> begin(intended, end, (ended, byFailure) -> live.remove(ended)));
    }

    private void begin(long intended, LongSupplier end, UserSession.Ended onEnd) {
        UserSession session = new UserSession(this, load.arrivals.next(), false, onEnd);
        live.put(session, end);
        session.begin(intended);
    }

    /**
     * Lets one user after another follow each scenario once, without thinking; ticks do not contain it.
     *
     * @param onEnd is called on the loop's thread
     */
    void rehearse(Consumer<Rehearsal> onEnd) {
        loop.execute(() -> rehearse(-load.plan.scenarios().size(), new ArrayList<>(), new ArrayList<>(), onEnd));
    }

    private void rehearse(int number, List<Rehearsal.Failure> failures, List<Rehearsal.Failure> passed,
            Consumer<Rehearsal> onEnd) {
        if (number == 0) {
            drain();
            onEnd.accept(new Rehearsal(List.copyOf(failures), List.copyOf(passed)));
            return;
        }
        PlannedScenario scenario = load.plan.scenarios().get(load.plan.scenarios().size() + number);
        new UserSession(this, new Arrivals.Arrival<>(number, scenario), true, (user, byFailure) -> {
            user.firstFailure().ifPresent((user.isBrokenOff() ? failures : passed)::add);
            loop.execute(() -> rehearse(number + 1, failures, passed, onEnd));
        }).begin(clock.now());
    }

    /** Ends the sessions that are over and only think; the others end with their page. */
    void endThinking() {
        List<UserSession> over = new ArrayList<>();
        live.forEach((session, end) -> {
            if (session.isThinking() && isOver(end)) {
                over.add(session);
            }
        });
        over.forEach(UserSession::leave);
    }

    void endAll() {
        long now = clock.now();
        live.replaceAll((session, end) -> () -> now);
        endThinking();
    }

    /** Runs a task at a time of the load; one that falls due in a pause, after it. */
    void at(long time, Runnable task) {
        loop.schedule(() -> fallDue(time, task), time - clock.now(), TimeUnit.NANOSECONDS);
    }

    private void fallDue(long time, Runnable task) {
        if (clock.isPaused()) {
            held.add(new Due(time, task));
        } else if (time - clock.now() > 0) {
            at(time, task);
        } else {
            task.run();
        }
    }

    /** Continues the load after a pause. */
    void resume() {
        List<Due> due = List.copyOf(held);
        held.clear();
        due.forEach(each -> at(each.time(), each.task()));
    }
}
