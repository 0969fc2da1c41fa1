package org.eejs.lab.processes;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eejs.banking.Disease;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.SystemCommand;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.RoleName;
import org.eejs.result.settings.RunSettings;
import org.eejs.role.PkiDirectory;

/** Writes the command lines that start the roles of a run. Secrets are not among their words. */
public final class RoleCommands {
    /** JDKs from here on warn about native code and about memory access by Netty unless told that it is meant. */
    public static final int FIRST_JDK_THAT_WARNS = 24;

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
        // Standard output is the control channel, and the JVM would warn there.
        List<String> options = new ArrayList<>(List.of("-Xlog:disable", "-Xlog:all=warning:stderr"));
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
        if (role != RoleName.BANK && jdk.feature() >= FIRST_JDK_THAT_WARNS) {
            options.add("--enable-native-access=ALL-UNNAMED");
            options.add("--sun-misc-unsafe-memory-access=allow");
        }
        if (role == RoleName.BANK) {
            options.addAll(bankSetup.jvmOptions());
            options.addAll(plan.bankJvmOptions());
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
        List<String> command = new ArrayList<>();
        if (SystemCommand.exists("setsid")) {
            // A session of its own, so that Ctrl-C reaches the lab alone and the lab ends the roles in order.
            command.add("setsid");
        }
        command.addAll(plan.placement().prefix(role));
        command.add(jdk(role).java().toString());
        command.addAll(jvmOptions(role));
        String classPath = home.resolve(role.id()) + "/*";
        if (role == RoleName.BANK) {
            for (String more : bankSetup.classPath()) {
                classPath += File.pathSeparator + more;
            }
        }
        command.addAll(List.of("-cp", classPath, main, "--json", "--tls", plan.tls().id(),
                "--pki", pki.folder().toString()));
        command.addAll(options);
        return command;
    }
}
