package org.eejs.besim;

import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eejs.banking.RoleName;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.SettingValues;
import org.eejs.role.RoleMain;
import org.eejs.role.RoleOptions;
import org.eejs.role.SettingOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that runs the back-end simulator as a separate process. */
@Command(name = "besim", description = "Serves the banking back end: answers the bank's calls from derived data.",
        sortOptions = false)
public final class BesimMain implements Callable<Integer> {
    // Held because java.util.logging keeps only weak references to loggers and would forget the level.
    private static final Logger NETTY = Logger.getLogger("io.netty");

    @Mixin
    private RoleOptions role;

    @Option(names = "--host", paramLabel = "HOST", defaultValue = "localhost",
            description = "Host name or address to listen on (default: ${DEFAULT-VALUE}).")
    private String host;

    @Option(names = "--plain", description = "Serve HTTP without TLS, for the back-end policy plain.")
    private boolean plain;

    @Option(names = "--resumption",
            description = "Let clients resume TLS sessions; otherwise every connection is a full handshake.")
    private boolean resumption;

    @Spec
    private CommandSpec spec;

    private BesimMain() {}

    public static void main(String... args) {
        RoleMain.run(new BesimMain(), RoleName.BESIM, args);
    }

    @Override
    public Integer call() throws Exception {
        NETTY.setLevel(Level.WARNING);
        return RoleMain.serve(role, new BesimServer(settings()), "The back end serves on %s; stop it with Ctrl-C.");
    }

    private BesimSettings settings() {
        SettingValues values = SettingOptions.values(spec, RoleName.BESIM);
        return new BesimSettings(host, values.get(BankingSettings.BESIM_PORT),
                values.get(BankingSettings.BESIM_THREADS), plain, resumption, BankingSettings.backEndTls(values),
                role.pki());
    }
}
