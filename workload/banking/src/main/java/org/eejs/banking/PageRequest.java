package org.eejs.banking;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * A request of a user for a page, and the evidence that the page must show.
 *
 * @param page the page
 * @param customer the customer who asks
 * @param parameters of the form or query, in order
 * @param evidence a text that appears only on a page with the right data of the back end; empty for check images
 */
public record PageRequest(Page page, Customer customer, Map<String, String> parameters, String evidence) {
    /** The day on which all of the workload's payments, orders and transfers are dated. */
    public static final String DATE = "20260115";
    /** The first day of the period whose payments a user looks at. */
    public static final String PERIOD_START = "20251201";

    /**
     * Draws the customer's entries in the page's form.
     *
     * @param check which check the session looks at, 0 to 9
     */
    public static PageRequest draw(Page page, Customer customer, int check, RandomGenerator random) {
        Map<String, String> form = new LinkedHashMap<>();
        String evidence = switch (page) {
            case LOGIN -> {
                form.put("user", String.valueOf(customer.id()));
                form.put("password", customer.password());
                yield balance(customer, 1);
            }
            case ACCOUNT_SUMMARY -> balance(customer, 0);
            case CHECK_DETAIL_HTML -> {
                form.put("check", String.valueOf(check));
                yield new CheckImage(true, check).fileOf(customer);
            }
            case CHECK_IMAGE_FRONT, CHECK_IMAGE_BACK -> {
                form.put("check", String.valueOf(check));
                yield "";
            }
            case BILL_PAY -> customer.payees().get(0);
            case ADD_PAYEE, LOGOUT -> customer.checkingAccount();
            case POST_PAYEE -> {
                String payee = "Payee " + random.nextInt(100_000);
                form.put("payee", payee);
                form.put("name", payee + " Ltd");
                form.put("street", "1 High Street");
                form.put("city", "Brookfield");
                form.put("state", "OR");
                form.put("zip", "97001");
                form.put("phone", "555-0100");
                yield payee;
            }
            case QUICK_PAY -> {
                form.put("payee", customer.payees().get(0));
                form.put("date", DATE);
                yield amount(form, random);
            }
            case BILL_PAY_STATUS_OUTPUT -> {
                form.put("start", PERIOD_START);
                form.put("end", DATE);
                yield customer.payees().get(0);
            }
            case PROFILE -> customer.email();
            case CHANGE_PROFILE -> {
                form.put("street", customer.street());
                form.put("city", customer.city());
                form.put("state", customer.state());
                form.put("zip", customer.zip());
                form.put("email", "new" + random.nextInt(100_000) + "@bank.example");
                form.put("phone", customer.phone());
                yield form.get("email");
            }
            case ORDER_CHECK -> balance(customer, 1);
            case PLACE_CHECK_ORDER -> {
                form.put("account", customer.checkingAccount());
                form.put("date", DATE);
                form.put("number", String.valueOf(100 * (1 + random.nextInt(5))));
                yield form.get("number") + " checks";
            }
            case TRANSFER -> balance(customer, 1);
            case POST_TRANSFER -> {
                form.put("from", customer.checkingAccount());
                form.put("to", customer.accounts().get(1).number());
                form.put("date", DATE);
                yield amount(form, random);
            }
        };
        return new PageRequest(page, customer, form, evidence);
    }

    /** Returns the parameters as a query or as the body of a form. */
    public String encodedParameters() {
        return parameters.entrySet().stream()
                .map(parameter -> parameter.getKey() + '='
                        + URLEncoder.encode(parameter.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    /** Returns the path and, unless the page is sent a form, the query. */
    public String target() {
        return page.sendsForm() || parameters.isEmpty() ? page.path() : page.path() + '?' + encodedParameters();
    }

    /**
     * Returns how a page names its customer, near its top.
     *
     * @param customerNumber the customer's number of 10 digits
     * @param checkingAccount the number of the checking account
     */
    public static String customerLine(String customerNumber, String checkingAccount) {
        return "Customer " + customerNumber + ", account " + checkingAccount;
    }

    /** Returns the end of a page, which a page that was cut short lacks. */
    public static String endMarker(Page page) {
        return "<!-- end of " + page.id() + " --></body></html>\n";
    }

    private static String balance(Customer customer, int account) {
        return Customer.money(customer.accounts().get(account).balanceCents());
    }

    private static String amount(Map<String, String> form, RandomGenerator random) {
        long cents = 100 + random.nextInt(100_000);
        form.put("cents", String.valueOf(cents));
        return Customer.money(cents);
    }
}
