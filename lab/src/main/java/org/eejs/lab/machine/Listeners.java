package org.eejs.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The processes that listen on a TCP port of this machine. Linux shows other users' processes only to root.
 *
 * @param isAny whether any process listens
 * @param processes the ids of the known ones
 */
public record Listeners(boolean isAny, Set<Long> processes) {
    private static final Path PROCESSES = Path.of("/proc");
    /** The state of a listening socket; see the kernel's include/net/tcp_states.h. */
    private static final String LISTENS = "0A";
    private static final int ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    /** Returns the listeners on a port, in this process's network namespace. */
    public static Listeners on(int port) {
        Set<String> sockets = new HashSet<>();
        String end = ":%04X".formatted(port);
        for (String table : List.of("tcp", "tcp6")) {
            try (Stream<String> lines = Files.lines(PROCESSES.resolve("net").resolve(table))) {
                lines.map(line -> line.strip().split("\\s+")).filter(words -> words.length > INODE
                        && words[ADDRESS].endsWith(end) && words[STATE].equals(LISTENS))
                        .forEach(words -> sockets.add("socket:[" + words[INODE] + "]"));
            } catch (IOException e) {
                // A kernel without IPv6 has only one table.
            }
        }
        Set<Long> owners = new HashSet<>();
        if (!sockets.isEmpty()) {
            ProcessHandle.allProcesses().map(ProcessHandle::pid).filter(pid -> hasOpen(pid, sockets))
                    .forEach(owners::add);
        }
        return new Listeners(!sockets.isEmpty(), Set.copyOf(owners));
    }

    private static boolean hasOpen(long pid, Set<String> sockets) {
        try (Stream<Path> open = Files.list(PROCESSES.resolve(pid + "/fd"))) {
            return open.anyMatch(each -> sockets.contains(target(each)));
        } catch (IOException e) {
            return false;
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
