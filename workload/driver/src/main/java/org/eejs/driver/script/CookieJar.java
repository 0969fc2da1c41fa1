package org.eejs.driver.script;

import io.netty.handler.codec.http.cookie.ClientCookieDecoder;
import io.netty.handler.codec.http.cookie.ClientCookieEncoder;
import io.netty.handler.codec.http.cookie.Cookie;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eejs.banking.service.ServiceScript.Origin;

/**
 * The cookies of a session, kept and sent according to RFC 6265, but without a list of public suffixes. Like a browser
 * it keeps a limited number, and drops the oldest first. For one thread.
 */
public final class CookieJar {
    /** Chromium's limit for each host that sets them. */
    private static final int MOST_OF_HOST = 180;
    /**
     * Characters of a name, value and path; a longer cookie is not kept. Chromium allows as much for name and value.
     */
    private static final int LONGEST = 4_096;
    /** Characters of all cookies together; servers refuse shorter requests. */
    private static final int MOST = 128 * 1_024;

    /** The oldest first. */
    private final Map<Name, Kept> cookies = new LinkedHashMap<>();
    private int size;
    /** The last origin whose cookies go to all its paths for the whole session; null if some may not. */
    private Origin known;
    private String knownHeader;

    private record Name(String name, String domain, String path) {}

    private record Kept(Cookie cookie, String setBy, String domain, boolean hostOnly, String path, long endsMillis) {
        boolean goesTo(Origin origin, String asked) {
            return (origin.tls() || !cookie.isSecure()) && (hostOnly ? host(origin).equals(domain)
                    : isWithin(host(origin), domain)) && pathMatches(asked, path);
        }

        boolean goesToAllOfHost() {
            return hostOnly && path.equals("/") && endsMillis == Long.MAX_VALUE;
        }

        int size() {
            return cookie.name().length() + cookie.value().length() + path.length();
        }
    }

    /** Returns whether the service has set none, or none that is kept. */
    public boolean isEmpty() {
        return cookies.isEmpty();
    }

    /** Keeps the cookies of an answer. */
    public void keep(Origin from, String target, List<String> setCookies) {
        known = null;
        for (String header : setCookies) {
            Cookie cookie = ClientCookieDecoder.LAX.decode(header);
            if (cookie != null) {
                keep(from, target, cookie);
            }
        }
        if (!setCookies.isEmpty()) {
            evict(host(from));
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
        Kept kept = new Kept(cookie, host(from), hostOnly ? host(from) : domain, hostOnly, path, stays
                ? Long.MAX_VALUE : System.currentTimeMillis() + 1_000 * Math.min(cookie.maxAge(), Integer.MAX_VALUE));
        if (kept.size() > LONGEST) {
            return;
        }
        Name name = new Name(cookie.name(), kept.domain, path);
        Kept before = cookies.remove(name);
        size -= before == null ? 0 : before.size();
        if (stays || cookie.maxAge() > 0) {
            cookies.put(name, kept);
            size += kept.size();
        }
    }

    /** Drops the oldest cookies of a host, and of all, until the rest is within the limits. */
    private void evict(String host) {
        long over = cookies.size() <= MOST_OF_HOST ? 0
                : cookies.values().stream().filter(each -> each.setBy.equals(host)).count() - MOST_OF_HOST;
        for (Iterator<Kept> oldest = cookies.values().iterator(); (over > 0 || size > MOST) && oldest.hasNext();) {
            Kept each = oldest.next();
            boolean ofHost = each.setBy.equals(host);
            if (size > MOST || ofHost) {
                oldest.remove();
                size -= each.size();
                over -= ofHost ? 1 : 0;
            }
        }
    }

    /** Returns the value of the header Cookie, or null for none. */
    public String header(Origin to, String target) {
        if (cookies.isEmpty()) {
            return null;
        }
        if (to == known) {
            return knownHeader;
        }
        long now = System.currentTimeMillis();
        List<Kept> sent = new ArrayList<>();
        for (Iterator<Kept> each = cookies.values().iterator(); each.hasNext();) {
            Kept kept = each.next();
            if (kept.endsMillis <= now) {
                each.remove();
                size -= kept.size();
            } else if (kept.goesTo(to, path(target))) {
                sent.add(kept);
            }
        }
        // Longer paths come first; of equal ones those that were kept earlier.
        sent.sort(Comparator.comparingInt((Kept each) -> each.path.length()).reversed());
        String header = sent.isEmpty() ? null
                : ClientCookieEncoder.LAX.encode(sent.stream().map(Kept::cookie).toList());
        if (cookies.values().stream().allMatch(Kept::goesToAllOfHost)) {
            known = to;
            knownHeader = header;
        }
        return header;
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

    /** Returns the path of a cookie that names none (5.1.4). */
    private static String folder(String path) {
        int last = path.lastIndexOf('/');
        return last <= 0 ? "/" : path.substring(0, last);
    }

    private static boolean pathMatches(String asked, String path) {
        return asked.startsWith(path)
                && (asked.length() == path.length() || path.endsWith("/") || asked.charAt(path.length()) == '/');
    }
}
