package org.eejs.remotekey.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.remotekey.files.Causes;

/**
 * A check whether each line of an audit log has the hash of the line before it, and whether lines that were there
 * before still are. For one thread.
 */
public final class AuditCheck {
    private static final int MOST_SHOWN = 20;
    /** Limit of a line in bytes; key servers write some hundred. */
    static final int LONGEST_LINE = 1 << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<String> breaks = new ArrayList<>();
    private long breakCount;
    private long lines;
    private String firstPrevious;
    private String lastHash = AuditLines.NO_LINE;
    private String lastPlace;

    private final Set<String> missing;
    private String followed;

    private AuditCheck(String followed, Set<String> contained) {
        this.followed = followed;
        this.missing = new LinkedHashSet<>(contained);
    }

    /**
     * Checks a log.
     *
     * @param files of one log, the oldest first
     * @param follows the hash of a line that must be in the log, or be the one before its first line. From there to the
     *     end, the chain must have no break. Null for none
     * @param contains the hashes of lines that must be in the log
     * @throws FaultyFileException if one is not readable
     */
    public static AuditCheck of(List<Path> files, String follows, Set<String> contains) throws FaultyFileException {
        AuditCheck check = new AuditCheck(follows, contains);
        for (Path file : files) {
            try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
                check.read(file, in);
            } catch (FaultyFileException e) {
                throw e;
            } catch (IOException e) {
                throw new FaultyFileException("the audit log %s is not readable: %s".formatted(file, Causes.first(e)),
                        e);
            }
        }
        check.findMissing();
        return check;
    }

    private void read(Path file, InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        long number = 1;
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == '\n') {
                check("%s, line %d".formatted(file, number++), line.toByteArray());
                line.reset();
            } else if (line.size() == LONGEST_LINE) {
                throw new FaultyFileException("the audit log %s, line %d: has more than %d bytes; name a log of a key "
                        .formatted(file, number, LONGEST_LINE) + "server");
            } else {
                line.write(next);
            }
        }
        if (line.size() > 0) {
            String place = "%s, line %d".formatted(file, number);
            broken(place + ": is cut off; a server ended while it wrote, or is writing now");
            hash(place, line.toByteArray());
        }
    }

    private void check(String place, byte[] line) {
        String previous = previous(line);
        if (previous == null) {
            broken(place + ": is cut off, or no line of an audit log");
        } else if (lines == 0) {
            firstPrevious = previous;
            found(previous.equals(followed));
        } else if (previous.equals(AuditLines.NO_LINE)) {
            broken(place + ": the chain begins again here; a server was started on a new or empty file");
        } else if (!previous.equals(lastHash)) {
            broken("%s: does not follow from %s; that one was changed, or lines between them are missing".formatted(
                    place, lastPlace));
        }
        hash(place, line);
    }

    private void hash(String place, byte[] line) {
        lines++;
        lastHash = AuditLines.hash(line);
        lastPlace = place;
        found(lastHash.equals(followed));
        missing.remove(lastHash);
    }

    private void found(boolean isFollowed) {
        if (isFollowed) {
            followed = null;
        }
    }

    private void findMissing() {
        if (lines == 0) {
            found(AuditLines.NO_LINE.equals(followed));
        }
        if (followed != null) {
            broken("the log does not follow from %s; lines were removed, or older files of the log are not here"
                    .formatted(followed));
        }
        missing.forEach(hash -> broken("no line has the hash %s; it was removed, or older files of the log are not here"
                .formatted(hash)));
    }

    private void broken(String what) {
        breakCount++;
        if (breaks.size() < MOST_SHOWN) {
            breaks.add(what);
        }
    }

    private static String previous(byte[] line) {
        try {
            JsonNode read = JSON.readTree(line);
            return read == null || !read.path(AuditLines.PREVIOUS).isTextual() ? null
                    : read.path(AuditLines.PREVIOUS).asText();
        } catch (JsonProcessingException e) {
            return null;
        } catch (IOException e) {
            throw new IllegalStateException("reading memory failed", e);
        }
    }

    /** Returns the places where the chain is broken, the first places first. */
    public List<String> breaks() {
        return List.copyOf(breaks);
    }

    public long breakCount() {
        return breakCount;
    }

    public long lines() {
        return lines;
    }

    public String lastHash() {
        return lastHash;
    }

    /** Returns the result in one line. */
    public String summary() {
        return "%d lines, %s%s; the hash of the last is %s".formatted(lines,
                breakCount == 0 ? "each follows from the one before" : "the chain is broken at " + breakCount
                        + (breakCount == 1 ? " place" : " places"),
                firstPrevious == null || firstPrevious.equals(AuditLines.NO_LINE) ? ""
                        : "; the first follows one that is not here, with the hash " + firstPrevious, lastHash);
    }
}
