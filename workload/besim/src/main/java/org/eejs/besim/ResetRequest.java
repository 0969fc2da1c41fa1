package org.eejs.besim;

import java.util.List;
import org.eejs.banking.Customer;

/**
 * What the bank announced at its last reset.
 *
 * @param time when, in milliseconds since 1970
 * @param lowestUser the lowest user id that is served
 * @param highestUser the highest user id that is served
 * @param load the load that is announced; of no effect
 * @param imageBase the folder of the check images that the bank announces; of no effect
 */
record ResetRequest(long time, int lowestUser, int highestUser, long load, String imageBase) {
    /** Before the first reset every user is served. */
    static final ResetRequest NONE = new ResetRequest(0, 0, Customer.LIMIT - 1, 0, "");

    ResetRequest {
        if (lowestUser < 0 || lowestUser > highestUser || highestUser >= Customer.LIMIT) {
            throw new IllegalArgumentException("users %d to %d are no range within 0 to %d"
                    .formatted(lowestUser, highestUser, Customer.LIMIT - 1));
        }
    }

    static ResetRequest of(List<String> arguments) {
        return new ResetRequest(Argument.number("time", arguments.get(0)),
                Argument.smallNumber("lowest user", arguments.get(1)),
                Argument.smallNumber("highest user", arguments.get(2)),
                Argument.number("load", arguments.get(3)),
                arguments.get(4));
    }

    /** Reads a user id and derives the customer; throws IllegalArgumentException when the user is not served. */
    Customer customer(String user) {
        int id = Argument.smallNumber("user", user);
        if (id < lowestUser || id > highestUser) {
            throw new IllegalArgumentException(
                    "user %d is not served; users are %d to %d".formatted(id, lowestUser, highestUser));
        }
        return new Customer(id);
    }
}
