package org.eejs.banking;

import java.util.Arrays;
import java.util.List;

/**
 * The back end's answer. On the wire it is an HTML page. Its {@code pre} element holds the status on the first line,
 * followed by rows of fields, separated by {@code &}.
 *
 * @param status 0 if the call succeeded
 * @param rows the requested data; fields contain no {@code &}, {@code <} or line break
 */
public record BackEndReply(int status, List<List<String>> rows) {
    /** The call succeeded. */
    public static final int OK = 0;
    /** The request was not understood; the first row gives the reason. */
    public static final int BAD_REQUEST = 1;

    private static final String BEFORE = "<html><head><title>BeSim</title></head><body><pre>\n";
    private static final String AFTER = "</pre></body></html>\n";

    /** Throws IllegalArgumentException when a field would break the wire format. */
    public BackEndReply {
        rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : rows) {
            for (String field : row) {
                if (field.indexOf('&') >= 0 || field.indexOf('<') >= 0 || field.indexOf('\n') >= 0) {
                    throw new IllegalArgumentException("a field cannot hold '&', '<' or a line break: " + field);
                }
            }
        }
    }

    /** Returns a successful answer with these rows. */
    public static BackEndReply ok(List<List<String>> rows) {
        return new BackEndReply(OK, rows);
    }

    /** Returns the HTML page that {@link #parse} reads. */
    public String html() {
        StringBuilder html = new StringBuilder(256).append(BEFORE).append(status).append('\n');
        for (List<String> row : rows) {
            html.append(String.join("&", row)).append('\n');
        }
        return html.append(AFTER).toString();
    }

    /**
     * Reads an answer.
     *
     * @throws IllegalArgumentException with a line that describes the fault
     */
    public static BackEndReply parse(String html) {
        int start = html.indexOf("<pre>");
        int end = html.indexOf("</pre>", start);
        if (start < 0 || end < 0) {
            throw new IllegalArgumentException("the back end's answer has no pre element");
        }
        List<String> lines = html.substring(start + "<pre>".length(), end).strip().lines().toList();
        try {
            List<List<String>> rows = lines.stream().skip(1)
                    .map(line -> Arrays.asList(line.split("&", -1)))
                    .toList();
            return new BackEndReply(Integer.parseInt(lines.get(0).strip()), rows);
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("the back end's answer does not begin with a status", e);
        }
    }
}
