package org.eejs.lab.processes;

import static org.eejs.banking.settings.BankingSettings.CRYPTO_INTRINSICS;
import static org.eejs.banking.settings.BankingSettings.CURES;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchProviderException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.IntStream;
import org.eejs.banking.Fix;
import org.eejs.banking.KnownProvider;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.settings.RunPlan;
import org.eejs.pki.files.PrivateFile;
import org.eejs.pki.files.PrivateFolder;
import org.eejs.result.InputException;

/**
 * The setup of a configuration around the measured JVM, whatever program runs in it. It has the override of security
 * properties and the files that it names, classes of providers and of the library of fixes, options, and environment.
 *
 * @param options options of the JVM
 * @param classPath the additional entries of its class path
 * @param environment variables of the process
 */
public record JvmSetup(List<String> options, List<String> classPath, Map<String, String> environment) {
    /** The room of the agent in services, and the beginning of its name. */
    public static final String AGENT = "agent";
    private static final int FIRST_JDK_THAT_WARNS = 24;
    /** The first JDK that warns when an agent is attached, unless an option allows it (JEP 451). */
    private static final int FIRST_JDK_THAT_WARNS_OF_AGENTS = 21;

    /**
     * Writes the files of a configuration.
     *
     * @param home the folder with a folder of jars for each room and provider
     * @param state the folder for tokens, which are kept between runs
     * @param folder the folder for the files; created when there is anything to write
     * @throws InputException with one line that names the setting, when this machine lacks something
     */
    public static JvmSetup prepare(RunPlan plan, Path home, Path state, Path folder) throws IOException {
        List<String> options = new ArrayList<>();
        List<String> classPath = new ArrayList<>();
        Map<String, String> environment = new HashMap<>();
        for (KnownProvider provider : plan.providers().foreign()) {
            if (provider.folder() != null) {
                classPath.add(classes(home, provider.folder(), "provider", provider.id()));
            }
        }
        if (!plan.providers().foreign().isEmpty()) {
            options.addAll(plan.bankJdk().nativeAccess());
        }
        if (!plan.get(CURES).isEmpty()) {
            classPath.add(jar(home, "jsse", "eejs-jsse-").toString());
            options.addAll(Fix.jvmOptions(plan.get(CURES)));
        }
        if (!plan.providers().isNone() || !plan.get(CURES).isEmpty()) {
            PrivateFolder.make(folder);
            Path override = folder.resolve("java.security").toAbsolutePath();
            List<String> lines = override(plan, state, folder, environment);
            PrivateFile.write(override, String.join("\n", lines) + "\n");
            options.add("-Djava.security.properties=" + override);
            if (lines.stream().anyMatch(line -> line.endsWith(SecurityOverride.PREMASTER))) {
                classPath.add(jar(home, AGENT, "eejs-agent-").toString());
            }
        }
        if (!plan.get(CRYPTO_INTRINSICS)) {
            options.addAll(plan.bankJdk().cryptoIntrinsics().off());
        }
        return new JvmSetup(List.copyOf(options), List.copyOf(classPath), Map.copyOf(environment));
    }

    /** Returns the options that let a running JVM accept agents without a warning. */
    public static List<String> attaching(Jdk jdk) {
        return jdk.feature() >= FIRST_JDK_THAT_WARNS_OF_AGENTS ? List.of("-XX:+EnableDynamicAgentLoading") : List.of();
    }

    /** Returns the options that silence warnings about Unsafe in the counting library. */
    public static List<String> counting(Jdk jdk) {
        return jdk.feature() >= FIRST_JDK_THAT_WARNS ? List.of("-Dnet.bytebuddy.safe=true") : List.of();
    }

    private static List<String> override(RunPlan plan, Path state, Path folder, Map<String, String> environment)
            throws IOException {
        Map<KnownProvider, String> entries = new LinkedHashMap<>();
        for (KnownProvider provider : plan.providers().foreign()) {
            String entry = provider.entry();
            if (provider.isToken()) {
                Pkcs11Module module = Pkcs11Module.of(provider, state);
                Path file = folder.resolve(provider.id() + ".cfg").toAbsolutePath();
                PrivateFile.write(file, module.configuration());
                environment.putAll(module.environment());
                entry += " " + file;
            }
            entries.put(provider, entry);
        }
        return SecurityOverride.lines(plan.providers(), ofJdk(plan.bankJdk()), plan.get(CURES), entries::get);
    }

    /**
     * Returns the override of security properties for a user's own JVM.
     *
     * @throws IOException if reading the JDK's own file fails
     */
    public static List<String> securityProperties(RunPlan plan) throws IOException {
        List<String> lines = SecurityOverride.lines(plan.providers(), ofJdk(plan.bankJdk()), plan.get(CURES),
                KnownProvider::entry).stream()
                .filter(line -> !line.endsWith("=" + SecurityOverride.PREMASTER)).toList();
        // Without the agent's provider, the others move up; a JVM stops reading at a gap.
        List<String> moved = new ArrayList<>();
        for (String line : lines) {
            moved.add(!line.startsWith("security.provider.") ? line
                    : "security.provider." + (moved.size() + 1) + line.substring(line.indexOf('=')));
        }
        return List.copyOf(moved);
    }

    /** Returns the providers that a JDK lists in its own file, in their order. */
    static List<String> ofJdk(Jdk jdk) throws IOException {
        Properties security = jdk.security();
        return IntStream.iterate(1, i -> i + 1).mapToObj(i -> security.getProperty("security.provider." + i))
                .takeWhile(Objects::nonNull).map(String::strip).toList();
    }

    /**
     * Returns the folder of a provider's classes, for this machine's processor where they differ.
     *
     * @throws InputException with one line when they are missing
     */
    public static String classes(Path home, String folder, String key, String name) {
        try {
            return KnownProvider.laidOut(home, folder).toString();
        } catch (NoSuchProviderException e) {
            throw new InputException(key, name + " is not here: " + e.getMessage());
        }
    }

    /** Returns the jar of a room whose name begins with a prefix. */
    public static Path jar(Path home, String room, String prefix) throws IOException {
        try (var jars = Files.list(home.resolve(room))) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith(prefix)
                    && jar.getFileName().toString().endsWith(".jar")).findFirst()
                    .orElseThrow(() -> new IOException("there is no jar of " + room + " in " + home
                            + "; build EEJS again with the script eejs"));
        }
    }
}
