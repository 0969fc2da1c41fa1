package org.eejs.cluster;

/**
 * What the lab says to a host that asks to be let in.
 *
 * @param refused why not, in a line; null when it is let in
 * @param later why it cannot be let in yet, in a line; null when it can
 * @param chain its new certificate with that of the authority, in PEM, with which it is to ask again; null when it
 *     has one
 * @param port where the lab takes the messages of hosts
 * @param group the name of JGroups' cluster, which each lab has for itself
 * @param key by which its messages are sealed until it has gone, as Base64
 */
record JoinAnswer(String refused, String later, String chain, int port, String group, String key) {
    static JoinAnswer refused(String why) {
        return new JoinAnswer(why, null, null, 0, null, null);
    }

    static JoinAnswer askLater(String why) {
        return new JoinAnswer(null, why, null, 0, null, null);
    }

    static JoinAnswer certified(String chain) {
        return new JoinAnswer(null, null, chain, 0, null, null);
    }

    static JoinAnswer admitted(int port, String group, String key) {
        return new JoinAnswer(null, null, null, port, group, key);
    }

    @Override
    public String toString() {
        return refused != null ? "refused: " + refused : later != null ? "later: " + later
                : chain != null ? "certified" : "admitted";
    }
}
