package org.eejs.driver.service;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.InvalidJsonException;
import com.jayway.jsonpath.spi.json.JacksonJsonProvider;
import com.jayway.jsonpath.spi.mapper.JacksonMappingProvider;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpUtil;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** An answer of a service, whose body is decoded when it is first looked at. For one thread. */
public final class ServiceAnswer {
    /** The longest body that is looked at, also after it was decompressed. */
    public static final int MOST_BYTES = 4 * 1_024 * 1_024;
    static final Configuration JSON = Configuration.builder()
            .jsonProvider(new JacksonJsonProvider(json(), json().readerFor(Object.class)))
            .mappingProvider(new JacksonMappingProvider()).build();

    private final int status;
    private final HttpHeaders headers;
    private final byte[] body;
    private String text;
    private Object document;
    private boolean parsed;

    /** Numbers stay as they are written. */
    private static ObjectMapper json() {
        return new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    }

    /**
     * An answer.
     *
     * @param body as it came; null if it was longer than {@link #MOST_BYTES}
     */
    public ServiceAnswer(int status, HttpHeaders headers, byte[] body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    int status() {
        return status;
    }

    HttpHeaders headers() {
        return headers;
    }

    /** The body as text; throws IOException with what is wrong where it cannot be read. */
    String text() throws IOException {
        if (text == null) {
            text = new String(bytes(), HttpUtil.getCharset(headers.get(HttpHeaderNames.CONTENT_TYPE),
                    StandardCharsets.UTF_8));
        }
        return text;
    }

    private byte[] bytes() throws IOException {
        if (body == null) {
            throw new IOException("its body is longer than " + MOST_BYTES + " bytes");
        }
        String coding = headers.get(HttpHeaderNames.CONTENT_ENCODING, "identity").strip().toLowerCase(Locale.ROOT);
        if (body.length == 0 || coding.equals("identity")) {
            return body;
        }
        try (InputStream in = decompressed(coding)) {
            byte[] all = in.readNBytes(MOST_BYTES + 1);
            if (all.length > MOST_BYTES) {
                throw new IOException("its body is longer than " + MOST_BYTES + " bytes");
            }
            return all;
        }
    }

    private InputStream decompressed(String coding) throws IOException {
        InputStream in = new ByteArrayInputStream(body);
        return switch (coding) {
            case "gzip", "x-gzip" -> new GZIPInputStream(in);
            case "deflate" -> new InflaterInputStream(in);
            default -> throw new IOException("its Content-Encoding " + coding
                    + " cannot be read; ask for gzip by the header Accept-Encoding");
        };
    }

    /** The body as a document of JSON, or null if it is none; throws IOException where it cannot be read. */
    Object document() throws IOException {
        if (!parsed) {
            parsed = true;
            String json = text();
            try {
                document = JSON.jsonProvider().parse(json);
            } catch (InvalidJsonException e) {
                document = null;
            }
        }
        return document;
    }
}
