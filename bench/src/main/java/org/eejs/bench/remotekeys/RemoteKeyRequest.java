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
 * What a sweep of remote keys is to measure. Immutable.
 *
 * @param operations {@code sign}, {@code spi}, {@code handshake}, {@code draw}; empty for all
 * @param threads concurrencies; empty for 1, 2, 4, 8, 16, 24, 32 and 64, or, at first sight, 1, 2, 8 and 24; with
 *     hosts, threads of each client, 8 unless specified
 * @param servers numbers of key servers; empty for 1 and 2
 * @param keys kinds of keys, by their names; empty for {@code rsa-2048}
 * @param rounds how often each point is measured; null for 3, or, at first sight, 1
 * @param pace how long
 * @param message what is drawn
 * @param protocol the TLS version of handshakes; null for TLSv1.2
 * @param remoteOnly whether the same with a local key is left out
 * @param cluster the client's file of key servers that run already; null for servers of the sweep's own
 * @param hosts of key servers and clients; null for this machine
 * @param quick whether a first look will do
 */
public record RemoteKeyRequest(List<String> operations, List<Integer> threads, List<Integer> servers, List<String> keys,
        Integer rounds, Pace pace, Message message, String protocol, boolean remoteOnly, Path cluster,
        HostsFile hosts, boolean quick) {
    /**
     * How long a point is measured in a round.
     *
     * @param seconds how long a JVM warms up, and then is measured; null for 5 and 2.5, or, at first sight, 1.6 and
     *     1.2; handshakes and few threads warm up longer
     * @param iterations so many discarded iterations and as many that count, whatever is measured; null for a usual
     *     pace
     * @param iterationSeconds how long each of these takes; null for 10
     */
    public record Pace(Double seconds, Integer iterations, Double iterationSeconds) {
        /** Nothing specified. */
        public static final Pace USUAL = new Pace(null, null, null);
    }

    /**
     * What is drawn and signed.
     *
     * @param bytes about how long; null for 3,500, which is usual of pacs.008, or the least of another type if that is
     *     longer
     * @param type of the message, by its name; null for pacs.008
     */
    public record Message(Integer bytes, String type) {
        /** Nothing specified. */
        public static final Message USUAL = new Message(null, null);

        private static final Map<String, MessageType> TYPES = Arrays.stream(MessageType.values()).collect(
                Collectors.toMap(Message::name, each -> each, (one, other) -> one, LinkedHashMap::new));

        /** As ISO 20022 writes it, such as {@code pacs.008}. */
        private static String name(MessageType type) {
            return type.name().toLowerCase(Locale.ROOT).replace('_', '.');
        }
    }

    /** What can be measured, in the order of a report. */
    static final List<String> OPERATIONS = List.of(RemoteKeys.SIGN, RemoteKeys.SPI, RemoteKeys.HANDSHAKE,
            RemoteKeys.DRAW);

    private static final List<String> PROTOCOLS = List.of("TLSv1.2", "TLSv1.3");
    private static final List<Integer> ALL_THREADS = List.of(1, 2, 4, 8, 16, 24, 32, 64);
    private static final List<Integer> FEW_THREADS = List.of(1, 2, 8, 24);
    private static final List<Integer> THREADS_OF_HOST = List.of(8);
    private static final int MOST_THREADS = 1_000;
    private static final int MOST_SERVERS = 16;
    private static final int MOST_ROUNDS = 100;
    /** What the signer takes, less what the signature adds. */
    private static final int LONGEST_MESSAGE = 250_000;
    private static final double LONGEST = 600;
    private static final int USUAL_MESSAGE = 3_500;
    private static final int USUAL_ROUNDS = 3;
    private static final int USUAL_ITERATIONS = 5;
    /** What JMH takes for an iteration unless it is told otherwise. */
    private static final double JMH_SECONDS = 10;
    private static final double MILLIS = 1_000;

    /**
     * Checks it.
     *
     * @throws InputException with a line that says what is possible
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
                throw new InputException("--servers and --cluster exclude each other: the file says which servers "
                        + "there are");
            }
            // Nobody has the private keys of others, so there is nothing local to compare with.
            remoteOnly = true;
            cluster = cluster.toAbsolutePath();
            servers = List.of(serversOf(cluster));
        }
        if (hosts != null) {
            if (cluster != null) {
                throw new InputException("--hosts and --cluster exclude each other: hosts have key servers of their "
                        + "own");
            }
            remoteOnly = true;
            int there = hosts.keyServers().size();
            servers.forEach(number -> between("--servers with the hosts of --hosts,", number, 1, there));
            servers = servers.isEmpty() ? IntStream.rangeClosed(1, there).boxed().toList() : servers;
            threads = threads.isEmpty() ? THREADS_OF_HOST : threads;
        }
        String type = message.type() == null ? Message.name(MessageType.PACS_008) : message.type();
        exists("--message-type", type, Message.TYPES.keySet());
        int shortest = PixMessages.shortest(Message.TYPES.get(type));
        between("--size of " + type + ",", message.bytes(), shortest, LONGEST_MESSAGE);
        message = new Message(message.bytes() == null ? Math.max(shortest, USUAL_MESSAGE) : message.bytes(), type);
        seconds("--seconds", pace.seconds());
        seconds("--iteration-seconds", pace.iterationSeconds());
        between("--iterations", pace.iterations(), 1, MOST_ROUNDS);
        if (pace.seconds() != null && (pace.iterations() != null || pace.iterationSeconds() != null)) {
            throw new InputException("--seconds and --iterations with --iteration-seconds exclude each other: give one "
                    + "of them");
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
        if (number != null && (number < least || number > most)) {
            throw new InputException("%s %d cannot be; give numbers from %d to %d".formatted(option, number, least,
                    most));
        }
    }

    private static void seconds(String option, Double seconds) {
        if (seconds != null && !(seconds >= 0.1 && seconds <= LONGEST)) {
            throw new InputException(option + " " + seconds + " cannot be; give 0.1 to 600");
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
        // A JVM on one processor compiles beside what it measures: a first look cannot wait until all is compiled.
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
