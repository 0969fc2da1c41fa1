package org.eejs.driver;

import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
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
 * <p>The first connection makes a full handshake. The second is opened for the images of the first page and resumes
 * the first one's TLS session.
 *
 * <p>A page's response time counts from its intended start: for the login when the session was due, for other pages
 * when the user had finished thinking; not from when the driver came to send the request. Used by one event loop's
 * thread only.
 */
final class UserSession implements Connection.Owner {
    /** Learns that a session has ended, by the user's will or by a failure. */
    interface Ended {
        void ended(UserSession session, boolean byFailure);
    }

    private final EventLoopUsers users;
    private final Ended onEnd;
    private final int number;
    private final SplittableRandom random;
    private final Customer customer;
    private final int check;
    private final Iterator<Page> walk;
    private final ArrayDeque<StaticImage> imagesToAsk = new ArrayDeque<>();

    private Connection first;
    private Connection second;
    private StaticImage firstImage;
    private StaticImage secondImage;
    private boolean firstConditional;
    private boolean secondConditional;
    private String cookie;
    private PageRequest request;
    private long intendedNanos;
    private boolean htmlDue;
    private ScheduledFuture<?> timer;
    private boolean thinking;
    private boolean ended;

    /**
     * A session that has not begun.
     *
     * @param number how many sessions of the run began before; all choices of the session follow from it and the seed
     * @param walk the pages that the user asks for, the login first
     */
    UserSession(EventLoopUsers users, int number, List<Page> walk, Ended onEnd) {
        this.users = users;
        this.number = number;
        this.walk = walk.iterator();
        this.onEnd = onEnd;
        this.random = new SplittableRandom(users.settings().seed() * 0x9E3779B97F4A7C15L + number);
        this.customer = new Customer(1 + random.nextInt(users.settings().customers()));
        this.check = random.nextInt(CheckImage.COUNT);
    }

    /** Begins with the login, whose intended start this is, on the clock of System.nanoTime. */
    void begin(long intended) {
        ask(walk.next(), intended);
    }

    /** Whether the user is between two pages. */
    boolean isThinking() {
        return thinking;
    }

    /** Ends the session without a failure. */
    void leave() {
        end(false);
    }

    private void ask(Page page, long intended) {
        thinking = false;
        intendedNanos = intended;
        request = PageRequest.draw(page, customer, check, random);
        htmlDue = true;
        timer = users.loop().schedule(this::timedOut, users.settings().pageTimeout().toNanos(), TimeUnit.NANOSECONDS);
        if (first == null || first.isClosed()) {
            first = users.connect(number, this);
        } else {
            sendPage();
        }
    }

    private void sendPage() {
        users.recorder().requested();
        first.send(users.requests().page(request, cookie), true);
    }

    @Override
    public void opened(Connection connection, TlsClient.Outcome outcome, long handshakeNanos) {
        users.recorder().handshake(outcome.resumed(), handshakeNanos, outcome.negotiated());
        if (connection == first && htmlDue) {
            sendPage();
        } else {
            askImages();
        }
    }

    @Override
    public void responded(Connection connection, Response response) {
        users.recorder().received(response);
        FailureReason wrong;
        if (connection == first && htmlDue) {
            htmlDue = false;
            wrong = PageCheck.check(request, check, response);
            response.release();
            if (response.cookie() != null) {
                cookie = response.cookie();
            }
            for (int id : users.imagesOf(request.page())) {
                imagesToAsk.add(StaticImage.byId(id));
            }
        } else {
            StaticImage image = connection == first ? firstImage : secondImage;
            wrong = PageCheck.check(image, connection == first ? firstConditional : secondConditional, response);
            users.learnEtag(image, response.etag());
            if (connection == first) {
                firstImage = null;
            } else {
                secondImage = null;
            }
        }
        if (wrong != null) {
            fail(wrong);
            return;
        }
        askImages();
    }

    /** Hands images that are still to be asked for to idle connections; completes the page when none is left. */
    private void askImages() {
        if (htmlDue) {
            return;
        }
        if (!imagesToAsk.isEmpty() && first.isClosed()) {
            first = users.connect(number, this);
        }
        if (!imagesToAsk.isEmpty() && (second == null || second.isClosed())) {
            second = users.connect(number, this);
        }
        if (!imagesToAsk.isEmpty() && first.isIdle()) {
            firstImage = imagesToAsk.poll();
            firstConditional = askImage(first, firstImage);
        }
        if (!imagesToAsk.isEmpty() && second.isIdle()) {
            secondImage = imagesToAsk.poll();
            secondConditional = askImage(second, secondImage);
        }
        boolean opening = first.isOpening() || second != null && second.isOpening();
        if (imagesToAsk.isEmpty() && firstImage == null && secondImage == null && !opening) {
            complete();
        }
    }

    private boolean askImage(Connection connection, StaticImage image) {
        boolean cached = random.nextDouble() < image.cachedFraction();
        String etag = cached ? users.etagOf(image) : null;
        users.recorder().requested();
        connection.send(users.requests().image(image, cookie, etag), false);
        return etag != null;
    }

    private void complete() {
        long now = System.nanoTime();
        timer.cancel(false);
        users.recorder().completed(request.page(), now - intendedNanos);
        if (!walk.hasNext() || users.isOver(this)) {
            end(false);
            return;
        }
        Page next = walk.next();
        long think = next.thinkBefore() ? users.settings().thinkTime().drawNanos(random) : 0;
        long intended = now + think;
        thinking = true;
        if (think == 0) {
            ask(next, intended);
        } else {
            timer = users.loop().schedule(() -> ask(next, intended), think, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void lost(Connection connection, FailureReason reason) {
        fail(reason);
    }

    private void timedOut() {
        fail(FailureReason.TIME_OUT);
    }

    private void fail(FailureReason reason) {
        if (!ended) {
            users.recorder().failed(request.page(), reason);
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
        if (first != null) {
            first.close();
        }
        if (second != null) {
            second.close();
        }
        onEnd.ended(this, byFailure);
    }
}
