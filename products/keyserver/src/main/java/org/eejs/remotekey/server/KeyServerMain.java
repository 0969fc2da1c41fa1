package org.eejs.remotekey.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.remotekey.audit.AuditCheck;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.files.Causes;
import org.eejs.remotekey.files.Notice;
import org.eejs.remotekey.keys.ProviderTrial;
import org.eejs.remotekey.settings.KeyServerSettings;
import org.eejs.terminal.Printable;
import org.eejs.terminal.Printer;
import org.eejs.terminal.ShellWord;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command that runs a key server as a separate process, or makes the files that it needs. */
@Command(name = "keyserver", mixinStandardHelpOptions = true, version = "EEJS 0.1.0", sortOptions = false,
        description = {"Keeps private keys, and signs with them for clients that show a certificate.",
            "Drains and ends with SIGTERM or Ctrl-C. Policy and keys are read again when their files change."},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:ended in order", "1:the server failed", "2:bad input",
            "3:the chain of an audit log is broken, or a line is missing"})
public final class KeyServerMain implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final int BAD_INPUT = 2;
    private static final int BROKEN = 3;
    private static final int FIRST_PORT = 8443;

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "The server's file, such as init makes.")
    private Path file;

    @Option(names = "--json", scope = ScopeType.INHERIT,
            description = "Report events as lines of JSON on standard output.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private final Printer out = Printer.of(System.out);
    private final Printer err = Printer.of(System.err);
    /** Held, because the JDK's logging forgets loggers without a reference. */
    private LibraryLog libraries;

    private KeyServerMain() {}

    /** Runs the command and ends the process. */
    public static void main(String... args) {
        Printer.guard();
        KeyServerMain command = new KeyServerMain();
        System.exit(new CommandLine(command)
                .setParameterExceptionHandler((e, all) -> command.failed(e.getMessage() + "; see keyserver --help",
                        BAD_INPUT))
                .setExecutionExceptionHandler((e, line, parsed) -> e instanceof FaultyFileException
                        ? command.failed(e.getMessage(), BAD_INPUT) : command.failed(Causes.first(e), FAILED))
                .execute(args));
    }

    private int failed(String message, int code) {
        if (json) {
            emit("failed", Printable.line(message.strip()), Map.of());
        } else {
            err.println("keyserver: " + message);
        }
        return code;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (file == null) {
            throw new ParameterException(spec.commandLine(), "the server's file is missing; keyserver init DIR makes "
                    + "one to start from");
        }
        libraries = new LibraryLog(this::show);
        KeyServer server = KeyServer.start(file, this::show);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            server.close();
            // The exit code shows that the request of SIGTERM is done.
            Runtime.getRuntime().halt(0);
        }, "drain"));
        // Waits for a signal; standard input may be closed, as that of a service is.
        new CountDownLatch(1).await();
        return 0;
    }

    private void show(Notice notice) {
        if (json) {
            emit(notice.event().name().toLowerCase(Locale.ROOT).replace('_', '-'), notice.text(), notice.data());
        } else {
            (notice.event() == Notice.Event.SERVING ? out : err).println(notice.text());
        }
    }

    /** Prints a line for people, or with --json one for programs. */
    private void report(String line, String event, String message, Map<String, Object> data) {
        if (json) {
            emit(event, message, data);
        } else {
            out.println(line);
        }
    }

    private void emit(String event, String message, Map<String, Object> data) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("event", event);
        line.put("message", message);
        line.putAll(data);
        try {
            out.json(new ObjectMapper().writeValueAsString(line));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("writing event " + event + " as JSON failed", e);
        }
    }

    /** Makes a domain to start from. */
    @Command(name = "init", mixinStandardHelpOptions = true, sortOptions = false,
            description = "Makes a folder with an authority, keys, a policy, servers and a client of them, to start "
                    + "from.")
    int init(@Parameters(paramLabel = "DIR", description = "The folder, which need not exist.") Path directory,
            @Option(names = "--servers", paramLabel = "N", defaultValue = "1",
                    description = "Number of servers (default: ${DEFAULT-VALUE}), on ports from " + FIRST_PORT + " on "
                            + "of this host.") int servers,
            @Option(names = "--listen", paramLabel = "HOST:PORT", arity = "1", split = ",",
                    description = "Addresses where the servers listen instead, one for each. Certificates are for "
                            + "localhost and 127.0.0.1.") List<String> listen,
            @Option(names = "--keys", paramLabel = "NAME", arity = "1", split = ",",
                    description = "Keys to make, of rsa-2048, rsa-4096, ec-p256 and ec-p384 (default: all).")
                    List<String> keys) throws IOException, GeneralSecurityException {
        if (servers < 1 || servers > 100) {
            throw new ParameterException(spec.commandLine(), "--servers " + servers + ": must be 1 to 100");
        }
        List<String> addresses = listen != null ? listen
                : IntStream.range(0, servers).mapToObj(n -> "127.0.0.1:" + (FIRST_PORT + n)).toList();
        for (String address : addresses) {
            if (!address.matches("(localhost|127\\.0\\.0\\.1):\\d{1,5}")) {
                throw new ParameterException(spec.commandLine(), "--listen " + address + ": must be localhost:PORT or "
                        + "127.0.0.1:PORT, the names in the certificates");
            }
        }
        KeyDomain domain = keys == null ? KeyDomain.create(directory, addresses)
                : KeyDomain.create(directory, addresses, keys);
        err.println("measuring which security providers sign fastest, for up to 15 seconds of processor time ...");
        domain.measureProviders();
        for (int n = 1; n <= addresses.size(); n++) {
            report(ShellWord.of(System.getProperty("eejs.command", "./eejs")) + " keyserver "
                    + ShellWord.of(domain.server(n).toString()), "server", "made",
                    Map.of("file", domain.server(n).toString(), "listen", addresses.get(n - 1)));
        }
        report("a client's file of these servers: " + domain.cluster(), "cluster", "made",
                Map.of("file", domain.cluster().toString()));
        return 0;
    }

    /** Measures providers for an existing file. */
    @Command(name = "providers", mixinStandardHelpOptions = true, sortOptions = false,
            description = "Measures which security providers sign fastest here with a server's keys, and prints the "
                    + "lines for its file. The file is not changed.")
    int providers(@Parameters(paramLabel = "FILE", description = "The server's file.") Path measured)
            throws FaultyFileException {
        List<ProviderTrial> choices = ProviderTrial.of(KeyServerSettings.read(measured));
        if (json) {
            choices.forEach(each -> emit("provider", each.text(), Map.of("keys", each.algorithm(), "provider",
                    each.chosen(), "perSecond", each.perSecond())));
        } else {
            out.print(choices.isEmpty() ? "the file has no keys in files, so no provider is needed\n"
                    : ProviderTrial.yaml(choices));
        }
        return 0;
    }

    /** Checks audit logs. */
    @Command(name = "audit", mixinStandardHelpOptions = true, sortOptions = false,
            description = {"Checks that no line of an audit log was changed or removed: each has the hash of the one "
                + "before.", "Lines that were removed from the end show only with --follows or --contains. Keep the "
                + "hash that this command prints on another machine."},
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:each line follows from the one before", "2:a file is not readable",
                "3:the chain is broken, or a line is missing; the first place is named first"})
    int audit(@Parameters(paramLabel = "FILE", arity = "1..*",
            description = "The log; of a rotated log its files, the oldest first.") List<Path> files,
            @Option(names = "--follows", paramLabel = "HASH",
                    description = "The last hash that an earlier check printed. Its line must be in the log, or the "
                            + "log must begin right after it.") String follows,
            @Option(names = "--contains", paramLabel = "HASH", arity = "1", split = ",",
                    description = "A line with this hash must be in the log; can be repeated.") List<String> contains)
            throws FaultyFileException {
        Set<String> contained = new LinkedHashSet<>();
        for (String each : contains == null ? List.<String>of() : contains) {
            contained.add(hash("--contains", each));
        }
        AuditCheck check = AuditCheck.of(files, follows == null ? null : hash("--follows", follows), contained);
        check.breaks().forEach(line -> report(line, "broken", line, Map.of()));
        report(check.summary(), "checked", check.summary(), Map.of("lines", check.lines(), "breaks",
                check.breakCount(), "lastHash", check.lastHash()));
        if (check.breakCount() > 0) {
            return BROKEN;
        }
        if (!json) {
            out.println("at the next check, add --follows " + check.lastHash());
        }
        return 0;
    }

    private String hash(String option, String text) {
        if (!text.matches("[0-9a-fA-F]{64}")) {
            throw new ParameterException(spec.commandLine(), option + " " + text + ": is not the hash of a line; give "
                    + "the 64 hexadecimal digits that audit printed");
        }
        return text.toLowerCase(Locale.ROOT);
    }
}
