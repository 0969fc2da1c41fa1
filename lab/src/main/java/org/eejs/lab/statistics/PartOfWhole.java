package org.eejs.lab.statistics;

import org.eejs.result.InputException;

/** A part of a whole as people write it: {@code 3%} or {@code 0.03}. */
public final class PartOfWhole {
    private PartOfWhole() {}

    /**
     * Returns the part as a fraction between 0 and 1, both excluded.
     *
     * @param key the option that was said, without its dashes
     * @param said what was said of it
     * @throws InputException with a line that names the option and an example
     */
    public static double of(String key, String said) {
        try {
            double value = said.endsWith("%")
                    ? Double.parseDouble(said.substring(0, said.length() - 1).strip()) / 100
                    : Double.parseDouble(said);
            if (value > 0 && value < 1) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new InputException(key, "--" + key + " '" + said + "' is not a part of a whole; give one such as 3%");
    }
}
