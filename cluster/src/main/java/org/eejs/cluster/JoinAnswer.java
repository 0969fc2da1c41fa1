package org.eejs.cluster;

/**
 * What the lab says to a host that asks to be let in.
 *
 * @param refused why not, in a line; null when it is let in
 * @param later why it cannot be let in yet, in a line; null when it can
 * @param chain its new certificate with that of the authority, in PEM; null when it has one
 * @param port where the lab takes the messages of hosts
 */
record JoinAnswer(String refused, String later, String chain, int port) {
    static JoinAnswer refused(String why) {
        return new JoinAnswer(why, null, null, 0);
    }

    static JoinAnswer askLater(String why) {
        return new JoinAnswer(null, why, null, 0);
    }

    static JoinAnswer admitted(String chain, int port) {
        return new JoinAnswer(null, null, chain, port);
    }
}
