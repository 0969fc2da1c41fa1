package org.eejs.lab.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A network namespace of a run, with a separate loopback interface and one TUN device. It changes nothing in
 * the network of this machine. See ip-netns(8). Thread-safe.
 */
public final class NetworkNamespace implements AutoCloseable {
    /** The name of the device in each namespace. */
    public static final String DEVICE = "link";

    private static final Path NAMES = Path.of("/run/netns");
    private static final Path TUN = Path.of("/dev/net/tun");
    /** The name has the process id of its lab. */
    private static final Pattern NAME = Pattern.compile("eejs-(\\d+)-\\d+-\\w+");
    /** The bits of CAP_NET_ADMIN and CAP_SYS_ADMIN in capabilities(7). */
    private static final long RIGHTS = 1L << 12 | 1L << 21;
    private static final AtomicInteger NUMBER = new AtomicInteger();
    /** The packets that wait for the link; the default of 500 is less than the windows of a hundred connections. */
    private static final String PACKETS = "10000";
    private static final long PATIENCE_SECONDS = 10;

    private final String name;

    private NetworkNamespace(String name) {
        this.name = name;
    }

    /** Returns what this process lacks to create namespaces and devices, for messages; empty if it lacks nothing. */
    public static Optional<String> lack() {
        if (!hasRights()) {
            return Optional.of("root (CAP_NET_ADMIN and CAP_SYS_ADMIN)");
        }
        if (!Files.exists(TUN)) {
            return Optional.of(TUN + " (the kernel module tun)");
        }
        return Stream.of("ip", "nsenter").filter(program -> !SystemCommand.exists(program)).findFirst()
                .map(program -> "the command " + program + " (package " + (program.equals("ip") ? "iproute2"
                        : "util-linux") + ")");
    }

    private static boolean hasRights() {
        return KernelFile.field("/proc/self/status", "CapEff").map(rights -> Long.parseUnsignedLong(rights, 16))
                .filter(rights -> (rights & RIGHTS) == RIGHTS).isPresent();
    }

    /**
     * Creates a namespace.
     *
     * @param purpose the last word of its name
     * @param address of its device
     * @param other the address at the other end of the link
     * @throws IOException with the command that failed, and what it printed
     */
    public static NetworkNamespace create(String purpose, String address, String other) throws IOException {
        NetworkNamespace namespace = new NetworkNamespace("eejs-%d-%d-%s".formatted(ProcessHandle.current().pid(),
                NUMBER.incrementAndGet(), purpose));
        ip("netns", "add", namespace.name);
        try {
            namespace.within("link", "set", "lo", "up");
            namespace.within("tuntap", "add", "dev", DEVICE, "mode", "tun");
            namespace.within("link", "set", "dev", DEVICE, "mtu", "1500", "txqueuelen", PACKETS, "up");
            namespace.within("addr", "add", address, "peer", other, "dev", DEVICE);
        } catch (IOException e) {
            namespace.close();
            throw e;
        }
        return namespace;
    }

    private void within(String... words) throws IOException {
        ip(Stream.concat(Stream.of("-n", name), Stream.of(words)).toArray(String[]::new));
    }

    private static void ip(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (!SystemCommand.awaitEnd(process, PATIENCE_SECONDS) || process.exitValue() != 0) {
            throw new IOException("`" + String.join(" ", command) + "` failed: " + printed);
        }
    }

    /** Deletes the namespaces of labs that have ended without deleting theirs. */
    public static void deleteAbandoned() {
        try (DirectoryStream<Path> names = Files.newDirectoryStream(NAMES)) {
            for (Path each : names) {
                Matcher name = NAME.matcher(each.getFileName().toString());
                if (name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
                    new NetworkNamespace(name.group()).close();
                }
            }
        } catch (IOException e) {
            // There has never been a namespace on this machine.
        }
    }

    /** Returns the file of the namespace. */
    public Path file() {
        return NAMES.resolve(name);
    }

    /**
     * Returns the words in front of a program that let it run in the namespace. Unlike {@code ip netns exec}, they
     * leave all mounts as they are, so a JVM finds the limits of its container.
     */
    public List<String> prefix() {
        return List.of("nsenter", "--net=" + file());
    }

    /** Deletes the name; the namespace itself ends with its last process. */
    @Override
    public void close() {
        SystemCommand.carryOut(List.of("ip", "netns", "delete", name));
    }
}
