package org.eejs.driver;

import static org.eejs.banking.settings.BankingSettings.PAGES_PER_CONNECTION;
import static org.eejs.banking.settings.BankingSettings.PAGE_TIMEOUT;
import static org.eejs.banking.settings.BankingSettings.RETURNING_USERS;
import static org.eejs.banking.settings.BankingSettings.SEED;
import static org.eejs.banking.settings.BankingSettings.THINK_TIME;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.driver.protocol.FailureReason;
import org.eejs.driver.service.CookieJar;
import org.eejs.driver.service.Deadline;
import org.eejs.driver.service.Failing;
import org.eejs.driver.service.Hop;
import org.eejs.driver.service.PlannedRequest;
import org.eejs.driver.service.ServiceScriptPlan.PlannedScenario;
import org.eejs.driver.service.ServiceScriptPlan.PlannedStep;
import org.eejs.driver.service.TlsTrouble;
import org.eejs.service.Rehearsal;

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
    /** How often a request is sent again, as browsers do. */
    private static final int MOST_REPEATS = 3;
    /** Methods that may be carried out twice (RFC 9110, 9.2.2). */
    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE");

    private final ServiceUsers service;
    private final EventLoopUsers users;
    private final Ended onEnd;
    private final boolean rehearses;
    private final SplittableRandom random;
    /** Drawn from apart, so that users do the same whatever their connections do. */
    final SplittableRandom handshakes;
    private final String scenario;
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
    private Rehearsal.Failure failure;
    private boolean wentOn = true;

    /**
     * A request, and where it goes now.
     *
     * @param step of which it is a part
     * @param repeats how often it was sent in vain
     */
    record Exchange(PlannedStep step, PlannedRequest request, Hop hop, int repeats) {}

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
        this.scenario = arrival.walk().name();
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

    /** What has gone wrong first, if anything has. */
    Optional<Rehearsal.Failure> failure() {
        return Optional.ofNullable(failure);
    }

    /** Whether all steps were done in spite of it. */
    boolean wentOn() {
        return wentOn;
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
            batches.next().forEach(request -> toSend.add(new Exchange(step, request,
                    request.firstHop(), 0)));
        }
        int[] waiting = new int[origins.size()];
        for (Iterator<Exchange> each = toSend.iterator(); each.hasNext() && !ended;) {
            Exchange exchange = each.next();
            Lanes.Lane lane = origins.get(exchange.hop().origin()).idle(exchange.repeats > 0);
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
        Failing failing = exchange.request.failing(values);
        if (failing != null) {
            fail(failing);
            return;
        }
        users.recorder.requested();
        underWay++;
        lane.exchange = exchange;
        Hop hop = exchange.hop;
        Response.Keep keep = exchange.request.needsBody() ? Response.Keep.ALL : Response.Keep.HEADERS;
        keep = hop.method().equals("HEAD") ? Response.Keep.HEADERS_ALONE : keep;
        String cookie = cookies.header(service.load.plan.origins().get(hop.origin()),
                exchange.request.target(hop, values));
        if (lane.isStream) {
            FullHttpRequest message = exchange.request.message(hop, cookie, values);
            lane.connection.send(message, message.content().readableBytes(), keep);
        } else {
            ByteBuf bytes = lane.connection.newBuffer(512);
            exchange.request.write(bytes, hop, cookie, keepAlive, values);
            lane.connection.send(bytes, bytes.readableBytes(), keep);
        }
    }

    void shookHands(boolean wanted, TlsClient.Outcome outcome, long nanos) {
        users.recorder.handshake(wanted, outcome.resumed(), nanos, outcome.negotiated());
        fullHandshake |= !outcome.resumed();
    }

    void responded(Lanes.Lane lane, Exchange exchange, Response response) {
        users.recorder.received(response);
        underWay--;
        idleSinceNanos = users.clock.now();
        PlannedRequest.Verdict verdict = exchange.request.judge(
                response.answer(new Deadline(timeOutNanos), this::showsText), exchange.hop, values, cookies);
        response.release();
        if (!keepAlive) {
            lane.connection.close();
        }
        if (verdict.failing() != null) {
            fail(verdict.failing());
            return;
        }
        if (verdict.hop() != null) {
            toSend.addFirst(new Exchange(step, exchange.request, verdict.hop(), 0));
        }
        proceed();
    }

    /** Whether messages may show text of answers to this session. */
    private boolean showsText() {
        return service.load.plan.secrets().allowText(takesValues || !cookies.isEmpty());
    }

    /** A stream's request has not been begun with: another connection takes it. */
    void unprocessed(Exchange exchange) {
        repeat(exchange, "the server refused its stream");
    }

    /** The server may have closed the connection before the request came. */
    void unanswered(Exchange exchange, Throwable cause) {
        String method = exchange.hop.method();
        if (IDEMPOTENT.contains(method)) {
            repeat(exchange, "the server closed the connection");
        } else {
            failStep(new Failing(FailureReason.CONNECTION_LOST, "expected an answer to " + exchange.request.name()
                    + ", but the server closed a connection that it had answered on; " + method + " is not repeated",
                    exchange.request.source()));
        }
    }

    private void repeat(Exchange exchange, String why) {
        underWay--;
        idleSinceNanos = users.clock.now();
        if (exchange.repeats == MOST_REPEATS) {
            fail(new Failing(FailureReason.CONNECTION_LOST, "expected an answer to " + exchange.request.name()
                    + ", but " + why + ", also each of " + MOST_REPEATS + " times that it was repeated",
                    exchange.request.source()));
            return;
        }
        users.recorder.repeated();
        toSend.addFirst(new Exchange(exchange.step, exchange.request, exchange.hop, exchange.repeats + 1));
        proceed();
    }

    /** The user goes on with the next step, unless that may need what the answer had. */
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
            end(failure != null);
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
        fail(new Failing(FailureReason.BAD_HTTP, found, wrong.request.source()), wrong.step);
    }

    void lost(Lanes.Lane lane, FailureReason reason, Throwable cause) {
        if (lane.exchange == null && toSend.isEmpty()) {
            // It was opened for a request that another connection took.
            proceed();
            return;
        }
        String host = service.load.plan.origins().get(lane.origin()).host();
        String missing = lane.connection.missing();
        String sample = reason == FailureReason.ANSWER_TOO_LONG ? "expected at most "
                + service.load.plan.script().limits().bodyBytes() + " bytes, found more; raise limits: {bodyBytes} if "
                + "the answer is right" : missing != null ? missing
                : TlsTrouble.describe(cause, host, showsText());
        fail(new Failing(TlsTrouble.isAlpnRefused(cause) ? FailureReason.HTTP2_REFUSED : reason, sample,
                (lane.exchange == null ? waitsFor() : lane.exchange.request).source()));
    }

    /** The first request that has not been answered. */
    private PlannedRequest waitsFor() {
        return Stream.concat(underWay().map(lane -> lane.exchange), toSend.stream()).findFirst().orElseThrow().request();
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
            PlannedRequest request = waitsFor();
            String missing = underWay().findFirst().map(lane -> lane.connection.missing()).orElse(null);
            fail(new Failing(FailureReason.TIME_OUT, missing != null ? missing : "expected an answer within "
                    + users.settings.get(PAGE_TIMEOUT).toMillis() + " ms, found none to " + request.name(),
                    request.source()));
        }
    }

    private void fail(Failing failing) {
        fail(failing, step);
    }

    /** An answer may turn out to be wrong after its step: that counts in addition. */
    private void fail(Failing failing, PlannedStep wrong) {
        if (!ended) {
            record(failing, wrong);
            wentOn = false;
            end(true);
        }
    }

    private void record(Failing failing, PlannedStep wrong) {
        users.recorder.failed(wrong.page(), failing.reason(), failing.sample() == null ? null : failing::sample);
        if (failure == null) {
            failure = new Rehearsal.Failure(scenario, wrong.name(), failing.reason().id(), failing.sample(),
                    failing.source());
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
