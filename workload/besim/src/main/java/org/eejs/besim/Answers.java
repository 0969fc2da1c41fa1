package org.eejs.besim;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.eejs.banking.BackEndReply;
import org.eejs.banking.BackEndRequest;
import org.eejs.banking.CheckImage;
import org.eejs.banking.Customer;
import org.eejs.banking.Customer.Account;

/**
 * The answers of the back end. They follow from the request and the customer's id; only the range of users is set by
 * the bank. Thread-safe.
 */
final class Answers {
    private static final int PAYMENTS = 12;

    private volatile ServedUsers users = ServedUsers.ALL;

    /** Returns the answer to a request; for an invalid request, a line with the reason. */
    BackEndReply to(String query) {
        try {
            return BackEndReply.ok(rows(BackEndRequest.parse(query)));
        } catch (IllegalArgumentException e) {
            return new BackEndReply(BackEndReply.BAD_REQUEST, List.of(List.of(field(e.getMessage()))));
        }
    }

    private List<List<String>> rows(BackEndRequest request) {
        List<String> arguments = request.arguments();
        return switch (request.command()) {
            case RESET -> {
                users = ServedUsers.of(arguments);
                yield List.of();
            }
            case PASSWORD -> List.of(List.of(customer(arguments).passwordHash()));
            case ACCOUNTS -> accounts(customer(arguments));
            case ACCOUNT_SUMMARY -> accountSummary(customer(arguments));
            case CHECK -> List.of(check(customer(arguments), Argument.smallNumber("check", arguments.get(1))));
            case PAYEES -> customer(arguments).payees().stream().map(List::of).toList();
            case ADD_PAYEE -> {
                customer(arguments);
                Argument.text("payee", arguments.get(1));
                yield confirmation(request);
            }
            case PAY -> {
                customer(arguments);
                Argument.text("payee", arguments.get(1));
                Argument.date("date", arguments.get(2));
                Argument.positive("amount", arguments.get(3));
                yield confirmation(request);
            }
            case PAYMENTS -> payments(customer(arguments), Argument.date("start", arguments.get(1)),
                    Argument.date("end", arguments.get(2)));
            case PROFILE -> List.of(profile(customer(arguments)));
            case CHANGE_PROFILE -> {
                customer(arguments);
                Argument.text("e-mail", arguments.get(5));
                yield confirmation(request);
            }
            case ORDER_CHECKS -> {
                checkOwner(customer(arguments), arguments.get(1));
                Argument.date("date", arguments.get(2));
                Argument.positive("number of checks", arguments.get(3));
                yield confirmation(request);
            }
            case TRANSFER -> {
                Customer customer = customer(arguments);
                checkOwner(customer, arguments.get(1));
                checkOwner(customer, arguments.get(2));
                Argument.positive("amount", arguments.get(3));
                Argument.date("date", arguments.get(4));
                yield confirmation(request);
            }
        };
    }

    private Customer customer(List<String> arguments) {
        return users.customer(arguments.get(0));
    }

    private static List<List<String>> accounts(Customer customer) {
        return customer.accounts().stream()
                .map(account -> List.of(account.number(), account.type(), String.valueOf(account.balanceCents())))
                .toList();
    }

    /**
     * Returns deposits and withdrawals of the month as simple fractions of the balance, because these are cheap to
     * derive.
     */
    private static List<List<String>> accountSummary(Customer customer) {
        return customer.accounts().stream().map(account -> {
            long turnover = Math.abs(account.balanceCents());
            return List.of(account.number(), account.type(), String.valueOf(account.balanceCents()),
                    String.valueOf(turnover / 3), String.valueOf(turnover / 4));
        }).toList();
    }

    private static List<String> check(Customer customer, int number) {
        return List.of(customer.checkingAccount(), new CheckImage(true, number).fileOf(customer),
                new CheckImage(false, number).fileOf(customer));
    }

    /** Returns a dozen payments spread over the period, to each payee in turn. */
    private static List<List<String>> payments(Customer customer, LocalDate start, LocalDate end) {
        if (end.isBefore(start)) {
            throw new IllegalArgumentException("the period ends on " + end + ", before it starts on " + start);
        }
        long days = ChronoUnit.DAYS.between(start, end);
        List<String> payees = customer.payees();
        return IntStream.range(0, PAYMENTS).mapToObj(i -> List.of(
                payees.get(i % payees.size()),
                start.plusDays(days * i / (PAYMENTS - 1)).format(DateTimeFormatter.BASIC_ISO_DATE),
                String.valueOf(1_000 + (customer.id() * 31L + i * 7_919L) % 50_000))).toList();
    }

    private static List<String> profile(Customer customer) {
        return List.of(customer.street(), customer.city(), customer.state(), customer.zip(), customer.email(),
                customer.phone());
    }

    private static void checkOwner(Customer customer, String account) {
        if (customer.accounts().stream().map(Account::number).noneMatch(account::equals)) {
            throw new IllegalArgumentException("account " + account + " is not one of user " + customer.id());
        }
    }

    /** Returns a number that depends on all arguments, so that it is not mistaken for another confirmation. */
    private static List<List<String>> confirmation(BackEndRequest request) {
        CRC32 checksum = new CRC32();
        checksum.update(request.query().getBytes(StandardCharsets.UTF_8));
        return List.of(List.of("%010d".formatted(checksum.getValue())));
    }

    /**
     * Returns a message as a field. It may quote the request, and the wire format has no quoting, so the quotation is
     * URL-encoded.
     */
    private static String field(String message) {
        return message.replace("&", "%26").replace("<", "%3C").replaceAll("\\p{Cntrl}", " ");
    }
}
