package org.eejs.besim;

import java.util.List;
import org.eejs.banking.Customer;

/**
 * The users that the bank announced at its last reset.
 *
 * @param lowest the lowest user id that is served
 * @param highest the highest user id that is served
 */
record ServedUsers(int lowest, int highest) {
    /** Before the first reset every user is served. */
    static final ServedUsers ALL = new ServedUsers(0, Customer.LIMIT - 1);

    ServedUsers {
        if (lowest < 0 || lowest > highest || highest >= Customer.LIMIT) {
            throw new IllegalArgumentException("users %d to %d are not a range within 0 to %d"
                    .formatted(lowest, highest, Customer.LIMIT - 1));
        }
    }

    /** Reads the arguments of a reset; its time, load and folder of images have no effect. */
    static ServedUsers of(List<String> arguments) {
        Argument.number("time", arguments.get(0));
        Argument.number("load", arguments.get(3));
        return new ServedUsers(Argument.smallNumber("lowest user", arguments.get(1)),
                Argument.smallNumber("highest user", arguments.get(2)));
    }

    /** Reads a user id and derives the customer; throws IllegalArgumentException when the user is not served. */
    Customer customer(String user) {
        int id = Argument.smallNumber("user", user);
        if (id < lowest || id > highest) {
            throw new IllegalArgumentException(
                    "user %d is not served; users are %d to %d".formatted(id, lowest, highest));
        }
        return new Customer(id);
    }
}
