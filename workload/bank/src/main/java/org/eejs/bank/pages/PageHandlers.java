package org.eejs.bank.pages;

import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eejs.bank.backend.BackEndException;
import org.eejs.bank.images.GifCatalogue;
import org.eejs.banking.BackEndCommand;
import org.eejs.banking.CheckImage;
import org.eejs.banking.Customer;
import org.eejs.banking.Page;

/** The handlers of the pages: each calls the back end and shows the result. Thread-safe. */
public final class PageHandlers {
    private static final int MOST_CHECKS = 10_000;
    /** More would not fit onto the page. */
    private static final int MOST_PAYEES = 20;
    /** The largest amount of a payment or transfer, in cents. */
    private static final long MOST_CENTS = 100_000_000;

    private final GifCatalogue gifs;

    public PageHandlers(GifCatalogue gifs) {
        this.gifs = gifs;
    }

    /**
     * Answers a visit.
     *
     * @throws BadParameterException if a parameter of the request is missing or wrong
     * @throws BackEndException if the back end fails
     */
    Answer answer(Page page, Visit visit) throws BackEndException {
        return switch (page) {
            case LOGIN -> login(visit);
            case ACCOUNT_SUMMARY -> page("accounts", AccountLine.of(visit.ask(BackEndCommand.ACCOUNT_SUMMARY)));
            case CHECK_DETAIL_HTML -> checkDetail(visit);
            case CHECK_IMAGE_FRONT -> new Answer.Picture(gifs.check(check(visit).get(1)));
            case CHECK_IMAGE_BACK -> new Answer.Picture(gifs.check(check(visit).get(2)));
            case BILL_PAY -> page("payees", visit.ask(BackEndCommand.PAYEES).stream().map(row -> row.get(0)).toList(),
                    "today", visit.today());
            case ADD_PAYEE -> page("account", visit.customer().checkingAccount());
            case POST_PAYEE -> postPayee(visit);
            case QUICK_PAY -> quickPay(visit);
            case BILL_PAY_STATUS_OUTPUT -> payments(visit);
            case PROFILE -> page("profile", visit.ask(BackEndCommand.PROFILE).get(0));
            case CHANGE_PROFILE -> changeProfile(visit);
            case ORDER_CHECK, TRANSFER -> page("accounts", AccountLine.of(visit.ask(BackEndCommand.ACCOUNTS)),
                    "today", visit.today());
            case PLACE_CHECK_ORDER -> placeCheckOrder(visit);
            case POST_TRANSFER -> postTransfer(visit);
            case LOGOUT -> logout(visit);
        };
    }

    private static Answer page(String name, Object value) {
        return new Answer.Filled(Map.of(name, value));
    }

    private static Answer page(String name, Object value, String other, Object otherValue) {
        return new Answer.Filled(Map.of(name, value, other, otherValue));
    }

    /** Returns the login form, or the accounts once user and password are right. */
    private static Answer login(Visit visit) throws BackEndException {
        if (!visit.sendsForm()) {
            return new Answer.LoginForm(HttpServletResponse.SC_OK, "Please log in.");
        }
        int user = (int) visit.number("user", 0, Customer.LIMIT - 1);
        byte[] given = ascii(Customer.md5(visit.text("password")));
        byte[] stored = ascii(visit.askFor(user, BackEndCommand.PASSWORD).get(0).get(0));
        if (!MessageDigest.isEqual(given, stored)) {
            return new Answer.LoginForm(HttpServletResponse.SC_UNAUTHORIZED, "User or password is wrong.");
        }
        List<AccountLine> accounts = AccountLine.of(visit.askFor(user, BackEndCommand.ACCOUNTS));
        visit.logIn(new SignedIn(user, accounts));
        return page("accounts", accounts);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static Answer checkDetail(Visit visit) throws BackEndException {
        List<String> row = check(visit);
        return new Answer.Filled(Map.of("check", String.valueOf(checkNumber(visit)), "account", row.get(0),
                "front", row.get(1), "back", row.get(2)));
    }

    /** Returns the account of the requested check, and the files of its front and back. */
    private static List<String> check(Visit visit) throws BackEndException {
        return visit.ask(BackEndCommand.CHECK, checkNumber(visit)).get(0);
    }

    private static long checkNumber(Visit visit) {
        return visit.number("check", 0, CheckImage.COUNT - 1);
    }

    private static Answer postPayee(Visit visit) throws BackEndException {
        String payee = visit.text("payee");
        String confirmation = visit.confirmation(BackEndCommand.ADD_PAYEE, payee, visit.text("name"),
                visit.text("street"), visit.text("city"), visit.text("state"), visit.text("zip"),
                visit.text("phone"));
        return new Answer.Filled(Map.of("payee", payee, "name", visit.text("name"), "confirmation", confirmation));
    }

    /** Pays each payee the same amount, by one call to the back end each. */
    private static Answer quickPay(Visit visit) throws BackEndException {
        List<String> payees = visit.texts("payee");
        if (payees.size() > MOST_PAYEES) {
            throw new BadParameterException("Parameter payee can be given " + MOST_PAYEES + " times.");
        }
        String date = visit.date("date");
        long cents = visit.number("cents", 1, MOST_CENTS);
        List<PaymentLine> payments = new ArrayList<>();
        for (String payee : payees) {
            String confirmation = visit.confirmation(BackEndCommand.PAY, payee, date, cents);
            payments.add(new PaymentLine(payee, date, Customer.money(cents), confirmation));
        }
        return page("payments", payments);
    }

    private static Answer payments(Visit visit) throws BackEndException {
        String start = visit.date("start");
        String end = visit.date("end");
        if (end.compareTo(start) < 0) {
            throw new BadParameterException("Parameter end must not be before start.");
        }
        List<PaymentLine> payments = visit.ask(BackEndCommand.PAYMENTS, start, end).stream()
                .map(row -> new PaymentLine(row.get(0), row.get(1), Customer.money(Long.parseLong(row.get(2))), ""))
                .toList();
        return new Answer.Filled(Map.of("start", start, "end", end, "payments", payments));
    }

    private static Answer changeProfile(Visit visit) throws BackEndException {
        List<String> profile = List.of(visit.text("street"), visit.text("city"), visit.text("state"),
                visit.text("zip"), visit.text("email"), visit.text("phone"));
        return page("profile", profile,
                "confirmation", visit.confirmation(BackEndCommand.CHANGE_PROFILE, profile.toArray()));
    }

    private static Answer placeCheckOrder(Visit visit) throws BackEndException {
        String account = visit.ownAccount("account");
        String date = visit.date("date");
        long number = visit.number("number", 1, MOST_CHECKS);
        return new Answer.Filled(Map.of("account", account, "date", date, "number", String.valueOf(number),
                "confirmation", visit.confirmation(BackEndCommand.ORDER_CHECKS, account, date, number)));
    }

    private static Answer postTransfer(Visit visit) throws BackEndException {
        String from = visit.ownAccount("from");
        String to = visit.ownAccount("to");
        if (from.equals(to)) {
            throw new BadParameterException("Parameters from and to must be two accounts.");
        }
        long cents = visit.number("cents", 1, MOST_CENTS);
        String date = visit.date("date");
        return new Answer.Filled(Map.of("from", from, "to", to, "amount", Customer.money(cents), "date", date,
                "confirmation", visit.confirmation(BackEndCommand.TRANSFER, from, to, cents, date)));
    }

    /** Ends the session and returns the page; it reads the data for the page before the session ends. */
    private static Answer logout(Visit visit) {
        Answer answer = page("account", visit.customer().checkingAccount());
        visit.endSession();
        return answer;
    }
}
