package org.eejs.remotekey.server;

/** The counters of a key server since its start, by JMX under {@code org.eejs.remotekey:type=KeyServer,port=PORT}. */
public interface KeyServerMXBean {
    /** Signatures that were sent. */
    long getSignatures();

    /** Requests that were refused, and connections. */
    long getRefusals();

    /** Returns how often changed files of policy or keys came into force. */
    long getReloadsTaken();

    /** Returns how often changed files were unusable. */
    long getReloadsRefused();

    /** Returns the reason why the newest files are not in force, in one line; null while they are. */
    String getRefusedReload();

    /** Returns the age of the policy and keys in force. */
    long getSecondsSinceRead();
}
