package org.eejs.result;

import java.util.List;

/**
 * The intrinsics for cryptography that a JVM uses. Immutable.
 *
 * @param whole whether the JVM uses its default intrinsics
 * @param switchedOff the flags of {@link CryptoIntrinsics} that are switched off, by name, where it is not whole; empty
 *     for all of them
 */
public record MachineCode(boolean whole, List<String> switchedOff) {
    /** The JVM's default intrinsics. */
    public static final MachineCode ON = new MachineCode(true, List.of());
    /** No intrinsics: software only. */
    public static final MachineCode OFF = new MachineCode(false, List.of());

    /** Returns the default intrinsics without those of these flags. */
    public static MachineCode without(List<String> flags) {
        return new MachineCode(false, List.copyOf(flags));
    }

    /** Returns the options for a JVM that knows these flags. */
    public List<String> options(CryptoIntrinsics known) {
        return whole ? List.of() : switchedOff.isEmpty() ? known.off() : known.off(switchedOff);
    }

    /** Returns the words that follow the name of a provider in reports; empty for default intrinsics. */
    public String words() {
        return whole ? "" : switchedOff.isEmpty() ? "software" : "without " + String.join(" and ", switchedOff);
    }
}
