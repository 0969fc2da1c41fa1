package org.eejs.lab.processes;

import static org.eejs.banking.settings.BankingSettings.BACK_END;
import static org.eejs.banking.settings.BankingSettings.BANK_JVM_OPTIONS;
import static org.eejs.banking.settings.BankingSettings.BESIM_JVM_OPTIONS;
import static org.eejs.banking.settings.BankingSettings.TLS;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eejs.banking.RoleName;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.TlsStack;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.Setting;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.settings.RunPlan;
import org.eejs.role.PkiDirectory;

/** The command lines that start the roles of a run. They contain no secrets. */
public final class RoleCommands {
    private static final String BANK_MAIN = "org.eejs.bank.BankMain";

    private final RunPlan plan;
    private final PkiDirectory pki;
    private final Path home;
    private final BankSetup bankSetup;
    private final RoleNetwork network;

    /**
     * Creates the command lines of a run.
     *
     * @param home the folder with a folder of jars for each role
     * @param bankSetup the setup of the configuration around the bank
     * @param network the network in which the roles run
     */
    public RoleCommands(RunPlan plan, PkiDirectory pki, Path home, BankSetup bankSetup, RoleNetwork network) {
        this.plan = plan;
        this.pki = pki;
        this.home = home;
        this.bankSetup = bankSetup;
        this.network = network;
    }

    /** Returns the JVM options of a role. */
    List<String> jvmOptions(RoleName role) {
        List<String> options = new ArrayList<>(JvmCommand.LOGGING);
        Jdk jdk = plan.jdk(role);
        switch (role) {
            case BANK -> options.addAll(List.of("-Xms1g", "-Xmx1g"));
            case BESIM -> {
                options.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC"));
                if (profile(role).isInBoringSsl()) {
                    // Most of its work is native then, so the optimizing compiler would cost a run more than it saves.
                    options.add("-XX:TieredStopAtLevel=1");
                }
            }
            case DRIVER -> options.addAll(List.of("-Xmx768m", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=512m",
                    // As browsers do; Netty omits session tickets by default.
                    "-Djdk.tls.client.enableSessionTicketExtension=true"));
            default -> throw new IllegalArgumentException("no such role: " + role);
        }
        if (role == RoleName.BANK) {
            options.addAll(bankSetup.jvmOptions());
            options.addAll(plan.get(BANK_JVM_OPTIONS));
        } else {
            options.addAll(jdk.nativeAccess());
            options.addAll(jdk.unsafeMemoryAccess());
            options.addAll(role == RoleName.BESIM ? plan.get(BESIM_JVM_OPTIONS) : List.of());
        }
        return options;
    }

    public List<String> besim() {
        return command(RoleName.BESIM, "org.eejs.besim.BesimMain", plan.get(BACK_END).usesTls()
                ? List.of("--host", network.backEndListensOn())
                : List.of("--host", network.backEndListensOn(), "--plain"));
    }

    public List<String> bank(String besimAddress) {
        return command(RoleName.BANK, BANK_MAIN, List.of("--host", network.bankListensOn(), "--besim", besimAddress,
                "--count-algorithms"));
    }

    /** Returns the command of a bank that only checks whether it is able to serve. */
    public List<String> bankCheck() {
        return command(RoleName.BANK, BANK_MAIN, List.of("--check"));
    }

    /**
     * Returns the command of a driver with a share of the load, such as 1/4; a service's script follows through its
     * control channel.
     */
    public List<String> driver(String bankAddress, String share) {
        return command(RoleName.DRIVER, "org.eejs.driver.DriverMain",
                bankAddress == null ? List.of("--service", "--share", share)
                        : List.of("--bank", bankAddress, "--share", share));
    }

    private TlsProfile profile(RoleName role) {
        return role == RoleName.BESIM ? BankingSettings.backEndTls(plan.values()) : plan.get(TLS);
    }

    /** Returns the folder of Bouncy Castle's TLS where neither BoringSSL nor every JDK has the profile. */
    private List<String> tlsClasses(RoleName role) {
        return profile(role).isPostQuantum()
                ? List.of(JvmSetup.classes(home, TlsStack.BCJSSE.folder(), TLS.key(), "Bouncy Castle")) : List.of();
    }

    /** Returns the settings of a role's process as arguments. */
    private List<String> settings(RoleName role) {
        List<String> words = new ArrayList<>();
        for (Setting<?> setting : BankingSettings.of(role)) {
            plan.settings().word(setting).filter(word -> !word.isEmpty())
                    .ifPresent(word -> words.addAll(List.of(setting.option(role).orElseThrow(), word)));
        }
        return words;
    }

    private List<String> command(RoleName role, String main, List<String> options) {
        List<String> arguments = new ArrayList<>(List.of("--json", "--pki", pki.folder().toString()));
        arguments.addAll(settings(role));
        arguments.addAll(options);
        return new JvmCommand(plan.jdk(role)).inOwnSession().behind(plan.placement().prefix(role))
                .behind(network.prefix(role)).options(jvmOptions(role))
                .classPath(List.of(home.resolve(role.id()) + "/*"))
                .classPath(role == RoleName.BANK ? bankSetup.classPath() : tlsClasses(role))
                .words(main, arguments);
    }
}
