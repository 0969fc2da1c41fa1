package org.eejs.jsse.runtime;

/**
 * Events for the flight recorder, if the JDK has one that an application may use: for Java 11 and newer, the jar holds
 * another class of this name. Here, on Java 8, nothing is recorded. Thread-safe.
 */
public final class Recording {
    private Recording() {}

    /**
     * Records that a changed key store was taken over: its description, the number of its keys, and the duration in
     * nanoseconds.
     */
    public static void keyStoreRefreshed(String store, int keys, long nanos) {}

    /** Records that a changed key store was unusable: its description, and the reason. */
    public static void keyStoreRefreshFailed(String store, String reason) {}

    /**
     * Records that trust material was parsed: its source, the number of certificates, and the duration in nanoseconds.
     */
    public static void trustMaterialLoaded(String source, int certificates, long nanos) {}

    /** Records that an SSLContext was initialised: its protocol, and whether its clients share sessions. */
    public static void contextInitialised(String protocol, boolean shared) {}
}
