package org.eejs.remotekey.server;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.eejs.remotekey.policy.Share;

/**
 * Work that waits, each client's in a line of its own, of which one after the other has its turn. So a client waits for
 * one piece of work of each other client, however many those have brought. Thread-safe.
 */
final class FairQueue {
    private final Map<Share, Queue<Runnable>> lines = new HashMap<>();
    private final Queue<Share> turns = new ArrayDeque<>();

    synchronized void add(Share client, Runnable work) {
        Queue<Runnable> line = lines.get(client);
        if (line == null) {
            line = new ArrayDeque<>(4);
            lines.put(client, line);
            turns.add(client);
        }
        line.add(work);
    }

    /** Returns the work whose turn it is. There must be some. */
    synchronized Runnable remove() {
        Share client = turns.remove();
        Queue<Runnable> line = lines.get(client);
        Runnable work = line.remove();
        if (line.isEmpty()) {
            lines.remove(client);
        } else {
            turns.add(client);
        }
        return work;
    }
}
