package org.eejs.driver;

import static org.eejs.banking.settings.BankingSettings.PAGE_TIMEOUT;
import static org.eejs.banking.settings.BankingSettings.PAGES_PER_CONNECTION;
import static org.eejs.banking.settings.BankingSettings.RESUMED_CONNECTIONS;
import static org.eejs.banking.settings.BankingSettings.RETURNING_USERS;
import static org.eejs.banking.settings.BankingSettings.SEED;

import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.eejs.banking.CheckImage;
import org.eejs.banking.Customer;
import org.eejs.banking.Page;
import org.eejs.banking.PageRequest;
import org.eejs.banking.StaticImage;
import org.eejs.driver.protocol.FailureReason;

/**
 * One user at the bank, from the login until the user logs out or walks away: two connections, a page at a time with
 * all its images, thinking in between.
 *
 * <p>The first connection makes a full handshake, unless the user has been here before and resumes that visit's TLS
 * session. The second is opened for the images of the first page and resumes the first one's. Where connections are
 * kept for some pages only, they end while the user thinks, as by a keep-alive time-out, and are opened anew; which of
 * the later ones resume is drawn.
 *
 * <p>A page's response time counts from its intended start: for the login when the session was due, for other pages
 * when the user had finished thinking; not from when the driver came to send the request. Used by one event loop's
 * thread only.
 */
final class UserSession implements Session, Connection.Owner {
    private final BankUsers bank;
    private final EventLoopUsers users;
    private final Ended onEnd;
    private final SplittableRandom random;
    private final Customer customer;
    private final int check;
    private final Iterator<Page> walk;
    /** Drawn from apart, so that users do the same whatever their connections do. */
    private final SplittableRandom handshakes;
    private final int pagesPerConnection;
    private final ArrayDeque<StaticImage> imagesToAsk = new ArrayDeque<>();

    private final Lane first = new Lane();
    private final List<Lane> lanes = List.of(first, new Lane());
    private int key;
    private boolean hasKey;
    private Connection newest;
    private int pagesOnConnections;
    private boolean fullHandshake;
    private String cookie;
    private PageRequest request;
    private long intendedNanos;
    /** When the last answer came. */
    private long answeredNanos;
    private boolean htmlDue;
    private ScheduledFuture<?> timer;
    private boolean thinking;
    private boolean ended;

    /** A connection, and the image that was last requested on it; null when that has come. */
    private static final class Lane {
        private Connection connection;
        private StaticImage image;
        private boolean conditional;
        private boolean resumes;
    }

    /**
     * A session that has not begun.
     *
     * @param arrival who begins it
     */
    UserSession(BankUsers bank, Arrivals.Arrival<List<Page>> arrival, Ended onEnd) {
        this.bank = bank;
        this.users = bank.loop;
        this.walk = arrival.walk().iterator();
        this.onEnd = onEnd;
        this.random = new SplittableRandom(users.settings.get(SEED) * 0x9E3779B97F4A7C15L + arrival.number());
        this.handshakes = new SplittableRandom(~users.settings.get(SEED) * 0x9E3779B97F4A7C15L + arrival.number());
        this.pagesPerConnection = users.settings.values().find(PAGES_PER_CONNECTION).orElse(Integer.MAX_VALUE);
        this.customer = new Customer(1 + random.nextInt(users.settings.customers()));
        this.check = random.nextInt(CheckImage.COUNT);
    }

    @Override
    public void begin(long intended) {
        ask(walk.next(), intended);
    }

    @Override
    public boolean isThinking() {
        return thinking;
    }

    @Override
    public void leave() {
        end(false);
    }

    private void askUnlessOver(Page page, long intended) {
        if (!ended) {
            ask(page, intended);
        }
    }

    private void ask(Page page, long intended) {
        thinking = false;
        intendedNanos = intended;
        reconnectIfDue();
        request = PageRequest.draw(page, customer, check, random);
        htmlDue = true;
        timer = users.loop.schedule(this::timedOut, users.settings.get(PAGE_TIMEOUT).toNanos(), TimeUnit.NANOSECONDS);
        if (connected(first)) {
            sendPage();
        }
    }

    /** Whether a lane has a connection already; opens one if not. */
    private boolean connected(Lane lane) {
        boolean connected = lane.connection != null && !lane.connection.isClosed();
        if (!connected) {
            lane.resumes = hasKey ? handshakes.nextDouble() < users.settings.get(RESUMED_CONNECTIONS) : comesBack();
            if (!lane.resumes) {
                key = bank.newKey();
            }
            hasKey = true;
            lane.connection = bank.connect(key, this);
            newest = lane.connection;
        }
        return connected;
    }

    /** Whether this is a user who has been here before, and whose TLS session the first connection resumes. */
    private boolean comesBack() {
        Optional<int[]> earlier = handshakes.nextDouble() < users.settings.get(RETURNING_USERS) ? users.returning()
                : Optional.empty();
        earlier.ifPresent(known -> key = known[0]);
        return earlier.isPresent();
    }

    /** Ends connections that have carried their pages; not before the newest has brought what resumes it. */
    private void reconnectIfDue() {
        if (pagesOnConnections >= pagesPerConnection && newest.isAnswered()) {
            lanes.stream().map(lane -> lane.connection).filter(Objects::nonNull).forEach(Connection::close);
            pagesOnConnections = 0;
        }
    }

    private void sendPage() {
        users.recorder.requested();
        first.connection.send(bank.requests.page(request, cookie), Response.Keep.EDGES);
    }

    @Override
    public void opened(Connection connection, TlsClient.Outcome outcome, long handshakeNanos) {
        if (outcome != null) {
            users.recorder.handshake(lane(connection).resumes, outcome.resumed(), handshakeNanos, outcome.negotiated());
            fullHandshake |= !outcome.resumed();
        }
        if (connection == first.connection && htmlDue) {
            sendPage();
        } else {
            askImages();
        }
    }

    private Lane lane(Connection connection) {
        return connection == first.connection ? first : lanes.get(1);
    }

    @Override
    public void responded(Connection connection, Response response) {
        answeredNanos = users.clock.now();
        users.recorder.received(response);
        FailureReason wrong;
        if (connection == first.connection && htmlDue) {
            htmlDue = false;
            wrong = PageCheck.check(request, check, response);
            response.release();
            if (response.cookie() != null) {
                cookie = response.cookie();
            }
            for (int id : bank.imagesOf(request.page())) {
                imagesToAsk.add(StaticImage.byId(id));
            }
        } else {
            Lane lane = lane(connection);
            wrong = PageCheck.check(lane.image, lane.conditional, response);
            bank.learnEtag(lane.image, response.etag());
            lane.image = null;
        }
        if (wrong != null) {
            fail(wrong);
            return;
        }
        askImages();
    }

    /**
     * Requests the images that are still due on idle connections; completes the page when none is left. A handshake is
     * waited for, which is not broken off so, but is no part of the page's time.
     */
    private void askImages() {
        if (htmlDue || thinking) {
            return;
        }
        if (!imagesToAsk.isEmpty()) {
            lanes.forEach(this::connected);
        }
        for (Lane lane : lanes) {
            if (!imagesToAsk.isEmpty() && lane.connection.isIdle()) {
                askImage(lane);
            }
        }
        if (isAnswered() && lanes.stream().noneMatch(lane -> lane.connection != null && lane.connection.isOpening())) {
            complete();
        }
    }

    private boolean isAnswered() {
        return !htmlDue && imagesToAsk.isEmpty() && lanes.stream().allMatch(lane -> lane.image == null);
    }

    private void askImage(Lane lane) {
        lane.image = imagesToAsk.poll();
        boolean cached = random.nextDouble() < lane.image.cachedFraction();
        String etag = cached ? bank.etagOf(lane.image) : null;
        lane.conditional = etag != null;
        users.recorder.requested();
        lane.connection.send(bank.requests.image(lane.image, cookie, etag), Response.Keep.NOTHING);
    }

    private void complete() {
        timer.cancel(false);
        users.recorder.completed(request.page().id(), answeredNanos - intendedNanos, fullHandshake);
        fullHandshake = false;
        pagesOnConnections++;
        if (!walk.hasNext() || users.isOver(this)) {
            end(false);
            return;
        }
        Page next = walk.next();
        long think = next.thinkBefore() ? users.thinkNanos(random) : 0;
        long intended = users.clock.now() + think;
        thinking = true;
        if (think == 0) {
            ask(next, intended);
        } else {
            users.at(intended, () -> askUnlessOver(next, intended));
        }
    }

    @Override
    public void lost(Connection connection, FailureReason reason, Throwable cause) {
        Lane lane = lane(connection);
        // The second may have been opened for an image that the first has brought.
        if (lane.image != null || !imagesToAsk.isEmpty() || htmlDue && lane == first) {
            fail(reason);
        } else {
            askImages();
        }
    }

    private void timedOut() {
        if (isAnswered()) {
            complete();
        } else {
            fail(FailureReason.TIME_OUT);
        }
    }

    private void fail(FailureReason reason) {
        if (!ended) {
            users.recorder.failed(request.page().id(), reason, null);
            end(true);
        }
    }

    private void end(boolean byFailure) {
        if (ended) {
            return;
        }
        ended = true;
        if (timer != null) {
            timer.cancel(false);
        }
        lanes.stream().map(lane -> lane.connection).filter(Objects::nonNull).forEach(Connection::close);
        if (!byFailure && newest != null && newest.isAnswered()) {
            users.left(key);
        }
        onEnd.ended(this, byFailure);
    }
}
