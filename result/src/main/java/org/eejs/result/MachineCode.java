package org.eejs.result;

import java.util.List;

/**
 * How much of its machine code for cryptography a JVM uses. Immutable.
 *
 * @param whole whether it uses what it does by itself
 * @param switchedOff the flags of {@link CryptoIntrinsics} that are switched off, by name, where it is not whole; empty
 *     for all of them
 */
public record MachineCode(boolean whole, List<String> switchedOff) {
    /** As the JVM does by itself. */
    public static final MachineCode ON = new MachineCode(true, List.of());
    /** None: software alone. */
    public static final MachineCode OFF = new MachineCode(false, List.of());

    /** Returns all but these flags' share of it. */
    public static MachineCode without(List<String> flags) {
        return new MachineCode(false, List.copyOf(flags));
    }

    /** Returns the options of a JVM that knows these flags. */
    public List<String> options(CryptoIntrinsics known) {
        return whole ? List.of() : switchedOff.isEmpty() ? known.off() : known.off(switchedOff);
    }

    /** Returns what is said of who computes so, behind the name; empty for the JVM as it is. */
    public String words() {
        return whole ? "" : switchedOff.isEmpty() ? "software" : "without " + String.join(" and ", switchedOff);
    }
}
