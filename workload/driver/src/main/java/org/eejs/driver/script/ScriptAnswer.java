package org.eejs.driver.script;

import com.jayway.jsonpath.JsonPath;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpUtil;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import org.eejs.driver.http.Response;

/** An answer of a service, whose body is decoded at its first use. For one thread. */
public final class ScriptAnswer {
    private static final int MOST_SHOWN = 80;

    private final Response response;
    private final Deadline deadline;
    private final BooleanSupplier showsText;
    private String text;
    private BoundedJson json;
    private Object document;

    /**
     * Creates an answer.
     *
     * @param response with its headers; it is read until the next request is sent on its connection
     * @param deadline the time at which checks of it stop
     * @param showsText whether messages may show its text
     */
    public ScriptAnswer(Response response, Deadline deadline, BooleanSupplier showsText) {
        this.response = response;
        this.deadline = deadline;
        this.showsText = showsText;
    }

    Response response() {
        return response;
    }

    int status() {
        return response.status();
    }

    HttpHeaders headers() {
        return response.headers();
    }

    Deadline deadline() {
        return deadline;
    }

    boolean showsText() {
        return showsText.getAsBoolean();
    }

    /** Returns a text of the answer for a message: its beginning, in one line, or only its length. */
    String shown(String found) {
        if (found == null) {
            return "nothing";
        }
        if (!showsText()) {
            return found.length() + (found.length() == 1 ? " character" : " characters")
                    + ", which --show-response-text shows";
        }
        String line = found.substring(0, Math.min(found.length(), 4 * MOST_SHOWN)).replaceAll("\\s+", " ").strip();
        return line.length() <= MOST_SHOWN ? line : line.substring(0, MOST_SHOWN) + "…";
    }

    /** Returns the body as text; throws IOException with the reason if it is not readable. */
    String text() throws IOException {
        if (text == null) {
            text = new String(bytes(), HttpUtil.getCharset(headers().get(HttpHeaderNames.CONTENT_TYPE),
                    StandardCharsets.UTF_8));
        }
        return text;
    }

    private byte[] bytes() throws IOException {
        byte[] body = response.wholeBody();
        String coding = headers().get(HttpHeaderNames.CONTENT_ENCODING, "identity").strip().toLowerCase(Locale.ROOT);
        if (body.length == 0 || coding.equals("identity")) {
            return body;
        }
        int most = response.mostTextBytes();
        try (InputStream in = decompressed(coding, body)) {
            byte[] all = in.readNBytes(most + 1);
            if (all.length > most) {
                throw new IOException("its body is longer than " + most + " bytes when it is decompressed; raise "
                        + "limits: {textBytes} if it must be read");
            }
            return all;
        }
    }

    private InputStream decompressed(String coding, byte[] body) throws IOException {
        InputStream in = new ByteArrayInputStream(body);
        return switch (coding) {
            case "gzip", "x-gzip" -> new GZIPInputStream(in);
            case "deflate" -> new InflaterInputStream(in);
            default -> throw new IOException("its Content-Encoding is neither gzip nor deflate; ask for gzip by the "
                    + "header Accept-Encoding");
        };
    }

    /**
     * Returns the result of a path, NullNode for JSON's null, or null; throws IOException if the body is not readable.
     */
    Object find(JsonPath path) throws IOException {
        if (json == null) {
            String whole = text();
            json = new BoundedJson(deadline);
            document = json.document(whole);
        }
        return document == null ? null : json.find(path, document);
    }

    /** Returns the result of a path as JSON; a string is its own text. */
    String written(Object found) {
        return found instanceof String string ? string : json.toJson(found);
    }
}
