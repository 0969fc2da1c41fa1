package org.eejs.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.IVersionProvider;

/**
 * Which EEJS this is, by its sources: equal files have the same version in any commit and without Git, and a changed
 * line gives another version.
 */
final class BuildVersion implements IVersionProvider {
    private static final String VERSION = "0.1.0";
    /** So many digits tell builds apart. */
    private static final int DIGITS = 12;

    /**
     * Returns the version, and behind a plus sign a digest of the sources that it was built of, which the build writes.
     */
    static String ofThis() {
        try (InputStream digest = BuildVersion.class.getResourceAsStream("sources.sha256")) {
            return VERSION + "+" + new String(digest.readNBytes(DIGITS), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String[] getVersion() {
        return new String[] {"EEJS " + ofThis()};
    }
}
