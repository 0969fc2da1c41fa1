package org.eejs.bank;

import static org.eejs.banking.settings.BankingSettings.BANK_PORT;
import static org.eejs.banking.settings.BankingSettings.DISEASES;

import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eejs.bank.counting.AlgorithmCounter;
import org.eejs.bank.settings.BankSettings;
import org.eejs.banking.Customer;
import org.eejs.banking.RoleName;
import org.eejs.banking.bottlenecks.BottleneckProvider;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.SettingValues;
import org.eejs.role.RoleMain;
import org.eejs.role.RoleOptions;
import org.eejs.role.SettingOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that runs the bank, the system under test, as a separate process. */
@Command(name = "bank", description = "Serves the banking application, the system under test.", sortOptions = false)
public final class BankMain implements Callable<Integer> {
    @Mixin
    private RoleOptions role;

    @Option(names = "--besim", paramLabel = "HOST:PORT",
            description = "Address of the back-end simulator; only --check does without.")
    private String besim;

    @Option(names = "--host", paramLabel = "HOST", defaultValue = "localhost",
            description = "Host name or address to listen on (default: ${DEFAULT-VALUE}).")
    private String host;

    @Option(names = "--max-user", paramLabel = "N", defaultValue = "" + (Customer.LIMIT - 1),
            description = "Highest user id that the back end must serve (default: ${DEFAULT-VALUE}).")
    private int maxUser;

    @Option(names = "--count-algorithms",
            description = "Count which security provider serves each algorithm, until stopped.")
    private boolean countAlgorithms;

    @Option(names = "--check",
            description = "Only check that the bank could serve like this, report the providers, and exit.")
    private boolean check;

    @Spec
    private CommandSpec spec;

    private BankMain() {}

    public static void main(String... args) {
        RoleMain.run(new BankMain(), RoleName.BANK, args);
    }

    @Override
    public Integer call() throws Exception {
        // Libraries report their start at length; standard error is for messages to a person.
        Logger.getLogger("").setLevel(Level.WARNING);
        if (besim == null && !check) {
            throw new ParameterException(spec.commandLine(), "Missing required option: '--besim=HOST:PORT'");
        }
        SettingValues values = SettingOptions.values(spec, RoleName.BANK);
        BankSettings settings = SettingOptions.checked(spec, () -> {
            BankingSettings.checkBottlenecks(values);
            return new BankSettings(host, maxUser, besim, role.pki(), check ? values.with(BANK_PORT, 0) : values);
        });
        BottleneckProvider.install(values.get(DISEASES));
        if (check) {
            return BankCheck.run(new BankServer(settings), role.json);
        }
        AlgorithmCounter algorithms = SettingOptions.checked(spec,
                () -> countAlgorithms ? AlgorithmCounter.ofThisJvm() : AlgorithmCounter.NONE);
        return RoleMain.serve(role, new BankServer(settings, algorithms),
                "The bank serves on https://%s/bank/login; stop it with Ctrl-C.");
    }
}
