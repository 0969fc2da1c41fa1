package org.eejs.doctor.rules;

import java.util.List;
import java.util.stream.Stream;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.result.Diagnosis.Cure;
import org.eejs.terminal.Printable;
import org.eejs.terminal.ShellWord;

/** How cures are written: what is to be copied stands in lines that are right as they are, remarks stand in words. */
public final class Cures {
    /** The library of cures, as products/jsse publishes it. */
    static final String LIBRARY = "org.eejs:eejs-jsse:0.1.0";
    private static final String JAR = "eejs-jsse-0.1.0.jar";
    private static final String OVERRIDE = "java.security.properties";

    private static final String DISABLED = "jdk.tls.disabledAlgorithms";

    private Cures() {}

    /**
     * Returns a cure.
     *
     * @param words what to do, in a sentence
     * @param lines what to copy
     */
    public static Cure of(String words, String... lines) {
        return new Cure(Printable.line(words), Stream.of(lines).map(Printable::line).toList());
    }

    /**
     * Returns a cure by the library of cures, which takes the service as it is.
     *
     * @param property that turns on what is off by default, such as {@code -Dorg.eejs.jsse.sslContext=share}; else
     *     empty
     */
    public static Cure library(JvmEvidence evidence, String words, String property) {
        String library = words + ". The library is " + LIBRARY + "; the first line makes its settings, and the second "
                + "has what to add to the options of the JVM, by which it finds the jar however it is started";
        // With -jar the JVM passes over -cp, and would pass over the provider without a word.
        String options = (property.isEmpty() ? "" : property + " ") + "-Xbootclasspath/a:" + JAR;
        return evidence.settings().property(OVERRIDE).map(own -> of(library + ". It has -D" + OVERRIDE + "=" + own
                + " already, of which only the last one holds, so the settings go into that file",
                "java %s -jar %s >> %s".formatted(ShellWord.of("-D" + OVERRIDE + "=" + own), JAR,
                ShellWord.of(file(own))), options))
                .orElseGet(() -> of(library, "java -jar " + JAR + " > eejs.security",
                        "-D" + OVERRIDE + "=eejs.security " + options));
    }

    /** Of what may be the file of a URL, or stand behind a second equals sign. */
    private static String file(String override) {
        return override.replaceFirst("^=", "").replaceFirst("^file:(//)?", "");
    }

    /** Returns the lines, and one that leaves algorithms of TLS out, beside what this JVM leaves out already. */
    public static Cure without(JvmEvidence evidence, String algorithms, String words, String... lines) {
        String own = evidence.settings().security().get(DISABLED);
        String where = own == null ? "add " + algorithms + " to " + DISABLED : "have this line";
        return of("%s; or %s in conf/security/java.security".formatted(words, where),
                Stream.concat(Stream.of(lines), own == null ? Stream.empty()
                        : Stream.of(DISABLED + "=" + own.strip().replace("\\", "\\\\") + ", " + algorithms))
                        .toArray(String[]::new));
    }
}
