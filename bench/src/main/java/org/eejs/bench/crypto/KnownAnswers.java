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
    /** The source of NIST's answers, for reports: its automated validation of algorithms. */
    static final String NIST = "NIST ACVP";

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
        requireHash(algorithm.id() + ".sha256", found, algorithm.id() + ": the known " + what, "BC");
        return found;
    }

    /**
     * Compares the SHA-256 of an answer with the known one.
     *
     * @param name the name of the known SHA-256
     * @param words for the known answer in the message
     * @param whose the provider's name for the message
     * @throws MismatchException when it differs
     */
    static void requireHash(String name, byte[] found, String words, String whose)
            throws GeneralSecurityException, MismatchException {
        byte[] known = bytes(name);
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(found);
        if (!Arrays.equals(hash, known)) {
            throw new MismatchException("%s has the SHA-256 %s, that of %s has %s".formatted(words,
                    HexFormat.of().formatHex(known), whose, HexFormat.of().formatHex(hash)));
        }
    }
}
