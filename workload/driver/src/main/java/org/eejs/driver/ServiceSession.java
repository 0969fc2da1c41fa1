package org.eejs.driver;

import static org.eejs.banking.settings.BankingSettings.PAGES_PER_CONNECTION;
import static org.eejs.banking.settings.BankingSettings.PAGE_TIMEOUT;
import static org.eejs.banking.settings.BankingSettings.RETURNING_USERS;
import static org.eejs.banking.settings.BankingSettings.SEED;
import static org.eejs.banking.settings.BankingSettings.THINK_TIME;

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
import org.eejs.driver.protocol.FailureReason;
import org.eejs.driver.service.CookieJar;
import org.eejs.driver.service.Deadline;
import org.eejs.driver.service.Failing;
import org.eejs.driver.service.PlannedRequest;
import org.eejs.driver.service.ServiceScriptPlan.PlannedScenario;
import org.eejs.driver.service.ServiceScriptPlan.PlannedStep;

/**
 * One user of a service, who follows a scenario step by step.
 *
 * <p>A step's response time counts from its intended start: when the session was due, or when the user had finished
 * thinking. Where the requests of a second are limited, a request waits for its turn, and the intended start moves by
 * the time in which nothing of the step was under way meanwhile: the limit is no delay of the service.
 *
 * <p>Used by one event loop's thread only.
 */
final class ServiceSession implements Session {
    private final ServiceUsers service;
    private final EventLoopUsers users;
    private final Ended onEnd;
    final SessionFailures failures;
    private final boolean rehearses;
    private final SplittableRandom random;
    /** Drawn from apart, so that users do the same whatever their connections do. */
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
    /** When the last answer came, or the wait for a turn began. */
    private long idleSinceNanos;
    private boolean ended;

    /**
     * A session that has not begun.
     *
     * @param rehearses whether the user does not think, and leaves no trace
     */
    ServiceSession(ServiceUsers service, Arrivals.Arrival<PlannedScenario> arrival, boolean rehearses, Ended onEnd) {
        this.service = service;
        this.users = service.loop;
        this.onEnd = onEnd;
        this.rehearses = rehearses;
        this.failures = new SessionFailures(users.recorder, arrival.walk().name());
        this.takesValues = arrival.walk().takes();
        this.steps = arrival.walk().steps().iterator();
        this.random = new SplittableRandom(users.settings.get(SEED) * 0x9E3779B97F4A7C15L + arrival.number());
        this.handshakes = new SplittableRandom(~users.settings.get(SEED) * 0x9E3779B97F4A7C15L + arrival.number());
        this.values = service.load.valuesOf(arrival);
        this.keepAlive = service.load.plan.script().connections().keepAlive();
        this.origins = IntStream.range(0, service.load.plan.origins().size())
                .mapToObj(origin -> new Lanes(this, service, origin)).toList();
    }

    /** Under the open model whoever arrives has thought; otherwise users would come in an endless row. */
    @Override
    public void begin(long intended) {
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

    @Override
    public boolean isThinking() {
        return thinking || isHeldBack();
    }

    /** Whether the limit of requests alone keeps the user waiting. */
    private boolean isHeldBack() {
        return awaitsTurn && underWay == 0;
    }

    @Override
    public void leave() {
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
        batches = step.batches().iterator();
        timeOutNanos = System.nanoTime() + pageTimeOutNanos();
        awaitTimeOut();
        proceed();
    }

    private long pageTimeOutNanos() {
        return users.settings.get(PAGE_TIMEOUT).toNanos();
    }

    /** Ends connections that have carried their pages; not before the newest have brought what resumes them. */
    private void reconnectIfDue() {
        int most = users.settings.values().find(PAGES_PER_CONNECTION).orElse(Integer.MAX_VALUE);
        if (pagesOnConnections >= most && origins.stream().allMatch(Lanes::isSettled)) {
            origins.forEach(Lanes::close);
            pagesOnConnections = 0;
        }
    }

    /** Sends what can be sent by now; completes the page when nothing is left. */
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
            Lanes.Lane lane = origins.get(exchange.hop().origin()).idle(exchange.repeats() > 0);
            if (lane == null) {
                waiting[exchange.hop().origin()]++;
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
        // A handshake is not broken off, but is no part of the step's time.
        if (!ended && isAnswered() && origins.stream().noneMatch(Lanes::isOpening)) {
            complete();
        }
    }

    private boolean isAnswered() {
        return toSend.isEmpty() && underWay == 0;
    }

    /** Whether the next request may be sent now; if not, goes on when it may. */
    private boolean hasTurn() {
        if (service.load.limit == null || hasTurn) {
            hasTurn = false;
            return true;
        }
        if (!awaitsTurn) {
            long now = users.clock.now();
            long turn = service.load.limit.turn(now);
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
            // Until the turn: that the driver comes to it later is no part of the limit.
            long heldBack = Math.max(0, turn - idleSinceNanos);
            intendedNanos += heldBack;
            // It may have been put off meanwhile.
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
        exchange.send(lane, service.load.plan.origins(), cookies, keepAlive, values);
    }

    void shookHands(boolean wanted, TlsClient.Outcome outcome, long nanos) {
        users.recorder.handshake(wanted, outcome.resumed(), nanos, outcome.negotiated());
        fullHandshake |= !outcome.resumed();
    }

    void responded(Lanes.Lane lane, Exchange exchange, Response response) {
        users.recorder.received(response);
        underWay--;
        idleSinceNanos = users.clock.now();
        PlannedRequest.Verdict verdict = exchange.request().judge(
                response.answer(new Deadline(timeOutNanos), this::showsText), exchange.hop(), values, cookies);
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

    /** Whether messages may show text of answers to this session. */
    private boolean showsText() {
        return service.load.plan.secrets().allowText(takesValues || !cookies.isEmpty());
    }

    /** The server may have closed the connection before the request came. */
    void unanswered(Exchange exchange) {
        if (exchange.isIdempotent()) {
            repeat(exchange, "the server closed the connection");
        } else {
            failStep(exchange.unanswered());
        }
    }

    /** Sends a request again, of which the server has not begun the answer. */
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

    /** The user goes on with the next step, unless that may need what the answer had. */
    private void failStep(Failing failing) {
        if (step.takesValues()) {
            fail(failing);
            return;
        }
        failures.add(failing, step);
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
            end(failures.first().isPresent());
            return;
        }
        PlannedStep next = steps.next();
        askLater(next, users.clock.now(), thinkNanos(next));
    }

    private long thinkNanos(PlannedStep next) {
        if (rehearses) {
            return 0;
        }
        return next.thinkMillis() == null ? users.settings.get(THINK_TIME).drawNanos(random)
                : (long) (next.thinkMillis() * 1e6);
    }

    /** The key of an earlier visit to an origin, which its first connection resumes; 0 for none. */
    int earlierKey(int origin) {
        if (earlierKeys == null) {
            earlierKeys = (handshakes.nextDouble() < users.settings.get(RETURNING_USERS) ? users.returning()
                    : Optional.<int[]>empty()).orElseGet(() -> new int[origins.size()]);
        }
        return earlierKeys[origin];
    }

    /** Bytes follow the answer to a request, and could be taken for the next answer. */
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

    /** The first request that has not been answered. */
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
            // It cannot have come to its end before its turn.
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

    /** An answer may turn out to be wrong after its step: that counts in addition. */
    private void fail(Failing failing, PlannedStep wrong) {
        if (!ended) {
            failures.add(failing, wrong);
            failures.ends();
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
        int[] keys = origins.stream().mapToInt(Lanes::resumableKey).toArray();
        origins.forEach(Lanes::close);
        if (!byFailure && !rehearses && IntStream.of(keys).anyMatch(key -> key != 0)) {
            users.left(keys);
        }
        onEnd.ended(this, byFailure);
    }
}
