package org.eejs.cluster;

/**
 * The lab's answer to a host that asks to join.
 *
 * @param refused the reason for a refusal, in one line; null when it is admitted
 * @param later the reason to ask again later, in one line; null when there is none
 * @param chain its new certificate with the authority's, in PEM, with which it asks again; null when it has one
 * @param port the port for messages of hosts
 * @param group the name of JGroups' cluster, which is unique to each lab
 * @param key the key of its messages while it is connected, as Base64
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
