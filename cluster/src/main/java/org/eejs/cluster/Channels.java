package org.eejs.cluster;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.SSLContext;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.protocols.PING;
import org.jgroups.protocols.TUNNEL;
import org.jgroups.protocols.UFC;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.util.DefaultSocketFactory;

/**
 * The JGroups configuration of lab and hosts: a star, in which every host opens and keeps one connection to the router
 * within the lab. So hosts behind NAT take part, and no host ever connects to another.
 */
final class Channels {
    private static final long HEARTBEAT_MILLIS = 1_000;
    /** The silence after which the other end of a connection counts as gone, on both ends. */
    private static final long SILENCE_MILLIS = 5_000;
    private static final long JOIN_MILLIS = 2_000;
    /** The wait for other members, which the lab's group with its new random name does not have. */
    private static final long FOUND_MILLIS = 1;

    /** Loggers, kept here because the JDK forgets the level of an unreferenced logger. */
    private static final List<Logger> LOGS = List.of(Logger.getLogger("org.jgroups"),
            Logger.getLogger(Channels.class.getPackageName()));

    static {
        // JGroups and EEJS's classes of its protocols report each host that joins or leaves, which EEJS logs in its own
        // words.
        LOGS.forEach(log -> log.setLevel(Level.OFF));
    }

    private Channels() {}

    /**
     * Starts the router. A connection needs a certificate that the TLS context trusts, and that the authority has not
     * revoked.
     *
     * @param offended gets the name of a host that sends a forbidden message, and the reason
     */
    static Router router(InetSocketAddress address, LabAuthority authority, SSLContext tls, RareLog log,
            BiConsumer<String, String> offended) throws Exception {
        WireTypes.enforce();
        Router router = new Router(address, authority, tls, log, offended);
        router.jmx(false).emitSuspectEvents(true).expiryTime(SILENCE_MILLIS).reaperInterval(HEARTBEAT_MILLIS).start();
        return router;
    }

    /** Returns the channel of the lab, not connected yet. */
    static JChannel ofLab(InetSocketAddress router, SSLContext tls) throws Exception {
        return channel(HostNames.LAB, router, tls, FOUND_MILLIS, new FewFragments(true));
    }

    /**
     * Returns the channel of a host, not connected yet. The lab's certificate is the only one of its authority, so its
     * name is not checked.
     *
     * @param name the name of the host
     * @param router the address of the router
     */
    static JChannel ofHost(String name, InetSocketAddress router, SSLContext tls) throws Exception {
        return channel(name, router, tls, JOIN_MILLIS, new FewFragments(false));
    }

    private static JChannel channel(String name, InetSocketAddress router, SSLContext tls, long joinMillis,
            FewFragments fragments) throws Exception {
        WireTypes.enforce();
        TUNNEL tunnel = new TUNNEL().setGossipRouterHosts(router.getAddress().getHostAddress() + "["
                + router.getPort() + "]").setReconnectInterval(1_000);
        // Only between each host and the router: heartbeats among all hosts would grow with the square of their number.
        tunnel.setValue("heartbeat_interval", HEARTBEAT_MILLIS);
        tunnel.setValue("heartbeat_timeout", SILENCE_MILLIS);
        // The default bundler has a buffer of 70 KB for each member, though one connection reaches all of them.
        tunnel.setBundlerType("transfer-queue");
        tunnel.setBindAddr(own(router));
        tunnel.setSocketFactory(new DefaultSocketFactory(tls));
        JChannel channel = new JChannel(tunnel, new PING(), new VERIFY_SUSPECT2(),
                new ShortWindow.Multicast().useMcastXmit(false), new ShortWindow.Unicast(), new STABLE(),
                new GMS().setJoinTimeout(joinMillis).printLocalAddress(false), new UFC(),
                fragments).name(name);
        tunnel.getDiagnosticsHandler().setEnabled(false);
        return channel;
    }

    /** Returns the address of this machine that a channel uses. */
    static String address(JChannel channel) {
        return channel.getProtocolStack().getTransport().getBindAddr().getHostAddress();
    }

    /** Returns the bytes of a message; none for another type of message. */
    static byte[] content(Message message) {
        return message.hasArray() ? Arrays.copyOfRange(message.getArray(), message.getOffset(),
                message.getOffset() + message.getLength()) : new byte[0];
    }

    /** Returns the address at which the lab itself reaches a listener on this address, which may be a wildcard. */
    static InetSocketAddress reachable(InetSocketAddress address) {
        return address.getAddress().isAnyLocalAddress()
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort()) : address;
    }

    /** Returns the address of this machine from which another one is reached. */
    private static InetAddress own(InetSocketAddress other) throws Exception {
        // Nothing is sent: the kernel only looks up the route.
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(other);
            return socket.getLocalAddress();
        }
    }
}
