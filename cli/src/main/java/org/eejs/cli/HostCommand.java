package org.eejs.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.eejs.bench.remotekeys.SweepClientMain;
import org.eejs.cluster.HostIdentity;
import org.eejs.cluster.HostNode;
import org.eejs.cluster.LabAuthority;
import org.eejs.cluster.RefusedException;
import org.eejs.cluster.Token;
import org.eejs.lab.hosts.HostAgent;
import org.eejs.lab.hosts.HostFolder;
import org.eejs.result.InputException;
import org.eejs.result.Origin;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code eejs host}: lends this machine to a lab. */
@Command(name = "host", sortOptions = false, mixinStandardHelpOptions = true,
        description = "Lends this machine to measurements on several hosts. Connects to the lab, retries until there "
                + "is one, runs the roles that the lab assigns, and cleans up after each run. On the lab's machine, "
                + "creates the token for a host, or revokes a host.")
final class HostCommand implements Callable<Integer> {
    private static final Duration RETRY = Duration.ofSeconds(1);

    @ArgGroup(multiplicity = "1")
    private Task task;

    private static final class Task {
        @Option(names = "--join", paramLabel = "HOST:PORT",
                description = "Lend this machine to the lab at this address.")
        private String lab;

        @Option(names = "--new-token", paramLabel = "FILE",
                description = "Write a one-time token for the host --name to this file; treat it as a secret.")
        private Path token;

        @Option(names = "--revoke", paramLabel = "NAME",
                description = "Revoke the certificates and tokens of this host; a running lab disconnects it at once.")
        private String revoked;
    }

    @Option(names = "--token-file", paramLabel = "FILE",
            description = "Token to join with; needed only the first time, because the host then gets a certificate.")
    private Path tokenFile;

    @Option(names = "--name", paramLabel = "NAME",
            description = "Name of the host in the hosts file; required with --new-token (default with "
                    + "--join: this machine's host name).")
    private String name;

    @Override
    public Integer call() throws IOException, GeneralSecurityException, InterruptedException {
        if (task.token != null) {
            makeToken();
            return Eejs.DONE;
        }
        if (task.revoked != null) {
            revoke();
            return Eejs.DONE;
        }
        if (!task.lab.matches("[^:/]+:\\d{1,5}|\\[[0-9A-Fa-f:.]+\\]:\\d{1,5}")) {
            throw new InputException("--join '" + task.lab + "': must be host and port, such as lab.example:7800");
        }
        Path hosts = Home.host();
        HostIdentity identity = new HostIdentity(HostFolder.path(hosts, name()), name(), Origin.version(),
                tokenFile == null ? null : Token.read(tokenFile));
        if (!identity.isThere()) {
            throw new InputException("--join: this host has not joined a lab before; add --token-file with a token of "
                    + "`eejs host --new-token FILE --name NAME`, run on the lab’s machine");
        }
        try (HostFolder folder = HostFolder.take(hosts, name())) {
            lend(identity, folder);
        }
        return Eejs.DONE;
    }

    private void makeToken() throws IOException, GeneralSecurityException {
        if (name == null) {
            throw new InputException("--new-token " + task.token + ": the token needs the name of its host; add "
                    + "--name NAME");
        }
        if (Files.exists(task.token)) {
            throw new InputException("--new-token " + task.token + ": the file already exists; name another file");
        }
        Token made;
        try {
            LabAuthority.checkName(name);
            made = LabAuthority.in(Home.hosts()).newToken(name);
        } catch (RefusedException e) {
            throw new InputException("--name '" + name + "': " + e.getMessage());
        }
        made.write(task.token);
        System.out.println("Wrote " + task.token + ". Copy it to the host as a secret. Within a day, run there: "
                + "eejs host --join HOST:PORT --name " + name + " --token-file " + task.token.getFileName());
    }

    private void revoke() throws IOException, GeneralSecurityException {
        if (name != null || tokenFile != null) {
            throw new InputException("--revoke " + task.revoked + ": excludes --name and --token-file; leave them "
                    + "out");
        }
        boolean known;
        try {
            LabAuthority.checkName(task.revoked);
            known = LabAuthority.in(Home.hosts()).revoke(task.revoked);
        } catch (RefusedException e) {
            throw new InputException("--revoke '" + task.revoked + "': " + e.getMessage());
        }
        System.out.println("Revoked " + task.revoked + (known ? "" : ", which had no token of this lab")
                + ". To admit it again, create a token: eejs host --new-token FILE --name " + task.revoked);
    }

    /** Serves labs until the process ends. */
    private void lend(HostIdentity identity, HostFolder folder)
            throws GeneralSecurityException, InterruptedException, IOException {
        String said = null;
        while (true) {
            try {
                serve(identity, folder);
                said = null;
            } catch (RefusedException e) {
                throw new InputException("--join " + task.lab + ": the lab refused this host: " + e.getMessage());
            } catch (IOException e) {
                String why = e.getMessage() == null ? e.toString() : e.getMessage();
                if (!why.equals(said)) {
                    System.err.println("waiting for the lab at " + task.lab + " (" + why + ")");
                    said = why;
                }
                TimeUnit.NANOSECONDS.sleep(RETRY.toNanos());
            }
        }
    }

    private void serve(HostIdentity identity, HostFolder folder)
            throws IOException, GeneralSecurityException, InterruptedException {
        try (HostNode node = HostNode.join(identity, task.lab, name(), System.err::println);
                HostAgent agent = new HostAgent(Home.rooms(), folder.runs(), node.address(),
                        SweepClientMain.class.getName(), node::tell)) {
            Thread onSignal = new Thread(agent::close, "on-signal");
            Runtime.getRuntime().addShutdownHook(onSignal);
            node.serve(agent);
            System.err.println("joined " + task.lab + " as " + name());
            agent.watch(node);
            System.err.println("the lab at " + task.lab + " is gone; ending its processes");
            Runtime.getRuntime().removeShutdownHook(onSignal);
        }
    }

    private String name() {
        try {
            return name != null ? name : InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            throw new InputException("this machine has no host name; add --name NAME");
        }
    }
}
