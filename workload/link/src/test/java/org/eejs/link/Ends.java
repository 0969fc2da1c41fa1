package org.eejs.link;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The two namespaces at the ends of a link in a test, each with a device. Needs the rights of root. */
final class Ends implements AutoCloseable {
    static final String USERS = "198.18.0.1";
    static final String SERVERS = "198.18.0.2";
    static final String DEVICE = "link";

    private final String prefix = "eejstest-" + ProcessHandle.current().pid() + "-";

    /** Creates both. */
    Ends() throws IOException {
        make("users", USERS, SERVERS);
        make("servers", SERVERS, USERS);
    }

    /** Returns whether this machine lets tests create namespaces and devices. */
    static boolean arePossible() throws IOException, InterruptedException {
        return Files.isWritable(Path.of("/dev/net/tun"))
                && new ProcessBuilder("unshare", "--net", "true").start().waitFor() == 0;
    }

    private void make(String purpose, String address, String other) throws IOException {
        run("ip", "netns", "add", prefix + purpose);
        run("ip", "-n", prefix + purpose, "link", "set", "lo", "up");
        run("ip", "-n", prefix + purpose, "tuntap", "add", "dev", DEVICE, "mode", "tun");
        run("ip", "-n", prefix + purpose, "link", "set", "dev", DEVICE, "mtu", "1500", "txqueuelen", "10000", "up");
        run("ip", "-n", prefix + purpose, "addr", "add", address, "peer", other, "dev", DEVICE);
    }

    Path users() {
        return Path.of("/run/netns", prefix + "users");
    }

    Path servers() {
        return Path.of("/run/netns", prefix + "servers");
    }

    /** Returns the command of a program in a namespace. */
    static List<String> in(Path namespace, String... command) {
        return Stream.concat(Stream.of("nsenter", "--net=" + namespace), Stream.of(command)).toList();
    }

    /** Runs a program, and returns what it prints. */
    static String run(String... command) throws IOException {
        return run(List.of(command));
    }

    static String run(List<String> command) throws IOException {
        return run(command, "");
    }

    /** Runs a program with this input. */
    static String run(List<String> command, String input) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw new AssertionError(String.join(" ", command) + ": " + printed);
        }
        return printed;
    }

    @Override
    public void close() throws IOException {
        run("ip", "netns", "delete", prefix + "users");
        run("ip", "netns", "delete", prefix + "servers");
    }
}
