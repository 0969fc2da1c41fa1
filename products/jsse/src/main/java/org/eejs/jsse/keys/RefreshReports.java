package org.eejs.jsse.keys;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.eejs.jsse.runtime.Counters;
import org.eejs.jsse.runtime.Recording;

/** Reports changed key stores: in the log, by counters and to the flight recorder. Thread-safe. */
final class RefreshReports {
    private static final Logger LOG = Logger.getLogger(CachingKeyManager.class.getName());

    private RefreshReports() {}

    /**
     * A changed store is served from now on.
     *
     * @param level how important that is
     */
    static void refreshed(Level level, String store, int keys, long nanos) {
        Counters.PROCESS.keyStoreRefreshes.increment();
        Recording.keyStoreRefreshed(store, keys, nanos);
        LOG.log(level, "{0} has changed and is served from now on, with {1} private key(s)",
                new Object[] {store, keys});
    }

    /** A changed store cannot be served. */
    static void failed(String store, String reason) {
        Counters.PROCESS.failedKeyStoreRefreshes.increment();
        Recording.keyStoreRefreshFailed(store, reason);
        LOG.log(Level.WARNING, "{0} has changed and cannot be used: {1}; the keys from before are still served, until"
                + " it is replaced by a whole store with the same password", new Object[] {store, reason});
    }
}
