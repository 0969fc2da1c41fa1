package org.eejs.lab.banking;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.eejs.banking.RoleName;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.processes.Role;
import org.eejs.result.HostFigures;

/**
 * Who uses which processors where a run's processes are on hosts. What would limit the load is judged by host; on the
 * bank's own, where the bank may take what it gets, each driver and back end by itself.
 *
 * @param servers by their roles
 * @param drivers that share the load
 */
record HostUse(Map<RoleName, Role> servers, List<Role> drivers) {
    /** Processor time so far, in seconds: by host, and of what makes load beside the bank by its name. */
    Map<String, Double> seconds(Map<Role, ProcessUsage> usage) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        usage.forEach((role, used) -> {
            seconds.merge(role.host(), used.cpuSeconds(), Double::sum);
            if (isBesideBank(role)) {
                seconds.merge(role.role(), used.cpuSeconds(), Double::sum);
            }
        });
        return seconds;
    }

    private boolean isBesideBank(Role role) {
        Role bank = servers.get(RoleName.BANK);
        return bank != null && bank != role && bank.host().equals(role.host());
    }

    private Stream<Role> all() {
        return Stream.concat(servers.values().stream(), drivers.stream());
    }

    /** Whoever makes the load, by the names of {@link #seconds}. */
    Set<String> drivers(boolean withBackEnd) {
        Set<String> makers = new LinkedHashSet<>();
        Stream.concat(drivers.stream(), Stream.ofNullable(withBackEnd ? servers.get(RoleName.BESIM) : null))
                .forEach(role -> makers.add(isBesideBank(role) ? role.role() : role.host()));
        return makers;
    }

    /** Returns how many processors a host gives to its processes, or one of them has: by a name of {@link #seconds}. */
    int processors(String who) {
        List<Role> roles = all().filter(role -> role.host().equals(who) || role.role().equals(who)).toList();
        if (roles.isEmpty() || roles.stream().anyMatch(role -> role.pinnedTo().isEmpty())) {
            return roles.stream().mapToInt(Role::processors).max().orElse(1);
        }
        BitSet given = new BitSet();
        roles.forEach(role -> given.or(role.pinnedTo().orElseThrow()));
        return given.cardinality();
    }

    /** Returns what a name of {@link #seconds} is called in messages. */
    String words(String who) {
        return (all().anyMatch(role -> role.role().equals(who)) ? "the " : "the host ") + who;
    }

    /**
     * Returns the shares of their processors that those used who make the load, in words.
     *
     * @param seconds that they used
     * @param lasted how many seconds that took
     */
    Map<String, Double> shares(Map<String, Double> seconds, double lasted) {
        Map<String, Double> shares = new LinkedHashMap<>();
        drivers(true).forEach(who -> shares.put(words(who),
                seconds.getOrDefault(who, 0.0) / Math.max(1, lasted) / processors(who)));
        return shares;
    }

    /** Returns the same hosts with what they did in a steady state that lasted so long. */
    List<HostFigures> figures(List<HostFigures> hosts, CounterWindow window, double lasted, Drivers load) {
        double steady = Math.max(1, lasted);
        Map<String, Double> seconds = window.hostSeconds();
        return hosts.stream().map(each -> {
            String host = each.host();
            double used = seconds.getOrDefault(host, 0.0);
            return each.with(new HostFigures.Use(used, used / steady / processors(host),
                    load.sessionSeconds(host) / steady, load.lateTicks(host), window.stolen(host),
                    window.foreign(host)));
        }).toList();
    }
}
