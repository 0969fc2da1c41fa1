package org.eejs.driver;

import static org.eejs.banking.settings.BankingSettings.LINE_SPEED;

import io.netty.bootstrap.Bootstrap;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.eejs.banking.Page;
import org.eejs.banking.StaticImage;

/** The bank's users of an event loop, and what they share. Used by that loop's thread only, but for the constructor. */
final class BankUsers implements Session.Source {
    final EventLoopUsers loop;
    final Requests requests;
    private final Bootstrap bootstrap;
    private final TlsClient tls;
    private final Arrivals<List<Page>> arrivals;
    private final String[] etags = new String[StaticImage.all().size() + 1];
    private final Map<Page, int[]> images = new EnumMap<>(Page.class);

    /**
     * Users of one loop.
     *
     * @param arrivals says who comes next, to all loops
     */
    BankUsers(EventLoopUsers loop, TlsClient tls, Arrivals<List<Page>> arrivals) {
        this.loop = loop;
        this.tls = tls;
        this.arrivals = arrivals;
        DriverSettings settings = loop.settings;
        this.bootstrap = loop.bootstrap.clone().remoteAddress(settings.host(), settings.port());
        this.requests = new Requests(settings.host() + ":" + settings.port());
        for (Page page : Page.values()) {
            images.put(page, page.images());
        }
    }

    @Override
    public Session next(Session.Ended onEnd) {
        return new UserSession(this, arrivals.next(), onEnd);
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
        return Connection.open(bootstrap, tls, loop.settings.host(), key,
                loop.settings.values().find(LINE_SPEED).orElse(Connection.UNLIMITED), owner);
    }

    /** A key with which the next connection makes a full handshake. */
    int newKey() {
        return tls.newKey();
    }
}
