package org.eejs.bank.pages;

import java.util.List;
import org.eejs.banking.Customer;
import org.eejs.banking.PageRequest;

/**
 * The customer's data in a session.
 *
 * @param user the user id
 * @param accounts the accounts as they were at the login
 */
record SignedIn(int user, List<AccountLine> accounts) {
    /** Returns the number of the checking account, which the back end lists first. */
    String checkingAccount() {
        return accounts.get(0).number();
    }

    String line() {
        return PageRequest.customerLine(new Customer(user).number(), checkingAccount());
    }
}
