package org.eejs.jsse;

import java.io.PrintStream;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import org.eejs.jsse.runtime.EngineClass;
import org.eejs.jsse.runtime.Settings;

/**
 * The command {@code java -jar eejs-jsse.jar}. It prints the file that turns the provider on for the JDK that runs it.
 * With {@code --check} it shows which services of EEJS a JVM with that file uses.
 */
final class SecurityFile {
    private static final String ENTRY = "security.provider.";
    private static final String ALL_SERVICES = "-D" + Settings.SERVICES + "=" + Settings.DEFAULT_SERVICES + ","
            + EngineClass.SECURE_RANDOM;

    private static final String HELP = "without arguments, this prints a java.security override that puts "
            + EejsProvider.NAME + " first: java -jar eejs-jsse.jar > eejs.security. With --check, it shows what "
            + EejsProvider.NAME + " serves: java -Djava.security.properties=eejs.security -jar eejs-jsse.jar --check";

    private SecurityFile() {}

    /**
     * Runs the command. It exits with 0, with 1 if the check finds that EEJS serves nothing or that one of its
     * properties is wrong, and with 2 for unknown arguments.
     */
    public static void main(String[] arguments) {
        int status = run(arguments, System.out, System.err);
        if (status != 0) {
            System.exit(status);
        }
    }

    private static int run(String[] arguments, PrintStream out, PrintStream err) {
        if (arguments.length == 0) {
            out.print(text());
            return 0;
        }
        if (arguments.length == 1 && arguments[0].equals("--check")) {
            return check(out);
        }
        boolean help = arguments.length == 1 && arguments[0].matches("-h|--help");
        (help ? out : err).println((help ? "" : "unknown arguments " + printable(String.join(" ", arguments)) + "; ")
                + HELP);
        return help ? 0 : 2;
    }

    /** Returns the providers of this JVM's java.security with EEJS ahead of them, as properties. */
    static String text() {
        StringBuilder text = new StringBuilder();
        text.append("# Puts the provider ").append(EejsProvider.NAME).append(" ahead of those of Java ")
                .append(System.getProperty("java.version")).append(", ").append(System.getProperty("java.vendor"))
                .append(".\n");
        text.append("# Use: java -Djava.security.properties=THIS-FILE -cp eejs-jsse.jar:... ...\n");
        text.append("# With the next line uncommented, key managers of the default algorithm are ")
                .append(EejsProvider.NAME).append("'s as well.\n");
        text.append("#ssl.KeyManagerFactory.algorithm=PKIX\n");
        text.append("# Random numbers stay the JDK's, but for JVMs with ").append(ALL_SERVICES).append(".\n");
        int position = 1;
        text.append(ENTRY).append(position++).append('=').append(EejsProvider.class.getName()).append('\n');
        for (String provider : configured()) {
            text.append(ENTRY).append(position++).append('=')
                    .append(printable(provider).replace("\\", "\\\\")).append('\n');
        }
        return text.toString();
    }

    /**
     * Returns the providers that java.security lists, without EEJS: each line a name or class, and perhaps an argument.
     */
    private static List<String> configured() {
        List<String> providers = new ArrayList<>();
        String provider;
        for (int i = 1; (provider = Security.getProperty(ENTRY + i)) != null && !provider.trim().isEmpty(); i++) {
            if (!provider.trim().equals(EejsProvider.class.getName())) {
                providers.add(provider.trim());
            }
        }
        return providers;
    }

    private static int check(PrintStream out) {
        String faults = Settings.faults();
        if (!faults.isEmpty()) {
            out.println(EejsProvider.NAME + " serves nothing until its system properties are right: "
                    + printable(faults));
            return 1;
        }
        Provider installed = Security.getProvider(EejsProvider.NAME);
        if (installed == null) {
            out.println(EejsProvider.NAME + " is not on: run with -Djava.security.properties=FILE and with this jar on "
                    + "the class path. Without arguments, this program prints FILE");
            return 1;
        }
        boolean any = false;
        for (EngineClass served : EngineClass.values()) {
            for (String algorithm : served.algorithms()) {
                String provider = first(served.engine() + "." + algorithm);
                any |= provider.equals(EejsProvider.NAME);
                boolean off = !served.isDefault() && !provider.equals(EejsProvider.NAME);
                out.println(served.engine() + " " + algorithm + ": "
                        + (off ? "off; " + ALL_SERVICES + " turns it on" : printable(provider)));
            }
        }
        return any ? 0 : 1;
    }

    /** Returns foreign text without characters that steer a terminal, end a line, or turn or hide text. */
    private static String printable(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]", "?");
    }

    private static String first(String entry) {
        Provider[] providers = Security.getProviders(entry);
        return providers == null ? "nobody" : providers[0].getName();
    }
}
