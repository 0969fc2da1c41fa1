package org.eejs.banking;

/** The commands of the back end: the workload's 12 commands and the reset, in the order of their numbers. */
public enum BackEndCommand {
    /** Prepares a measurement: time, lowest user, highest user, load, image base. */
    RESET(5),
    /** User; answers the hash of the password. */
    PASSWORD(1),
    /** User; answers number, type and balance of each account. */
    ACCOUNTS(1),
    /** User; answers number, type, balance, deposits and withdrawals of each account. */
    ACCOUNT_SUMMARY(1),
    /** User, check; answers account, file of the front, file of the back. */
    CHECK(2),
    /** User; answers the payees. */
    PAYEES(1),
    /** User, payee, name, street, city, state, zip, phone; answers a confirmation. */
    ADD_PAYEE(8),
    /** User, payee, date, amount; answers a confirmation. */
    PAY(4),
    /** User, start date, end date; answers payee, date and amount of each payment. */
    PAYMENTS(3),
    /** User; answers street, city, state, zip, e-mail, phone. */
    PROFILE(1),
    /** User, street, city, state, zip, e-mail, phone; answers a confirmation. */
    CHANGE_PROFILE(7),
    /** User, account, date, number of checks; answers a confirmation. */
    ORDER_CHECKS(4),
    /** User, from account, to account, amount, date; answers a confirmation. */
    TRANSFER(5);

    private final int arguments;

    BackEndCommand(int arguments) {
        this.arguments = arguments;
    }

    /** Returns the command with this number, or null if there is none. */
    public static BackEndCommand byNumber(int number) {
        return number < 0 || number >= values().length ? null : values()[number];
    }

    /** Returns the command's number on the wire. */
    public int number() {
        return ordinal();
    }

    /** Returns the number of its arguments. */
    public int arguments() {
        return arguments;
    }
}
