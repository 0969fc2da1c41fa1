package org.eejs.lab.processes;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eejs.banking.Disease;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.RoleName;
import org.eejs.result.settings.RunSettings;
import org.eejs.role.PkiDirectory;

/** Writes the command lines that start the roles of a run. Secrets are not among their words. */
public final class RoleCommands {
    private static final String BANK_MAIN = "org.eejs.bank.BankMain";

    private final RunPlan plan;
    private final PkiDirectory pki;
    private final Path home;
    private final BankSetup bankSetup;

    /**
     * Makes ready.
     *
     * @param home the folder with a folder of jars for each role
     * @param bankSetup what the configuration puts around the bank
     */
    public RoleCommands(RunPlan plan, PkiDirectory pki, Path home, BankSetup bankSetup) {
        this.plan = plan;
        this.pki = pki;
        this.home = home;
        this.bankSetup = bankSetup;
    }

    /** The JVM options of a role. */
    List<String> jvmOptions(RoleName role) {
        List<String> options = new ArrayList<>(JvmCommand.LOGGING);
        Jdk jdk = jdk(role);
        switch (role) {
            case BANK -> options.addAll(List.of("-Xms1g", "-Xmx1g"));
            case BESIM -> {
                options.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC"));
                if (plan.tls().isInBoringSsl()) {
                    // Most of its work is native then; the optimising compiler would cost a run more than it saves.
                    options.add("-XX:TieredStopAtLevel=1");
                }
            }
            case DRIVER -> options.addAll(List.of("-Xmx768m", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=512m",
                    // As browsers do; Netty leaves session tickets out by default.
                    "-Djdk.tls.client.enableSessionTicketExtension=true"));
            default -> throw new IllegalArgumentException("no such role: " + role);
        }
        if (role == RoleName.BANK) {
            options.addAll(bankSetup.jvmOptions());
            options.addAll(plan.bankJvmOptions());
        } else {
            options.addAll(jdk.nativeAccess());
            options.addAll(jdk.unsafeMemoryAccess());
        }
        return options;
    }

    /** The JDK of a role: the one that is measured for the bank, the lab's own for the others. */
    Jdk jdk(RoleName role) {
        return role == RoleName.BANK ? plan.bankJdk() : Jdk.running();
    }

    public List<String> besim() {
        List<String> options = new ArrayList<>(List.of("--port", String.valueOf(plan.settings().besimPort())));
        if (!plan.backEnd().usesTls()) {
            options.add("--plain");
        }
        return command(RoleName.BESIM, "org.eejs.besim.BesimMain", options);
    }

    public List<String> bank(String besimAddress) {
        List<String> options = new ArrayList<>(bankOptions());
        options.addAll(List.of("--port", String.valueOf(plan.settings().bankPort()), "--besim", besimAddress,
                "--count-services"));
        return command(RoleName.BANK, BANK_MAIN, options);
    }

    /** Starts a bank that only tries whether it could serve. */
    public List<String> bankCheck() {
        List<String> options = new ArrayList<>(bankOptions());
        options.add("--check");
        return command(RoleName.BANK, BANK_MAIN, options);
    }

    private List<String> bankOptions() {
        List<String> options = new ArrayList<>(List.of(
                "--back-end", plan.backEnd().id(),
                "--back-end-trust", plan.backEndTrust().id(),
                "--threads", String.valueOf(plan.settings().bankThreads()),
                "--tls-stack", plan.tlsStack().id(),
                "--container", plan.container().id(),
                "--key-store", plan.keyStore().id()));
        if (!plan.diseases().isEmpty()) {
            options.addAll(List.of("--diseases",
                    plan.diseases().stream().map(Disease::id).collect(Collectors.joining(","))));
        }
        if (plan.settings().keyManager() != null) {
            options.addAll(List.of("--key-manager", plan.settings().keyManager()));
        }
        return options;
    }

    public List<String> driver(String bankAddress) {
        RunSettings settings = plan.settings();
        List<String> options = new ArrayList<>(List.of(
                "--bank", bankAddress,
                "--think-time", settings.thinkTime(),
                "--phases", plan.phases().toString(),
                "--page-timeout", settings.pageTimeout(),
                "--seed", String.valueOf(settings.seed()),
                "--threads", String.valueOf(settings.driverThreads())));
        if (settings.sessions() != null) {
            options.addAll(List.of("--sessions", String.valueOf(settings.sessions())));
        } else {
            options.addAll(List.of("--arrival-rate", String.valueOf(settings.arrivalRate())));
        }
        return command(RoleName.DRIVER, "org.eejs.driver.DriverMain", options);
    }

    private List<String> command(RoleName role, String main, List<String> options) {
        List<String> arguments = new ArrayList<>(List.of("--json", "--tls", plan.tls().id(), "--pki",
                pki.folder().toString()));
        arguments.addAll(options);
        return new JvmCommand(jdk(role)).inOwnSession().behind(plan.placement().prefix(role))
                .options(jvmOptions(role)).classPath(List.of(home.resolve(role.id()) + "/*"))
                .classPath(role == RoleName.BANK ? bankSetup.classPath() : List.of())
                .words(main, arguments);
    }
}
