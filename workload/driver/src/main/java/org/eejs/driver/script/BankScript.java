package org.eejs.driver.script;

import io.netty.handler.ssl.OpenSsl;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.eejs.banking.CheckImage;
import org.eejs.banking.Customer;
import org.eejs.banking.Page;
import org.eejs.banking.PageRequest;
import org.eejs.banking.StaticImage;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.Walks;
import org.eejs.driver.http.Response;
import org.eejs.driver.script.ScriptPlan.PlannedScenario;
import org.eejs.driver.script.ScriptPlan.PlannedStep;
import org.eejs.banking.service.Connections;
import org.eejs.banking.service.ServiceRequest;
import org.eejs.banking.service.ServiceRequest.Header;
import org.eejs.banking.service.ServiceScript;
import org.eejs.banking.service.ServiceScript.Origin;

/**
 * The script of the bank's users: walks over its pages, dealt from decks of cards by {@link Walks}. A page is a step,
 * its images are requested together, and a user thinks before it as the workload prescribes. Immutable.
 */
public final class BankScript implements ScriptUsers {
    /** The connections of a user, who requests a page's images on both. */
    private static final int CONNECTIONS = 2;
    private static final List<Header> HEADERS = List.of(new Header("User-Agent", "EEJS"), new Header("Accept", "*/*"));
    private static final List<Header> FORM_HEADERS = List.of(HEADERS.get(0), HEADERS.get(1),
            new Header("Content-Type", "application/x-www-form-urlencoded"));

    private static final String USER = "user";
    /** The parameters of the page's form or query, encoded. */
    private static final String FORM = "form";
    private static final String BODY = "${form}";

    private final int customers;
    private final ScriptPlan plan;
    private final Map<Page, PlannedStep> steps = new EnumMap<>(Page.class);

    /**
     * Creates the script of a bank.
     *
     * @param customers the highest customer number; users are the customers 1 to this number
     */
    public BankScript(Origin bank, TlsProfile tls, int customers) {
        this.customers = customers;
        plan = new ScriptPlan(new ServiceScript(List.of(bank), connections(tls), List.of(), null, List.of(), Set.of()));
        List<PlannedRequest> images = StaticImage.all().stream().map(image -> image(image, plan)).toList();
        for (Page page : Page.values()) {
            List<PlannedRequest> ofPage = Arrays.stream(page.images()).mapToObj(id -> images.get(id - 1)).toList();
            List<PlannedRequest> html = List.of(page(page, plan));
            steps.put(page, new PlannedStep(page.id(), page.id(), page.thinkBefore() ? null : Double.valueOf(0),
                    ofPage.isEmpty() ? List.of(html) : List.of(html, ofPage), true));
        }
    }

    /** Returns the connections of users with a TLS profile, without the certificates that they trust. */
    public static Connections connections(TlsProfile tls) {
        // BoringSSL offers all suites of TLS 1.3 or none; in the first case the bank, which offers one, decides.
        boolean all = tls.protocol().equals(TlsProfile.TLS_1_3) && OpenSsl.isAvailable() && tls.isInBoringSsl();
        return new Connections(CONNECTIONS, true, Connections.Http.HTTP_1_1, List.of(tls.protocol()),
                all ? List.of() : List.of(tls.cipherSuite()), tls.groupNames(), null, null, null);
    }

    private static PlannedRequest image(StaticImage image, ScriptPlan plan) {
        return new PlannedRequest(request("GET", image.path(), HEADERS, null), plan,
                new ImageCheck(image), Response.Keep.HEADERS, image.cachedFraction());
    }

    private static PlannedRequest page(Page page, ScriptPlan plan) {
        boolean asks = PageRequest.draw(page, new Customer(1), 0, new SplittableRandom(1)).target().contains("?");
        ServiceRequest request = page.sendsForm() ? request("POST", page.path(), FORM_HEADERS, BODY)
                : request("GET", page.path() + (asks ? "?" + BODY : ""), HEADERS, null);
        return new PlannedRequest(request, plan, new PageCheck(page),
                page.isCheckImage() ? Response.Keep.HEADERS : Response.Keep.EDGES, null);
    }

    private static ServiceRequest request(String method, String target, List<Header> headers, String body) {
        return new ServiceRequest(0, method, target, headers, body, false, null, false, List.of(), List.of(), target);
    }

    /** Settings that all requests of the script share. */
    public ScriptPlan plan() {
        return plan;
    }

    @Override
    public Supplier<PlannedScenario> walks(long seed) {
        Walks walks = new Walks(seed);
        return () -> new PlannedScenario("", 1, walks.next().stream().map(steps::get).toList(), true);
    }

    @Override
    public Map<String, String> values(int number, RandomGenerator random) {
        Customer customer = new Customer(1 + random.nextInt(customers));
        Map<String, String> values = new HashMap<>();
        values.put(USER, Integer.toString(customer.id()));
        values.put(PageCheck.CHECK, Integer.toString(random.nextInt(CheckImage.COUNT)));
        values.put(PageCheck.CUSTOMER, PageRequest.customerLine(customer.number(), customer.checkingAccount()));
        return values;
    }

    @Override
    public void draw(PlannedStep step, Map<String, String> values, RandomGenerator random) {
        Customer customer = new Customer(Integer.parseInt(values.get(USER)));
        int check = Integer.parseInt(values.get(PageCheck.CHECK));
        PageRequest request = PageRequest.draw(Page.byId(step.page()), customer, check, random);
        values.put(FORM, request.encodedParameters());
        values.put(PageCheck.EVIDENCE, request.evidence());
    }
}
