package org.eejs.bank.pages;

import java.util.List;
import org.eejs.banking.PageRequest;

/**
 * What a session knows of its customer.
 *
 * @param user the user id
 * @param accounts the accounts as they were at the login
 */
record SignedIn(int user, List<AccountLine> accounts) {
    /** The number of the checking account, which the back end lists first. */
    String checkingAccount() {
        return accounts.get(0).number();
    }

    String line() {
        String digits = String.valueOf(user);
        return PageRequest.customerLine("0000000000".substring(digits.length()) + digits, checkingAccount());
    }
}
