package org.eejs.lab.statistics;

import org.eejs.result.InputException;

/** A part of a whole as users write it: {@code 3%} or {@code 0.03}. */
public final class PartOfWhole {
    private PartOfWhole() {}

    /**
     * Returns the part as a fraction between 0 and 1, both excluded.
     *
     * @param key the option, without its dashes
     * @param written its value
     * @throws InputException with a line that names the option and an example
     */
    public static double of(String key, String written) {
        try {
            double value = written.endsWith("%")
                    ? Double.parseDouble(written.substring(0, written.length() - 1).strip()) / 100
                    : Double.parseDouble(written);
            if (value > 0 && value < 1) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new InputException(key, "--" + key + " '" + written + "': must be a part of a whole, such as 3%");
    }
}
