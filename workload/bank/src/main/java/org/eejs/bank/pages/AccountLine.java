package org.eejs.bank.pages;

import java.util.List;
import org.eejs.banking.Customer;

/**
 * An account as pages show it; amounts are written out, such as {@code -1,234.56}.
 *
 * @param number 10 digits
 * @param type checking, savings or card
 * @param balance the balance
 * @param deposits the deposits of the period; empty if they were not requested
 * @param withdrawals the withdrawals, likewise
 */
public record AccountLine(String number, String type, String balance, String deposits, String withdrawals) {
    /** Reads rows of the back end's ACCOUNTS or ACCOUNT_SUMMARY. */
    static List<AccountLine> of(List<List<String>> rows) {
        return rows.stream()
                .map(row -> new AccountLine(row.get(0), row.get(1), money(row.get(2)),
                        row.size() > 4 ? money(row.get(3)) : "", row.size() > 4 ? money(row.get(4)) : ""))
                .toList();
    }

    private static String money(String cents) {
        return Customer.money(Long.parseLong(cents));
    }
}
