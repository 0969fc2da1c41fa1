package org.eejs.bank;

import static org.eejs.banking.settings.BankingSettings.BANK_PORT;
import static org.eejs.banking.settings.BankingSettings.DISEASES;

import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eejs.bank.services.ServiceCounter;
import org.eejs.bank.settings.BackEndAddress;
import org.eejs.bank.settings.BankSettings;
import org.eejs.banking.Customer;
import org.eejs.banking.RoleName;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.SettingValues;
import org.eejs.bottlenecks.BottleneckProvider;
import org.eejs.role.RoleMain;
import org.eejs.role.RoleOptions;
import org.eejs.role.SettingOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command that runs the bank, the system under test, as a process of its own. */
@Command(name = "bank", description = "Serves the banking application, the system under test.", sortOptions = false)
public final class BankMain implements Callable<Integer> {
    @Mixin
    private RoleOptions role;

    @Option(names = "--besim", paramLabel = "HOST:PORT", converter = AddressConverter.class,
            description = "Where the back-end simulator listens; only --check does without.")
    private BackEndAddress besim;

    @Option(names = "--host", paramLabel = "HOST", defaultValue = "localhost",
            description = "Host name or address to listen on (default: ${DEFAULT-VALUE}).")
    private String host;

    @Option(names = "--max-user", paramLabel = "N", defaultValue = "" + (Customer.LIMIT - 1),
            description = "Highest user id that the back end shall serve (default: ${DEFAULT-VALUE}).")
    private int maxUser;

    @Option(names = "--count-services",
            description = "Count which security provider serves, until stopped.")
    private boolean countServices;

    @Option(names = "--check",
            description = "Only check that the bank could serve like this, report with what, and exit.")
    private boolean check;

    @Spec
    private CommandSpec spec;

    private BankMain() {}

    public static void main(String... args) {
        RoleMain.run(new BankMain(), RoleName.BANK, args);
    }

    @Override
    public Integer call() throws Exception {
        // Libraries report their start at length; standard error is for what a person should know.
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
        ServiceCounter services = SettingOptions.checked(spec,
                () -> countServices ? ServiceCounter.ofThisJvm() : ServiceCounter.NONE);
        return RoleMain.serve(role, new BankServer(settings, services),
                "The bank serves on https://%s/bank/login; stop it with Ctrl-C.");
    }

    static final class AddressConverter implements ITypeConverter<BackEndAddress> {
        @Override
        public BackEndAddress convert(String value) {
            try {
                return BackEndAddress.parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
