package org.eejs.report.run;

import java.util.ArrayList;
import java.util.List;
import org.eejs.report.text.Format;
import org.eejs.result.Result.HandshakeCount;
import org.eejs.result.Result.Handshakes;
import org.eejs.result.Result.Run;

/**
 * Handshakes as both ends of each connection counted them.
 *
 * @param links the two kinds of connection; empty when nothing was counted
 * @param ratios handshakes for a page and for a request
 * @param agreed whether the ends agree everywhere
 */
public record HandshakeTable(List<Link> links, List<Ratio> ratios, boolean agreed) {
    /**
     * One kind of connection.
     *
     * @param name which connections
     * @param ends both ends' counts
     * @param agree whether both ends counted the same over the whole run, as far as both are known
     * @param mark a sign for that; empty when they cannot be compared
     * @param verdict that in words
     */
    public record Link(String name, List<End> ends, boolean agree, String mark, String verdict) {}

    /** What one end counted, in the steady state and from the start to the end of the load. */
    public record End(String countedBy, String full, String resumed, String fullWholeRun, String resumedWholeRun) {}

    /** A ratio with the counts that it was made of. */
    public record Ratio(String name, String value, String counts) {}

    static HandshakeTable of(Run run) {
        Handshakes steady = run.handshakes();
        Handshakes whole = run.handshakesWholeRun();
        if (steady == null && whole == null) {
            return new HandshakeTable(List.of(), List.of(), true);
        }
        Handshakes none = new Handshakes(null, null, null, null);
        Handshakes in = steady == null ? none : steady;
        Handshakes all = whole == null ? none : whole;
        List<Link> links = List.of(
                link("Users to bank", "Driver", in.client(), all.client(), "Bank", in.bank(), all.bank()),
                link("Bank to back end", "Bank", in.backEndClient(), all.backEndClient(),
                        "Back end", in.backend(), all.backend()));
        return new HandshakeTable(links, ratios(run, in), links.stream().allMatch(Link::agree));
    }

    private static Link link(String name, String near, HandshakeCount nearSteady, HandshakeCount nearWhole,
            String far, HandshakeCount farSteady, HandshakeCount farWhole) {
        List<End> ends = List.of(end(near, nearSteady, nearWhole), end(far, farSteady, farWhole));
        if (nearWhole == null || farWhole == null) {
            return new Link(name, ends, true, "", "not compared");
        }
        long difference = Math.abs(nearWhole.full() - farWhole.full())
                + Math.abs(nearWhole.resumed() - farWhole.resumed());
        return new Link(name, ends, difference == 0, difference == 0 ? "✓" : "✕",
                difference == 0 ? "both ends agree" : "the ends differ by " + Format.count(difference));
    }

    private static End end(String countedBy, HandshakeCount steady, HandshakeCount whole) {
        return new End(countedBy,
                steady == null ? Format.NONE : Format.count(steady.full()),
                steady == null ? Format.NONE : Format.count(steady.resumed()),
                whole == null ? Format.NONE : Format.count(whole.full()),
                whole == null ? Format.NONE : Format.count(whole.resumed()));
    }

    private static List<Ratio> ratios(Run run, Handshakes steady) {
        List<Ratio> ratios = new ArrayList<>();
        if (steady.client() != null && run.pages() > 0) {
            ratios.add(ratio("Full handshakes of users per page", steady.client().full(), run.pages(), "pages"));
            ratios.add(ratio("Resumed handshakes of users per page", steady.client().resumed(), run.pages(), "pages"));
        }
        if (steady.client() != null && run.httpRequests() > 0) {
            ratios.add(ratio("Full handshakes of users per HTTP request", steady.client().full(), run.httpRequests(),
                    "HTTP requests for pages and images"));
        }
        if (steady.backEndClient() != null && run.pages() > 0) {
            ratios.add(ratio("Full handshakes with the back end per page", steady.backEndClient().full(),
                    run.pages(), "pages"));
        }
        return List.copyOf(ratios);
    }

    private static Ratio ratio(String name, long handshakes, long of, String unit) {
        return new Ratio(name, Format.figure((double) handshakes / of),
                "%s in %s %s".formatted(Format.count(handshakes), Format.count(of), unit));
    }
}
