package org.eejs.driver;

import static org.eejs.banking.settings.BankingSettings.ARRIVAL_RATE;
import static org.eejs.banking.settings.BankingSettings.SESSIONS;
import static org.eejs.banking.settings.BankingSettings.TLS;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.eejs.banking.RoleName;
import org.eejs.driver.protocol.Tick;
import org.eejs.role.ControlChannel;
import org.eejs.role.PkiDirectory;
import org.eejs.role.RoleMain;
import org.eejs.role.RoleOptions;
import org.eejs.role.SettingOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The driver as a process: walks users through the bank, or fetches one address again and again. */
@Command(name = "agent", description = "Drives user sessions, or requests for one address, over TLS.",
        sortOptions = false)
public final class DriverMain implements Callable<Integer> {
    @Option(names = "--bank", paramLabel = "HOST:PORT", required = true, description = "Where the bank listens.")
    private String bank;

    @Option(names = "--fetch", paramLabel = "PATH",
            description = "Instead of user sessions: fetch this path of --bank without pause over --sessions "
                    + "connections during the steady state, and report what a request cost the driver.")
    private String fetch;

    @Option(names = "--new-connections",
            description = "With --fetch: a new connection with a full handshake for each request.")
    private boolean newConnections;

    @Option(names = "--share", paramLabel = "I/N", defaultValue = "1/1", converter = LoadShareConverter.class,
            description = "Make the I-th of N shares of the load; other drivers make the others "
                    + "(default: ${DEFAULT-VALUE}).")
    private LoadShare share;

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
        PkiDirectory pki = new PkiDirectory(role.pki());
        TlsClient tls = new TlsClient(settings.get(TLS), pki, settings.cachedTlsSessions());
        if (fetch != null) {
            Fetch fetching = new Fetch(settings, tls, fetch, newConnections);
            System.out.println(fetching.run());
            return exitCode(fetching.failure());
        }
        Driver driver = new Driver(settings, tls);
        if (!role.json) {
            TickPrinter printer = new TickPrinter();
            driver.run(printer::print);
            return exitCode(printer.failure(settings));
        }
        ControlChannel channel = ControlChannel.overStandardStreams();
        CompletableFuture<Long> begin = new CompletableFuture<>();
        channel.listen(command -> {
            if (command.startsWith(Tick.START)) {
                String when = command.substring(Tick.START.length()).strip();
                begin.complete(when.isEmpty() ? 0 : Long.parseLong(when));
            } else if (command.startsWith(Tick.STEADY)) {
                String[] seconds = command.substring(Tick.STEADY.length()).split(" ");
                driver.steady(Long.parseLong(seconds[0]), Long.parseLong(seconds[1]));
            } else if (command.equals(Tick.PAUSE)) {
                driver.pause();
            } else if (command.equals(Tick.RESUME)) {
                driver.resume();
            } else if (command.equals(ControlChannel.STOP)) {
                driver.stop();
                begin.complete(0L);
            }
        }, () -> Runtime.getRuntime().halt(0));
        channel.emit(ControlChannel.READY, Map.of());
        LoadClock.awaitMicros(begin.get());
        driver.run(tick -> channel.emit(Tick.EVENT, tick));
        channel.emit(ControlChannel.DONE, Map.of());
        return 0;
    }

    private static int exitCode(Optional<String> failure) {
        failure.ifPresent(why -> System.err.println("agent: " + why));
        return failure.isPresent() ? 1 : 0;
    }

    private DriverSettings settings() {
        int colon = bank.lastIndexOf(':');
        if (colon < 1 || !bank.substring(colon + 1).matches("\\d{1,5}")) {
            throw new ParameterException(spec.commandLine(),
                    "--bank '" + bank + "' is not a host and a port, such as localhost:8443");
        }
        ParseResult said = spec.commandLine().getParseResult();
        if (said.hasMatchedOption(SESSIONS.option()) == said.hasMatchedOption(ARRIVAL_RATE.option())) {
            throw new ParameterException(spec.commandLine(),
                    "give either --sessions or --arrival-rate: one of them makes the load");
        }
        return new DriverSettings(bank.substring(0, colon), Integer.parseInt(bank.substring(colon + 1)),
                SettingOptions.values(spec, RoleName.DRIVER), share);
    }

    static final class LoadShareConverter implements ITypeConverter<LoadShare> {
        @Override
        public LoadShare convert(String word) {
            try {
                return LoadShare.parse(word);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
