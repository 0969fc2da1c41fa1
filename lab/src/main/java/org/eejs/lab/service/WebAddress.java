package org.eejs.lab.service;

import java.net.MalformedURLException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eejs.banking.service.WebReference;

/**
 * A URL as browsers write it, which may have characters that {@link java.net.URI} refuses. Immutable.
 *
 * @param port the scheme's own if none is written
 * @param target path and query, at least {@code /}, without a fragment
 */
record WebAddress(boolean tls, String host, int port, String target) {
    private static final Pattern FORM =
            Pattern.compile("(?i)(https?)://([a-z0-9._-]+|\\[[0-9a-f:.]+])(?::(\\d{1,5}))?([/?][^#\\s]*)?(?:#.*)?");
    private static final int TLS_PORT = 443;
    private static final int PLAIN_PORT = 80;
    private static final int LARGEST_PORT = 65_535;

    /** Reads a URL; empty if it is not one of HTTP. */
    static Optional<WebAddress> parse(String url) {
        Matcher found = FORM.matcher(url);
        if (!found.matches()) {
            return Optional.empty();
        }
        boolean tls = found.group(1).equalsIgnoreCase("https");
        int port = found.group(3) == null ? tls ? TLS_PORT : PLAIN_PORT : Integer.parseInt(found.group(3));
        String target = found.group(4) == null ? "/" : found.group(4);
        return port < 1 || port > LARGEST_PORT ? Optional.empty() : Optional.of(new WebAddress(tls,
                found.group(2).toLowerCase(Locale.ROOT), port, target.startsWith("?") ? "/" + target : target));
    }

    /** Returns the part of a possible URL that messages may show: no name, password or query. */
    static String shown(String url) {
        return url.replaceFirst("//[^/]*@", "//").replaceFirst("(?s)\\?.*", "?");
    }

    /** Resolves a reference on a page of this address, as drivers do; empty if the result is not a URL of HTTP. */
    Optional<WebAddress> resolve(String reference) {
        try {
            return parse(WebReference.resolved(site() + target, reference).toString());
        } catch (MalformedURLException e) {
            return Optional.empty();
        }
    }

    /** Returns scheme and name, and the port if it is not the scheme's own. */
    String site() {
        return (tls ? "https://" : "http://") + host + (port == (tls ? TLS_PORT : PLAIN_PORT) ? "" : ":" + port);
    }
}
