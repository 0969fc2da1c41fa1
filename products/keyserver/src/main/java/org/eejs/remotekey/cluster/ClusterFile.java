package org.eejs.remotekey.cluster;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.GuardedFile;
import org.eejs.pki.files.YamlFile;

/**
 * The checked content of a cluster's file.
 *
 * @param certificate of the client, PEM
 * @param privateKey of the client's certificate, PEM
 * @param serverAuthority the authority of servers' certificates, PEM
 * @param servers which have the same keys
 * @param times and numbers, none of them {@code null}
 * @param verifyOneOf N, if one of every N signatures is verified by the key's certificate; 1 for each, 0 for none
 * @param secrets how the private key must be guarded
 */
public record ClusterFile(Path certificate, Path privateKey, Path serverAuthority, List<Server> servers, Times times,
        int verifyOneOf, GuardedFile.Content secrets) {
    /**
     * With this value, a server that begins to sign wrongly is found within 50 of its signatures; of two servers,
     * within 100 of all.
     */
    private static final int VERIFY_ONE_OF = 50;
    /** The limit of turns, because a rotation is computed once with this number of turns for each server. */
    private static final int MOST_WEIGHT = 1_000;
    private static final int HOUR_MS = 3_600_000;

    /**
     * A server.
     *
     * @param weight its share of the signatures, relative to the others' weights; 0 for none
     */
    record Server(String host, int port, int weight) {
        String address() {
            return host + ":" + port;
        }
    }

    /**
     * The time limits.
     *
     * @param deadlineMs of a signature, retry included
     * @param readTimeoutMs of one call to one server
     * @param channelsPerServer connections, because the capacity of one is limited
     * @param refreshMs after which the servers are asked for their keys again
     */
    record Times(int deadlineMs, int readTimeoutMs, int channelsPerServer, int refreshMs) {}

    /** The file as it is written. */
    private record Form(Tls tls, List<Address> servers, Integer deadlineMs, Integer readTimeoutMs,
            Integer channelsPerServer, Integer refreshMs, Boolean verify,
            Integer verifyOneOf, Boolean groupReadableSecrets) {}

    private record Tls(String certificate, String privateKey, String serverAuthority) {}

    private record Address(String address, Integer weight) {}

    /** Reads a file; paths in it are relative to its folder. */
    public static ClusterFile read(Path file) throws FaultyFileException {
        return of(YamlFile.read(file, "the cluster's file", Form.class));
    }

    /**
     * Reads a file's content, in which paths must be absolute.
     *
     * @param name its name in error messages
     */
    public static ClusterFile parse(String content, String name) throws FaultyFileException {
        return of(YamlFile.parse(content, name, null, Form.class));
    }

    private static ClusterFile of(YamlFile<Form> file) throws FaultyFileException {
        Form form = file.value();
        int deadlineMs = number(file, "/deadlineMs", form.deadlineMs(), 1_000, 1, HOUR_MS);
        Times times = new Times(deadlineMs,
                number(file, "/readTimeoutMs", form.readTimeoutMs(), Math.min(500, deadlineMs), 1, deadlineMs),
                number(file, "/channelsPerServer", form.channelsPerServer(), 2, 1, 64),
                number(file, "/refreshMs", form.refreshMs(), 1_000, 10, HOUR_MS));
        return new ClusterFile(file.path("/tls/certificate"), file.path("/tls/privateKey"),
                file.path("/tls/serverAuthority"), servers(file), times,
                verifyOneOf(file),
                GuardedFile.Content.secret(form.groupReadableSecrets()));
    }

    private static int verifyOneOf(YamlFile<Form> file) throws FaultyFileException {
        Form form = file.value();
        if (form.verify() != null && form.verifyOneOf() != null) {
            throw file.fault("/verifyOneOf", "'verify: %s' verifies %s signature; remove one of the two keys".formatted(
                    form.verify(), form.verify() ? "each" : "no"));
        }
        if (form.verify() != null) {
            return form.verify() ? 1 : 0;
        }
        return number(file, "/verifyOneOf", form.verifyOneOf(), VERIFY_ONE_OF, 1, 1_000_000);
    }

    private static int number(YamlFile<?> file, String pointer, Integer written, int otherwise, int least, int most)
            throws FaultyFileException {
        int number = written == null ? otherwise : written;
        if (number < least || number > most) {
            throw file.fault(pointer, "%d is not from %d to %d".formatted(number, least, most));
        }
        return number;
    }

    private static List<Server> servers(YamlFile<Form> file) throws FaultyFileException {
        file.require("/servers");
        List<Server> servers = new ArrayList<>();
        Set<String> addresses = new HashSet<>();
        for (Address each : file.value().servers()) {
            String pointer = "/servers/" + servers.size();
            file.require(pointer, pointer + "/address");
            URI uri = uri(file, pointer + "/address", each.address());
            int weight = number(file, pointer + "/weight", each.weight(), 1, 0, MOST_WEIGHT);
            if (!addresses.add(each.address())) {
                throw file.fault(pointer + "/address", each.address() + " is listed twice");
            }
            servers.add(new Server(uri.getHost(), uri.getPort(), weight));
        }
        if (servers.stream().allMatch(server -> server.weight() == 0)) {
            throw file.fault("/servers", "a server with a weight above 0 is expected");
        }
        return List.copyOf(servers);
    }

    private static URI uri(YamlFile<Form> file, String pointer, String address) throws FaultyFileException {
        try {
            URI uri = new URI("keys://" + address).parseServerAuthority();
            if (address.equals(uri.getHost() + ":" + uri.getPort()) && uri.getPort() > 0 && uri.getPort() < 65_536) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // Reported below, as a value that is not an address.
        }
        throw file.fault(pointer, "'" + address + "' is not an address; HOST:PORT is expected, such as 127.0.0.1:8443");
    }
}
