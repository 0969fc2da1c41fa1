package org.eejs.driver;

import static org.eejs.banking.settings.BankingSettings.RESUMED_CONNECTIONS;

import java.util.ArrayList;
import java.util.List;
import org.eejs.driver.http.Response;
import org.eejs.driver.protocol.FailureReason;
import org.eejs.driver.script.Failing;
import org.eejs.driver.script.TlsTrouble;

/**
 * A user's connections to one origin: several of HTTP/1.1, or one of HTTP/2 with a stream for each request.
 *
 * <p>The first makes a full handshake, unless the user has been here before and resumes that visit's TLS session. A
 * random number decides which of the later ones resume. A connection over TLS is opened when the one before has been
 * answered, as browsers do. By then that one has brought the data that the next one resumes, in TLS 1.3 for only one
 * connection. Used by one event loop's thread only.
 */
final class Lanes {
    private final UserSession session;
    private final EventLoopUsers users;
    private final int origin;
    private final boolean http2;
    private final boolean tls;
    private final List<Lane> lanes = new ArrayList<>();
    private final int most;
    private Connection newest;
    private int key;

    /** A connection or stream, and the request that is under way on it. */
    final class Lane implements Connection.Owner {
        Connection connection;
        boolean isStream;
        Exchange exchange;
        /** Whether it only asks if the user's copy of an answer has changed. */
        boolean conditional;
        /** The exchange that was answered on it last; null before. */
        private Exchange last;
        private boolean resumes;

        @Override
        public void opened(Connection opened, TlsClient.Outcome outcome, long handshakeNanos) {
            if (outcome != null) {
                session.shookHands(resumes, outcome, handshakeNanos);
            }
            session.proceed();
        }

        @Override
        public void responded(Connection from, Response response) {
            Exchange answered = exchange;
            exchange = null;
            last = answered;
            if (isStream) {
                lanes.remove(this);
            }
            session.responded(this, answered, response);
        }

        @Override
        public void lost(Connection gone, FailureReason reason, Throwable cause) {
            session.lost(this, reason, cause);
        }

        /**
         * Returns the reason why its connection failed; {@code waiting} waits for one, unless a request is under way on
         * it.
         */
        Failing failing(FailureReason reason, Throwable cause, boolean showsText, Exchange waiting) {
            String missing = reason == FailureReason.BAD_HTTP ? null : connection.missing();
            String sample = reason == FailureReason.ANSWER_TOO_LONG ? "expected at most "
                    + users.load.plan.script().limits().bodyBytes() + " bytes, found more; raise limits: {bodyBytes} "
                    + "if the answer is right" : missing != null ? missing
                    : TlsTrouble.describe(cause, users.load.plan.origins().get(origin).host(), showsText);
            return new Failing(TlsTrouble.isAlpnRefused(cause) ? FailureReason.HTTP2_REFUSED : reason, sample,
                    (exchange == null ? waiting : exchange).request().source());
        }

        @Override
        public Response newResponse() {
            return users.newResponse();
        }

        @Override
        public void unprocessed(Connection stream) {
            lanes.remove(this);
            session.repeat(exchange, "the server refused its stream");
        }

        @Override
        public void unanswered(Connection gone, Throwable cause) {
            lanes.remove(this);
            session.unanswered(exchange);
        }

        @Override
        public void surplus(Connection gone, boolean before, String found) {
            session.surplus(before || exchange == null ? last : exchange, found);
        }
    }

    Lanes(UserSession session, EventLoopUsers users, int origin) {
        this.session = session;
        this.users = users;
        this.origin = origin;
        this.tls = users.load.plan.origins().get(origin).tls();
        this.http2 = tls && users.load.tls.offersHttp2();
        this.most = http2 ? 1 : users.load.plan.script().connections().perUser();
    }

    /**
     * Returns a lane that takes a request at once, or null. The newest is first, because it gets the data that the next
     * one resumes.
     *
     * @param unused whether it must be unused, because the server may have ended the used ones
     */
    Lane idle(boolean unused) {
        Lane carrier = null;
        for (int i = lanes.size() - 1; i >= 0; i--) {
            Lane lane = lanes.get(i);
            if (unused && !http2 && lane.connection.isIdle() && lane.connection.isAnswered()) {
                lane.connection.close();
            } else if (lane.connection.isIdle()) {
                if (lane.isStream == http2) {
                    return lane;
                }
                carrier = lane;
            }
        }
        return carrier == null ? null : stream(carrier.connection);
    }

    private Lane stream(Connection carrier) {
        Lane lane = new Lane();
        lane.isStream = true;
        lane.connection = carrier.stream(lane);
        if (lane.connection == null) {
            return null;
        }
        lanes.add(lane);
        return lane;
    }

    /** Opens connections, as far as allowed, for this number of waiting requests. */
    void openFor(int waiting) {
        if (waiting == 0) {
            return;
        }
        lanes.removeIf(lane -> lane.exchange == null && lane.connection.isClosed());
        int connections = 0;
        int more = waiting;
        for (Lane lane : lanes) {
            connections += lane.isStream ? 0 : 1;
            more -= lane.connection.isOpening() ? 1 : 0;
        }
        for (; more > 0 && connections < most && (!tls || isSettled()); more--, connections++) {
            open();
        }
    }

    private void open() {
        Lane lane = new Lane();
        if (tls) {
            lane.resumes = newest == null ? comesBack()
                    : session.handshakes.nextDouble() < users.settings.get(RESUMED_CONNECTIONS)
                            && newest.isAnswered();
            if (!lane.resumes) {
                key = users.load.tls.newKey();
            }
        }
        lane.connection = users.connect(origin, key, lane);
        newest = lane.connection;
        lanes.add(lane);
    }

    private boolean comesBack() {
        int earlier = session.earlierKey(origin);
        key = earlier;
        return earlier != 0;
    }

    boolean isOpening() {
        for (Lane lane : lanes) {
            if (lane.connection.isOpening()) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the newest connection will not bring anything more for the next to resume. */
    boolean isSettled() {
        return newest == null || newest.isAnswered() || newest.isClosed();
    }

    /** Returns the key by which a later visit resumes this one's TLS session; 0 if there is none. */
    int resumableKey() {
        return tls && newest != null && newest.isAnswered() ? key : 0;
    }

    /** Returns the lanes with unanswered requests. */
    List<Lane> underWay() {
        return lanes.stream().filter(lane -> lane.exchange != null).toList();
    }

    /** Closes the lanes that await an answer. */
    void abandon() {
        underWay().forEach(lane -> lane.connection.close());
        lanes.removeAll(underWay());
    }

    /** Closes all connections without further events. */
    void close() {
        lanes.forEach(lane -> lane.connection.close());
        lanes.clear();
    }
}
