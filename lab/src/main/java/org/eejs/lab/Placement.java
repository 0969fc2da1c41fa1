package org.eejs.lab;

import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Which processors each role may use. Whole JVMs are pinned, with taskset, so that the bank is measured on cores that
 * it need not share.
 *
 * @param processors by role; a role that is not there is not pinned
 */
record Placement(Map<RoleName, BitSet> processors) {
    /** Chosen from the machine's cores. */
    static final String AUTO = "auto";
    /** No pinning. */
    static final String NONE = "none";

    /**
     * Reads {@code auto}, {@code none}, or processors by role such as {@code bank=1,driver=0,besim=0}; several
     * processors of a role are joined by a plus or a dash: {@code bank=2-3+6-7}.
     *
     * @throws InputException with a line that says what is expected
     */
    static Placement of(String text) {
        return switch (text) {
            case NONE -> new Placement(Map.of());
            case AUTO -> automatic(Machine.cores());
            default -> parse(text);
        };
    }

    /** The bank gets half of the cores, whole ones; driver and back end share the rest. One core is not divided. */
    static Placement automatic(List<BitSet> cores) {
        Map<RoleName, BitSet> placed = new EnumMap<>(RoleName.class);
        if (cores.size() < 2 || !canPin()) {
            return new Placement(placed);
        }
        BitSet load = new BitSet();
        BitSet bank = new BitSet();
        for (int i = 0; i < cores.size(); i++) {
            (i < (cores.size() + 1) / 2 ? load : bank).or(cores.get(i));
        }
        placed.put(RoleName.BANK, bank);
        placed.put(RoleName.BESIM, load);
        placed.put(RoleName.DRIVER, load);
        return new Placement(placed);
    }

    private static Placement parse(String text) {
        BitSet existing = new BitSet();
        Machine.cores().forEach(existing::or);
        Map<RoleName, BitSet> placed = new EnumMap<>(RoleName.class);
        for (String part : text.split(",")) {
            String[] sides = part.split("=", -1);
            RoleName role = Arrays.stream(RoleName.values()).filter(each -> each.id().equals(sides[0])).findFirst()
                    .orElse(null);
            if (sides.length != 2 || role == null) {
                throw new InputException("--placement '" + text
                        + "' is not auto, none, or processors by role such as bank=1,driver=0,besim=0");
            }
            BitSet processors;
            try {
                processors = ProcessorList.parse(sides[1].replace('+', ','));
            } catch (IllegalArgumentException e) {
                throw new InputException("--placement '" + text + "': " + e.getMessage());
            }
            BitSet missing = (BitSet) processors.clone();
            missing.andNot(existing);
            if (!missing.isEmpty()) {
                throw new InputException("--placement '" + text + "': this machine gives the processors "
                        + ProcessorList.format(existing) + ", not " + ProcessorList.format(missing));
            }
            placed.put(role, processors);
        }
        if (!canPin()) {
            throw new InputException("--placement '" + text + "' needs the command taskset (package util-linux)");
        }
        return new Placement(placed);
    }

    /** The words that must precede a role's command line. */
    List<String> prefix(RoleName role) {
        BitSet chosen = processors.get(role);
        return chosen == null ? List.of() : List.of("taskset", "-c", ProcessorList.format(chosen));
    }

    /** How many processors a role was given. */
    int count(RoleName role) {
        BitSet chosen = processors.get(role);
        return chosen == null ? Runtime.getRuntime().availableProcessors() : chosen.cardinality();
    }

    private static boolean canPin() {
        return SystemCommand.exists("taskset");
    }
}
