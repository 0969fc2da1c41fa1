package org.eejs.doctor.rules;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.eejs.doctor.evidence.FramePattern;
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

    private static final String SHARE = "sslContext=share";
    /** Methods of trust managers; those of libraries that only pass the question on are not among them. */
    private static final FramePattern CHECKS = new FramePattern("*.checkServerTrusted", "*.checkClientTrusted");
    /** Classes that are neither the JDK’s nor the library’s own. */
    private static final Predicate<String> FOREIGN = type -> !type.startsWith("[")
            && !type.matches("(java|javax|sun|com\\.sun|jdk|org\\.eejs)\\..*");
    private static final FramePattern JDK_TLS = new FramePattern("sun.security.ssl.");
    private static final FramePattern OTHER_TLS = new FramePattern("org.conscrypt.", "org.bouncycastle.jsse.",
            "*.netty.internal.tcnative.", "org.apache.tomcat.util.net.openssl.");
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
     * Returns a fix in the code, and by the library eejs-jsse, which needs no change in the service. The library is
     * left out where it would do nothing in this JVM; see {@link #whyNoLibrary}.
     *
     * @param own the fix in the code; empty if there is none
     * @param byLibrary what the library does
     * @param property turns on a part that is off by default, such as {@code -Dorg.eejs.jsse.sslContext=share}; may be
     *     empty
     * @param lines lines to copy for the fix in the code
     */
    public static Cure library(JvmEvidence evidence, String own, String byLibrary, String property,
            String... lines) {
        String useless = whyNoLibrary(evidence, property);
        if (!useless.isEmpty()) {
            return of((own.isEmpty() ? "Change the code" : own) + ". The library of fixes does not help here: "
                    + useless, lines);
        }
        String library = (own.isEmpty() ? byLibrary : own + ". Or " + byLibrary.substring(0, 1).toLowerCase(Locale.ROOT)
                + byLibrary.substring(1)) + ". The library is " + LIBRARY + ". The first line writes its settings. "
                + "Add the second line to the JVM’s options";
        // With -jar, the JVM ignores -cp and would ignore the provider silently; -Xbootclasspath/a always works.
        String options = (property.isEmpty() ? "" : property + " ") + "-Xbootclasspath/a:" + JAR;
        Cure cure = evidence.settings().property(OVERRIDE).map(file -> of(library + ". This JVM has -D" + OVERRIDE
                + "=" + file + " already, and only the last one counts, so the settings go into that file",
                "java %s -jar %s >> %s".formatted(ShellWord.of("-D" + OVERRIDE + "=" + file), JAR,
                ShellWord.of(file(file))), options))
                .orElseGet(() -> of(library, "java -jar " + JAR + " > eejs.security",
                        "-D" + OVERRIDE + "=eejs.security " + options));
        return new Cure(cure.words(), Stream.concat(Stream.of(lines).map(Printable::line), cure.lines().stream())
                .toList());
    }

    /**
     * Returns why the library would do nothing in this JVM; empty if it works. Contexts with managers of the user’s own
     * are not shared, as the library cannot compare what they trust. A JVM whose TLS is not the JDK’s does not ask it.
     */
    private static String whyNoLibrary(JvmEvidence evidence, String property) {
        boolean ownManagers = property.contains(SHARE) && (evidence.heap().keySet().stream()
                .anyMatch(type -> type.matches(".*(Trust|Key)Manager(\\$.*)?") && FOREIGN.test(type))
                || evidence.share(stack -> stack.hasForeign(CHECKS)) > 0);
        return ownManagers ? "a trust or key manager of the service’s own prevents sharing"
                : evidence.share(JDK_TLS) == 0 && evidence.share(OTHER_TLS) > 0
                ? "TLS is not that of the JDK" : "";
    }

    /** Returns the path in the property, which may be a file URL or follow a second equals sign. */
    private static String file(String override) {
        return override.replaceFirst("^=", "").replaceFirst("^file:(//)?", "");
    }

    /** Returns a fix that also disables TLS algorithms, in addition to those that this JVM disables already. */
    public static Cure without(JvmEvidence evidence, String algorithms, String words, String... lines) {
        String own = evidence.settings().security().get(DISABLED);
        String where = own == null ? "add " + algorithms + " to " + DISABLED : "set this line";
        return of("%s; or %s in conf/security/java.security, after which peers that offer nothing else cannot connect"
                .formatted(words, where),
                Stream.concat(Stream.of(lines), own == null ? Stream.empty()
                        : Stream.of(DISABLED + "=" + own.strip().replace("\\", "\\\\") + ", " + algorithms))
                        .toArray(String[]::new));
    }
}
