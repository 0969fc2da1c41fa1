package org.eejs.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Network namespaces of a test, each with one address, joined by a bridge in another namespace, so traffic stays among
 * them. Needs the rights of root.
 */
final class Namespaces implements AutoCloseable {
    private final String prefix = "eejs" + ProcessHandle.current().pid() % 10_000;
    private final int number;

    /** Creates this number of namespaces, with the addresses 10.99.0.1 and so on. */
    Namespaces(int number) throws IOException {
        this.number = number;
        ip("netns", "add", switchName());
        ip("-n", switchName(), "link", "add", "bridge", "type", "bridge");
        ip("-n", switchName(), "link", "set", "bridge", "up");
        for (int i = 0; i < number; i++) {
            ip("netns", "add", name(i));
            ip("-n", name(i), "link", "set", "lo", "up");
            ip("link", "add", "eth0", "netns", name(i), "type", "veth", "peer", "name", "port" + i, "netns",
                    switchName());
            ip("-n", name(i), "addr", "add", address(i) + "/24", "dev", "eth0");
            ip("-n", name(i), "link", "set", "eth0", "up");
            ip("-n", switchName(), "link", "set", "port" + i, "master", "bridge", "up");
        }
    }

    private String switchName() {
        return prefix + "s";
    }

    private String name(int i) {
        return prefix + "n" + i;
    }

    /** Returns the address of a namespace. */
    String address(int i) {
        return "10.99.0." + (i + 1);
    }

    /** Returns the words that start a program in a namespace. */
    List<String> in(int i, String program) {
        return List.of("ip", "netns", "exec", name(i), program);
    }

    /** Cuts or restores the link of a namespace. */
    void link(int i, boolean up) throws IOException {
        ip("-n", switchName(), "link", "set", "port" + i, up ? "up" : "down");
    }

    private static void ip(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(words));
        carryOut(command.toArray(String[]::new));
    }

    /** Runs a system program to its end. */
    static void carryOut(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        if (process.onExit().join().exitValue() != 0) {
            throw new AssertionError(String.join(" ", command) + ": " + said);
        }
    }

    @Override
    public void close() throws IOException {
        for (int i = 0; i < number; i++) {
            ip("netns", "del", name(i));
        }
        ip("netns", "del", switchName());
    }
}
