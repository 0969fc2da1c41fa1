package org.eejs.driver;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.FullHttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eejs.driver.protocol.FailureReason;
import org.eejs.driver.service.CookieJar;
import org.eejs.driver.service.Failing;
import org.eejs.driver.service.Hop;
import org.eejs.driver.service.PlannedRequest;
import org.eejs.driver.service.ServiceScriptPlan.PlannedStep;
import org.eejs.service.ServiceScript.Origin;

/**
 * A request, and where it goes now. Immutable.
 *
 * @param step of which it is a part
 * @param repeats how often it was sent in vain
 */
record Exchange(PlannedStep step, PlannedRequest request, Hop hop, int repeats) {
    /** Browsers have such a bound, too. */
    private static final int MOST_REPEATS = 3;
    /** Methods that may be carried out twice (RFC 9110, 9.2.2). */
    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE");

    static Exchange first(PlannedStep step, PlannedRequest request) {
        return new Exchange(step, request, request.firstHop(), 0);
    }

    Exchange redirected(Hop next) {
        return new Exchange(step, request, next, 0);
    }

    Exchange repeated() {
        return new Exchange(step, request, hop, repeats + 1);
    }

    boolean isIdempotent() {
        return IDEMPOTENT.contains(hop.method());
    }

    boolean mayRepeat() {
        return repeats < MOST_REPEATS;
    }

    /** Sends it on an idle lane. */
    void send(Lanes.Lane lane, List<Origin> origins, CookieJar cookies, boolean keepAlive,
            Map<String, String> values) {
        lane.exchange = this;
        String cookie = cookies.header(origins.get(hop.origin()), request.target(hop, values));
        Response.Keep keep = hop.method().equals("HEAD") ? Response.Keep.HEADERS_ALONE
                : request.needsBody() ? Response.Keep.ALL : Response.Keep.HEADERS;
        if (lane.isStream) {
            FullHttpRequest message = request.message(hop, cookie, values);
            lane.connection.send(message, message.content().readableBytes(), keep);
        } else {
            ByteBuf bytes = lane.connection.newBuffer(512);
            request.write(bytes, hop, cookie, keepAlive, values);
            lane.connection.send(bytes, bytes.readableBytes(), keep);
        }
    }

    /** Why it failed when the server had closed the connection, and it cannot be repeated. */
    Failing unanswered() {
        return lost("the server closed a connection that it had answered on; " + hop.method() + " is not repeated");
    }

    /** Why it failed after all its repeats. */
    Failing inVain(String why) {
        return lost(why + ", also each of " + MOST_REPEATS + " times that it was repeated");
    }

    /** Why it failed when no time was left; {@code missing} is what is known of its answer, or null. */
    Failing timedOut(String missing, Duration limit) {
        return new Failing(FailureReason.TIME_OUT, missing != null ? missing : "expected an answer within "
                + limit.toMillis() + " ms, found none to " + request.name(), request.source());
    }

    private Failing lost(String why) {
        return new Failing(FailureReason.CONNECTION_LOST,
                "expected an answer to " + request.name() + ", but " + why, request.source());
    }
}
