package org.eejs.bank.images;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * A servlet that serves the static images, or confirms that a browser's copy is still valid (RFC 9110, section 13).
 * Thread-safe.
 */
public final class ImageServlet extends HttpServlet {
    private static final long serialVersionUID = 1;
    /** The images change with the code that draws them, and then their ETags do. */
    private static final Instant MODIFIED = Instant.parse("2026-01-01T00:00:00Z");
    private static final String LAST_MODIFIED =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
                    .format(MODIFIED.atOffset(ZoneOffset.UTC));

    private final transient Map<String, Image> images;
    private final transient LongAdder served = new LongAdder();
    private final transient LongAdder notModified = new LongAdder();

    private record Image(byte[] gif, String etag) {}

    public ImageServlet(GifCatalogue gifs) {
        images = gifs.staticImages().entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, gif -> image(gif.getValue())));
    }

    public long served() {
        return served.sum();
    }

    public long notModified() {
        return notModified.sum();
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Image image = images.get(request.getRequestURI());
        if (image == null) {
            response.setStatus(HttpServletResponse.SC_NOT_FOUND);
            response.setContentLength(0);
            return;
        }
        response.setHeader("ETag", image.etag());
        response.setHeader("Last-Modified", LAST_MODIFIED);
        response.setHeader("Cache-Control", "private, max-age=0");
        if (isCurrent(request, image)) {
            notModified.increment();
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            return;
        }
        served.increment();
        response.setContentType("image/gif");
        response.setContentLength(image.gif().length);
        response.getOutputStream().write(image.gif());
    }

    /** Returns whether the browser's copy is valid. A tag is decisive; without one, a date is. */
    private static boolean isCurrent(HttpServletRequest request, Image image) {
        String tags = request.getHeader("If-None-Match");
        if (tags != null) {
            return Arrays.stream(tags.split(",")).map(String::strip)
                    .anyMatch(tag -> tag.equals("*") || tag.equals(image.etag()) || tag.equals("W/" + image.etag()));
        }
        try {
            return request.getDateHeader("If-Modified-Since") >= MODIFIED.toEpochMilli();
        } catch (IllegalArgumentException e) {
            // RFC 9110, section 13.1.3: ignore an invalid date.
            return false;
        }
    }

    private static Image image(byte[] gif) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(gif);
            return new Image(gif, '"' + HexFormat.of().formatHex(hash, 0, 8) + '"');
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
