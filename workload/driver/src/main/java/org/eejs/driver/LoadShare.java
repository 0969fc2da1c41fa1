package org.eejs.driver;

/**
 * The share of one of several drivers in a load: each {@code of}-th place, arrival and user.
 *
 * @param number of the driver, from 0
 * @param of the number of drivers
 */
record LoadShare(int number, int of) {
    /** The whole load. */
    static final LoadShare ALL = new LoadShare(0, 1);

    /**
     * Reads a share such as {@code 2/4}, the second of four.
     *
     * @throws IllegalArgumentException with a line that shows the expected form
     */
    static LoadShare parse(String text) {
        if (!text.matches("\\d{1,4}/\\d{1,4}")) {
            throw new IllegalArgumentException("--share '" + text + "' is not a share of the load, such as 1/4");
        }
        int slash = text.indexOf('/');
        LoadShare share = new LoadShare(Integer.parseInt(text.substring(0, slash)) - 1,
                Integer.parseInt(text.substring(slash + 1)));
        if (share.number < 0 || share.number >= share.of) {
            throw new IllegalArgumentException("--share '" + text + "': must be from 1/" + share.of + " to " + share.of
                    + "/" + share.of);
        }
        return share;
    }

    /** Returns whether the n-th of something, from 0, is this driver's. */
    boolean has(int n) {
        return n % of == number;
    }
}
