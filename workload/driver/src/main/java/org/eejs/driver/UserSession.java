package org.eejs.driver;

import static org.eejs.banking.settings.BankingSettings.PAGES_PER_CONNECTION;
import static org.eejs.banking.settings.BankingSettings.PAGE_TIMEOUT;
import static org.eejs.banking.settings.BankingSettings.RETURNING_USERS;
import static org.eejs.banking.settings.BankingSettings.SEED;

import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.driver.http.Response;
import org.eejs.driver.protocol.FailureReason;
import org.eejs.driver.script.CookieJar;
import org.eejs.driver.script.Deadline;
import org.eejs.driver.script.Failing;
import org.eejs.driver.script.PlannedRequest;
import org.eejs.driver.script.ScriptAnswer;
import org.eejs.driver.script.ScriptPlan.PlannedScenario;
import org.eejs.driver.script.ScriptPlan.PlannedStep;
import org.eejs.banking.service.Rehearsal;

/**
 * One user, who follows a script step by step.
 *
 * <p>A step's response time counts from its intended start, not from the time at which the driver sent the request.
 * That is the time when the session was due, or when the user had finished thinking. If the requests of a second are
 * limited, a request waits for its turn. The intended start then moves by the time in which nothing of the step was
 * under way, because the limit is not a delay of the service.
 *
 * <p>Used by one event loop's thread only.
 */
final class UserSession {
    private final EventLoopUsers users;
    private final ScriptLoad load;
    private final String scenario;
    private final Ended onEnd;
    private final boolean rehearses;
    private final SplittableRandom random;
    /** A separate generator, so that users do the same whatever their connections do. */
    final SplittableRandom handshakes;
    private final boolean takesValues;
    private final Iterator<PlannedStep> steps;
    private final Map<String, String> values;
    private final CookieJar cookies = new CookieJar();
    private final List<Lanes> origins;
    private final boolean keepAlive;

    private final ArrayDeque<Exchange> toSend = new ArrayDeque<>();
    private PlannedStep step;
    private Iterator<List<PlannedRequest>> batches;
    private int underWay;
    private long intendedNanos;
    private long timeOutNanos;
    private ScheduledFuture<?> timer;
    private int[] earlierKeys;
    private int pagesOnConnections;
    private boolean fullHandshake;
    private boolean thinking;
    private boolean hasTurn;
    private boolean awaitsTurn;
    /** The time of the last answer, or of the start of the wait for a turn. */
    private long idleSinceNanos;
    private boolean ended;
    private Rehearsal.Failure firstFailure;
    private boolean brokenOff;

    /** A listener for the end of a session, by the user's will or by a failure. */
    interface Ended {
        void ended(UserSession session, boolean byFailure);
    }

    /**
     * Creates a session that has not begun.
     *
     * @param rehearses whether the user does not think, and leaves no trace
     */
    UserSession(EventLoopUsers users, Arrivals.Arrival<PlannedScenario> arrival, boolean rehearses, Ended onEnd) {
        this.users = users;
        this.load = users.load;
        this.scenario = arrival.walk().name();
        this.onEnd = onEnd;
        this.rehearses = rehearses;
        this.takesValues = arrival.walk().takes();
        this.steps = arrival.walk().steps().iterator();
        this.random = new SplittableRandom(users.settings.get(SEED) * 0x9E3779B97F4A7C15L + arrival.number());
        this.handshakes = new SplittableRandom(~users.settings.get(SEED) * 0x9E3779B97F4A7C15L + arrival.number());
        this.values = load.users.values(arrival.number(), random);
        this.keepAlive = load.plan.script().connections().keepAlive();
        this.origins = IntStream.range(0, load.plan.origins().size())
                .mapToObj(origin -> new Lanes(this, users, origin)).toList();
    }

    /**
     * Begins with the first step, from this time of the load on. In the open model an arriving user has already
     * thought; otherwise users would come in an endless row.
     */
    void begin(long intended) {
        PlannedStep first = steps.next();
        askLater(first, intended, users.settings.isOpenModel() ? 0 : thinkNanos(first));
    }

    private void askLater(PlannedStep next, long from, long thinkNanos) {
        long intended = from + thinkNanos;
        thinking = true;
        if (thinkNanos == 0) {
            ask(next, intended);
        } else {
            users.at(intended, () -> ask(next, intended));
        }
    }

    /** Returns whether the user is between two steps. */
    boolean isThinking() {
        return thinking || isHeldBack();
    }

    /** Returns whether only the limit of requests keeps the user waiting. */
    private boolean isHeldBack() {
        return awaitsTurn && underWay == 0;
    }

    /** Ends the session by the user's will. */
    void leave() {
        end(false);
    }

    private void ask(PlannedStep next, long intended) {
        if (ended) {
            return;
        }
        thinking = false;
        step = next;
        intendedNanos = intended;
        reconnectIfDue();
        load.users.draw(step, values, random);
        batches = step.batches().iterator();
        timeOutNanos = System.nanoTime() + pageTimeOutNanos();
        awaitTimeOut();
        proceed();
    }

    private long pageTimeOutNanos() {
        return users.settings.get(PAGE_TIMEOUT).toNanos();
    }

    /**
     * Ends connections that have carried their pages, but not before the newest have brought the data that resumes
     * them.
     */
    private void reconnectIfDue() {
        int most = users.settings.values().find(PAGES_PER_CONNECTION).orElse(Integer.MAX_VALUE);
        if (pagesOnConnections >= most && origins.stream().allMatch(Lanes::isSettled)) {
            origins.forEach(Lanes::close);
            pagesOnConnections = 0;
        }
    }

    /** Sends all requests that are possible now; completes the page when nothing is left. */
    void proceed() {
        if (ended || thinking) {
            return;
        }
        if (toSend.isEmpty() && underWay == 0 && batches.hasNext()) {
            batches.next().forEach(request -> toSend.add(Exchange.first(step, request)));
        }
        int[] waiting = new int[origins.size()];
        for (Iterator<Exchange> each = toSend.iterator(); each.hasNext() && !ended;) {
            Exchange exchange = each.next();
            int origin = exchange.hop().origin();
            Lanes.Lane lane = waiting[origin] > 0 ? null : origins.get(origin).idle(exchange.repeats() > 0);
            if (lane == null) {
                waiting[origin]++;
            } else if (!hasTurn()) {
                return;
            } else {
                each.remove();
                send(lane, exchange);
            }
        }
        for (int origin = 0; origin < waiting.length && !ended; origin++) {
            origins.get(origin).openFor(waiting[origin]);
        }
        // A handshake is not interrupted, but does not belong to the step's time.
        if (!ended && isAnswered() && origins.stream().noneMatch(Lanes::isOpening)) {
            complete();
        }
    }

    private boolean isAnswered() {
        return toSend.isEmpty() && underWay == 0;
    }

    /** Returns whether the next request may be sent now; if not, continues when it may. */
    private boolean hasTurn() {
        if (load.limit == null || hasTurn) {
            hasTurn = false;
            return true;
        }
        if (!awaitsTurn) {
            long now = users.clock.now();
            long turn = load.limit.turn(now);
            if (turn - now <= 0) {
                return true;
            }
            awaitsTurn = true;
            idleSinceNanos = now;
            users.at(turn, () -> takeTurn(turn));
        }
        return false;
    }

    private void takeTurn(long turn) {
        if (isHeldBack()) {
            // Until the turn: if the driver comes to it later, that is not part of the limit.
            long heldBack = Math.max(0, turn - idleSinceNanos);
            intendedNanos += heldBack;
            // It may have been postponed meanwhile.
            timeOutNanos = Math.min(timeOutNanos + heldBack, System.nanoTime() + pageTimeOutNanos());
        }
        awaitsTurn = false;
        hasTurn = true;
        proceed();
    }

    private void send(Lanes.Lane lane, Exchange exchange) {
        Failing failing = exchange.request().failing(values);
        if (failing != null) {
            fail(failing);
            return;
        }
        users.recorder.requested();
        underWay++;
        exchange.send(lane, load.plan.origins(), cookies, tagFor(exchange.request()), keepAlive, values);
    }

    /** Returns the tag of the user's copy of an answer; null unless a random number decides that there is one. */
    private String tagFor(PlannedRequest request) {
        return request.cachedFraction() != null && random.nextDouble() < request.cachedFraction()
                ? users.tagOf(request) : null;
    }

    void shookHands(boolean wanted, TlsClient.Outcome outcome, long nanos) {
        users.recorder.handshake(wanted, outcome, nanos);
        fullHandshake |= !outcome.resumed();
    }

    void responded(Lanes.Lane lane, Exchange exchange, Response response) {
        users.recorder.received(response);
        underWay--;
        idleSinceNanos = users.clock.now();
        PlannedRequest.Verdict verdict = exchange.request().judge(
                new ScriptAnswer(response, new Deadline(timeOutNanos), this::showsText), exchange.hop(),
                lane.conditional, values, cookies);
        if (exchange.request().cachedFraction() != null) {
            users.learnTag(exchange.request(), response);
        }
        response.release();
        if (!keepAlive) {
            lane.connection.close();
        }
        if (verdict.failing() != null) {
            fail(verdict.failing());
            return;
        }
        if (verdict.hop() != null) {
            toSend.addFirst(exchange.redirected(verdict.hop()));
        }
        proceed();
    }

    /** Returns whether messages may show text of answers to this session. */
    private boolean showsText() {
        return load.plan.secrets().allowText(takesValues || !cookies.isEmpty());
    }

    /** Handles an unanswered request: the server may have closed the connection before the request came. */
    void unanswered(Exchange exchange) {
        if (exchange.request().repeats(exchange.hop())) {
            repeat(exchange, "the server closed the connection");
        } else {
            failStep(exchange.unanswered());
        }
    }

    /** Repeats a request whose answer the server has not begun. */
    void repeat(Exchange exchange, String why) {
        underWay--;
        idleSinceNanos = users.clock.now();
        if (exchange.mayRepeat()) {
            users.recorder.repeated();
            toSend.addFirst(exchange.repeated());
            proceed();
        } else {
            fail(exchange.inVain(why));
        }
    }

    /** Fails the step. The user continues with the next step, unless that may need a value of the answer. */
    private void failStep(Failing failing) {
        if (step.takesValues()) {
            fail(failing);
            return;
        }
        record(failing, step);
        timer.cancel(false);
        origins.forEach(Lanes::abandon);
        toSend.clear();
        underWay = 0;
        fullHandshake = false;
        goOn();
    }

    private void complete() {
        timer.cancel(false);
        users.recorder.completed(step.page(), idleSinceNanos - intendedNanos, fullHandshake);
        fullHandshake = false;
        pagesOnConnections++;
        goOn();
    }

    private void goOn() {
        if (!steps.hasNext() || !rehearses && users.isOver(this)) {
            end(firstFailure != null);
            return;
        }
        PlannedStep next = steps.next();
        askLater(next, users.clock.now(), thinkNanos(next));
    }

    private long thinkNanos(PlannedStep next) {
        if (rehearses) {
            return 0;
        }
        return next.thinkMillis() == null ? users.thinkNanos(random)
                : (long) (next.thinkMillis() * 1e6);
    }

    /** Returns the key of an earlier visit to an origin, which its first connection resumes; 0 for none. */
    int earlierKey(int origin) {
        if (earlierKeys == null) {
            earlierKeys = (handshakes.nextDouble() < users.settings.get(RETURNING_USERS) ? users.returning()
                    : Optional.<int[]>empty()).orElseGet(() -> new int[origins.size()]);
        }
        return earlierKeys[origin];
    }

    /** Handles bytes that follow the answer to a request, and could be taken for the next answer. */
    void surplus(Exchange wrong, String found) {
        fail(new Failing(FailureReason.BAD_HTTP, found, wrong.request().source()), wrong.step());
    }

    void lost(Lanes.Lane lane, FailureReason reason, Throwable cause) {
        if (lane.exchange == null && toSend.isEmpty()) {
            // It was opened for a request that another connection took.
            proceed();
            return;
        }
        fail(lane.failing(reason, cause, showsText(), waitsFor()));
    }

    /** Returns the first unanswered request. */
    private Exchange waitsFor() {
        return Stream.concat(underWay().map(lane -> lane.exchange), toSend.stream()).findFirst().orElseThrow();
    }

    private Stream<Lanes.Lane> underWay() {
        return origins.stream().flatMap(lanes -> lanes.underWay().stream());
    }

    private void awaitTimeOut() {
        timer = users.loop.schedule(this::timeOut, timeOutNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    private void timeOut() {
        if (isHeldBack()) {
            // It was unable to finish before its turn.
            timeOutNanos = System.nanoTime() + pageTimeOutNanos();
            awaitTimeOut();
        } else if (timeOutNanos - System.nanoTime() > 0) {
            awaitTimeOut();
        } else if (isAnswered()) {
            complete();
        } else {
            String missing = underWay().findFirst().map(lane -> lane.connection.missing()).orElse(null);
            fail(waitsFor().timedOut(missing, users.settings.get(PAGE_TIMEOUT)));
        }
    }

    private void fail(Failing failing) {
        fail(failing, step);
    }

    /** Counts a failure. An answer may turn out to be wrong after its step: that counts in addition. */
    private void fail(Failing failing, PlannedStep wrong) {
        if (!ended) {
            record(failing, wrong);
            brokenOff = true;
            end(true);
        }
    }

    private void record(Failing failing, PlannedStep wrong) {
        users.recorder.failed(wrong.page(), failing.reason(), failing.sample());
        if (firstFailure == null) {
            firstFailure = new Rehearsal.Failure(scenario, wrong.name(), failing.reason().id(), failing.sample(),
                    failing.source());
        }
    }

    /** Returns the first fault, which may be the cause of all later ones. */
    Optional<Rehearsal.Failure> firstFailure() {
        return Optional.ofNullable(firstFailure);
    }

    /** Returns whether a failure ended it; otherwise its steps continued. */
    boolean isBrokenOff() {
        return brokenOff;
    }

    private void end(boolean byFailure) {
        if (ended) {
            return;
        }
        ended = true;
        if (timer != null) {
            timer.cancel(false);
        }
        int[] keys = origins.stream().mapToInt(Lanes::resumableKey).toArray();
        origins.forEach(Lanes::close);
        if (!byFailure && !rehearses && IntStream.of(keys).anyMatch(key -> key != 0)) {
            users.left(keys);
        }
        onEnd.ended(this, byFailure);
    }
}
