package org.eejs.cluster;

import java.io.DataInput;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jgroups.Address;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.stack.GossipRouter;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.DefaultSocketFactory;

/**
 * The router within the lab. It identifies the host of each connection by its certificate, and passes on only frames
 * that {@link HostFrame} allows. A host has one address, and can send only from it. Thread-safe.
 */
final class Router extends GossipRouter {
    /** The longest frame. Longer messages are sent in fragments, and a view of 10,000 hosts takes 200 KB. */
    private static final int FRAME_BYTES = 1_000_000;
    private static final int CONNECTIONS_OF_A_HOST = 4;

    private final LabAuthority authority;
    private final RareLog rare;
    private final BiConsumer<String, String> offended;
    private final Map<Address, Peer> peers = new ConcurrentHashMap<>();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    /** A connection. */
    private static final class Peer {
        private final String host;
        private final X509Certificate certificate;
        private final Socket socket;
        private String group;
        private Address member;

        private Peer(String host, X509Certificate certificate, Socket socket) {
            this.host = host;
            this.certificate = certificate;
            this.socket = socket;
        }

        private void close() {
            try {
                // An orderly end of TLS would wait for the other end.
                socket.close();
            } catch (IOException e) {
                // The connection is of no further use.
            }
        }
    }

    /**
     * Creates a router that does not listen yet.
     *
     * @param authority decides which certificates are valid
     * @param tls the TLS context of the lab
     * @param offended gets the name of a host that sends a forbidden message, and the reason
     */
    Router(InetSocketAddress address, LabAuthority authority, SSLContext tls, RareLog log,
            BiConsumer<String, String> offended) throws Exception {
        super(address.getAddress(), address.getPort());
        this.authority = authority;
        this.rare = log;
        this.offended = offended;
        socketFactory(new DefaultSocketFactory(tls) {
            @Override
            public ServerSocket createServerSocket(String service) throws IOException {
                return new TlsServerSocket(tls, Router.this::admit, log);
            }
        });
        maxLength(FRAME_BYTES);
        diagHandler().setEnabled(false);
    }

    /** Registers the host of a connection, unless its certificate was revoked. */
    private void admit(SSLSocket tls, Socket socket) throws IOException {
        X509Certificate certificate = (X509Certificate) tls.getSession().getPeerCertificates()[0];
        String host = authority.admit(certificate);
        if (refused.contains(host)) {
            throw new RefusedException("the lab ended the host " + host + " before");
        }
        peers.values().removeIf(peer -> peer.socket.isClosed());
        if (peers.values().stream().filter(peer -> peer.host.equals(host)).count() >= CONNECTIONS_OF_A_HOST) {
            throw new RefusedException("the host " + host + " has " + CONNECTIONS_OF_A_HOST + " connections already");
        }
        peers.put(new IpAddress((InetSocketAddress) socket.getRemoteSocketAddress()),
                new Peer(host, certificate, socket));
    }

    @Override
    public void receive(Address connection, DataInput in, int length) throws Exception {
        Peer peer = peers.get(connection);
        if (peer == null || length < 0) {
            throw new IOException("a frame of an unknown host");
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        boolean passes;
        try {
            passes = isAllowed(peer, new HostFrame(bytes));
        } catch (IOException | ClassNotFoundException | RuntimeException e) {
            peer.close();
            offended.accept(peer.host, "it sent a message that no host of this version sends");
            throw new IOException("not a frame of a host", e);
        }
        if (passes) {
            super.receive(connection, new ByteArrayDataInputStream(bytes), length);
        } else {
            rare.say("dropped a message of the host " + peer.host + " in the name of another");
        }
    }

    /** Returns whether a frame may be passed on; otherwise it names another sender. */
    private boolean isAllowed(Peer peer, HostFrame frame) throws IOException, ClassNotFoundException {
        switch (frame.type()) {
            case REGISTER -> {
                return register(peer, frame);
            }
            case MESSAGE -> {
                boolean own = frame.isFrom(peer.member);
                return own && peer.member != null && frame.group() != null && frame.group().equals(peer.group);
            }
            case UNREGISTER -> {
                return frame.address() != null && frame.address().equals(peer.member);
            }
            default -> {
                return true;
            }
        }
    }

    /** Registers the address of a connection, which must be unique to its host and never changes. */
    private synchronized boolean register(Peer peer, HostFrame frame) throws IOException {
        if (frame.address() == null || frame.group() == null
                || peer.member != null && !(peer.member.equals(frame.address()) && frame.group().equals(peer.group))) {
            throw new IOException("a second address of one connection");
        }
        if (peers.values().stream().anyMatch(other -> frame.address().equals(other.member)
                && !other.host.equals(peer.host))) {
            return false;
        }
        peer.member = frame.address();
        peer.group = frame.group();
        return true;
    }

    @Override
    public void connectionClosed(Connection connection) {
        super.connectionClosed(connection);
        peers.remove(connection.peerAddress());
    }

    /** Refuses new connections of a host; the existing ones must still be closed. */
    void refuse(String host) {
        refused.add(host);
    }

    /** Closes all connections of a host. */
    void close(String host) {
        peers.values().stream().filter(peer -> peer.host.equals(host)).forEach(Peer::close);
    }

    /**
     * Returns the hosts with a connection whose certificate was revoked since it was opened.
     *
     * @throws IOException when reading the lab's folder fails
     */
    List<String> revoked() throws IOException {
        Map<X509Certificate, String> shown = new HashMap<>();
        peers.values().forEach(peer -> shown.put(peer.certificate, peer.host));
        return shown.isEmpty() ? List.of() : authority.revoked(shown);
    }
}
