package org.eejs.banking.service;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Values as they stand within a path or query (RFC 3986, 2.1). */
public final class PercentEncoding {
    private PercentEncoding() {}

    /** Returns a plus of a form is a blank of RFC 3986, and what is left as it is are its unreserved characters. */
    public static String of(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A")
                .replace("%7E", "~");
    }

    /** Returns what was encoded, a plus for a blank; the text itself where it is none that was encoded. */
    public static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
