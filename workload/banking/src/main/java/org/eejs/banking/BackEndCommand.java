package org.eejs.banking;

import java.util.Arrays;

/** What the bank can ask of the back end: the workload's 12 commands and the reset. */
public enum BackEndCommand {
    /** Prepares a measurement: time, lowest user, highest user, load, image base. */
    RESET(0, 5),
    /** User; answers the hash of the password. */
    PASSWORD(1, 1),
    /** User; answers number, type and balance of each account. */
    ACCOUNTS(2, 1),
    /** User; answers number, type, balance, deposits and withdrawals of each account. */
    ACCOUNT_SUMMARY(3, 1),
    /** User, check; answers account, file of the front, file of the back. */
    CHECK(4, 2),
    /** User; answers the payees. */
    PAYEES(5, 1),
    /** User, payee, name, street, city, state, zip, phone; answers a confirmation. */
    ADD_PAYEE(6, 8),
    /** User, payee, date, amount; answers a confirmation. */
    PAY(7, 4),
    /** User, start date, end date; answers payee, date and amount of each payment. */
    PAYMENTS(8, 3),
    /** User; answers street, city, state, zip, e-mail, phone. */
    PROFILE(9, 1),
    /** User, street, city, state, zip, e-mail, phone; answers a confirmation. */
    CHANGE_PROFILE(10, 7),
    /** User, account, date, number of checks; answers a confirmation. */
    ORDER_CHECKS(11, 4),
    /** User, from account, to account, amount, date; answers a confirmation. */
    TRANSFER(12, 5);

    private final int number;
    private final int arguments;

    BackEndCommand(int number, int arguments) {
        this.number = number;
        this.arguments = arguments;
    }

    /** The command with this number, or null if there is none. */
    public static BackEndCommand byNumber(int number) {
        return Arrays.stream(values()).filter(command -> command.number == number).findFirst().orElse(null);
    }

    /** The command's number on the wire. */
    public int number() {
        return number;
    }

    /** How many arguments it takes. */
    public int arguments() {
        return arguments;
    }
}
