package org.eejs.driver;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eejs.banking.RoleName;
import org.eejs.banking.service.Rehearsal;
import org.eejs.banking.service.ServiceScript;
import org.eejs.driver.protocol.Tick;
import org.eejs.role.SettingOptions;
import picocli.CommandLine;

/**
 * The driver of a service in the JVM of the tests. {@link DriverProcess} costs two seconds of a processor more, and is
 * for tests of TLS 1.2. Other tests limit the groups of their JVM to some that such a server does not have.
 */
final class LocalDriver implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;
    private static final Logger NETTY = Logger.getLogger("io.netty");

    static {
        // The TLS context of a driver's process lives as long as the process; here the leak detector sees it end.
        NETTY.setLevel(Level.OFF);
    }

    private final Driver driver;

    LocalDriver(ServiceScript script, String... options) throws IOException, GeneralSecurityException {
        DriverMain main = new DriverMain();
        CommandLine line = new CommandLine(main);
        SettingOptions.addTo(line.getCommandSpec(), RoleName.DRIVER);
        List<String> words = new ArrayList<>(List.of("--json", "--service"));
        words.addAll(List.of(options));
        line.parseArgs(words.toArray(String[]::new));
        DriverSettings settings = main.settings();
        driver = new Driver(settings, ScriptLoad.of(script, settings));
    }

    List<Rehearsal.Failure> rehearse() throws Exception {
        return rehearsal().failures();
    }

    Rehearsal rehearsal() throws Exception {
        CompletableFuture<Rehearsal> end = new CompletableFuture<>();
        driver.rehearse(end::complete);
        return end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /**
     * Makes load until the measurements suffice, or its phases are over; returns the measurements of all its seconds.
     */
    Tick run(Predicate<Tick> enough) throws InterruptedException {
        List<Tick> ticks = new ArrayList<>();
        driver.run(tick -> {
            ticks.add(tick);
            if (enough.test(Tick.of(ticks))) {
                driver.stop();
            }
        });
        return Tick.of(ticks);
    }

    @Override
    public void close() {
        driver.stop();
    }
}
