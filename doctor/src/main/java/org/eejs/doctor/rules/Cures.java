package org.eejs.doctor.rules;

import java.util.List;
import java.util.stream.Stream;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.result.Diagnosis.Cure;
import org.eejs.terminal.Printable;
import org.eejs.terminal.ShellWord;

/** Factory methods for fixes. Lines to copy work as they are; remarks are in the words. */
public final class Cures {
    /** The library of cures, as products/jsse publishes it. */
    static final String LIBRARY = "org.eejs:eejs-jsse:0.1.0";
    private static final String JAR = "eejs-jsse-0.1.0.jar";
    private static final String OVERRIDE = "java.security.properties";

    private static final String DISABLED = "jdk.tls.disabledAlgorithms";

    private Cures() {}

    /**
     * Returns a fix.
     *
     * @param words the advice, a sentence without a full stop
     * @param lines code or settings to copy
     */
    public static Cure of(String words, String... lines) {
        return new Cure(Printable.line(words), Stream.of(lines).map(Printable::line).toList());
    }

    /**
     * Returns a fix by the library eejs-jsse, which needs no change in the service.
     *
     * @param property turns on a part that is off by default, such as {@code -Dorg.eejs.jsse.sslContext=share}; may be
     *     empty
     */
    public static Cure library(JvmEvidence evidence, String words, String property) {
        String library = words + ". The library is " + LIBRARY + ". The first line writes its settings. Add the "
                + "second line to the JVM’s options";
        // With -jar, the JVM ignores -cp and would ignore the provider silently; -Xbootclasspath/a always works.
        String options = (property.isEmpty() ? "" : property + " ") + "-Xbootclasspath/a:" + JAR;
        return evidence.settings().property(OVERRIDE).map(own -> of(library + ". This JVM has -D" + OVERRIDE + "="
                + own + " already, and only the last one counts, so the settings go into that file",
                "java %s -jar %s >> %s".formatted(ShellWord.of("-D" + OVERRIDE + "=" + own), JAR,
                ShellWord.of(file(own))), options))
                .orElseGet(() -> of(library, "java -jar " + JAR + " > eejs.security",
                        "-D" + OVERRIDE + "=eejs.security " + options));
    }

    /** Returns the path in the property, which may be a file URL or follow a second equals sign. */
    private static String file(String override) {
        return override.replaceFirst("^=", "").replaceFirst("^file:(//)?", "");
    }

    /** Returns a fix that also disables TLS algorithms, in addition to those that this JVM disables already. */
    public static Cure without(JvmEvidence evidence, String algorithms, String words, String... lines) {
        String own = evidence.settings().security().get(DISABLED);
        String where = own == null ? "add " + algorithms + " to " + DISABLED : "set this line";
        return of("%s; or %s in conf/security/java.security".formatted(words, where),
                Stream.concat(Stream.of(lines), own == null ? Stream.empty()
                        : Stream.of(DISABLED + "=" + own.strip().replace("\\", "\\\\") + ", " + algorithms))
                        .toArray(String[]::new));
    }
}
