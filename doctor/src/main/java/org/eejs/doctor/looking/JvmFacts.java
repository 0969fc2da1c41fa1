package org.eejs.doctor.looking;

import static org.eejs.profile.RecordedEvents.text;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import org.eejs.doctor.evidence.JvmSettings;

/** The settings of the JVM in a recording. For one thread while it is filled. */
final class JvmFacts {
    /**
     * The JDK's version comes last: {@code OpenJDK 64-Bit Server VM (25.392-b08) for linux-amd64 JRE (1.8.0_392-b08)}.
     */
    private static final Pattern JRE = Pattern.compile("JRE \\(([^)]+)\\)");
    private static final Pattern VM = Pattern.compile("\\(([^)]+)\\)");

    private final Map<String, String> flags = new HashMap<>();
    private final Map<String, String> system = new HashMap<>();
    private final Map<String, String> security = new HashMap<>();
    private String jdk = "";
    private String command;

    /** Processes an event. Returns whether the event contains settings. */
    boolean take(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.InitialSecurityProperty", "jdk.SecurityPropertyModification" -> security.put(text(event, "key"),
                    text(event, "value"));
            case "jdk.InitialSystemProperty" -> system.put(text(event, "key"), text(event, "value"));
            case "jdk.BooleanFlag" -> flags.put(text(event, "name"), String.valueOf(event.getBoolean("value")));
            case "jdk.JVMInformation" -> {
                jdk = version(text(event, "jvmVersion"));
                command = program(text(event, "javaArguments"));
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Returns the JDK's version from the version text of a JVM; empty if it contains none. */
    static String version(String said) {
        Matcher jre = JRE.matcher(said);
        Matcher vm = VM.matcher(said);
        return (jre.find() ? jre.group(1) : vm.find() ? vm.group(1) : "").replaceFirst("[+-].*", "");
    }

    /** Returns the main class or jar without its arguments, which may be secret; null if there is none. */
    static String program(String javaCommand) {
        String first = javaCommand.strip().split("\\s+", 2)[0];
        return first.isEmpty() ? null : first;
    }

    JvmSettings settings() {
        return new JvmSettings(jdk, Map.copyOf(flags), Map.copyOf(system), Map.copyOf(security));
    }

    String command() {
        return command;
    }
}
