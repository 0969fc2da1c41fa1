package org.eejs.banking.service;

import java.net.MalformedURLException;
import java.net.URL;

/** References of pages and redirects (RFC 3986, 4.1). */
public final class WebReference {
    private WebReference() {}

    /**
     * Resolves a reference. Lenient, as browsers are: {@link java.net.URI} refuses characters that many services leave
     * as they are.
     *
     * @param base the URL of the page with the reference
     * @throws MalformedURLException if the result is not a URL
     */
    public static URL resolved(String base, String reference) throws MalformedURLException {
        // URL would use the folder as the path (5.2.2).
        return reference.startsWith("?") ? new URL(base.replaceFirst("[?#].*", "") + reference)
                : new URL(new URL(base), reference);
    }
}
