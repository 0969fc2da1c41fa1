package org.eejs.bench.xml;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eejs.banking.Named;
import org.eejs.banking.ProfileKind;
import org.eejs.bench.measuring.Timing;
import org.eejs.lab.machine.Host;
import org.eejs.lab.machine.Nearest;
import org.eejs.lab.settings.SignatureProviders;
import org.eejs.result.Bench;
import org.eejs.result.InputException;
import org.eejs.xmlload.DocumentKind;
import org.eejs.xmlload.SignatureKey;
import org.eejs.xmlload.Transactions;

/**
 * A request to {@code eejs xml}. Immutable.
 *
 * @param studies names of studies, and {@link #SLIDES}; empty for {@code transactions}
 * @param choice the values that replace those of the studies
 * @param seed the seed of the generated documents; null for 1
 * @param rounds the number of forks for each cell; null for 3, with {@code quick} 1
 * @param warmUpSeconds the duration of a fork's warm-up; null for 6, with {@code quick} 1.2
 * @param steadySeconds the duration of its measurement; null for 2.5, with {@code quick} 0.8
 * @param profile cpu for a flame graph of each cell, or off; null for off
 * @param quick whether a quick run was requested
 * @param arguments the words of the command line
 */
public record XmlRequest(List<String> studies, XmlChoice choice, Long seed, Integer rounds, Double warmUpSeconds,
        Double steadySeconds, String profile, boolean quick, List<String> arguments) {
    /** The command's name. */
    public static final String COMMAND = "xml";
    /** The name of the studies that reproduce the slides of 2006. */
    public static final String SLIDES = "slides";

    private static final List<XmlStudy> OF_THE_SLIDES = List.of(XmlStudy.THREADS_ACROSS_AND_WITHIN,
            XmlStudy.OPTIONS_OF_JVMS, XmlStudy.LARGE_PAGES, XmlStudy.SIGNATURES);
    private static final List<String> PROFILES = List.of(ProfileKind.CPU.id(), ProfileKind.OFF.id());
    private static final int MOST_ROUNDS = 100;
    private static final int ROUNDS = 3;
    private static final double WARM_UP = 6;
    private static final double STEADY = 2.5;
    private static final double QUICK_WARM_UP = 1.2;
    private static final double QUICK_STEADY = 0.8;

    /**
     * Checks the request.
     *
     * @throws InputException with a line that names the valid values
     */
    public XmlRequest {
        studies = studies.isEmpty() ? List.of(XmlStudy.TRANSACTIONS.id()) : List.copyOf(studies);
        List<String> names = Stream.concat(Named.ids(XmlStudy.class).stream(), Stream.of(SLIDES)).toList();
        for (String name : studies) {
            if (!names.contains(name)) {
                throw new InputException("study", "--study '%s' is not a study; %s".formatted(name,
                        Nearest.hint(name, names)));
            }
        }
        choice.checkTogether();
        seed = seed == null ? 1 : seed;
        rounds = rounds != null ? rounds : quick ? 1 : ROUNDS;
        warmUpSeconds = warmUpSeconds != null ? warmUpSeconds : Double.valueOf(quick ? QUICK_WARM_UP : WARM_UP);
        steadySeconds = steadySeconds != null ? steadySeconds : Double.valueOf(quick ? QUICK_STEADY : STEADY);
        profile = profile != null ? profile : ProfileKind.OFF.id();
        if (!PROFILES.contains(profile)) {
            throw new InputException("--profile '%s' is not possible; give %s".formatted(profile,
                    String.join(" or ", PROFILES)));
        }
        if (rounds < 1 || rounds > MOST_ROUNDS) {
            throw new InputException("--rounds %d: must be 1 to %d".formatted(rounds, MOST_ROUNDS));
        }
        seconds("--warm-up", warmUpSeconds);
        seconds("--steady", steadySeconds);
    }

    private static void seconds(String option, double value) {
        if (!(value >= Timing.SHORTEST && value <= Timing.LONGEST)) {
            throw new InputException("%s %s: must be 0.1 to 3600 seconds".formatted(option, value));
        }
    }

    /** Returns the chosen studies, in the order of a report. */
    private List<XmlStudy> meant() {
        Set<XmlStudy> meant = new LinkedHashSet<>();
        for (XmlStudy study : XmlStudy.values()) {
            if (studies.contains(study.id()) || studies.contains(SLIDES) && OF_THE_SLIDES.contains(study)) {
                meant.add(study);
            }
        }
        return List.copyOf(meant);
    }

    /**
     * Returns the cells to measure.
     *
     * @throws InputException with a line when nothing of what was requested can be measured
     */
    public XmlPlan plan() {
        return plan(Host.here());
    }

    XmlPlan plan(Host host) {
        List<XmlCell> cells = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (XmlStudy study : meant()) {
            List<XmlCell> own = study.cells(new XmlStudy.Scope(choice, seed, host, !studies.contains(study.id())));
            if (own.isEmpty()) {
                throw new InputException("--study " + study.id() + " measures " + study.about()
                        + "; with the other options, nothing of that is left");
            }
            cells.addAll(own);
            notes.addAll(study.notes(host));
        }
        Timing timing = Timing.ofSeconds(rounds, warmUpSeconds, steadySeconds);
        return new XmlPlan(COMMAND, meant().stream().map(study -> new Bench.Group(study.id(), "XML, " + study.id(),
                study.about(), true)).toList(), cells, notes, timing, profile.equals(ProfileKind.CPU.id()), quick,
                arguments).checked();
    }

    /** Prints studies, transactions, libraries, documents, keys and providers. */
    public static void printNames(PrintStream out) {
        out.println("Studies:");
        for (XmlStudy study : XmlStudy.values()) {
            out.println("  %-13s %s".formatted(study.id(), study.about()));
        }
        out.println("  %-13s %s".formatted(SLIDES, String.join(", ", OF_THE_SLIDES.stream().map(XmlStudy::id).toList())
                + ": the plots of JavaOne 2006, for this machine, with the options of 2006"));
        out.println("Transactions, with their libraries:");
        Transactions.ALL.forEach(kind -> out.println("  %-20s %s: %s".formatted(kind.name(),
                String.join(", ", kind.libraries()), kind.about())));
        out.println("Documents: " + String.join(", ", Named.ids(DocumentKind.class)));
        out.println("Keys:      " + String.join(", ", Named.ids(SignatureKey.class)));
        out.println("Providers: " + String.join(", ", SignatureProviders.names()));
    }
}
