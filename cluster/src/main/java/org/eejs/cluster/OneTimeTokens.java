package org.eejs.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.eejs.pki.files.PrivateFile;

/**
 * One-time tokens, each for one host name. The lab keeps a file for each token, named by the token's SHA-256. It holds
 * the time of expiry, the host's name and, once the token is used, the SHA-256 of the host's key. Only that key may use
 * the token again, since an answer may get lost. The folder does not reveal tokens. A caller holds the lock of the
 * lab's folder.
 *
 * @param folder the folder, which must exist
 */
record OneTimeTokens(Path folder, InstantSource clock) {
    /** The command that makes a token. */
    static final String NEW_TOKEN = "`eejs host --new-token FILE --name NAME`";
    private static final int BYTES = 32;
    private static final int NAME = 1;
    private static final int KEY = 2;

    /** Makes a token for a name, and deletes expired ones. */
    String make(Duration validity, String name) throws IOException {
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        String token = HexFormat.of().formatHex(secret);
        forget(lines -> end(lines) == null || end(lines).isBefore(clock.instant()));
        write(file(token), List.of(clock.instant().plus(validity).toString(), name));
        return token;
    }

    /** Deletes all tokens of a name, ignoring case. */
    void revoke(String name) throws IOException {
        forget(lines -> lines.size() > NAME && HostNames.same(lines.get(NAME), name));
    }

    private void forget(Predicate<List<String>> which) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.getFileName().toString().matches("[0-9a-f]{64}")).toList()) {
                if (which.test(Files.readAllLines(file))) {
                    Files.delete(file);
                }
            }
        }
    }

    /**
     * Checks that a host may use a token now with a key.
     *
     * @throws RefusedException when it is unknown, expired, or for another name or key
     */
    void check(String token, String name, PublicKey key) throws IOException {
        entry(token, name, key);
    }

    /**
     * Uses a token up for a key.
     *
     * @throws RefusedException when it is unknown, expired, or for another name or key
     */
    void use(String token, String name, PublicKey key) throws IOException {
        write(file(token), List.of(entry(token, name, key).get(0), name, sha256(key.getEncoded())));
    }

    private List<String> entry(String token, String name, PublicKey key) throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file(token));
        } catch (NoSuchFileException e) {
            lines = List.of();
        }
        Instant end = end(lines);
        if (end == null || lines.size() <= NAME
                || lines.size() > KEY && !lines.get(KEY).equals(sha256(key.getEncoded()))) {
            throw new RefusedException("the token is not known, or was used before; make another with "
                    + NEW_TOKEN + " at the lab");
        }
        if (!lines.get(NAME).equals(name)) {
            throw new RefusedException("the token was made for another host name; make one for this name with "
                    + NEW_TOKEN + " at the lab");
        }
        if (end.isBefore(clock.instant())) {
            throw new RefusedException("the token expired at " + end + "; make another with " + NEW_TOKEN
                    + " at the lab");
        }
        return lines;
    }

    /** Returns the expiry of a token; null where its file was cut off. */
    private static Instant end(List<String> lines) {
        try {
            return lines.isEmpty() ? null : Instant.parse(lines.get(0));
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private static void write(Path file, List<String> lines) throws IOException {
        PrivateFile.write(file, (String.join("\n", lines) + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    private Path file(String token) {
        return folder.resolve(sha256(token.getBytes(StandardCharsets.UTF_8)));
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
