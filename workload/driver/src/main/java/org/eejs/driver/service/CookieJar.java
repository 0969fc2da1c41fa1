package org.eejs.driver.service;

import io.netty.handler.codec.http.cookie.ClientCookieDecoder;
import io.netty.handler.codec.http.cookie.ClientCookieEncoder;
import io.netty.handler.codec.http.cookie.Cookie;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.eejs.service.ServiceScript.Origin;

/** The cookies of a session, kept and sent as of RFC 6265; which domains are public suffixes it does not know. */
public final class CookieJar {
    private final List<Kept> cookies = new ArrayList<>();

    private record Kept(Cookie cookie, String domain, boolean hostOnly, String path, long endsMillis) {
        boolean replaces(Kept other) {
            return cookie.name().equals(other.cookie.name()) && domain.equals(other.domain) && path.equals(other.path);
        }

        boolean goesTo(Origin origin, String asked) {
            return (origin.tls() || !cookie.isSecure()) && (hostOnly ? host(origin).equals(domain)
                    : isWithin(host(origin), domain)) && pathMatches(asked, path);
        }
    }

    /** Keeps what an answer sets. */
    public void keep(Origin from, String target, List<String> setCookies) {
        for (String header : setCookies) {
            Cookie cookie = ClientCookieDecoder.LAX.decode(header);
            if (cookie != null) {
                keep(from, target, cookie);
            }
        }
    }

    private void keep(Origin from, String target, Cookie cookie) {
        String domain = cookie.domain() == null ? ""
                : cookie.domain().toLowerCase(Locale.ROOT).replaceFirst("^\\.", "");
        boolean hostOnly = domain.isEmpty();
        if (!hostOnly && !isWithin(host(from), domain)) {
            return;
        }
        String path = cookie.path() != null && cookie.path().startsWith("/") ? cookie.path() : folder(path(target));
        boolean stays = cookie.maxAge() == Cookie.UNDEFINED_MAX_AGE;
        Kept kept = new Kept(cookie, hostOnly ? host(from) : domain, hostOnly, path, stays ? Long.MAX_VALUE
                : System.currentTimeMillis() + 1_000 * Math.min(cookie.maxAge(), Integer.MAX_VALUE));
        cookies.removeIf(kept::replaces);
        if (stays || cookie.maxAge() > 0) {
            cookies.add(kept);
            // Longer paths come first; of equal ones those that were kept earlier.
            cookies.sort(Comparator.comparingInt((Kept each) -> each.path.length()).reversed());
        }
    }

    /** The value of the header Cookie, or null for none. */
    public String header(Origin to, String target) {
        if (cookies.isEmpty()) {
            return null;
        }
        long now = System.currentTimeMillis();
        cookies.removeIf(each -> each.endsMillis <= now);
        List<Cookie> sent = new ArrayList<>(cookies.size());
        for (Kept each : cookies) {
            if (each.goesTo(to, path(target))) {
                sent.add(each.cookie);
            }
        }
        return sent.isEmpty() ? null : ClientCookieEncoder.LAX.encode(sent);
    }

    private static String host(Origin origin) {
        return origin.host().toLowerCase(Locale.ROOT);
    }

    private static boolean isWithin(String host, String domain) {
        return host.equals(domain) || host.endsWith("." + domain) && !host.matches("[0-9.]+");
    }

    private static String path(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** The path of a cookie that names none (5.1.4). */
    private static String folder(String path) {
        int last = path.lastIndexOf('/');
        return last <= 0 ? "/" : path.substring(0, last);
    }

    private static boolean pathMatches(String asked, String path) {
        return asked.startsWith(path)
                && (asked.length() == path.length() || path.endsWith("/") || asked.charAt(path.length()) == '/');
    }
}
