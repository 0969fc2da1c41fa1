package org.eejs.lab.xml;

import static org.eejs.lab.settings.TransactionSettings.KEY;
import static org.eejs.lab.settings.TransactionSettings.PROVIDER;

import java.util.List;
import java.util.Map;
import org.eejs.banking.ProfileKind;
import org.eejs.lab.settings.XmlChoice;
import org.eejs.lab.settings.XmlTask;
import org.eejs.result.InputException;
import org.eejs.result.Xml;

/**
 * What {@code eejs xml} is to measure. Immutable.
 *
 * @param studies names of studies, and of those that stand for several; empty for {@code transactions}
 * @param choice what takes the place of what the studies would take
 * @param seed what documents follow from; null for 1
 * @param rounds how often each cell is measured, each time in a JVM of its own; null for 3, or, at first sight, 1
 * @param warmUpSeconds how long a JVM performs transactions that do not count; null for 6, or, at first sight, 1.2
 * @param steadySeconds how long it then performs those that count; null for 2.5, or, at first sight, 0.8
 * @param profile cpu for where the processor time of each cell's transactions went, or off; null for cpu, or, at first
 *     sight, off
 * @param quick whether a first look will do
 * @param arguments the words of the command line that asked for it
 */
public record XmlRequest(List<String> studies, XmlChoice choice, Long seed, Integer rounds, Double warmUpSeconds,
        Double steadySeconds, String profile, boolean quick, List<String> arguments) {
    /** Where the processor time of transactions goes. */
    public static final List<String> PROFILES = List.of(ProfileKind.CPU.id(), ProfileKind.OFF.id());

    private static final int MOST_ROUNDS = 100;
    private static final double SHORTEST = 0.1;
    private static final double LONGEST = 3_600;
    private static final int ROUNDS = 3;
    private static final double WARM_UP = 6;
    private static final double STEADY = 2.5;
    private static final double QUICK_WARM_UP = 1.2;
    private static final double QUICK_STEADY = 0.8;
    /** How long a bare signature is measured beside its transaction, as a part of the steady state. */
    private static final double SHARE = 0.5;
    /** How long stacks are sampled: the kernel's tick allows a sample for 4 ms of processor time. */
    private static final double PROFILE = 3;

    /**
     * Checks it.
     *
     * @throws InputException with a line that says what is possible
     */
    public XmlRequest {
        studies = studies.isEmpty() ? List.of(Xml.TRANSACTIONS) : List.copyOf(studies);
        XmlStudies.named(studies);
        choice.checkTogether();
        seed = seed == null ? 1 : seed;
        rounds = rounds != null ? rounds : quick ? 1 : ROUNDS;
        warmUpSeconds = warmUpSeconds != null ? warmUpSeconds : Double.valueOf(quick ? QUICK_WARM_UP : WARM_UP);
        steadySeconds = steadySeconds != null ? steadySeconds : Double.valueOf(quick ? QUICK_STEADY : STEADY);
        profile = profile != null ? profile : (quick ? ProfileKind.OFF : ProfileKind.CPU).id();
        if (!PROFILES.contains(profile)) {
            throw new InputException("--profile '%s' is not possible; give %s".formatted(profile,
                    String.join(" or ", PROFILES)));
        }
        if (rounds < 1 || rounds > MOST_ROUNDS) {
            throw new InputException("--rounds %d cannot be; give numbers from 1 to %d".formatted(rounds, MOST_ROUNDS));
        }
        seconds("--warm-up", warmUpSeconds);
        seconds("--steady", steadySeconds);
    }

    private static void seconds(String option, double value) {
        if (!(value >= SHORTEST && value <= LONGEST)) {
            throw new InputException("%s %s cannot be; give seconds from 0.1 to 3600".formatted(option, value));
        }
    }

    /**
     * How long a task is measured in a round. Where threads take all processors, the compiler shares them. Stacks are
     * sampled in the first round alone, so that what is broken off soon has them, too.
     */
    XmlRun.Timing timing(XmlStudy study, XmlTask task, int round, boolean tlb) {
        double warmUp = task.takesAllProcessors() ? 2 * warmUpSeconds : warmUpSeconds;
        return new XmlRun.Timing(warmUp, steadySeconds, task.signature() && asksWhoSigns(study)
                ? Math.max(SHORTEST, SHARE * steadySeconds) : 0,
                round == 1 && profile.equals(ProfileKind.CPU.id()) ? PROFILE : 0, study.looksAtPages(),
                study.looksAtPages() && tlb);
    }

    private boolean asksWhoSigns(XmlStudy study) {
        return study.name().equals(Xml.SIGNATURES) || !choice.of(PROVIDER).isEmpty() || !choice.of(KEY).isEmpty();
    }

    /** The studies' own names, in the order of a report. */
    List<String> studyNames() {
        return XmlStudies.named(studies).stream().map(XmlStudy::name).toList();
    }

    /** As it stands in a result, with the versions of libraries. */
    Xml.Settings settings(Map<String, String> libraries) {
        return new Xml.Settings(studyNames(), quick, rounds, warmUpSeconds, steadySeconds, seed, libraries, arguments);
    }
}
