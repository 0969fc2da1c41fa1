package org.eejs.result;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The build and the command line that results of this process come from. Thread-safe. */
public final class Origin {
    private static final String VERSION = "0.1.0";
    /** The number of digits of the digest that distinguish builds. */
    private static final int DIGITS = 12;

    private static volatile String commandLine;

    private Origin() {}

    /**
     * Returns the version, a plus sign and a digest of the sources: equal files have the same version in any commit and
     * without Git. The build of the last room writes the digest; without it, as in tests of other rooms, the version is
     * all.
     */
    public static String version() {
        try (InputStream digest = Origin.class.getResourceAsStream("sources.sha256")) {
            return digest == null ? VERSION
                    : VERSION + "+" + new String(digest.readNBytes(DIGITS), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Records the command line of this process, as a shell repeats it, for results that the process will write. */
    public static void record(String repeatable) {
        commandLine = repeatable;
    }

    /** Returns the command line of this process; null where it was not recorded. */
    static String commandLine() {
        return commandLine;
    }
}
