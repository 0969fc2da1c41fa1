package org.eejs.bench.remotekeys;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eejs.bench.measuring.Timing;
import org.eejs.lab.hosts.HostsFile;
import org.eejs.lab.machine.Nearest;
import org.eejs.pix.message.MessageType;
import org.eejs.pix.message.PixMessages;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.remotekey.cluster.ClusterFile;
import org.eejs.result.InputException;
import org.eejs.result.RemoteKeyKind;
import org.eejs.result.RemoteKeys;

/**
 * The request for a sweep of remote keys. Immutable.
 *
 * @param operations {@code sign}, {@code spi}, {@code handshake}, {@code draw}; empty for all
 * @param threads concurrencies; empty for 1, 2, 4, 8, 16, 24, 32 and 64, or, in a quick run, 1, 2, 8 and 24. With hosts
 *     they are threads of each client, by default 8
 * @param servers numbers of key servers; empty for 1 and 2
 * @param keys kinds of keys, by their names; empty for {@code rsa-2048}
 * @param rounds how often each point is measured; null for 3, or, in a quick run, 1
 * @param pace how long each point is measured
 * @param message the messages
 * @param protocol the TLS version of handshakes; null for TLSv1.2
 * @param remoteOnly whether to omit measurements with a local key
 * @param cluster the client's file of key servers that run already; null if the sweep starts servers
 * @param hosts the hosts of key servers and clients; null for this machine
 * @param quick whether to measure quickly, for an estimate
 */
public record RemoteKeyRequest(List<String> operations, List<Integer> threads, List<Integer> servers, List<String> keys,
        Integer rounds, Pace pace, Message message, String protocol, boolean remoteOnly, Path cluster,
        HostsFile hosts, boolean quick) {
    /**
     * The durations of a point in a round.
     *
     * @param seconds the duration of a JVM's warm-up, and then of its measurement; null for 5 and 2.5, or, in a quick
     *     run, 1.6 and 1.2; handshakes and few threads warm up longer
     * @param iterations the number of discarded iterations, and that of iterations that count, whatever is measured;
     *     null for the usual pace
     * @param iterationSeconds the duration of each of these; null for 10
     */
    public record Pace(Double seconds, Integer iterations, Double iterationSeconds) {
        /** Nothing specified. */
        public static final Pace USUAL = new Pace(null, null, null);
    }

    /**
     * The messages that are generated and signed.
     *
     * @param bytes the approximate length; null for 3,500, which is usual for pacs.008, or the minimum of another type
     *     if that is longer
     * @param type the type of the message, by its name; null for pacs.008
     */
    public record Message(Integer bytes, String type) {
        /** Nothing specified. */
        public static final Message USUAL = new Message(null, null);

        private static final Map<String, MessageType> TYPES = Arrays.stream(MessageType.values()).collect(
                Collectors.toMap(Message::name, each -> each, (one, other) -> one, LinkedHashMap::new));

        /** Returns the name in ISO 20022, such as {@code pacs.008}. */
        private static String name(MessageType type) {
            return type.name().toLowerCase(Locale.ROOT).replace('_', '.');
        }
    }

    /** The operations, in the order of a report. */
    static final List<String> OPERATIONS = List.of(RemoteKeys.SIGN, RemoteKeys.SPI, RemoteKeys.HANDSHAKE,
            RemoteKeys.DRAW);

    private static final List<String> PROTOCOLS = List.of("TLSv1.2", "TLSv1.3");
    private static final List<Integer> ALL_THREADS = List.of(1, 2, 4, 8, 16, 24, 32, 64);
    private static final List<Integer> FEW_THREADS = List.of(1, 2, 8, 24);
    private static final List<Integer> THREADS_OF_HOST = List.of(8);
    private static final int MOST_THREADS = 1_000;
    private static final int MOST_SERVERS = 16;
    private static final int MOST_ROUNDS = 100;
    /** The signer's limit, less the length of the signature. */
    private static final int LONGEST_MESSAGE = 250_000;
    private static final double LONGEST = 600;
    private static final int USUAL_MESSAGE = 3_500;
    private static final int USUAL_ROUNDS = 3;
    private static final int USUAL_ITERATIONS = 5;
    /** JMH's default for an iteration. */
    private static final double JMH_SECONDS = 10;
    private static final double MILLIS = 1_000;

    /**
     * Checks the request.
     *
     * @throws InputException with a line that names the valid values
     */
    public RemoteKeyRequest {
        operations.forEach(name -> exists("--operation", name, OPERATIONS));
        keys.forEach(name -> exists("--key", name, RemoteKeyKind.ids()));
        if (protocol != null) {
            exists("--tls", protocol, PROTOCOLS);
        }
        threads.forEach(number -> between("--threads", number, 1, MOST_THREADS));
        servers.forEach(number -> between("--servers", number, 1, MOST_SERVERS));
        between("--rounds", rounds, 1, MOST_ROUNDS);
        if (cluster != null) {
            if (!servers.isEmpty()) {
                throw new InputException("--servers and --cluster exclude each other: the file names the servers; "
                        + "leave --servers out");
            }
            // Private keys of other servers are not accessible, so there is nothing local to compare with.
            remoteOnly = true;
            cluster = cluster.toAbsolutePath();
            servers = List.of(serversOf(cluster));
        }
        if (hosts != null) {
            if (cluster != null) {
                throw new InputException("--hosts and --cluster exclude each other: hosts have separate key servers; "
                        + "give one of them");
            }
            remoteOnly = true;
            int there = hosts.keyServers().size();
            servers.forEach(number -> between("--servers", number, 1, there, " with the hosts of --hosts"));
            servers = servers.isEmpty() ? IntStream.rangeClosed(1, there).boxed().toList() : servers;
            threads = threads.isEmpty() ? THREADS_OF_HOST : threads;
        }
        String type = message.type() == null ? Message.name(MessageType.PACS_008) : message.type();
        exists("--message-type", type, Message.TYPES.keySet());
        int shortest = PixMessages.shortest(Message.TYPES.get(type));
        between("--size", message.bytes(), shortest, LONGEST_MESSAGE, " for " + type);
        message = new Message(message.bytes() == null ? Math.max(shortest, USUAL_MESSAGE) : message.bytes(), type);
        seconds("--seconds", pace.seconds());
        seconds("--iteration-seconds", pace.iterationSeconds());
        between("--iterations", pace.iterations(), 1, MOST_ROUNDS);
        if (pace.seconds() != null && (pace.iterations() != null || pace.iterationSeconds() != null)) {
            throw new InputException("--seconds excludes --iterations and --iteration-seconds: give one "
                    + "or the others");
        }
        operations = operations.isEmpty() ? OPERATIONS : OPERATIONS.stream().filter(operations::contains).toList();
        threads = threads.isEmpty() ? quick ? FEW_THREADS : ALL_THREADS : threads.stream().distinct().sorted().toList();
        servers = servers.isEmpty() ? List.of(1, 2) : servers.stream().distinct().sorted().toList();
        keys = keys.isEmpty() ? List.of(RemoteKeyKind.RSA_2048.id())
                : RemoteKeyKind.ids().stream().filter(keys::contains).toList();
        rounds = rounds == null ? quick ? 1 : USUAL_ROUNDS : rounds;
        protocol = protocol == null ? PROTOCOLS.get(0) : protocol;
    }

    private static int serversOf(Path cluster) {
        try {
            return ClusterFile.read(cluster).servers().size();
        } catch (FaultyFileException e) {
            throw new InputException(e.getMessage());
        }
    }

    private static void exists(String option, String name, Collection<String> known) {
        if (!known.contains(name)) {
            throw new InputException("%s '%s' is not possible; %s".formatted(option, name,
                    Nearest.hint(name, known)));
        }
    }

    private static void between(String option, Integer number, int least, int most) {
        between(option, number, least, most, "");
    }

    private static void between(String option, Integer number, int least, int most, String condition) {
        if (number != null && (number < least || number > most)) {
            throw new InputException("%s %d: must be %d to %d%s".formatted(option, number, least, most, condition));
        }
    }

    private static void seconds(String option, Double seconds) {
        if (seconds != null && !(seconds >= 0.1 && seconds <= LONGEST)) {
            throw new InputException(option + " " + seconds + ": must be 0.1 to 600");
        }
    }

    /** Returns whether each point has exactly the iterations that were requested. */
    boolean isExact() {
        return pace.iterations() != null || pace.iterationSeconds() != null;
    }

    /** Returns the type of messages. */
    MessageType messageType() {
        return Message.TYPES.get(message.type());
    }

    /** Returns how long each point is measured in a round. */
    Timing timing() {
        if (isExact()) {
            int number = pace.iterations() == null ? USUAL_ITERATIONS : pace.iterations();
            long each = Math.round(MILLIS * (pace.iterationSeconds() == null ? JMH_SECONDS : pace.iterationSeconds()));
            return new Timing(rounds, number, each, number, each);
        }
        Double seconds = pace.seconds();
        // A JVM on one processor compiles while it measures: a quick run does not wait until all is compiled.
        double warmUp = seconds != null ? seconds : quick ? 1.6 : 5;
        double measured = seconds != null ? seconds : quick ? 1.2 : 2.5;
        int warmUps = quick ? 4 : 5;
        int iterations = quick ? 3 : 5;
        return new Timing(rounds, warmUps, Math.round(MILLIS * warmUp / warmUps), iterations,
                Math.round(MILLIS * measured / iterations));
    }

    /** Returns the kinds of keys, in the order of a report. */
    List<RemoteKeyKind> kinds() {
        return keys.stream().map(name -> RemoteKeyKind.byId(name).orElseThrow()).toList();
    }

    /** Returns how many hosts are clients; 0 where the client is on this machine. */
    int clientHosts() {
        return hosts == null ? 0 : hosts.clients().size();
    }

    /** Returns how many key servers must run. */
    int mostServers() {
        return servers.get(servers.size() - 1);
    }
}
