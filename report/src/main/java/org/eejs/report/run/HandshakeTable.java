package org.eejs.report.run;

import java.util.ArrayList;
import java.util.List;
import org.eejs.report.text.Format;
import org.eejs.result.BankingFigures;
import org.eejs.result.Result.HandshakeCount;
import org.eejs.result.Result.Handshakes;

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
     * @param agree whether both ends counted the same over the whole run
     * @param mark a sign for that
     * @param verdict that in words
     */
    public record Link(String name, List<End> ends, boolean agree, String mark, String verdict) {}

    /** What one end counted, in the steady state and from the start to the end of the load. */
    public record End(String countedBy, String full, String resumed, String fullWholeRun, String resumedWholeRun) {}

    /** A ratio with the counts that it was made of. */
    public record Ratio(String name, String value, String counts) {}

    static HandshakeTable of(BankingFigures run) {
        Handshakes in = run.tls().handshakes();
        Handshakes all = run.tls().handshakesWholeRun();
        if (in.equals(Handshakes.NONE) && all.equals(Handshakes.NONE)) {
            return new HandshakeTable(List.of(), List.of(), true);
        }
        List<Link> links = List.of(
                link("Users to bank", "Driver", in.client(), all.client(), "Bank", in.bank(), all.bank()),
                link("Bank to back end", "Bank", in.backEndClient(), all.backEndClient(),
                        "Back end", in.backend(), all.backend()));
        return new HandshakeTable(links, ratios(run.load(), in), links.stream().allMatch(Link::agree));
    }

    private static Link link(String name, String near, HandshakeCount nearSteady, HandshakeCount nearWhole,
            String far, HandshakeCount farSteady, HandshakeCount farWhole) {
        List<End> ends = List.of(end(near, nearSteady, nearWhole), end(far, farSteady, farWhole));
        long difference = Math.abs(nearWhole.full() - farWhole.full())
                + Math.abs(nearWhole.resumed() - farWhole.resumed());
        return new Link(name, ends, difference == 0, difference == 0 ? "✓" : "✕",
                difference == 0 ? "both ends agree" : "the ends differ by " + Format.count(difference));
    }

    private static End end(String countedBy, HandshakeCount steady, HandshakeCount whole) {
        return new End(countedBy, Format.count(steady.full()), Format.count(steady.resumed()),
                Format.count(whole.full()), Format.count(whole.resumed()));
    }

    private static List<Ratio> ratios(BankingFigures.Load load, Handshakes steady) {
        List<Ratio> ratios = new ArrayList<>();
        if (load.pages() > 0) {
            ratios.add(ratio("Full handshakes of users per page", steady.client().full(), load.pages(), "pages"));
            ratios.add(ratio("Resumed handshakes of users per page", steady.client().resumed(), load.pages(), "pages"));
        }
        if (load.httpRequests() > 0) {
            ratios.add(ratio("Full handshakes of users per HTTP request", steady.client().full(), load.httpRequests(),
                    "HTTP requests for pages and images"));
        }
        if (load.pages() > 0) {
            ratios.add(ratio("Full handshakes with the back end per page", steady.backEndClient().full(),
                    load.pages(), "pages"));
        }
        return List.copyOf(ratios);
    }

    private static Ratio ratio(String name, long handshakes, long of, String unit) {
        return new Ratio(name, Format.figure((double) handshakes / of),
                "%s in %s %s".formatted(Format.count(handshakes), Format.count(of), unit));
    }
}
