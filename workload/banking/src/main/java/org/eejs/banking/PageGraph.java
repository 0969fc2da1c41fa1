package org.eejs.banking;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The ways of users between pages: a Markov chain that starts at the login. If the transitions of a page sum to less
 * than 1, the rest is the probability that the user leaves there without logging out.
 *
 * <p>Probabilities are those of the published configuration of the SPECweb2005 banking workload.
 */
public final class PageGraph {
    /** One way on from a page, taken with a probability between 0 and 1. */
    public record Transition(Page to, double probability) {}

    private static final Map<Page, List<Transition>> NEXT = new EnumMap<>(Page.class);

    static {
        from(Page.LOGIN, to(Page.ACCOUNT_SUMMARY, 0.32), to(Page.BILL_PAY, 0.32), to(Page.TRANSFER, 0.08),
                to(Page.LOGOUT, 0.08));
        from(Page.ACCOUNT_SUMMARY, to(Page.CHECK_DETAIL_HTML, 0.56), to(Page.ORDER_CHECK, 0.08),
                to(Page.PROFILE, 0.08), to(Page.LOGOUT, 0.08));
        from(Page.CHECK_DETAIL_HTML, to(Page.CHECK_IMAGE_FRONT, 1.0));
        from(Page.CHECK_IMAGE_FRONT, to(Page.CHECK_IMAGE_BACK, 1.0));
        from(Page.CHECK_IMAGE_BACK, to(Page.ACCOUNT_SUMMARY, 0.72), to(Page.LOGOUT, 0.08));
        from(Page.BILL_PAY, to(Page.ADD_PAYEE, 0.08), to(Page.QUICK_PAY, 0.48),
                to(Page.BILL_PAY_STATUS_OUTPUT, 0.16), to(Page.LOGOUT, 0.08));
        from(Page.ADD_PAYEE, to(Page.POST_PAYEE, 0.72), to(Page.LOGOUT, 0.08));
        from(Page.POST_PAYEE, to(Page.BILL_PAY, 0.72), to(Page.LOGOUT, 0.08));
        from(Page.QUICK_PAY, to(Page.BILL_PAY, 0.72), to(Page.LOGOUT, 0.08));
        from(Page.BILL_PAY_STATUS_OUTPUT, to(Page.BILL_PAY, 0.72), to(Page.LOGOUT, 0.08));
        from(Page.PROFILE, to(Page.CHANGE_PROFILE, 0.72), to(Page.LOGOUT, 0.08));
        from(Page.CHANGE_PROFILE, to(Page.ACCOUNT_SUMMARY, 0.72), to(Page.LOGOUT, 0.08));
        from(Page.ORDER_CHECK, to(Page.PLACE_CHECK_ORDER, 0.72), to(Page.LOGOUT, 0.08));
        from(Page.PLACE_CHECK_ORDER, to(Page.ACCOUNT_SUMMARY, 0.72), to(Page.LOGOUT, 0.08));
        from(Page.TRANSFER, to(Page.POST_TRANSFER, 0.72), to(Page.LOGOUT, 0.08));
        from(Page.POST_TRANSFER, to(Page.ACCOUNT_SUMMARY, 0.72), to(Page.LOGOUT, 0.08));
        from(Page.LOGOUT);
    }

    private static final Map<Page, Double> VISITS = visitsPerSession();
    private static final Map<Page, Double> MIX = shares(VISITS);

    private PageGraph() {}

    /** Returns the ways on from a page; empty after the logout. {@link Walks} draws among them. */
    public static List<Transition> next(Page page) {
        return NEXT.get(page);
    }

    /** Returns the mean number of pages in a session, about 4.645. */
    public static double pagesPerSession() {
        return VISITS.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Returns each page's expected share of all pages, as a fraction; the shares sum to 1. Unmodifiable. */
    public static Map<Page, Double> expectedMix() {
        return MIX;
    }

    /** Returns the same by the ids of pages, in the order of {@link Page}. */
    public static Map<String, Double> expectedMixById() {
        Map<String, Double> byId = new LinkedHashMap<>();
        MIX.forEach((page, share) -> byId.put(page.id(), share));
        return byId;
    }

    /** Returns how often each page is requested in a session, on average; the login exactly once. */
    private static Map<Page, Double> visitsPerSession() {
        // The chain always ends, so repeated propagation of the start converges; 10,000 rounds leave nothing.
        double[] visits = new double[Page.values().length];
        double[] arriving = new double[visits.length];
        arriving[Page.LOGIN.ordinal()] = 1;
        for (int round = 0; round < 10_000; round++) {
            double[] following = new double[visits.length];
            for (Page page : Page.values()) {
                visits[page.ordinal()] += arriving[page.ordinal()];
                for (Transition transition : NEXT.get(page)) {
                    following[transition.to().ordinal()] += arriving[page.ordinal()] * transition.probability();
                }
            }
            arriving = following;
        }
        Map<Page, Double> result = new EnumMap<>(Page.class);
        Arrays.stream(Page.values()).forEach(page -> result.put(page, visits[page.ordinal()]));
        return result;
    }

    private static Map<Page, Double> shares(Map<Page, Double> visits) {
        double all = visits.values().stream().mapToDouble(Double::doubleValue).sum();
        Map<Page, Double> shares = new EnumMap<>(Page.class);
        visits.forEach((page, times) -> shares.put(page, times / all));
        return Collections.unmodifiableMap(shares);
    }

    private static Transition to(Page page, double probability) {
        return new Transition(page, probability);
    }

    private static void from(Page page, Transition... transitions) {
        NEXT.put(page, List.of(transitions));
    }
}
