package org.eejs.lab.machine;

import java.util.Collections;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The processes that listen on a TCP port of this machine. Linux shows other users' processes only to root.
 *
 * @param isAny whether any process listens
 * @param processes the ids of the known ones
 */
public record Listeners(boolean isAny, Set<Long> processes) {
    /** Returns the listeners on a port, in this process's network namespace. */
    public static Listeners on(int port) {
        Set<Long> sockets = TcpTable.of(ProcessFiles.ofThis()).stream()
                .filter(socket -> socket.listens() && socket.local().getPort() == port).map(TcpTable.Socket::inode)
                .collect(Collectors.toSet());
        Set<Long> owners = sockets.isEmpty() ? Set.of() : ProcessHandle.allProcesses().map(ProcessHandle::pid)
                .filter(pid -> !Collections.disjoint(TcpTable.open(new ProcessFiles(pid)), sockets))
                .collect(Collectors.toUnmodifiableSet());
        return new Listeners(!sockets.isEmpty(), owners);
    }
}
