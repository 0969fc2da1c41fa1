package org.eejs.lab.processes;

import static org.eejs.banking.settings.BankingSettings.BACK_END_TRUST;
import static org.eejs.banking.settings.BankingSettings.CRYPTO_INTRINSICS;
import static org.eejs.banking.settings.BankingSettings.CURES;
import static org.eejs.banking.settings.BankingSettings.TLS_STACK;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.IntStream;
import org.eejs.banking.BackEndTrust;
import org.eejs.banking.Fix;
import org.eejs.banking.RoleName;
import org.eejs.banking.TlsStack;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.settings.KnownProvider;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.InputException;
import org.eejs.role.PkiDirectory;

/**
 * What a configuration puts around the bank's process: the override of the JVM's security properties and the files that
 * it names, classes of providers, JVM options and environment.
 *
 * @param jvmOptions options of the JVM
 * @param classPath what comes behind the bank's own jars
 * @param environment variables of the process
 */
public record BankSetup(List<String> jvmOptions, List<String> classPath, Map<String, String> environment) {
    /** JDKs from here on warn when the agent's library uses Unsafe, unless an option forbids the warning. */
    private static final int FIRST_JDK_THAT_WARNS = 24;

    /**
     * Writes the files of a configuration.
     *
     * @param home the folder with a folder of jars for each room and provider
     * @param state where certificates and tokens are kept between runs
     * @param folder where the files go; made when there is anything to write
     * @throws InputException with a line that names the setting when something is not to be had on this machine
     */
    public static BankSetup prepare(RunPlan plan, Path home, Path state, Path folder) throws IOException {
        List<String> options = new ArrayList<>();
        List<String> classPath = new ArrayList<>();
        Map<String, String> environment = new HashMap<>();
        for (KnownProvider provider : plan.providers().foreign()) {
            if (provider.folder() != null) {
                classPath.add(classes(home, provider.folder(), "provider", provider.id()));
            }
        }
        switch (plan.get(TLS_STACK)) {
            case CONSCRYPT -> classPath.add(classes(home, "conscrypt", "tlsStack", "conscrypt"));
            case BCJSSE -> classPath.add(classes(home, "bc", "tlsStack", "bcjsse"));
            case OPENSSL_FFM -> classPath.add(classes(home, "openssl-ffm", "tlsStack", "openssl-ffm"));
            default -> {
                // JSSE is the JDK's, and Tomcat has what it needs for Tomcat Native.
            }
        }
        boolean isNative = plan.get(TLS_STACK) != TlsStack.JSSE || !plan.providers().foreign().isEmpty();
        if (isNative) {
            options.addAll(plan.bankJdk().nativeAccess());
        }
        if (!plan.get(CURES).isEmpty()) {
            classPath.add(jar(home, "jsse", "eejs-jsse-").toString());
            options.addAll(Fix.jvmOptions(plan.get(CURES)));
        }
        if (plan.get(BACK_END_TRUST) == BackEndTrust.CACERTS) {
            Files.createDirectories(folder);
            options.addAll(BankTrustStore.write(plan.bankJdk(), new PkiDirectory(state),
                    folder.resolve("cacerts.jks")));
        }
        if (!plan.providers().isNone() || !plan.get(CURES).isEmpty()) {
            Files.createDirectories(folder);
            Path override = folder.resolve("java.security").toAbsolutePath();
            Files.write(override, override(plan, state, folder, environment));
            options.add("-Djava.security.properties=" + override);
        }
        if (!plan.get(CRYPTO_INTRINSICS)) {
            options.addAll(plan.bankJdk().cryptoIntrinsics().off());
        }
        // The agent counts the implementations that providers give. JFR's event jdk.SecurityProviderService counts
        // look-ups: it shows providers that were passed over, and one in ten of Bouncy Castle's.
        options.add("-javaagent:" + jar(home, RoleName.BANK.id(), "eejs-bank-"));
        if (plan.bankJdk().feature() >= FIRST_JDK_THAT_WARNS) {
            options.add("-Dnet.bytebuddy.safe=true");
        }
        return new BankSetup(options, classPath.stream().distinct().toList(), environment);
    }

    private static List<String> override(RunPlan plan, Path state, Path folder, Map<String, String> environment)
            throws IOException {
        Map<KnownProvider, String> entries = new LinkedHashMap<>();
        for (KnownProvider provider : plan.providers().foreign()) {
            String entry = provider.entry();
            if (entry.equals("SunPKCS11")) {
                Pkcs11Module module = Pkcs11Module.of(provider, state);
                Path file = folder.resolve(provider.id() + ".cfg").toAbsolutePath();
                Files.writeString(file, module.configuration());
                environment.putAll(module.environment());
                entry += " " + file;
            }
            entries.put(provider, entry);
        }
        return SecurityOverride.lines(plan.providers(), ofJdk(plan.bankJdk()), plan.get(CURES), entries::get);
    }

    /** The providers that a JDK lists in its own file, in their order. */
    static List<String> ofJdk(Jdk jdk) throws IOException {
        Properties security = jdk.security();
        return IntStream.iterate(1, i -> i + 1).mapToObj(i -> security.getProperty("security.provider." + i))
                .takeWhile(Objects::nonNull).map(String::strip).toList();
    }

    /**
     * The folder of a provider's classes, of this machine's processor where they differ by it.
     *
     * @throws InputException with a line when they are not laid out
     */
    public static String classes(Path home, String folder, String key, String name) {
        Path path = home.resolve("providers").resolve(folder);
        if (Files.isDirectory(path.resolve(System.getProperty("os.arch")))) {
            path = path.resolve(System.getProperty("os.arch"));
        }
        if (!Files.isDirectory(path)) {
            throw new InputException(key, name + " is not here: there is no folder " + path
                    + "; build EEJS again with the script eejs");
        }
        return path.toString();
    }

    /** A room's own jar among those that are laid out for it. The bank's is the agent. */
    private static Path jar(Path home, String room, String prefix) throws IOException {
        try (var jars = Files.list(home.resolve(room))) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith(prefix)
                    && jar.getFileName().toString().endsWith(".jar")).findFirst()
                    .orElseThrow(() -> new IOException("there is no jar of " + room + " in " + home
                            + "; build EEJS again with the script eejs"));
        }
    }
}
