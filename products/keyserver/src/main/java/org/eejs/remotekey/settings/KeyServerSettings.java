package org.eejs.remotekey.settings;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.GuardedFile;
import org.eejs.pki.files.YamlFile;

/**
 * The content of a key server's file. Relative paths are relative to the file's folder.
 *
 * @param listen HOST:PORT; port 0 for any free one
 * @param tls the server's certificate, and the authority of its clients
 * @param policy the file with the permissions of clients
 * @param keys the keys that it signs with
 * @param provider the security providers that sign with software keys
 * @param limits the server's limits; null for the defaults
 * @param auditLog the file for the line of each use; null for standard error
 * @param audit the time at which the line of a use is written; null for after its signature has left
 * @param trial whether keys and certificates are only for trials, which each start reports
 * @param groupReadableSecrets whether the group of a file with keys or passwords may read it; null means false
 */
public record KeyServerSettings(String listen, Tls tls, String policy, List<Key> keys, Providers provider,
        Limits limits, String auditLog, Audit audit, Boolean trial, Boolean groupReadableSecrets) {
    /**
     * Security providers by name, for RSA keys and for EC keys; null if there are no such keys. A single name is for
     * both.
     */
    public record Providers(String rsa, String ec) {
        @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
        public Providers {}

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Providers of(String both) {
            return new Providers(both, both);
        }

        /** Returns the one for keys of an algorithm. */
        public String forKeys(String algorithm) {
            return algorithm.equals("RSA") ? rsa : ec;
        }
    }

    /**
     * Files in PEM: the server's certificate with its chain, its PKCS#8 key, the authority of clients, and its revoked
     * certificates, if not null.
     */
    public record Tls(String certificate, String privateKey, String clientAuthority, String revoked) {}

    /**
     * A key in a PKCS12 file (keyStore, passwordFile) or on a token (pkcs11, token, pinFile).
     *
     * @param name by which clients ask for it
     * @param pkcs11 the path of a PKCS#11 library
     * @param token the label of the token
     * @param alias of the key's entry in the file or on the token
     */
    public record Key(String name, String keyStore, String passwordFile, String pkcs11, String token, String pinFile,
            String alias) {}

    /**
     * The limits of the server.
     *
     * @param queued signatures that wait or are being made, of all clients; see {@code FairRoom}
     * @param messageBytes the longest request
     * @param connections from all clients, likewise
     * @param handshakes connections that have not finished their handshake; the oldest is closed for one more
     * @param handshakesPerAddress likewise for one address, or one IPv6 network of 64 bits
     * @param callsPerConnection the limit of open calls on one connection
     * @param signingThreads event loops, which sign with software keys
     * @param tokenThreads threads that wait for tokens
     * @param handshakeMs time limit of the TLS handshake
     * @param requestMs time limit of a request from its first header to its end
     * @param keepAliveMs of silence after which a client is asked whether it is there
     * @param keepAliveTimeoutMs time limit of its answer
     * @param permitKeepAliveMs clients that ask more often than this are disconnected
     * @param idleMs without a call after which a connection is closed
     * @param connectionAgeMs after which a client must connect again, with a certificate that is valid then
     * @param drainMs for calls in flight when the server ends
     * @param reloadMs interval between checks of policy and keys; a change is in force after two checks
     */
    public record Limits(Integer queued, Integer messageBytes, Integer connections, Integer handshakes,
            Integer handshakesPerAddress, Integer callsPerConnection, Integer signingThreads, Integer tokenThreads,
            Integer handshakeMs, Integer requestMs, Integer keepAliveMs, Integer keepAliveTimeoutMs,
            Integer permitKeepAliveMs, Integer idleMs, Integer connectionAgeMs, Integer drainMs, Integer reloadMs) {
        public Limits {
            queued = requireNonNullElse(queued, 1024);
            messageBytes = requireNonNullElse(messageBytes, 65_536);
            connections = requireNonNullElse(connections, 1000);
            handshakes = requireNonNullElse(handshakes, 500);
            handshakesPerAddress = requireNonNullElse(handshakesPerAddress, 250);
            callsPerConnection = requireNonNullElse(callsPerConnection, 1024);
            signingThreads = requireNonNullElse(signingThreads, Runtime.getRuntime().availableProcessors());
            tokenThreads = requireNonNullElse(tokenThreads, 8);
            handshakeMs = requireNonNullElse(handshakeMs, 10_000);
            requestMs = requireNonNullElse(requestMs, 10_000);
            keepAliveMs = requireNonNullElse(keepAliveMs, 30_000);
            keepAliveTimeoutMs = requireNonNullElse(keepAliveTimeoutMs, 10_000);
            permitKeepAliveMs = requireNonNullElse(permitKeepAliveMs, 5_000);
            idleMs = requireNonNullElse(idleMs, 600_000);
            connectionAgeMs = requireNonNullElse(connectionAgeMs, 3_600_000);
            drainMs = requireNonNullElse(drainMs, 10_000);
            reloadMs = requireNonNullElse(reloadMs, 1000);
        }
    }

    public KeyServerSettings {
        keys = keys == null ? List.of() : List.copyOf(keys);
        provider = requireNonNullElse(provider, new Providers(null, null));
        audit = requireNonNullElse(audit, Audit.AFTER);
        trial = requireNonNullElse(trial, false);
        limits = limits == null ? new Limits(null, null, null, null, null, null, null, null, null, null, null, null,
                null, null, null, null, null) : limits;
    }

    /** Returns the required protection of files with keys and passwords. */
    public GuardedFile.Content secrets() {
        return GuardedFile.Content.secret(groupReadableSecrets);
    }

    /**
     * Reads a key server's file, but none of those that it names.
     *
     * @throws FaultyFileException with a line that names file, line and key
     */
    public static YamlFile<KeyServerSettings> read(Path path) throws FaultyFileException {
        YamlFile<KeyServerSettings> file = YamlFile.read(path, "the key server's file", KeyServerSettings.class);
        file.require("/listen", "/tls", "/tls/certificate", "/tls/privateKey", "/tls/clientAuthority", "/policy",
                "/keys");
        address(file, "/listen", file.value().listen());
        checkKeys(file);
        checkLimits(file);
        if (file.value().audit() == Audit.BEFORE && file.value().auditLog() == null) {
            throw file.fault("/audit", "a line that is written before its signature needs a file; name one with the "
                    + "key auditLog");
        }
        return file;
    }

    /** Returns the address HOST:PORT at a key of a file; an IPv6 address is in brackets. */
    public static InetSocketAddress address(YamlFile<?> file, String pointer, String text) throws FaultyFileException {
        int colon = text.lastIndexOf(':');
        String host = text.substring(0, Math.max(colon, 0));
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (!host.isBlank() && port >= 0 && port <= 65_535) {
                return InetSocketAddress.createUnresolved(host.replaceAll("^\\[|]$", ""), port);
            }
        } catch (NumberFormatException e) {
            // Rejected below, like a value without a colon.
        }
        throw file.fault(pointer, "'%s' is not an address; write HOST:PORT, such as 127.0.0.1:8443".formatted(text));
    }

    /** Returns the password in the file at a key: its first line. */
    public static char[] password(YamlFile<KeyServerSettings> file, String pointer) throws FaultyFileException {
        Path path = file.guarded(pointer, file.value().secrets());
        try {
            return Files.readString(path).lines().findFirst().orElse("").toCharArray();
        } catch (IOException e) {
            throw file.fault(pointer, "%s is not readable: %s".formatted(path, e.getMessage()));
        }
    }

    private static void checkKeys(YamlFile<KeyServerSettings> file) throws FaultyFileException {
        List<Key> keys = file.value().keys();
        if (keys.isEmpty()) {
            throw file.fault("/keys", "at least one key is expected");
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < keys.size(); i++) {
            Key key = keys.get(i);
            String at = "/keys/" + i;
            file.require(at + "/name", at + "/alias");
            if (!names.add(key.name())) {
                throw file.fault(at + "/name", "there are two keys named " + key.name());
            }
            boolean stored = key.keyStore() != null || key.passwordFile() != null;
            boolean onToken = key.pkcs11() != null || key.token() != null || key.pinFile() != null;
            if (stored == onToken) {
                throw file.fault(at, "a key is either in a file (keys keyStore and passwordFile) or on a token (keys "
                        + "pkcs11, token and pinFile)");
            }
            if (stored) {
                file.require(at + "/keyStore", at + "/passwordFile");
            } else {
                file.require(at + "/pkcs11", at + "/token", at + "/pinFile");
            }
        }
    }

    private static void checkLimits(YamlFile<KeyServerSettings> file) throws FaultyFileException {
        file.atLeast(1, "/limits", "queued", "connections", "handshakes", "handshakesPerAddress",
                "callsPerConnection", "signingThreads", "tokenThreads", "handshakeMs", "requestMs");
        file.atLeast(256, "/limits", "messageBytes");
        file.atLeast(100, "/limits", "keepAliveMs", "keepAliveTimeoutMs");
        file.atLeast(0, "/limits", "permitKeepAliveMs", "drainMs");
        // Below these, gRPC would silently round up.
        file.atLeast(1000, "/limits", "idleMs", "connectionAgeMs");
        file.atLeast(10, "/limits", "reloadMs");
    }

    /** The time at which a use's line is written. */
    public enum Audit {
        /** Before the signature leaves, and after the disk has it. */
        @JsonProperty("before")
        BEFORE,
        /** Soon after. */
        @JsonProperty("after")
        AFTER;

        /** Returns the value as in the server's file. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
