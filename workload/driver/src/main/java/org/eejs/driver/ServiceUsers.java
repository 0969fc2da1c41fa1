package org.eejs.driver;

import static org.eejs.banking.settings.BankingSettings.DRIVER_THREADS;
import static org.eejs.banking.settings.BankingSettings.LINE_SPEED;

import io.netty.bootstrap.Bootstrap;
import java.util.List;
import org.eejs.service.ServiceScript.Origin;

/** The users of a service on an event loop. Used by that loop's thread only, but for the constructor. */
final class ServiceUsers implements Session.Source {
    final EventLoopUsers loop;
    final ServiceLoad load;
    private final List<Bootstrap> bootstraps;
    private final TextBudget texts;

    ServiceUsers(EventLoopUsers loop, ServiceLoad load) {
        this.loop = loop;
        this.load = load;
        this.texts = TextBudget.ofLoops(loop.settings.get(DRIVER_THREADS));
        // Addresses of a script are numbers, so nothing is looked up.
        bootstraps = load.plan.origins().stream()
                .map(origin -> loop.bootstrap.clone().remoteAddress(origin.address(), origin.port())).toList();
    }

    @Override
    public Session next(Session.Ended onEnd) {
        return new ServiceSession(this, load.arrivals.next(), false, onEnd);
    }

    Response newResponse() {
        return new Response(load.plan.script().limits(), texts);
    }

    Connection connect(int origin, int key, Connection.Owner owner) {
        Origin to = load.plan.origins().get(origin);
        return Connection.open(bootstraps.get(origin), to.tls() ? load.tls : load.plain, to.host(), key,
                loop.settings.values().find(LINE_SPEED).orElse(Connection.UNLIMITED), owner);
    }
}
