package org.eejs.driver;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.eejs.driver.protocol.Tick;
import org.eejs.role.ControlChannel;

/** The control of a driver: commands from the lab, over the process's standard streams, and its events. Thread-safe. */
final class DriverControl {
    private final ControlChannel channel = ControlChannel.overStandardStreams();
    private final CompletableFuture<String> script = new CompletableFuture<>();
    private final CompletableFuture<Driver> driver = new CompletableFuture<>();
    private final CompletableFuture<Long> begin = new CompletableFuture<>();

    DriverControl() {
        channel.listen(this::obey, () -> Runtime.getRuntime().halt(0));
    }

    /** Returns the script of a service, as JSON, once it has come; null if the driver was stopped first. */
    String script() {
        return script.join();
    }

    /** Reports why the driver is unable to continue; returns the exit code. */
    int failed(String why) {
        channel.emit(ControlChannel.FAILED, Map.of("message", why));
        return 1;
    }

    /** Runs the load once the command to start has come; returns the exit code. */
    int run(Driver ready) throws Exception {
        driver.complete(ready);
        channel.emit(ControlChannel.READY, Map.of());
        LoadClock.awaitMicros(begin.get());
        ready.run(tick -> channel.emit(Tick.EVENT, tick));
        channel.emit(ControlChannel.DONE, Map.of());
        return 0;
    }

    private void obey(String command) {
        if (command.startsWith(Tick.SCRIPT)) {
            script.complete(command.substring(Tick.SCRIPT.length()));
        } else if (command.equals(Tick.REHEARSE)) {
            driver.join().rehearse(rehearsal -> channel.emit(Tick.REHEARSED, rehearsal));
        } else if (command.startsWith(Tick.START)) {
            String when = command.substring(Tick.START.length()).strip();
            begin.complete(when.isEmpty() ? 0 : Long.parseLong(when));
        } else if (command.startsWith(Tick.STEADY)) {
            String[] seconds = command.substring(Tick.STEADY.length()).split(" ");
            driver.join().steady(Long.parseLong(seconds[0]), Long.parseLong(seconds[1]));
        } else if (command.startsWith(Tick.PACE)) {
            driver.join().pace(Double.parseDouble(command.substring(Tick.PACE.length())));
        } else if (command.equals(Tick.PAUSE)) {
            driver.join().pause();
        } else if (command.equals(Tick.RESUME)) {
            driver.join().resume();
        } else if (command.equals(ControlChannel.STOP)) {
            script.complete(null);
            driver.thenAccept(Driver::stop);
            begin.complete(0L);
        }
    }
}
