package org.eejs.banking.service;

import java.net.MalformedURLException;
import java.net.URL;

/** References as they stand on pages and in redirects (RFC 3986, 4.1). */
public final class WebReference {
    private WebReference() {}

    /**
     * Returns what a reference leads to. Lenient, as browsers are: {@link java.net.URI} refuses characters that many
     * services leave as they are.
     *
     * @param base the URL of what refers to it
     * @throws MalformedURLException where it leads to no URL
     */
    public static URL resolved(String base, String reference) throws MalformedURLException {
        // URL would take the folder for the path (5.2.2).
        return reference.startsWith("?") ? new URL(base.replaceFirst("[?#].*", "") + reference)
                : new URL(new URL(base), reference);
    }
}
