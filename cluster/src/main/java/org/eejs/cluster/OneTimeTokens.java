package org.eejs.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
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
import java.util.stream.Stream;
import org.eejs.pki.files.PrivateFile;

/**
 * Tokens of one use. Of each, the lab keeps a file, named by its SHA-256, with when it ends and, once it is used, the
 * SHA-256 of the key that it was used for: who asks again with the same key, since the answer was lost, gets another
 * answer, and nobody else does. Who reads the folder learns no token. Thread-safe, and between processes.
 */
final class OneTimeTokens {
    private static final int BYTES = 32;

    private final Path folder;
    private final InstantSource clock;

    /** Those of a folder that is there. */
    OneTimeTokens(Path folder, InstantSource clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /** Makes a token that can be used for so long, and forgets those that cannot any more. */
    String make(Duration validity) throws IOException, GeneralSecurityException {
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        String token = HexFormat.of().formatHex(secret);
        return StateFolder.locked(folder, () -> {
            forgetOld();
            write(file(token), List.of(clock.instant().plus(validity).toString()));
            return token;
        });
    }

    private void forgetOld() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.getFileName().toString().matches("[0-9a-f]{64}")).toList()) {
                Instant end = end(Files.readAllLines(file));
                if (end == null || end.isBefore(clock.instant())) {
                    Files.delete(file);
                }
            }
        }
    }

    /**
     * Whether a token could be used now for a key.
     *
     * @throws RefusedException when it is not known, was used for another key, or is too old
     */
    void check(String token, PublicKey key) throws IOException {
        entry(token, key);
    }

    /**
     * Uses a token up for a key.
     *
     * @throws RefusedException when it is not known, was used for another key, or is too old
     */
    void use(String token, PublicKey key) throws IOException, GeneralSecurityException {
        StateFolder.locked(folder, () -> {
            write(file(token), List.of(entry(token, key).get(0), sha256(key.getEncoded())));
            return null;
        });
    }

    private List<String> entry(String token, PublicKey key) throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file(token));
        } catch (NoSuchFileException e) {
            lines = List.of();
        }
        Instant end = end(lines);
        if (end == null || lines.size() > 1 && !lines.get(1).equals(sha256(key.getEncoded()))) {
            throw new RefusedException("the token is not known, or was used before; make another with "
                    + "`eejs host --new-token FILE` where the lab is");
        }
        if (end.isBefore(clock.instant())) {
            throw new RefusedException("the token could be used until " + end
                    + "; make another with `eejs host --new-token FILE` where the lab is");
        }
        return lines;
    }

    /** When a token ends; null where the file was cut off. */
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
