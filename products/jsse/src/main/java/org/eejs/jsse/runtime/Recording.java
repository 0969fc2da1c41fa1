package org.eejs.jsse.runtime;

/**
 * Events for the flight recorder, where the JDK has one that an application may use: the jar holds another class of
 * this name for Java 11 and newer. Here, on Java 8, nothing is recorded. Thread-safe.
 */
public final class Recording {
    private Recording() {}

    /** A changed key store was taken over: its description, how many keys it has, how long it took in nanoseconds. */
    public static void keyStoreRefreshed(String store, int keys, long nanos) {}

    /** A changed key store could not be used: its description, and why. */
    public static void keyStoreRefreshFailed(String store, String reason) {}

    /** Trust material was parsed: where from, how many certificates, how long it took in nanoseconds. */
    public static void trustMaterialLoaded(String source, int certificates, long nanos) {}

    /** An SSLContext was initialised: its protocol, and whether its clients share sessions. */
    public static void contextInitialised(String protocol, boolean shared) {}
}
