package org.eejs.besim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.eejs.banking.BackEndCommand;
import org.eejs.banking.BackEndReply;
import org.eejs.banking.BackEndRequest;
import org.eejs.banking.Customer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswersTest {
    private static final Customer CUSTOMER = new Customer(58);

    private final Answers answers = new Answers();

    @Test
    void answersTheExampleOfTheWireFormat() {
        assertTrue(answers.to("1&4&58&3").html().contains("<pre>\n0\n"
                + "0000002058&/checks/user0000000058/CIF000003&/checks/user0000000058/CIB000003\n</pre>"));
    }

    @Test
    void answersWithTheCustomersData() {
        assertEquals(List.of(List.of(CUSTOMER.passwordHash())), rows(BackEndCommand.PASSWORD, 58));
        assertEquals(CUSTOMER.payees(), rows(BackEndCommand.PAYEES, 58).stream().map(row -> row.get(0)).toList());
        assertEquals(List.of(List.of(CUSTOMER.street(), CUSTOMER.city(), CUSTOMER.state(), CUSTOMER.zip(),
                CUSTOMER.email(), CUSTOMER.phone())), rows(BackEndCommand.PROFILE, 58));
    }

    @ParameterizedTest
    @CsvSource({"ACCOUNTS, 3", "ACCOUNT_SUMMARY, 5"})
    void listsTheAccounts(BackEndCommand command, int fields) {
        List<List<String>> rows = rows(command, 58);
        for (int i = 0; i < 3; i++) {
            Customer.Account account = CUSTOMER.accounts().get(i);
            assertEquals(fields, rows.get(i).size());
            assertEquals(List.of(account.number(), account.type(), String.valueOf(account.balanceCents())),
                    rows.get(i).subList(0, 3));
        }
    }

    @Test
    void listsPaymentsOfThePeriodToPayeesOfTheCustomer() {
        List<List<String>> payments = rows(BackEndCommand.PAYMENTS, 58, "20251201", "20260115");
        assertEquals(12, payments.size());
        assertEquals(CUSTOMER.payees().get(0), payments.get(0).get(0));
        for (List<String> payment : payments) {
            assertTrue(CUSTOMER.payees().contains(payment.get(0)));
            assertTrue(payment.get(1).compareTo("20251201") >= 0 && payment.get(1).compareTo("20260115") <= 0);
            assertTrue(Long.parseLong(payment.get(2)) > 0);
        }
    }

    @Test
    void confirmsWithANumberThatFollowsFromTheArguments() {
        String account = CUSTOMER.checkingAccount();
        String savings = CUSTOMER.accounts().get(1).number();
        List<List<String>> first = rows(BackEndCommand.TRANSFER, 58, account, savings, 100, "20260115");
        assertEquals(first, rows(BackEndCommand.TRANSFER, 58, account, savings, 100, "20260115"));
        assertNotEquals(first, rows(BackEndCommand.TRANSFER, 58, account, savings, 101, "20260115"));
        assertEquals(1, rows(BackEndCommand.ADD_PAYEE, 58, "A & B", "n", "s", "c", "st", "z", "p").size());
        assertEquals(1, rows(BackEndCommand.PAY, 58, "Oak Insurance", "20260115", 5).size());
        assertEquals(1, rows(BackEndCommand.CHANGE_PROFILE, 58, "s", "c", "st", "z", "e@x", "p").size());
        assertEquals(1, rows(BackEndCommand.ORDER_CHECKS, 58, account, "20260115", 100).size());
    }

    @Test
    void servesOnlyTheUsersOfTheReset() {
        assertEquals(List.of(), rows(BackEndCommand.RESET, 1, 10, 20, 0, "/checks"));
        assertEquals(BackEndReply.OK, answers.to("1&5&10").status());
        assertEquals(BackEndReply.OK, answers.to("1&5&20").status());
        assertRefused("1&5&9", "user 9 is not served; users are 10 to 20");
        assertRefused("1&5&21", "user 21 is not served; users are 10 to 20");
    }

    @Test
    void keepsTheUsersWhenAResetIsBad() {
        assertRefused("1&0&1&20&10&0&x", "users 20 to 10 are not a range within 0 to 99999999");
        assertEquals(BackEndReply.OK, answers.to("1&5&9").status());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "1&4&58&10; check 10 does not exist",
        "1&4&58&x; check 'x' is not a whole number",
        "1&4&58; CHECK takes 2 arguments, not 1",
        "1&1&100000000; user 100000000 is not served",
        "1&1&99999999999; user 99999999999 is out of range",
        "1&13&1; command 13 does not exist",
        "2&1&58; a request reads",
        "1&8&58&20260115&20251201; the period ends on 2025-12-01, before",
        "1&8&58&20261315&20251201; start '20261315' is not a date",
        "1&7&58&Oak&20260115&0; amount must be above 0",
        "1&11&58&0000002059&20260115&100; account 0000002059 is not one of user 58"})
    void namesWhatIsWrong(String query, String reason) {
        assertRefused(query, reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1&1&<pre>", "1&1&%0A%26", "1&1&%", "1&1&\u0000"})
    void answersAnythingInTheWireFormat(String query) {
        BackEndReply reply = BackEndReply.parse(answers.to(query).html());
        assertEquals(BackEndReply.BAD_REQUEST, reply.status());
        assertEquals(1, reply.rows().size());
    }

    private void assertRefused(String query, String reason) {
        BackEndReply reply = answers.to(query);
        assertEquals(BackEndReply.BAD_REQUEST, reply.status());
        assertTrue(reply.rows().get(0).get(0).startsWith(reason), () -> reply.rows().get(0).get(0));
    }

    private List<List<String>> rows(BackEndCommand command, Object... arguments) {
        BackEndReply reply = answers.to(BackEndRequest.of(command, arguments).query());
        assertEquals(BackEndReply.OK, reply.status(), () -> reply.rows().toString());
        return reply.rows();
    }
}
