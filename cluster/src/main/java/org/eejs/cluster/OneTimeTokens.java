package org.eejs.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import org.eejs.pki.SecretFile;

/**
 * Tokens of one use. Of each, the lab keeps its SHA-256 and when it ends, in a file that goes when the token is used:
 * so of two who use it at once one is let in, and who reads the folder learns no token. Thread-safe, and between
 * processes.
 */
final class OneTimeTokens {
    private static final int BYTES = 32;

    private final Path folder;
    private final InstantSource clock;

    OneTimeTokens(Path folder, InstantSource clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /** Makes a token that can be used for so long. */
    String make(Duration validity) throws IOException {
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        String token = HexFormat.of().formatHex(secret);
        Files.createDirectories(folder);
        SecretFile.write(file(token), clock.instant().plus(validity).toString().getBytes(StandardCharsets.US_ASCII));
        return token;
    }

    /**
     * Whether a token could be used now.
     *
     * @throws RefusedException when it is not known, was used before, or is too old
     */
    void check(String token) throws IOException {
        Instant end;
        try {
            end = Instant.parse(Files.readString(file(token)));
        } catch (NoSuchFileException e) {
            throw unknown();
        }
        if (end.isBefore(clock.instant())) {
            throw new RefusedException("the token could be used until " + end
                    + "; make another with `eejs host --new-token FILE` where the lab is");
        }
    }

    /**
     * Uses a token up.
     *
     * @throws RefusedException when it is not known, was used before, or is too old
     */
    void use(String token) throws IOException {
        check(token);
        if (!Files.deleteIfExists(file(token))) {
            throw unknown();
        }
    }

    private static RefusedException unknown() {
        return new RefusedException("the token is not known, or was used before; make another with "
                + "`eejs host --new-token FILE` where the lab is");
    }

    private Path file(String token) {
        try {
            return folder.resolve(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                    .digest(token.getBytes(StandardCharsets.UTF_8))));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
