package org.eejs.doctor.looking;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eejs.doctor.evidence.Traffic;
import org.eejs.lab.machine.ProcessFiles;
import org.eejs.lab.machine.TcpTable;
import org.eejs.lab.machine.TcpTable.Socket;

/**
 * Counts the new TCP connections of a JVM during a capture, from the kernel's tables: nothing happens in the JVM. A
 * closed connection stays in the table for a minute at the side that closed it first. A closed socket has no owner. It
 * belongs to the JVM if the JVM listens on its local port, or was connected to its remote end before. Its own thread
 * reads; all other methods are for one thread.
 */
final class ConnectionCount implements AutoCloseable {
    private static final long PERIOD_MILLIS = 100;
    private static final Pattern IO = Pattern.compile("(?m)^(wchar|syscw|rchar|syscr): (\\d+)$");

    private final ProcessFiles process;
    private final ScheduledExecutorService reader;
    private final Set<Socket> before = new HashSet<>();
    private final Map<Ends, Socket> seen = new HashMap<>();
    private final Set<Integer> listening = new HashSet<>();
    private final Set<InetSocketAddress> bound = new HashSet<>();
    private final Set<InetSocketAddress> servers = new HashSet<>();
    private final Set<Ends> owned = new HashSet<>();
    private final Map<String, Long> began;
    private final long beganNanos = System.nanoTime();

    private record Ends(InetSocketAddress local, InetSocketAddress remote) {
        static Ends of(Socket socket) {
            return new Ends(socket.local(), socket.remote());
        }
    }

    private ConnectionCount(long pid) {
        this.process = new ProcessFiles(pid);
        this.began = io();
        this.reader = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "connections");
            thread.setDaemon(true);
            return thread;
        });
        before.addAll(TcpTable.of(process));
    }

    /** Begins to count the connections of a process. */
    static ConnectionCount of(long pid) {
        ConnectionCount connections = new ConnectionCount(pid);
        connections.reader.scheduleWithFixedDelay(connections::read, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        return connections;
    }

    /** Reads the tables once. */
    synchronized void read() {
        Set<Long> open = TcpTable.open(process);
        List<Socket> sockets = TcpTable.of(process);
        sockets.stream().filter(socket -> socket.listens() && open.contains(socket.inode())).forEach(socket -> {
            listening.add(socket.local().getPort());
            bound.add(socket.local());
        });
        for (Socket socket : sockets) {
            if (!open.contains(socket.inode())) {
                seen.putIfAbsent(Ends.of(socket), socket);
            } else if (!socket.listens()) {
                seen.put(Ends.of(socket), socket);
                owned.add(Ends.of(socket));
                if (!listening.contains(socket.local().getPort())) {
                    servers.add(socket.remote());
                }
            }
        }
    }

    /** Returns the addresses on which the JVM listens and that had connections. Others may be no TLS ports. */
    synchronized List<InetSocketAddress> listening() {
        Set<Integer> used = seen.keySet().stream().map(ends -> ends.local().getPort()).collect(Collectors.toSet());
        return bound.stream().filter(each -> used.contains(each.getPort())).toList();
    }

    /** Returns the connections that began since the count did. */
    synchronized Traffic counted() {
        double seconds = (System.nanoTime() - beganNanos) / 1e9;
        Set<Ends> old = before.stream().map(Ends::of).collect(Collectors.toSet());
        Map<String, Long> accepted = new HashMap<>();
        Map<String, Long> opened = new HashMap<>();
        seen.forEach((ends, socket) -> {
            boolean known = owned.contains(ends) || socket.inode() == 0;
            if (known && !old.contains(ends) && listening.contains(ends.local().getPort())) {
                accepted.merge(ends.remote().getAddress().getHostAddress(), 1L, Long::sum);
            } else if (known && !old.contains(ends) && servers.contains(ends.remote())) {
                opened.merge(ends.remote().getAddress().getHostAddress() + ":" + ends.remote().getPort(), 1L,
                        Long::sum);
            }
        });
        // On one machine both ends of a connection are in the table, so a server's closed socket shows a client's.
        seen.forEach((ends, socket) -> {
            Ends mine = new Ends(ends.remote(), ends.local());
            if (socket.inode() == 0 && !seen.containsKey(mine) && !old.contains(ends)) {
                if (servers.contains(ends.local())) {
                    opened.merge(ends.local().getAddress().getHostAddress() + ":" + ends.local().getPort(), 1L,
                            Long::sum);
                } else if (listening.contains(ends.remote().getPort()) && ends.remote().getAddress()
                        .equals(ends.local().getAddress())) {
                    accepted.merge(ends.local().getAddress().getHostAddress(), 1L, Long::sum);
                }
            }
        });
        Map<String, Long> ended = io();
        return new Traffic(seconds, Map.copyOf(accepted), Map.copyOf(opened), since("syscw", ended),
                since("wchar", ended), since("syscr", ended), since("rchar", ended));
    }

    private long since(String name, Map<String, Long> ended) {
        return began.containsKey(name) && ended.containsKey(name) ? ended.get(name) - began.get(name) : 0;
    }

    /** Returns the write calls and bytes of the process so far; empty if the kernel does not report them. */
    private Map<String, Long> io() {
        try {
            Matcher matcher = IO.matcher(Files.readString(process.folder().resolve("io"),
                    StandardCharsets.ISO_8859_1));
            return matcher.results().collect(Collectors.toMap(each -> each.group(1),
                    each -> Long.parseLong(each.group(2))));
        } catch (IOException e) {
            return Map.of();
        }
    }

    @Override
    public void close() {
        reader.shutdownNow();
    }
}
