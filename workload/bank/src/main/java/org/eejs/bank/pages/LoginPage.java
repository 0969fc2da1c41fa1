package org.eejs.bank.pages;

import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import org.eejs.bank.backend.BackEndException;
import org.eejs.banking.BackEndCommand;
import org.eejs.banking.Customer;

/** Asks for user and password, or checks them and welcomes the customer with the accounts. */
final class LoginPage implements PageHandler {
    @Override
    public Answer answer(Visit visit) throws BackEndException {
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
        return new Answer.Filled(Map.of("accounts", accounts));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
