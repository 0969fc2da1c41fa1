package org.eejs.lab.xml;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eejs.lab.machine.Nearest;
import org.eejs.lab.settings.SignatureProviders;
import org.eejs.result.InputException;
import org.eejs.result.Xml;

/** All studies of the XML workload, in the order of a report. */
public final class XmlStudies {
    /** Stands for those that measure again what the slides of 2006 showed. */
    public static final String SLIDES = "slides";

    private static final List<XmlStudy> ALL = List.of(new TransactionsStudy(), new ParsersStudy(), new ThreadsStudy(),
            new JvmOptionsStudy(), new LargePagesStudy(), new SignaturesStudy());
    private static final List<String> OF_THE_SLIDES = List.of(Xml.THREADS, Xml.JVM_OPTIONS, Xml.LARGE_PAGES,
            Xml.SIGNATURES);
    private static final XmlStudy OPTIONS_OF_THE_SLIDES = new JvmOptionsStudy(true);

    private XmlStudies() {}

    /** The names of all, and of those that stand for several. */
    public static List<String> names() {
        return Stream.concat(ALL.stream().map(XmlStudy::name), Stream.of(SLIDES)).toList();
    }

    /** What each measures, a line each, for help. */
    public static List<String> lines() {
        List<String> lines = new ArrayList<>();
        ALL.forEach(study -> lines.add("%-13s %s".formatted(study.name(), study.about())));
        lines.add("%-13s %s".formatted(SLIDES, String.join(", ", OF_THE_SLIDES)
                + ": the plots of JavaOne 2006, for this machine, with the options of then"));
        return lines;
    }

    /** The names of all providers of signatures. */
    public static List<String> providers() {
        return SignatureProviders.names();
    }

    /**
     * The studies of these names, in the order of a report.
     *
     * @throws InputException with a line that lists those that exist
     */
    static List<XmlStudy> named(List<String> names) {
        Set<String> wanted = new LinkedHashSet<>();
        for (String name : names) {
            if (!names().contains(name)) {
                throw new InputException("study", "--study '%s' is not a study; %s".formatted(name,
                        Nearest.hint(name, names())));
            }
            wanted.addAll(name.equals(SLIDES) ? OF_THE_SLIDES : List.of(name));
        }
        return ALL.stream().filter(study -> wanted.contains(study.name())).map(study -> study.name().equals(
                Xml.JVM_OPTIONS) && !names.contains(study.name()) ? OPTIONS_OF_THE_SLIDES : study).toList();
    }
}
