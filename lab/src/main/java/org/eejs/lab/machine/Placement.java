package org.eejs.lab.machine;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.eejs.banking.RoleName;
import org.eejs.result.InputException;
import org.eejs.result.NotHereException;

/**
 * The processors that each role may use. Whole JVMs are pinned, with taskset, so that the bank runs on cores that it
 * does not share.
 *
 * @param processors the processors by role; a role without an entry is not pinned
 */
public record Placement(Map<RoleName, BitSet> processors) {
    /** The placement chosen from the machine's cores. */
    public static final String AUTO = "auto";
    /** The placement of the bank on two hardware threads, each of another core. */
    static final String ACROSS_CORES = "across-cores";
    /** The placement of the bank on two hardware threads of one core. */
    static final String WITHIN_CORE = "within-core";
    /** The placement without pinning. */
    public static final String NONE = "none";
    /** A placement that pins no role. */
    public static final Placement UNPINNED = new Placement(Map.of());

    /**
     * Reads {@code auto}, {@code none}, {@code across-cores}, {@code within-core}, or processors by role such as {@code
     * bank=1,driver=0,besim=0}; several processors of a role are joined by a plus or a dash: {@code bank=2-3+6-7}.
     *
     * @throws InputException with one line that names the allowed values
     */
    public static Placement of(String text) {
        return switch (text) {
            case NONE -> UNPINNED;
            case AUTO -> automatic(Machine.cores());
            case ACROSS_CORES -> pair(Machine.cores(), true);
            case WITHIN_CORE -> pair(Machine.cores(), false);
            default -> parse(text);
        };
    }

    /**
     * Returns a placement in which the bank gets half of the cores, and driver and back end share the rest. Cores are
     * not divided.
     */
    static Placement automatic(List<BitSet> cores) {
        Map<RoleName, BitSet> placed = new EnumMap<>(RoleName.class);
        if (cores.size() < 2 || !ThreadPlacement.canPin()) {
            return new Placement(placed);
        }
        int half = (cores.size() + 1) / 2;
        BitSet load = ThreadPlacement.all(cores.subList(0, half));
        BitSet bank = ThreadPlacement.all(cores.subList(half, cores.size()));
        placed.put(RoleName.BANK, bank);
        placed.put(RoleName.BESIM, load);
        placed.put(RoleName.DRIVER, load);
        return new Placement(placed);
    }

    /**
     * Returns a placement with two hardware threads for the bank, on two cores or on one. Driver and back end have the
     * cores that neither case uses, so both cases differ in nothing else.
     *
     * @throws InputException with one line that names what the machine lacks
     */
    public static Placement pair(List<BitSet> cores, boolean across) {
        String name = across ? ACROSS_CORES : WITHIN_CORE;
        if (cores.size() < 3 || !ThreadPlacement.canPin()) {
            throw new NotHereException("placement", "--placement '" + name + "' needs three cores, one of them for "
                    + "driver and back end, and the command taskset; this machine has " + cores.size() + " cores");
        }
        if (!across && cores.get(0).cardinality() < 2) {
            throw new NotHereException("placement", "--placement '" + name
                    + "' needs cores with two hardware threads; those of this machine have one");
        }
        BitSet bank = new BitSet();
        int first = cores.get(0).nextSetBit(0);
        bank.set(first);
        bank.set(across ? cores.get(1).nextSetBit(0) : cores.get(0).nextSetBit(first + 1));
        BitSet load = ThreadPlacement.all(cores.subList(2, cores.size()));
        return new Placement(Map.of(RoleName.BANK, bank, RoleName.BESIM, load, RoleName.DRIVER, load));
    }

    private static Placement parse(String text) {
        BitSet existing = ThreadPlacement.all(Machine.cores());
        Map<RoleName, BitSet> placed = new EnumMap<>(RoleName.class);
        for (String part : text.split(",")) {
            String[] sides = part.split("=", -1);
            RoleName role = Arrays.stream(RoleName.values()).filter(each -> each.id().equals(sides[0])).findFirst()
                    .orElse(null);
            if (sides.length != 2 || role == null) {
                throw new InputException("--placement '" + text
                        + "' is not auto, none, across-cores, within-core, or processors by role such as "
                        + "bank=1,driver=0,besim=0");
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
                throw new InputException("--placement '" + text + "': EEJS may use the processors "
                        + ProcessorList.format(existing) + ", not " + ProcessorList.format(missing));
            }
            placed.put(role, processors);
        }
        if (!ThreadPlacement.canPin()) {
            throw new InputException("--placement '" + text + "' needs the command taskset (package util-linux)");
        }
        return new Placement(placed);
    }

    /** Returns the placement without a back end, whose processors become free. */
    public Placement withoutBackEnd() {
        Map<RoleName, BitSet> others = new EnumMap<>(RoleName.class);
        others.putAll(processors);
        if (others.containsKey(RoleName.DRIVER)) {
            others.put(RoleName.BESIM, others.get(RoleName.DRIVER));
        }
        return new Placement(others);
    }

    /** Returns the words that must precede a role's command line. */
    public List<String> prefix(RoleName role) {
        BitSet chosen = processors.get(role);
        return chosen == null ? List.of() : List.of("taskset", "-c", ProcessorList.format(chosen));
    }

    /**
     * Confines the lab, this process, to processors that no bank uses. Does nothing if a role is not pinned, since it
     * would inherit the lab's processors.
     *
     * @param all the placements of all configurations
     */
    public static void moveLabAway(Collection<Placement> all) {
        BitSet free = ThreadPlacement.all(Machine.cores());
        all.forEach(each -> free.andNot(each.processors.getOrDefault(RoleName.BANK, new BitSet())));
        boolean pinned = !all.isEmpty() && all.stream().allMatch(each ->
                each.processors.keySet().containsAll(List.of(RoleName.values())));
        if (pinned && !free.isEmpty()) {
            Machine.confineTo(free);
        }
    }

    /** Returns the number of processors that a role was given. */
    public int count(RoleName role) {
        BitSet chosen = processors.get(role);
        return chosen == null ? Machine.processors() : chosen.cardinality();
    }
}
