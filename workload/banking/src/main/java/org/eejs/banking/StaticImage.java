package org.eejs.banking;

import java.util.List;

/**
 * A static image of the bank's pages. Sizes and cached fractions are those of the published configuration of the
 * SPECweb2005 banking workload.
 *
 * @param id the number by which pages name it, 1 to 39
 * @param bytes its size
 * @param cachedFraction the probability, 0 to 1, that a user already has it and only asks whether it has changed
 */
public record StaticImage(int id, int bytes, double cachedFraction) {
    private static final List<StaticImage> ALL = List.of(
            image(1, 806, 0.5), image(2, 246, 0.4), image(3, 43, 0.4), image(4, 1_140, 0.5),
            image(5, 36_789, 0.33), image(6, 764, 0.33), image(7, 1_522, 0.7), image(8, 858, 0.6),
            image(9, 216, 0.3), image(10, 205, 0.2), image(11, 316, 0.1), image(12, 52, 0),
            image(13, 1_285, 0), image(14, 694, 0.1), image(15, 676, 0.5), image(16, 778, 0.1),
            image(17, 488, 0.3), image(18, 764, 0), image(19, 731, 0), image(20, 1_059, 0),
            image(21, 224, 0), image(22, 208, 0.2), image(23, 952, 0), image(24, 646, 0),
            image(25, 353, 0), image(26, 915, 0), image(27, 234, 0), image(28, 1_043, 0),
            image(29, 1_178, 0), image(30, 1_024, 0), image(31, 1_170, 0), image(32, 102, 0.5),
            image(33, 603, 0.1), image(34, 943, 0), image(35, 11_838, 0), image(36, 6_481, 0),
            image(37, 12_836, 0), image(38, 10_868, 0), image(39, 11_405, 0));

    /** Returns all images, in the order of their ids. */
    public static List<StaticImage> all() {
        return ALL;
    }

    /** Returns the image with this id; throws IndexOutOfBoundsException unless it is 1 to 39. */
    public static StaticImage byId(int id) {
        return ALL.get(id - 1);
    }

    /** Returns the image's path at the bank, for example {@code /images/7.gif}. */
    public String path() {
        return "/images/" + id + ".gif";
    }

    private static StaticImage image(int id, int bytes, double cachedFraction) {
        return new StaticImage(id, bytes, cachedFraction);
    }
}
