package org.eejs.jsse.runtime;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Events for the flight recorder. Thread-safe. */
public final class Recording {
    private Recording() {}

    public static void keyStoreRefreshed(String store, int keys, long nanos) {
        KeyStoreRefresh event = new KeyStoreRefresh();
        event.store = store;
        event.keys = keys;
        event.time = nanos;
        event.commit();
    }

    public static void keyStoreRefreshFailed(String store, String reason) {
        KeyStoreRefreshFailure event = new KeyStoreRefreshFailure();
        event.store = store;
        event.reason = reason;
        event.commit();
    }

    public static void trustMaterialLoaded(String source, int certificates, long nanos) {
        TrustMaterialLoad event = new TrustMaterialLoad();
        event.source = source;
        event.certificates = certificates;
        event.time = nanos;
        event.commit();
    }

    public static void contextInitialised(String protocol, boolean shared) {
        ContextInitialisation event = new ContextInitialisation();
        event.protocol = protocol;
        event.shared = shared;
        event.commit();
    }

    @Name("org.eejs.jsse.KeyStoreRefresh")
    @Label("Key Store Refresh")
    @Category({"EEJS", "JSSE"})
    @Description("A changed key store was taken over; handshakes use its keys from now on")
    @StackTrace(false)
    static final class KeyStoreRefresh extends Event {
        @Label("Key Store")
        String store;
        @Label("Keys")
        int keys;
        @Label("Time to Load and Decrypt")
        @Timespan
        long time;
    }

    @Name("org.eejs.jsse.KeyStoreRefreshFailure")
    @Label("Key Store Refresh Failure")
    @Category({"EEJS", "JSSE"})
    @Description("A changed key store was unusable; the earlier one was kept")
    @StackTrace(false)
    static final class KeyStoreRefreshFailure extends Event {
        @Label("Key Store")
        String store;
        @Label("Reason")
        String reason;
    }

    @Name("org.eejs.jsse.TrustMaterialLoad")
    @Label("Trust Material Load")
    @Category({"EEJS", "JSSE"})
    @Description("Trust material was parsed")
    static final class TrustMaterialLoad extends Event {
        @Label("Source")
        String source;
        @Label("Certificates")
        int certificates;
        @Label("Time")
        @Timespan
        long time;
    }

    @Name("org.eejs.jsse.ContextInitialisation")
    @Label("SSLContext Initialisation")
    @Category({"EEJS", "JSSE"})
    @Description("An SSLContext was initialised")
    static final class ContextInitialisation extends Event {
        @Label("Protocol")
        String protocol;
        @Label("Clients Share Sessions")
        boolean shared;
    }
}
