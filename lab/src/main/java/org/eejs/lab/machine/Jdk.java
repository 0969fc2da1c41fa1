package org.eejs.lab.machine;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.TlsProfile;
import org.eejs.result.CryptoIntrinsics;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.role.JsseProfile;

/**
 * A JDK on this machine.
 *
 * @param home its folder
 * @param version the version in its {@code release} file, for example {@code 17.0.15}
 * @param vendor its builder
 */
public record Jdk(Path home, String version, String vendor) {
    /** The word for the JDK that runs the lab. */
    public static final String SAME = "same";

    /** A line of the list of all flags: type, name, value, kind and origin. */
    private static final Pattern FLAG = Pattern.compile("\\s*\\w+\\s+(\\w+)\\s+:?=\\s*(.*?)\\s*\\{.*");
    private static final int FIRST_THAT_ASKS_FOR_NATIVE_ACCESS = 22;
    private static final int FIRST_THAT_WARNS_OF_UNSAFE = 24;
    private static final List<String> WHERE_JDKS_STAND = List.of("/usr/lib/jvm", "/usr/java", "/opt/java", "/opt/jdk",
            System.getProperty("user.home") + "/.sdkman/candidates/java", System.getProperty("user.home") + "/.jdks",
            "/Library/Java/JavaVirtualMachines");

    /** Returns the JDK that runs this program. */
    public static Jdk running() {
        return read(Path.of(System.getProperty("java.home")));
    }

    /** Returns all JDKs found on this machine, the running one first, then by version. */
    public static List<Jdk> all() {
        Map<Path, Jdk> found = new LinkedHashMap<>();
        Jdk running = running();
        found.put(running.home(), running);
        List<Jdk> others = new ArrayList<>();
        for (String place : WHERE_JDKS_STAND) {
            if (Files.isDirectory(Path.of(place))) {
                try (Stream<Path> homes = Files.list(Path.of(place))) {
                    homes.filter(home -> Files.isRegularFile(home.resolve("release")))
                            .map(Jdk::read).filter(Objects::nonNull).forEach(others::add);
                } catch (IOException e) {
                    // A folder that this user cannot read contributes no JDK.
                }
            }
        }
        others.stream().sorted(Comparator.comparingInt(Jdk::feature).thenComparing(Jdk::home))
                .forEach(jdk -> found.putIfAbsent(jdk.home(), jdk));
        return List.copyOf(found.values());
    }

    /**
     * Returns the JDK for a version such as {@code 25}, a home folder, or {@link #SAME}.
     *
     * @throws InputException with one line that lists the JDKs on this machine
     */
    public static Jdk find(String name) {
        if (name.equals(SAME)) {
            return running();
        }
        if (name.contains("/")) {
            Jdk jdk = read(Path.of(name));
            if (jdk == null) {
                throw new InputException("--jdk '" + name + "' is not the home of a JDK: no bin/java and release");
            }
            return jdk;
        }
        return all().stream()
                .filter(jdk -> jdk.version().equals(name) || String.valueOf(jdk.feature()).equals(name))
                .findFirst()
                .orElseThrow(() -> new InputException(("--jdk '%s' was not found; there are %s; or give the home "
                        + "of one").formatted(name, all().stream().map(jdk -> jdk.version() + " in " + jdk.home())
                                .collect(Collectors.joining(", ")))));
    }

    /** Returns the feature release, for example 17. */
    public int feature() {
        String[] parts = version.split("[.+_-]");
        int first = Integer.parseInt(parts[0]);
        return first == 1 && parts.length > 1 ? Integer.parseInt(parts[1]) : first;
    }

    /** Returns the JDK in the form of a result. */
    public Result.JdkInfo info() {
        return new Result.JdkInfo(version, vendor, home.toString());
    }

    /** Returns the options that let native code be called without a warning. */
    public List<String> nativeAccess() {
        return feature() >= FIRST_THAT_ASKS_FOR_NATIVE_ACCESS ? List.of("--enable-native-access=ALL-UNNAMED")
                : List.of();
    }

    /** Returns the options that let Netty access memory without a warning. */
    public List<String> unsafeMemoryAccess() {
        return feature() >= FIRST_THAT_WARNS_OF_UNSAFE ? List.of("--sun-misc-unsafe-memory-access=allow") : List.of();
    }

    /** Returns the path of its {@code java}. */
    public Path java() {
        return home.resolve("bin/java");
    }

    /**
     * Returns the values of its JVM's flags on this machine, by their names, in the order of the names. Flags that
     * have another value at each start, like the address of shared classes, are left out.
     *
     * @throws InputException when it does not report its flags
     */
    public Map<String, String> flags() {
        Map<String, String> values = flagsOfOneStart();
        values.entrySet().retainAll(flagsOfOneStart().entrySet());
        return values;
    }

    private Map<String, String> flagsOfOneStart() {
        Map<String, String> values = new TreeMap<>();
        try {
            Process process = new ProcessBuilder(java().toString(), "-XX:+UnlockDiagnosticVMOptions",
                    "-XX:+UnlockExperimentalVMOptions", "-XX:+PrintFlagsFinal", "-version").redirectErrorStream(true)
                    .start();
            try (Stream<String> lines = process.inputReader().lines()) {
                lines.map(FLAG::matcher).filter(Matcher::matches)
                        .forEach(flag -> values.put(flag.group(1), flag.group(2)));
            }
        } catch (IOException e) {
            throw new InputException(java() + " does not report its flags: " + e.getMessage());
        }
        return values;
    }

    /**
     * Returns the cryptographic intrinsics that its JVM reports.
     *
     * @throws InputException when it does not report its flags
     */
    public CryptoIntrinsics cryptoIntrinsics() {
        Map<String, String> values = flags();
        Map<String, Boolean> used = new LinkedHashMap<>();
        List<String> unknown = new ArrayList<>();
        for (String flag : CryptoIntrinsics.FLAGS) {
            if (values.containsKey(flag)) {
                used.put(flag, Boolean.valueOf(values.get(flag)));
            } else {
                unknown.add(flag);
            }
        }
        Map<String, List<String>> combined = new TreeMap<>(CryptoIntrinsics.COMBINED);
        combined.values().removeIf(names -> !knowsIntrinsics(names));
        return new CryptoIntrinsics(used, unknown, combined);
    }

    /** Returns whether its JVM starts without these intrinsics; it refuses names that it does not know. */
    private boolean knowsIntrinsics(List<String> names) {
        try {
            return new ProcessBuilder(java().toString(), "-XX:+UnlockDiagnosticVMOptions",
                    "-XX:DisableIntrinsic=" + String.join(",", names), "-version")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start().onExit().join().exitValue() == 0;
        } catch (IOException e) {
            throw new InputException("cryptoIntrinsics", java() + " failed to start: " + e.getMessage());
        }
    }

    /** Returns whether this JDK's own configuration disables the profile's cipher suite. */
    public boolean disables(TlsProfile profile) {
        try {
            return JsseProfile.disables(security().getProperty(JsseProfile.DISABLED), profile);
        } catch (IOException e) {
            // A JDK without this file disables nothing.
            return false;
        }
    }

    /** Returns the security properties of its {@code java.security} file. */
    public Properties security() throws IOException {
        return properties(home.resolve("conf/security/java.security"));
    }

    private static Properties properties(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return properties;
    }

    /** Reads a JDK's release file; null when there is no JDK. */
    private static Jdk read(Path home) {
        Path real;
        Properties release;
        try {
            real = home.toRealPath();
            release = properties(real.resolve("release"));
        } catch (IOException e) {
            return null;
        }
        String version = unquoted(release.getProperty("JAVA_VERSION", ""));
        if (!version.matches("\\d.*") || !Files.isExecutable(real.resolve("bin/java"))) {
            return null;
        }
        return new Jdk(real, version, unquoted(release.getProperty("IMPLEMENTOR", "unknown")));
    }

    private static String unquoted(String text) {
        return text.replace("\"", "");
    }
}
