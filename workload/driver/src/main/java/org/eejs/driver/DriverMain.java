package org.eejs.driver;

import static org.eejs.banking.settings.BankingSettings.ARRIVAL_RATE;
import static org.eejs.banking.settings.BankingSettings.SESSIONS;
import static org.eejs.banking.settings.BankingSettings.SHOW_RESPONSE_TEXT;
import static org.eejs.banking.settings.BankingSettings.TLS;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eejs.banking.RoleName;
import org.eejs.banking.service.ServiceScript;
import org.eejs.role.PkiDirectory;
import org.eejs.role.RoleMain;
import org.eejs.role.RoleOptions;
import org.eejs.role.SettingOptions;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The driver as a process: it runs users of the bank or a service, or fetches one address repeatedly. */
@Command(name = "agent", description = "Drives user sessions, or requests for one address, over TLS.",
        sortOptions = false)
public final class DriverMain implements Callable<Integer> {
    private static final Logger NETTY = Logger.getLogger("io.netty");

    @ArgGroup(multiplicity = "1")
    private Target target;

    /** The target of the load. */
    static final class Target {
        @Option(names = "--bank", paramLabel = "HOST:PORT", required = true, description = "Address of the bank.")
        private String bank;

        @Option(names = "--service", required = true,
                description = "Instead of the bank: the service of a script that comes over --json's control channel.")
        private boolean service;

        private String host() {
            return bank.substring(0, bank.lastIndexOf(':'));
        }

        private int port() {
            return Integer.parseInt(bank.substring(bank.lastIndexOf(':') + 1));
        }
    }

    @Option(names = "--fetch", paramLabel = "PATH",
            description = "Instead of user sessions: fetch this path of --bank continuously over --sessions "
                    + "connections during the steady state. Report what a request cost the driver.")
    private String fetch;

    @Option(names = "--new-connections",
            description = "With --fetch: a new connection with a full handshake for each request.")
    private boolean newConnections;

    @Option(names = "--share", paramLabel = "I/N", defaultValue = "1/1",
            description = "Make the I-th of N shares of the load; other drivers make the others "
                    + "(default: ${DEFAULT-VALUE}).")
    private String share;

    @Mixin
    private RoleOptions role;

    @Spec
    private CommandSpec spec;

    public static void main(String... args) {
        RoleMain.run(new DriverMain(), RoleName.DRIVER, args);
    }

    @Override
    public Integer call() throws Exception {
        DriverSettings settings = settings();
        if (target.service) {
            return serve(settings);
        }
        PkiDirectory pki = new PkiDirectory(role.pki());
        if (fetch != null) {
            TlsClient tls = TlsClient.of(settings.get(TLS), pki, settings.cachedTlsSessions());
            Fetch fetching = new Fetch(settings, tls, target.host(), target.port(), fetch, newConnections);
            System.out.println(fetching.run());
            return exitCode(fetching.failure());
        }
        ScriptLoad load = ScriptLoad.ofBank(target.host(), target.port(), pki, settings);
        if (!role.json) {
            TickPrinter printer = new TickPrinter(settings, target.bank);
            new Driver(settings, load).run(printer::print);
            return exitCode(printer.failure());
        }
        return new DriverControl().run(new Driver(settings, load));
    }

    private int serve(DriverSettings settings) throws Exception {
        if (!settings.get(SHOW_RESPONSE_TEXT)) {
            // Its warnings may quote the service's answers.
            NETTY.setLevel(Level.OFF);
        }
        DriverControl control = new DriverControl();
        String script = control.script();
        if (script == null) {
            return 0;
        }
        ScriptLoad load;
        try {
            load = ScriptLoad.of(new ObjectMapper().readValue(script, ServiceScript.class), settings);
        } catch (JsonProcessingException e) {
            // Its own message may quote a secret.
            return control.failed("the script is not readable at column " + e.getLocation().getColumnNr());
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            return control.failed(RoleMain.describe(e));
        }
        return control.run(new Driver(settings, load));
    }

    private static int exitCode(Optional<String> failure) {
        failure.ifPresent(why -> System.err.println("agent: " + why));
        return failure.isPresent() ? 1 : 0;
    }

    DriverSettings settings() {
        if (target.service && (!role.json || fetch != null)) {
            throw new ParameterException(spec.commandLine(), "--service needs --json, and has no --fetch");
        }
        if (!target.service && !target.bank.matches(".+:\\d{1,5}")) {
            throw new ParameterException(spec.commandLine(),
                    "--bank '" + target.bank + "' is not a host and a port, such as localhost:8443");
        }
        ParseResult said = spec.commandLine().getParseResult();
        if (said.hasMatchedOption(SESSIONS.option()) == said.hasMatchedOption(ARRIVAL_RATE.option())) {
            throw new ParameterException(spec.commandLine(),
                    "give either --sessions or --arrival-rate: one of them makes the load");
        }
        return new DriverSettings(SettingOptions.values(spec, RoleName.DRIVER),
                SettingOptions.checked(spec, () -> LoadShare.parse(share)));
    }
}
