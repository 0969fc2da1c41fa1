package org.eejs.remotekey.server;

/**
 * What a key server counts since its start, by JMX under {@code org.eejs.remotekey:type=KeyServer,port=PORT}.
 */
public interface KeyServerMXBean {
    /** Signatures that were sent. */
    long getSignatures();

    /** Requests that were refused, and connections. */
    long getRefusals();

    /** Returns how often changed files of policy or keys came into force. */
    long getReloadsTaken();

    /** Returns how often changed files could not be used. */
    long getReloadsRefused();

    /** Returns why the newest files are not in force, in one line; null while they are. */
    String getRefusedReload();

    /** Returns how long ago policy and keys in force were read. */
    long getSecondsSinceRead();
}
