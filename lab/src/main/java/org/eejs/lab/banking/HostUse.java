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
 * The use of processors by a run's processes on hosts. Load generators are judged by host. On the bank's host, where
 * the bank may use any processor, each driver and back end is judged separately.
 *
 * @param servers by their roles
 * @param drivers the drivers that share the load
 */
record HostUse(Map<RoleName, Role> servers, List<Role> drivers) {
    /** Returns the processor seconds so far, by host; load generators on the bank's host also have an entry by role. */
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

    /** Returns the load generators, by their names in {@link #seconds}. */
    Set<String> drivers(boolean withBackEnd) {
        Set<String> makers = new LinkedHashSet<>();
        Stream.concat(drivers.stream(), Stream.ofNullable(withBackEnd ? servers.get(RoleName.BESIM) : null))
                .forEach(role -> makers.add(isBesideBank(role) ? role.role() : role.host()));
        return makers;
    }

    /**
     * Returns the number of processors that a host gives to its processes, or that a role has; {@code who} is a name of
     * {@link #seconds}.
     */
    int processors(String who) {
        List<Role> roles = all().filter(role -> role.host().equals(who) || role.role().equals(who)).toList();
        if (roles.isEmpty() || roles.stream().anyMatch(role -> role.pinnedTo().isEmpty())) {
            return roles.stream().mapToInt(Role::processors).max().orElse(1);
        }
        BitSet given = new BitSet();
        roles.forEach(role -> given.or(role.pinnedTo().orElseThrow()));
        return given.cardinality();
    }

    /** Returns the words for a name of {@link #seconds} in messages. */
    String words(String who) {
        return (all().anyMatch(role -> role.role().equals(who)) ? "the " : "the host ") + who;
    }

    /**
     * Returns the shares of their processors that load generators used, by their words in messages.
     *
     * @param seconds the processor seconds that they used
     * @param lasted the length of the measurement in seconds
     */
    Map<String, Double> shares(Map<String, Double> seconds, double lasted) {
        Map<String, Double> shares = new LinkedHashMap<>();
        drivers(true).forEach(who -> shares.put(words(who),
                seconds.getOrDefault(who, 0.0) / Math.max(1, lasted) / processors(who)));
        return shares;
    }

    /** Returns the hosts with their figures in a steady state of this length in seconds. */
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
