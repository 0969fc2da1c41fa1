package org.eejs.lab.processes;

import java.util.List;
import java.util.Map;
import org.eejs.banking.RoleName;

/**
 * The network in which roles run. Immutable.
 *
 * @param bankListensOn the host name or address on which the bank listens
 * @param backEndListensOn the same of the back end
 * @param prefixes the words in front of the command of each role; a role without an entry has none
 */
public record RoleNetwork(String bankListensOn, String backEndListensOn, Map<RoleName, List<String>> prefixes) {
    /** Returns the network of this machine, with servers that listen on a host name or address. */
    public static RoleNetwork on(String host) {
        return new RoleNetwork(host, host, Map.of());
    }

    /** Returns the words in front of a role's command. */
    List<String> prefix(RoleName role) {
        return prefixes.getOrDefault(role, List.of());
    }
}
