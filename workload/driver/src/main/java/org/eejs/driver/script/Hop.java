package org.eejs.driver.script;

import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import org.eejs.driver.protocol.FailureReason;
import org.eejs.driver.script.PlannedRequest.Verdict;
import org.eejs.banking.service.ServiceRequest;
import org.eejs.banking.service.ServiceScript.Origin;
import org.eejs.banking.service.WebReference;

/**
 * The next destination of a request: first the described one, then those of redirections.
 *
 * @param origin an index of the script's origins
 * @param method GET after some redirections, whatever it was
 * @param target path and query; null for the request's own
 * @param hasBody whether the request's body goes with it; a GET in place of a POST has none
 * @param number how many came before
 */
public record Hop(int origin, String method, String target, boolean hasBody, int number) {
    private static final int MOST = 10;
    private static final String CURE = "; add the host to hosts, or give follow: false";
    /** The limit of a location, because resolving a longer one may take long. */
    private static final int LONGEST = 8_192;

    static Hop first(ServiceRequest request) {
        return new Hop(request.origin(), request.method(), null, request.body() != null || request.bytes() != null, 0);
    }

    /** Returns whether a status redirects (RFC 9110, 15.4). */
    static boolean redirects(int status) {
        return status >= 301 && status <= 303 || status == 307 || status == 308;
    }

    /**
     * Follows a redirection: returns the next hop, or the reason why there is none.
     *
     * @param asked the requested target, to which a relative location is relative
     * @param location a character for each byte
     */
    Verdict next(ScriptAnswer answer, String asked, String location, ScriptPlan script, String source) {
        if (number == MOST) {
            return refused("expected at most " + MOST + " redirections, found one more, to " + answer.shown(location),
                    source);
        }
        if (location.length() > LONGEST) {
            return refused("expected a URL of at most " + LONGEST + " characters, found " + location.length(), source);
        }
        URL url;
        try {
            url = WebReference.resolved(script.origins().get(origin) + asked, location);
        } catch (MalformedURLException e) {
            return refused("expected a URL of http or https, found " + answer.shown(location), source);
        }
        int port = url.getPort() < 0 ? url.getDefaultPort() : url.getPort();
        for (int i = 0; i < script.origins().size(); i++) {
            Origin each = script.origins().get(i);
            if (each.tls() == url.getProtocol().equals("https") && each.port() == port
                    && each.host().equalsIgnoreCase(url.getHost())) {
                int status = answer.status();
                boolean asGet = status == 303 && !method.equals("HEAD")
                        || (status == 301 || status == 302) && method.equals("POST");
                String path = url.getFile().startsWith("/") ? url.getFile() : "/" + url.getFile();
                // Bytes that are not ASCII are part of the service's own name: they go back unchanged.
                String encoded = PlannedRequest.encodedTarget(path, StandardCharsets.ISO_8859_1);
                return new Verdict(null, new Hop(i, asGet ? "GET" : method, encoded, hasBody && !asGet, number + 1));
            }
        }
        return refused(answer.showsText() ? "redirects to "
                + answer.shown(url.getProtocol() + "://" + url.getHost() + ":" + port)
                + ", which is none of the service's origins" + CURE
                : "redirects to none of the service's origins; --show-response-text shows where" + CURE, source);
    }

    private static Verdict refused(String sample, String source) {
        return new Verdict(new Failing(FailureReason.REDIRECT_REFUSED, sample, source), null);
    }
}
