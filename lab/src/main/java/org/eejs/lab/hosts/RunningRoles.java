package org.eejs.lab.hosts;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The processes on hosts that the lab has started, and what hosts report of them. Thread-safe. */
final class RunningRoles {
    private final Map<String, Map<Integer, HostedRole>> roles = new HashMap<>();
    private final Map<String, EarlyEvents> early = new HashMap<>();

    /** Returns the hosts that have processes, or had some. */
    synchronized Set<String> hosts() {
        return Set.copyOf(roles.keySet());
    }

    /**
     * Takes an event; keeps it where its process is not known yet, since it may come before the answer that the process
     * was started.
     *
     * @return which limit it exceeds, in words that follow the host's name; null when it is within all
     */
    synchronized String reported(String host, HostRequest.RoleEvent event, int size) {
        HostedRole role = roles.getOrDefault(host, Map.of()).get(event.process());
        return role != null ? role.reported(event, size) : early(host).keep(event, size);
    }

    private EarlyEvents early(String host) {
        return early.computeIfAbsent(host, unused -> new EarlyEvents());
    }

    /** Hears from now on what a process reports; returns which limit it has exceeded already, or null. */
    synchronized String add(HostedRole role) {
        roles.computeIfAbsent(role.host(), unused -> new HashMap<>()).put(role.process(), role);
        String exceeded = null;
        for (EarlyEvents.Kept kept : early(role.host()).of(role.process())) {
            exceeded = exceeded != null ? exceeded : role.reported(kept.event(), kept.size());
        }
        return exceeded;
    }

    /** Expects nothing of these processes any more. */
    synchronized void forget(Collection<HostedRole> ended) {
        ended.forEach(role -> roles.getOrDefault(role.host(), new HashMap<>()).remove(role.process()));
    }

    /** Forgets events of processes that are not known, since none is being started on these hosts. */
    synchronized void forgetEarly(Collection<String> hosts) {
        hosts.forEach(host -> early.computeIfPresent(host, (same, kept) -> kept.forgotten()));
    }

    /** Says of all processes of a host that they are lost, and why. */
    synchronized void lost(String host, String why) {
        early.remove(host);
        roles.getOrDefault(host, Map.of()).values().forEach(role -> role.lost(why));
        roles.remove(host);
    }
}
