package org.eejs.banking;

/**
 * The finite set of pictures of checks: 10 fronts and 10 backs, used for every customer's checks, so that the bank
 * needs no large document root. Sizes are those of the published configuration of the SPECweb2005 banking workload.
 *
 * @param front whether it shows the front
 * @param number 0 to 9
 */
public record CheckImage(boolean front, int number) {
    /** The number of different checks. */
    public static final int COUNT = 10;

    /** Throws IllegalArgumentException when the number is not 0 to 9. */
    public CheckImage {
        if (number < 0 || number >= COUNT) {
            throw new IllegalArgumentException("check " + number + " does not exist; checks are 0 to " + (COUNT - 1));
        }
    }

    /** Returns the image's size in bytes. */
    public int bytes() {
        return front ? 10_757 + 511 * number : 5_458 + 334 * number;
    }

    /**
     * Returns the file name that the back end gives for it, for example {@code /checks/user0000000058/CIF000003}.
     *
     * @param customer the owner of the check
     */
    public String fileOf(Customer customer) {
        return "/checks/user%s/%s%06d".formatted(customer.number(), front ? "CIF" : "CIB", number);
    }
}
