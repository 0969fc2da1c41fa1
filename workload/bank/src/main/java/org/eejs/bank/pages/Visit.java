package org.eejs.bank.pages;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.eejs.bank.backend.BackEnd;
import org.eejs.bank.backend.BackEndException;
import org.eejs.banking.BackEndCommand;

/** One request for a page: the customer, the parameters, and the way to the back end. Used by one thread. */
final class Visit {
    private static final String SESSION_ATTRIBUTE = "org.eejs.bank.signedIn";
    private static final int LONGEST_TEXT = 100;

    private final HttpServletRequest request;
    private final BackEnd backEnd;
    private SignedIn customer;

    Visit(HttpServletRequest request, BackEnd backEnd) {
        this.request = request;
        this.backEnd = backEnd;
        HttpSession session = request.getSession(false);
        this.customer = session == null ? null : (SignedIn) session.getAttribute(SESSION_ATTRIBUTE);
    }

    /** Returns the customer that is logged in; null if there is none. */
    SignedIn customer() {
        return customer;
    }

    boolean sendsForm() {
        return request.getMethod().equals("POST");
    }

    /**
     * Begins a session. It is a new one even if there was one, so that an attacker is unable to plant a known session
     * on a customer.
     */
    void logIn(SignedIn signedIn) {
        endSession();
        request.getSession(true).setAttribute(SESSION_ATTRIBUTE, signedIn);
        customer = signedIn;
    }

    /** Ends the session; the page is still shown to the customer. */
    void endSession() {
        HttpSession session = request.getSession(false);
        if (session != null) {
            session.invalidate();
        }
    }

    List<List<String>> ask(BackEndCommand command, Object... arguments) throws BackEndException {
        return askFor(customer.user(), command, arguments);
    }

    /** Requests a change from the back end; returns the number by which it confirms it. */
    String confirmation(BackEndCommand command, Object... arguments) throws BackEndException {
        return ask(command, arguments).get(0).get(0);
    }

    /** Queries the back end about a user that may not be logged in. */
    List<List<String>> askFor(int user, BackEndCommand command, Object... arguments) throws BackEndException {
        return backEnd.call(command, Stream.concat(Stream.of(user), Arrays.stream(arguments)).toArray());
    }

    /** Returns today's date in the form 20260115, which forms propose. */
    String today() {
        return LocalDate.now().format(DateTimeFormatter.BASIC_ISO_DATE);
    }

    String text(String name) {
        String value = request.getParameter(name);
        if (value == null || value.isBlank()) {
            throw new BadParameterException("Parameter " + name + " is missing.");
        }
        return checked(name, value);
    }

    /** Returns all values of a parameter that may be given several times, at least one. */
    List<String> texts(String name) {
        String[] values = request.getParameterValues(name);
        if (values == null) {
            throw new BadParameterException("Parameter " + name + " is missing.");
        }
        return Arrays.stream(values).map(value -> checked(name, value)).toList();
    }

    long number(String name, long least, long greatest) {
        try {
            long number = Long.parseLong(text(name));
            if (number >= least && number <= greatest) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new BadParameterException(
                "Parameter %s must be a whole number from %d to %d.".formatted(name, least, greatest));
    }

    /** Returns a parameter that is a date in the form 20260115. */
    String date(String name) {
        String text = text(name);
        try {
            LocalDate.parse(text, DateTimeFormatter.BASIC_ISO_DATE);
            return text;
        } catch (DateTimeException e) {
            throw new BadParameterException("Parameter " + name + " must be a date such as 20260115.");
        }
    }

    /** Returns a parameter that is the number of one of the customer's accounts. */
    String ownAccount(String name) {
        String number = text(name);
        if (customer.accounts().stream().map(AccountLine::number).noneMatch(number::equals)) {
            throw new BadParameterException("Parameter " + name + " must be one of your accounts.");
        }
        return number;
    }

    private static String checked(String name, String value) {
        if (value.isBlank() || value.length() > LONGEST_TEXT || value.chars().anyMatch(Character::isISOControl)) {
            throw new BadParameterException(
                    "Parameter %s must be a line of 1 to %d characters.".formatted(name, LONGEST_TEXT));
        }
        return value;
    }
}
