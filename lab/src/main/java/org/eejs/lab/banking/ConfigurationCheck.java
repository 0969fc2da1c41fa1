package org.eejs.lab.banking;

import static org.eejs.banking.settings.BankingSettings.CURES;
import static org.eejs.banking.settings.BankingSettings.PROVIDER;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eejs.banking.Fix;
import org.eejs.banking.KnownProvider;
import org.eejs.banking.RoleName;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.Setting;
import org.eejs.lab.machine.JvmLog;
import org.eejs.lab.processes.BankSetup;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleCommands;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RoleNetwork;
import org.eejs.lab.processes.RoleProcess;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.settings.AlgorithmFamily;
import org.eejs.lab.settings.RunPlan;
import org.eejs.pki.files.PrivateFolder;
import org.eejs.result.InputException;
import org.eejs.role.ControlChannel;
import org.eejs.role.PkiDirectory;

/**
 * The report of a JVM that was started with a configuration's options, providers, key store, TLS stack and container,
 * but without load.
 *
 * @param tlsEngine the TLS implementation, with its version
 * @param providers the security providers in their order
 * @param offers the algorithms that each provider offers, as type.algorithm
 */
public record ConfigurationCheck(String tlsEngine, List<String> providers, Map<String, List<String>> offers) {
    /** The event of a bank that is able to serve. */
    private static final String CHECKED = "checked";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern OPTION = Pattern.compile("--([a-z][a-z-]+)");

    /**
     * Starts a bank that only checks whether it is able to serve.
     *
     * @param folder the folder for files and the log of the bank
     * @throws InputException with one line that names the problem, and the setting at fault
     */
    public static ConfigurationCheck of(RunPlan plan, Path home, PkiDirectory pki, Path folder) throws IOException {
        PrivateFolder.make(folder);
        BankSetup setup = BankSetup.prepare(plan, home, pki.folder(), folder);
        Path log = folder.resolve("check.log");
        RoleEvents events = new RoleEvents();
        try {
            List<String> command = new RoleCommands(plan, pki, home, setup, RoleNetwork.on("localhost")).bankCheck();
            return said(events.start(RoleName.BANK.id(), command, setup.environment(), log), events).complete(plan);
        } catch (RunFailedException e) {
            throw new InputException(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InputException("the check was interrupted");
        }
    }

    /** Returns the report of a bank that was started with the option to check. */
    static ConfigurationCheck said(RoleProcess bank, RoleEvents events)
            throws IOException, RunFailedException, InterruptedException {
        JvmLog log = new JvmLog(bank.log());
        try (bank) {
            Role.Event event = events.next(bank, PATIENCE);
            String refused = log.refusedFlag();
            if (refused != null) {
                throw new InputException("bankJvmOptions", "the JVM refuses a flag: " + refused);
            }
            if (event.name().equals(CHECKED)) {
                return event.as(ConfigurationCheck.class);
            }
            if (event.name().equals(ControlChannel.FAILED)) {
                String why = event.data().path("message").asText();
                throw new InputException(key(why), why);
            }
            throw new InputException("bankJvmOptions", "the JVM does not start: " + log.reason());
        }
    }

    /** Checks that all requested providers are there: a JVM that fails to load a provider omits it silently. */
    private ConfigurationCheck complete(RunPlan plan) {
        for (String engine : Fix.engines(plan.get(CURES))) {
            if (offers.getOrDefault(Fix.PROVIDER, List.of()).stream()
                    .noneMatch(name -> name.startsWith(engine + "."))) {
                throw new InputException("cures", "--cures: " + (offers.containsKey(Fix.PROVIDER)
                        ? "the provider " + Fix.PROVIDER + " offers no " + engine
                        : "the JVM could not load the provider " + Fix.PROVIDER)
                        + "; build EEJS again with the script eejs");
            }
        }
        plan.providers().providers().forEach((family, provider) -> {
            if (provider == KnownProvider.JDK) {
                return;
            }
            List<String> offered = offers.get(provider.jcaName());
            if (offered == null) {
                throw new InputException("provider", "the JVM could not load the provider " + provider.id()
                        + "; check its library or token, and whether it supports this JDK");
            }
            boolean any = offered.stream().map(name -> name.split("\\.", 2)).anyMatch(parts ->
                    AlgorithmFamily.of(parts[0], parts[1]) == family);
            if (!any) {
                throw new InputException("provider", "--provider: " + provider.id() + " offers nothing for "
                        + family.id() + "; name another provider for it, or JDK for the JDK's own");
            }
        });
        return this;
    }

    /** Returns the key of the setting that a message is about; that of the providers where it names no option. */
    private static String key(String message) {
        Matcher option = OPTION.matcher(message);
        return !option.find() ? PROVIDER.key() : BankingSettings.of(RoleName.BANK).stream()
                .filter(setting -> setting.option(RoleName.BANK).equals(Optional.of("--" + option.group(1))))
                .map(Setting::key).findFirst().orElse(PROVIDER.key());
    }
}
