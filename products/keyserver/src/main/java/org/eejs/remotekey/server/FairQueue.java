package org.eejs.remotekey.server;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.eejs.remotekey.policy.Share;

/**
 * A queue with a separate line for each client, which are served in turn. So a client waits for one piece of work of
 * each other client, however many pieces those have added. Thread-safe.
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

    /** Returns the next piece of work. There must be one. */
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
