package org.eejs.lab.service;

import de.sstoehr.harreader.model.HarPostData;
import de.sstoehr.harreader.model.HarPostDataParam;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.service.PercentEncoding;

/**
 * The body of a recorded request. Recordings contain a text, Base64, the name of a file next to them, or the fields of
 * a form. Browsers leave the contents of files out, and replace bytes that are not text by U+FFFD. Immutable.
 *
 * @param type as in the header Content-Type; empty for none
 * @param text null for none
 * @param binary whether each character of the text is a byte
 * @param fault the fault, after "N requests"; null without one
 */
record RecordedBody(String type, String text, boolean binary, String fault) {
    private static final String BOUNDARY = "----boundary-of-a-recorded-form";
    private static final String LOST = "had bodies that were not recorded, and are sent without";
    private static final String DAMAGED = "had bodies with files or bytes missing from the recording, or with "
            + "another length than was sent; they are sent as recorded";
    private static final Pattern CHARSET = Pattern.compile("(?i)charset=\"?([\\w.:-]+)");
    /** A file in a form of several parts without anything between its headers and the next boundary. */
    private static final Pattern NO_CONTENT =
            Pattern.compile("filename\\*?=\"?[^\"\r\n]+\"?[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n(?:\r\n)?--");
    private static final char NO_TEXT = '\uFFFD';

    /**
     * Reads a body.
     *
     * @param header the request's Content-Type; empty for none
     * @param sent the number of bytes that were sent; 0 or below if unknown
     * @param folder the folder of files that the recording names
     */
    static RecordedBody of(HarPostData data, String header, long sent, Path folder) {
        String mime = Objects.requireNonNullElse(data.mimeType(), "");
        String type = mime.isEmpty() || header.contains("boundary=") ? header : mime;
        String text = Objects.requireNonNullElse(data.text(), "");
        Object file = data.additional().get("_file");
        if (text.isEmpty() && file != null) {
            byte[] bytes = read(folder, file.toString());
            return bytes == null ? new RecordedBody(type, null, false, LOST) : ofBytes(type, bytes);
        }
        if (!text.isEmpty() && Stream.of("encoding", "_encoding").anyMatch(key ->
                "base64".equalsIgnoreCase(String.valueOf(data.additional().get(key))))) {
            try {
                return ofBytes(type, base64(text));
            } catch (IllegalArgumentException e) {
                return new RecordedBody(type, null, false, LOST);
            }
        }
        return text.isEmpty() ? ofFields(type, data.params().stream().filter(Objects::nonNull).toList(), sent)
                : ofText(type, text, sent);
    }

    /**
     * Decodes Base64 in lines, of any alphabet of RFC 4648.
     *
     * @throws IllegalArgumentException if it is not Base64
     */
    static byte[] base64(String text) {
        return Base64.getDecoder().decode(text.replaceAll("\\s", "").replace('-', '+').replace('_', '/'));
    }

    /** Reads a file that a recording names, which must be in its folder; null if reading fails. */
    static byte[] read(Path folder, String name) {
        try {
            return name.matches("\\w[\\w.-]*") ? Files.readAllBytes(folder.resolve(name)) : null;
        } catch (IOException e) {
            return null;
        }
    }

    private static RecordedBody ofBytes(String type, byte[] bytes) {
        try {
            return new RecordedBody(type, StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString(),
                    false, null);
        } catch (CharacterCodingException e) {
            return new RecordedBody(type, new String(bytes, StandardCharsets.ISO_8859_1), true, null);
        }
    }

    /** Finds the encoding with the number of bytes that were sent. */
    private static RecordedBody ofText(String type, String text, long sent) {
        String lines = type.startsWith("multipart/") && !text.contains("\r\n") ? text.replace("\n", "\r\n") : text;
        for (String each : List.of(lines, text)) {
            if (each.getBytes(StandardCharsets.UTF_8).length == sent) {
                return new RecordedBody(type, each, false, null);
            }
            for (Charset charset : charsets(type)) {
                if (sent > 0 && charset.newEncoder().canEncode(each) && each.getBytes(charset).length == sent) {
                    return ofBytes(type, each.getBytes(charset));
                }
            }
        }
        return new RecordedBody(type, lines, false, sent > 0 || text.indexOf(NO_TEXT) >= 0
                || type.startsWith("multipart/") && NO_CONTENT.matcher(lines).find() ? DAMAGED : null);
    }

    /** Returns the encoding of the type, and the one in which some programs record bytes. */
    private static List<Charset> charsets(String type) {
        Matcher named = CHARSET.matcher(type);
        return Stream.concat(named.find() && Charset.availableCharsets().containsKey(named.group(1))
                ? Stream.of(Charset.forName(named.group(1))) : Stream.of(), Stream.of(StandardCharsets.ISO_8859_1))
                .filter(Charset::canEncode).toList();
    }

    private static RecordedBody ofFields(String type, List<HarPostDataParam> fields, long sent) {
        if (fields.isEmpty()) {
            return new RecordedBody(type, null, false, sent > 0 ? LOST : null);
        }
        if (!type.startsWith("multipart/")) {
            return new RecordedBody(type, fields.stream().map(field -> PercentEncoding.of(text(field.name())) + "="
                    + PercentEncoding.of(text(field.value()))).collect(Collectors.joining("&")), false, null);
        }
        boolean whole = fields.stream().allMatch(field -> field.fileName() == null || !text(field.value()).isEmpty()
                && text(field.value()).indexOf(NO_TEXT) < 0);
        return new RecordedBody(type.replaceFirst(";.*", "") + "; boundary=" + BOUNDARY,
                fields.stream().map(RecordedBody::part).collect(Collectors.joining()) + "--" + BOUNDARY + "--\r\n",
                false, whole ? null : DAMAGED);
    }

    private static String part(HarPostDataParam field) {
        return "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + field.name() + "\""
                + (field.fileName() == null ? "" : "; filename=\"" + field.fileName() + "\"")
                + (field.contentType() == null ? "" : "\r\nContent-Type: " + field.contentType()) + "\r\n\r\n"
                + text(field.value()) + "\r\n";
    }

    private static String text(String value) {
        return value == null ? "" : value;
    }
}
