package org.eejs.remotekey.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.google.common.hash.Hashing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * A formatter of entries as lines: JSON, each with the SHA-256 of the line before it (its bytes without the newline).
 * So a changed or removed line shows in the next one. For one thread.
 */
final class AuditLines {
    /** The hash before the first line of all. */
    static final String NO_LINE = "0".repeat(64);
    static final String PREVIOUS = "previousHash";
    private static final int LONGEST_TEXT = 200;
    /** Writes printable ASCII, because a log can go to a terminal and names come from clients. */
    private static final JsonFactory JSON = JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build()
            .setCharacterEscapes(new DeleteEscaped());

    /** An escape of DEL, which JSON allows, in JSON's form for other control characters. */
    private static final class DeleteEscaped extends CharacterEscapes {
        private static final long serialVersionUID = 1;

        @Override
        public int[] getEscapeCodesForAscii() {
            int[] codes = standardAsciiEscapesForJSON();
            codes[0x7f] = ESCAPE_STANDARD;
            return codes;
        }

        @Override
        public SerializableString getEscapeSequence(int character) {
            return null;
        }
    }

    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
    private String previous;

    /** Continues after a line with that hash. */
    AuditLines(String previous) {
        this.previous = previous;
    }

    static String hash(byte[] line) {
        return Hashing.sha256().hashBytes(line).toString();
    }

    void add(AuditEntry entry) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            json.writeStringField("time", Instant.ofEpochMilli(entry.millis()).toString());
            field(json, "request", entry.request());
            field(json, "clientRequest", entry.clientRequest());
            if (entry.client() != null) {
                field(json, "client", entry.client().name());
                field(json, "serial", entry.client().serial());
                field(json, "certificateSha256", entry.client().fingerprint());
            }
            field(json, "remote", entry.remote());
            field(json, "key", entry.key());
            field(json, "algorithm", entry.algorithm());
            if (entry.digest() != null) {
                // Of equal length for all algorithms, and a reader of the log is unable to get it signed elsewhere.
                json.writeStringField("digestHash", hash(entry.digest()));
            }
            field(json, "outcome", entry.outcome());
            field(json, "reason", entry.reason());
            json.writeStringField(PREVIOUS, previous);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        previous = hash(line.toByteArray());
        lines.writeBytes(line.toByteArray());
        lines.write('\n');
    }

    /** Writes a field. Names that a client made up are cut, so that it is unable to fill the disk with them. */
    private static void field(JsonGenerator json, String name, String value) throws IOException {
        if (value != null) {
            json.writeStringField(name,
                    value.length() <= LONGEST_TEXT ? value : value.substring(0, LONGEST_TEXT) + "…");
        }
    }

    /** Returns the lines that were added since the last call. */
    ByteBuffer take() {
        ByteBuffer taken = ByteBuffer.wrap(lines.toByteArray());
        lines.reset();
        return taken;
    }
}
