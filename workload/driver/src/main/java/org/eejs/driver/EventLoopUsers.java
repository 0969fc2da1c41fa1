package org.eejs.driver;

import static org.eejs.banking.settings.BankingSettings.LINE_SPEED;
import static org.eejs.banking.settings.BankingSettings.RETURNING_USERS;
import static org.eejs.banking.settings.BankingSettings.THINK_TIME;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.eejs.banking.Page;
import org.eejs.banking.StaticImage;

/**
 * The users that one event loop serves: starts their sessions, starts them again, and ends them when the load falls.
 * Used by that loop's thread only, but for the constructor.
 */
final class EventLoopUsers {
    /** A user who met a failure comes back no sooner, so that a bank that is down is not called in a tight loop. */
    private static final Duration LEAST_PAUSE = Duration.ofSeconds(1);

    final DriverSettings settings;
    final EventLoop loop;
    final LoadClock clock;
    private final Bootstrap bootstrap;
    private final TlsClient tls;
    private final Arrivals arrivals;
    final Recorder recorder = new Recorder();
    final Requests requests;
    private final String[] etags = new String[StaticImage.all().size() + 1];
    private final Map<Page, int[]> images = new EnumMap<>(Page.class);
    /** Live sessions with the time at which each has to end. */
    private final Map<UserSession, LongSupplier> live = new HashMap<>();
    /** The keys of users who have gone and may come back. */
    private final Deque<Integer> gone = new ArrayDeque<>();
    /** What fell due while the load paused, by the time at which it is due. */
    private final List<Due> held = new ArrayList<>();

    private record Due(long time, Runnable task) {}

    /**
     * Users of one loop.
     *
     * @param clock of the whole load
     * @param arrivals says who comes next, to all loops
     */
    EventLoopUsers(DriverSettings settings, LoadClock clock, EventLoop loop, Bootstrap bootstrap, TlsClient tls,
            Arrivals arrivals) {
        this.settings = settings;
        this.clock = clock;
        this.arrivals = arrivals;
        this.loop = loop;
        this.bootstrap = bootstrap.clone(loop);
        this.tls = tls;
        this.requests = new Requests(settings.host() + ":" + settings.port());
        for (Page page : Page.values()) {
            images.put(page, page.images());
        }
    }

    int[] imagesOf(Page page) {
        return images.get(page);
    }

    /** The tag of an image that users of this loop have seen, or null before the first has. */
    String etagOf(StaticImage image) {
        return etags[image.id()];
    }

    void learnEtag(StaticImage image, String etag) {
        if (etag != null) {
            etags[image.id()] = etag;
        }
    }

    Connection connect(int key, Connection.Owner owner) {
        return Connection.open(bootstrap, tls, settings.host(), key,
                settings.values().find(LINE_SPEED).orElse(Connection.UNLIMITED), owner);
    }

    /** A key with which the next connection makes a full handshake. */
    int newKey() {
        return tls.newKey();
    }

    /** A user who has a TLS session to resume has gone. */
    void left(int key) {
        if (settings.get(RETURNING_USERS) > 0) {
            gone.addLast(key);
            if (gone.size() > DriverSettings.REMEMBERED) {
                gone.removeFirst();
            }
        }
    }

    /** The key of the user who has been away longest; empty when all are back. */
    Optional<Integer> returning() {
        return Optional.ofNullable(gone.pollFirst());
    }

    int liveSessions() {
        return live.size();
    }

    /** Whether the session's time has come, so that it makes no further request. */
    boolean isOver(UserSession session) {
        return isOver(live.get(session));
    }

    /** The end of a warm-up, and so all that follows, is known late: it is looked up each time. */
    private boolean isOver(LongSupplier end) {
        return clock.now() - end.getAsLong() >= 0;
    }

    /**
     * Closed model: a user takes a place, and another one whenever a session ends, until the place's time is over.
     *
     * @param begin when the first user comes
     * @param end when the place is given up
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

    /** Open model: a user comes at this time and stays as long as the walk lasts, at most until the end. */
    void arrive(long intended, LongSupplier end) {
        at(intended, () -> begin(intended, end, (ended, byFailure) -> live.remove(ended)));
    }

    private void begin(long intended, LongSupplier end, UserSession.Ended onEnd) {
        UserSession session = new UserSession(this, arrivals.next(), onEnd);
        live.put(session, end);
        session.begin(intended);
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

    /** Carries out a task at a time of the load; one that falls due in a pause, after it. */
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

    /** The load goes on after a pause. */
    void resume() {
        List<Due> due = List.copyOf(held);
        held.clear();
        due.forEach(each -> at(each.time(), each.task()));
    }
}
