package org.eejs.cli;

import org.eejs.cli.SoakExpectation.Outcome;

/** Operations on key servers, one after the other, so that one server is always available. For one thread. */
final class SoakOperations {
    private final SoakKeyServers servers;
    private final SoakSignatures signatures;
    private final SoakTally tally;
    private int steps;
    private int restarts;
    private int policies;
    private boolean lent = true;
    private volatile boolean restarting = true;

    SoakOperations(SoakKeyServers servers, SoakSignatures signatures, SoakTally tally) {
        this.servers = servers;
        this.signatures = signatures;
        this.tally = tally;
    }

    /** Stops restarts. */
    void restartNoMore() {
        restarting = false;
    }

    /** Does the next operation. */
    void step() throws Exception {
        switch (steps++ % 8) {
            case 0 -> reload("Policy reload: one client more");
            case 1, 5 -> {
                lent = !lent;
                signatures.lent().set(Outcome.EITHER);
                reload("Policy reload: a grant " + (lent ? "given" : "taken"));
                signatures.lent().set(lent ? Outcome.GRANTED : Outcome.REFUSED);
            }
            case 2, 6 -> restart();
            case 3, 7 -> spoil();
            default -> replace();
        }
    }

    private void reload(String kind) throws Exception {
        reloaded(() -> servers.policy(lent, ++policies), true);
        tally.count(kind);
    }

    private void spoil() throws Exception {
        reloaded(servers::spoilPolicy, false);
        reload("Policy reload: mended");
        tally.count("Policy reload: broken, and refused");
    }

    /** Replaces the key of a name, first on one server, then on both. */
    private void replace() throws Exception {
        signatures.replaced().set(Outcome.EITHER);
        long[] serial = new long[1];
        reloaded(() -> serial[0] = servers.replaceKey(), true);
        SoakWork.await("a signature by the key that was put in another's place",
                () -> signatures.signedBy() == serial[0]);
        signatures.replaced().set(Outcome.GRANTED);
        tally.count("Key replaced under its name");
    }

    /** Changes a file, and waits until both servers have accepted or refused it. */
    private void reloaded(SoakWork.Task change, boolean good) throws Exception {
        SoakKeyServers.Reloads[] before = {servers.reloads(0), servers.reloads(1)};
        change.run();
        for (int n = 0; n < SoakKeyServers.NUMBER; n++) {
            int server = n;
            SoakWork.await("key server %d %s its files".formatted(n + 1, good ? "takes over" : "refuses"), () -> {
                SoakKeyServers.Reloads now = servers.reloads(server);
                return good ? now.inForce() > before[server].inForce() : now.refused() > before[server].refused();
            });
        }
    }

    private void restart() throws Exception {
        if (!restarting) {
            return;
        }
        int server = restarts % SoakKeyServers.NUMBER;
        boolean byForce = restarts / SoakKeyServers.NUMBER % 2 == 1;
        restarts++;
        SoakWork.await("both key servers among the picks", signatures::allServe);
        servers.restart(server, byForce);
        SoakWork.await("both key servers among the picks again", signatures::allServe);
        tally.count("Key server restarted: " + (byForce ? "kill -9" : "SIGTERM"));
    }
}
