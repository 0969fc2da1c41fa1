package org.eejs.banking.service;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Percent-encoding of values for a path or query (RFC 3986, 2.1). */
public final class PercentEncoding {
    private PercentEncoding() {}

    /** Encodes a text: a form's plus becomes a space of RFC 3986, and its unreserved characters stay as they are. */
    public static String of(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A")
                .replace("%7E", "~");
    }

    /** Decodes a text, with plus as a space; returns the text itself if it is not valid. */
    public static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
