package org.eejs.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.blocks.MessageDispatcher;
import org.jgroups.blocks.RequestOptions;
import org.jgroups.stack.GossipRouter;

/**
 * The lab among its hosts: the only coordinator. Hosts dial in at its address, and their messages come to the port
 * behind it. Thread-safe.
 */
public final class LabNode implements AutoCloseable {
    private final Listener listener;
    private final Map<Address, String> names = new ConcurrentHashMap<>();
    private final GossipRouter router;
    private final JChannel channel;
    private final MessageDispatcher dispatcher;
    private final JoinServer door;

    /** Hears of hosts, on threads of the cluster; must return soon. */
    public interface Listener {
        /** A host has come. */
        void joined(String host);

        /** A message of a host has arrived. */
        void said(String host, byte[] message);

        /** A host has gone: ended, lost its link, or was not heard for some seconds. */
        void gone(String host);
    }

    /**
     * Opens the lab to hosts.
     *
     * @param address where hosts dial in; the port behind it is used, too
     * @param names by which the lab is reached
     * @param version of its EEJS
     * @param log gets a line for each host that is refused
     * @throws IOException with a line that names the address, when it cannot be listened on
     */
    public LabNode(LabAuthority authority, InetSocketAddress address, List<String> names, String version,
            Listener listener, Consumer<String> log) throws IOException, GeneralSecurityException {
        this.listener = listener;
        SSLContext tls = authority.tls(names);
        InetSocketAddress messages = new InetSocketAddress(address.getAddress(), address.getPort() + 1);
        try {
            router = Channels.router(messages, tls);
        } catch (Exception e) {
            throw new IOException("cannot listen on " + messages + ", where messages of hosts go: " + e.getMessage(),
                    e);
        }
        try {
            channel = Channels.channel("lab", Channels.reachable(messages), authority.tlsAsHost());
            dispatcher = new MessageDispatcher(channel, this::heard).setReceiver(new Views());
            dispatcher.start();
            channel.connect(Channels.CLUSTER);
            door = new JoinServer(address, authority, tls, version, messages.getPort(), this::has, log);
        } catch (Exception e) {
            router.stop();
            throw new IOException("cannot listen on " + address + ", where hosts dial in: " + e.getMessage(), e);
        }
    }

    /** Messages of one host come one after the other. */
    private Object heard(Message message) {
        byte[] content = content(message);
        String name = names.get(message.getSrc());
        if (name == null) {
            // The first thing that a host says is its name.
            name = new String(content, StandardCharsets.UTF_8);
            names.put(message.getSrc(), name);
            listener.joined(name);
        } else {
            listener.said(name, content);
        }
        return null;
    }

    static byte[] content(Message message) {
        return Arrays.copyOfRange(message.getArray(), message.getOffset(), message.getOffset() + message.getLength());
    }

    private final class Views implements Receiver {
        @Override
        public void viewAccepted(View view) {
            Map<Address, String> lost = new HashMap<>(names);
            view.forEach(lost::remove);
            lost.forEach((address, name) -> {
                names.remove(address);
                listener.gone(name);
            });
        }
    }

    /** The hosts that are connected, by name. */
    public Set<String> hosts() {
        return new TreeSet<>(names.values());
    }

    /** Whether a host is connected. */
    public boolean has(String host) {
        return names.containsValue(host);
    }

    /**
     * Asks a host.
     *
     * @return completes with its answer, or exceptionally when it is gone or does not answer in time
     */
    public CompletableFuture<byte[]> ask(String host, byte[] request, Duration patience) {
        Address address = names.entrySet().stream().filter(each -> each.getValue().equals(host))
                .map(Map.Entry::getKey).findFirst().orElse(null);
        if (address == null) {
            return CompletableFuture.failedFuture(new IOException("the host " + host + " is not connected"));
        }
        try {
            CompletableFuture<byte[]> answer = dispatcher.sendMessageWithFuture(new BytesMessage(address, request),
                    RequestOptions.SYNC().timeout(patience.toMillis()).flags(Message.Flag.OOB));
            return answer.orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (Exception e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public void close() {
        door.close();
        channel.close();
        router.stop();
    }
}
