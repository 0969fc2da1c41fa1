package org.eejs.doctor.rules;

import java.util.List;
import java.util.stream.Stream;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.result.Diagnosis.Cure;

/** How cures are written: what is to be copied stands in lines that are right as they are, remarks stand in words. */
public final class Cures {
    /** The library of cures, as products/jsse publishes it. */
    static final String LIBRARY = "org.eejs:eejs-jsse:0.1.0";

    private static final String DISABLED = "jdk.tls.disabledAlgorithms";

    private Cures() {}

    /**
     * A cure.
     *
     * @param words what to do, in a sentence
     * @param lines what to copy
     */
    public static Cure of(String words, String... lines) {
        return new Cure(words, List.of(lines));
    }

    /**
     * A cure by the library of cures, which takes the service as it is.
     *
     * @param property that turns on what is off by default, such as {@code -Dorg.eejs.jsse.sslContext=share}; else
     *     empty
     */
    public static Cure library(Evidence evidence, String words, String property) {
        String jvm = "java -Djava.security.properties=eejs.security " + (property.isEmpty() ? "" : property + " ");
        String program = evidence.target().command() == null ? "" : evidence.target().command();
        String jar = program.endsWith(".jar") ? program : "app.jar";
        String main = program.isEmpty() || program.endsWith(".jar") ? "com.example.Main" : program;
        // With -jar the JVM passes over -cp, and would pass over the provider without a word.
        return of(words + ". The library is " + LIBRARY + "; its jar has to be where the JVM itself looks for it: with "
                + "java -jar, as Spring Boot is started, by -Xbootclasspath/a", "java -jar eejs-jsse.jar > "
                + "eejs.security",
                jvm + "-Xbootclasspath/a:eejs-jsse.jar -jar " + jar,
                jvm + "-cp eejs-jsse.jar:" + jar + " " + main);
    }

    /** The lines, and one that leaves algorithms of TLS out, beside what this JVM leaves out already. */
    public static Cure without(Evidence evidence, String algorithms, String words, String... lines) {
        String own = evidence.settings().security().get(DISABLED);
        String where = own == null ? "add " + algorithms + " to " + DISABLED : "have this line";
        return new Cure("%s; or %s in conf/security/java.security".formatted(words, where),
                Stream.concat(Stream.of(lines), own == null ? Stream.empty()
                        : Stream.of(DISABLED + "=" + own.strip() + ", " + algorithms)).toList());
    }
}
