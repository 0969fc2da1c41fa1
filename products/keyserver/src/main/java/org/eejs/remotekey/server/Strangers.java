package org.eejs.remotekey.server;

import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.SetMultimap;
import io.netty.channel.Channel;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Connections that have not finished their handshake, by address, in the order of arrival. Beyond the bound of one
 * address, its oldest connection is closed. Beyond the bound of all, the oldest connection of the busiest address is
 * closed. Thread-safe.
 */
final class Strangers {
    /** The network part of an IPv6 address: the owner of one has all 2^64 addresses of its network. */
    private static final int NETWORK_BYTES = 8;

    private final int most;
    private final int mostOfAddress;
    private final Map<Channel, InetAddress> addresses = new LinkedHashMap<>();
    private final SetMultimap<InetAddress, Channel> byAddress = LinkedHashMultimap.create();

    Strangers(int most, int mostOfAddress) {
        this.most = most;
        this.mostOfAddress = mostOfAddress;
    }

    /** Adds a connection; returns another that is removed and must be closed, or null. */
    synchronized Channel add(Channel connection) {
        InetAddress address = address(connection);
        addresses.put(connection, address);
        byAddress.put(address, connection);
        Set<Channel> ofAddress = byAddress.get(address);
        if (ofAddress.size() > mostOfAddress) {
            return removed(ofAddress.iterator().next());
        }
        return addresses.size() > most ? removeOldest() : null;
    }

    /** Removes the oldest connection of the busiest addresses; null if there is none. */
    synchronized Channel removeOldest() {
        int largest = byAddress.asMap().values().stream().mapToInt(Collection::size).max().orElse(0);
        return addresses.entrySet().stream().filter(each -> byAddress.get(each.getValue()).size() == largest)
                .findFirst().map(oldest -> removed(oldest.getKey())).orElse(null);
    }

    private Channel removed(Channel connection) {
        remove(connection);
        return connection;
    }

    /** Removes a connection, and returns whether it was here. */
    synchronized boolean remove(Channel connection) {
        InetAddress address = addresses.remove(connection);
        return address != null && byAddress.remove(address, connection);
    }

    synchronized int count() {
        return addresses.size();
    }

    private static InetAddress address(Channel connection) {
        // A connection that is closed already has no address.
        if (!(connection.remoteAddress() instanceof InetSocketAddress remote)) {
            return InetAddress.getLoopbackAddress();
        }
        if (!(remote.getAddress() instanceof Inet6Address address)) {
            return remote.getAddress();
        }
        try {
            return InetAddress.getByAddress(Arrays.copyOf(Arrays.copyOf(address.getAddress(), NETWORK_BYTES),
                    address.getAddress().length));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("16 bytes are an IPv6 address", e);
        }
    }
}
