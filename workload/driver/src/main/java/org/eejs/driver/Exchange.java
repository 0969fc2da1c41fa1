package org.eejs.driver;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.FullHttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.eejs.driver.protocol.FailureReason;
import org.eejs.driver.script.CookieJar;
import org.eejs.driver.script.Failing;
import org.eejs.driver.script.Hop;
import org.eejs.driver.script.PlannedRequest;
import org.eejs.driver.script.ScriptPlan.PlannedStep;
import org.eejs.banking.service.ServiceScript.Origin;

/**
 * A request, and its current destination. Immutable.
 *
 * @param step the step that it belongs to
 * @param repeats the number of failed attempts
 */
record Exchange(PlannedStep step, PlannedRequest request, Hop hop, int repeats) {
    /** Browsers have such a limit, too. */
    private static final int MOST_REPEATS = 3;

    static Exchange first(PlannedStep step, PlannedRequest request) {
        return new Exchange(step, request, request.firstHop(), 0);
    }

    Exchange redirected(Hop next) {
        return new Exchange(step, request, next, 0);
    }

    Exchange repeated() {
        return new Exchange(step, request, hop, repeats + 1);
    }

    boolean mayRepeat() {
        return repeats < MOST_REPEATS;
    }

    /**
     * Sends it on an idle lane.
     *
     * @param tag of the answer that the user has; null for none
     */
    void send(Lanes.Lane lane, List<Origin> origins, CookieJar cookies, String tag, boolean keepAlive,
            Map<String, String> values) {
        lane.exchange = this;
        lane.conditional = tag != null;
        String cookie = cookies.header(origins.get(hop.origin()), request.target(hop, values));
        if (lane.isStream) {
            FullHttpRequest message = request.message(hop, cookie, tag, values);
            lane.connection.send(message, message.content().readableBytes(), request.keep(hop));
        } else {
            ByteBuf bytes = lane.connection.newBuffer(512);
            request.write(bytes, hop, cookie, tag, keepAlive, values);
            lane.connection.send(bytes, bytes.readableBytes(), request.keep(hop));
        }
    }

    /** Returns the failure if the server had closed the connection, and the request must not be repeated. */
    Failing unanswered() {
        return lost("the server closed a connection that it had answered on; " + hop.method() + " is not repeated");
    }

    /** Returns the failure after all its repeats. */
    Failing inVain(String why) {
        return lost(why + ", also in each of its " + MOST_REPEATS + " repeats");
    }

    /** Returns the failure if no time was left; {@code missing} is what is known of its answer, or null. */
    Failing timedOut(String missing, Duration limit) {
        return new Failing(FailureReason.TIME_OUT, missing != null ? missing : "expected an answer within "
                + limit.toMillis() + " ms, found none to " + request.name(), request.source());
    }

    private Failing lost(String why) {
        return new Failing(FailureReason.CONNECTION_LOST,
                "expected an answer to " + request.name() + ", but " + why, request.source());
    }
}
