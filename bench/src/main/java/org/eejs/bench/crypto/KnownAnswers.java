package org.eejs.bench.crypto;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Properties;
import org.eejs.bench.measuring.MismatchException;

/** Published answers of algorithms, from {@code known-answers.properties}, which names their sources. */
final class KnownAnswers {
    private static final Properties ALL = new Properties();

    static {
        try (InputStream in = KnownAnswers.class.getResourceAsStream("known-answers.properties")) {
            ALL.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private KnownAnswers() {}

    /**
     * Returns a known answer.
     *
     * @throws IllegalArgumentException when nothing of this name is known
     */
    static String text(String name) {
        String text = ALL.getProperty(name);
        if (text == null) {
            throw new IllegalArgumentException("there is no known answer " + name);
        }
        return text;
    }

    /** Returns a known answer that is written in hexadecimal digits. */
    static byte[] bytes(String name) {
        return HexFormat.of().parseHex(text(name));
    }

    /**
     * Returns Bouncy Castle's answer, after comparing its SHA-256 with the known one.
     *
     * @throws MismatchException when it differs
     */
    static byte[] ofBouncyCastle(byte[] found, KeyAlgorithm algorithm, String what)
            throws GeneralSecurityException, MismatchException {
        byte[] known = bytes(algorithm.id() + ".sha256");
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(found);
        if (!Arrays.equals(hash, known)) {
            throw new MismatchException("%s: the known %s has the SHA-256 %s, that of BC has %s".formatted(
                    algorithm.id(), what, HexFormat.of().formatHex(known), HexFormat.of().formatHex(hash)));
        }
        return found;
    }
}
