package org.eejs.driver;

import org.eejs.banking.PageRequest;
import org.eejs.banking.StaticImage;

/** Writes the users' HTTP requests. One builder serves them all, so a request is valid until the next is written. */
final class Requests {
    private final String host;
    private final StringBuilder text = new StringBuilder(512);

    Requests(String hostAndPort) {
        this.host = " HTTP/1.1\r\nHost: " + hostAndPort + "\r\nUser-Agent: EEJS\r\nAccept: */*\r\n";
    }

    /** A page; the cookie is null before the login. */
    CharSequence page(PageRequest request, String cookie) {
        begin(request.page().sendsForm() ? "POST " : "GET ", request.target(), cookie);
        if (request.page().sendsForm()) {
            String form = request.encodedParameters();
            text.append("Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ").append(form.length())
                    .append("\r\n\r\n").append(form);
        } else {
            text.append("\r\n");
        }
        return text;
    }

    /** An image; the tag is that of the copy the user has, or null. */
    CharSequence image(StaticImage image, String cookie, String etag) {
        begin("GET ", image.path(), cookie);
        if (etag != null) {
            text.append("If-None-Match: ").append(etag).append("\r\n");
        }
        return text.append("\r\n");
    }

    CharSequence path(String path) {
        begin("GET ", path, null);
        return text.append("\r\n");
    }

    private void begin(String method, String target, String cookie) {
        text.setLength(0);
        text.append(method).append(target).append(host);
        if (cookie != null) {
            text.append("Cookie: ").append(cookie).append("\r\n");
        }
    }
}
