package org.eejs.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.util.Util;

/**
 * The lab among its hosts: the only coordinator. Hosts connect to its address, and their messages use the next port.
 * Only the key from a host's admission identifies the host, not the sender that JGroups names. Thread-safe.
 */
public final class LabNode implements AutoCloseable {
    private static final byte[] NOTHING = {};
    private static final long REVOKED_MILLIS = 200;

    private final Listener listener;
    private final RareLog log;
    /**
     * The name of this lab's group. Each lab has its own, so hosts that have not yet noticed the end of another lab are
     * not in it.
     */
    private final String group = UUID.randomUUID().toString();
    private final int port;
    private final Map<String, SealedMessages> admitted = new ConcurrentHashMap<>();
    private final Map<Address, Host> hosts = new ConcurrentHashMap<>();
    /** The addresses of the hosts, by name. */
    private final Map<String, Address> addresses = new ConcurrentHashMap<>();
    private final Map<Long, Question> questions = new ConcurrentHashMap<>();
    private final AtomicLong asked = new AtomicLong();
    /** The reasons why hosts were ended that sent forbidden messages. They are refused as long as this lab runs. */
    private final Map<String, String> ended = new ConcurrentHashMap<>();
    private final Router router;
    private final JChannel channel;
    private final JoinServer door;
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "revoked hosts");
        thread.setDaemon(true);
        return thread;
    });
    private View view;

    /** The listener to hosts, called on threads of the cluster; must return soon. */
    public interface Listener {
        /** Handles a host that has joined. */
        void joined(String host);

        /** Handles the refusal of a host that may join, but has another version of EEJS. */
        void refused(String host, String why);

        /** Handles a message of a host. */
        void said(String host, byte[] message);

        /** Handles a host that has gone: it ended, lost its link, or was silent for some seconds. */
        void gone(String host);
    }

    private record Host(String name, SealedMessages messages) {}

    private record Question(Host host, CompletableFuture<byte[]> answer) {}

    /**
     * Opens the lab to hosts.
     *
     * @param address the address to which hosts connect; the next port is used, too
     * @param names the names of the lab
     * @param version the version of its EEJS
     * @param log gets a line for each host that is refused
     * @throws IOException with one line that names the address, when listening on it fails
     */
    public LabNode(LabAuthority authority, InetSocketAddress address, List<String> names, String version,
            Listener listener, Consumer<String> log) throws IOException, GeneralSecurityException {
        this.listener = listener;
        this.log = new RareLog(log);
        SSLContext tls = authority.tls(names);
        InetSocketAddress messages = new InetSocketAddress(address.getAddress(), address.getPort() + 1);
        port = messages.getPort();
        try {
            router = Channels.router(messages, authority, tls, this.log, this::end);
        } catch (Exception e) {
            throw new IOException("cannot listen on " + messages + ", where messages of hosts go: " + e.getMessage(),
                    e);
        }
        JChannel opened = null;
        try {
            opened = Channels.ofLab(Channels.reachable(messages), authority.tlsAsHost());
            opened.setReceiver(new Messages());
            opened.connect(group);
            requireLead(opened);
            channel = opened;
            door = new JoinServer(address, authority, tls, version, listener::refused, this::has, this::admit,
                    this.log);
        } catch (Exception e) {
            Util.close(opened);
            router.stop();
            throw new IOException("cannot listen on " + address + ", where hosts dial in: " + e.getMessage(), e);
        }
        watch.scheduleWithFixedDelay(this::endRevoked, REVOKED_MILLIS, REVOKED_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void endRevoked() {
        try {
            router.revoked().forEach(host -> disconnect(host, "it was revoked"));
        } catch (IOException e) {
            log.say("failed to read the revoked hosts: " + e.getMessage());
        }
    }

    /**
     * Ends a host that has sent a forbidden message, and refuses it as long as this lab runs.
     *
     * @param why the reason, in words that follow the host's name
     */
    public void end(String host, String why) {
        ended.putIfAbsent(host, why);
        router.refuse(host);
        disconnect(host, why);
    }

    private void disconnect(String host, String why) {
        log.say("ended the host " + host + ": " + why);
        admitted.remove(host);
        router.close(host);
        synchronized (hosts) {
            Address address = addresses.remove(host);
            Host known = address == null ? null : hosts.remove(address);
            if (known != null) {
                gone(known);
            }
        }
    }

    /** Makes sure that this channel is the coordinator: a host that leads others controls the list of members. */
    static void requireLead(JChannel channel) throws IOException {
        if (!channel.getAddress().equals(channel.getView().getCoord())) {
            throw new IOException("another host acts as the lab there; end that host, and try again");
        }
    }

    /** Lets a host connect with the key of the answer, and invalidates its earlier key. */
    private JoinAnswer admit(String host) {
        if (ended.containsKey(host)) {
            return JoinAnswer.refused("the lab ended the host " + host + ", since " + ended.get(host));
        }
        byte[] key = new byte[SealedMessages.KEY_BYTES];
        new SecureRandom().nextBytes(key);
        try {
            admitted.put(host, new SealedMessages(key, host, true));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC", e);
        }
        return JoinAnswer.admitted(port, group, Base64.getEncoder().encodeToString(key));
    }

    private final class Messages implements Receiver {
        /** Receives a message. Messages of one host arrive in order, except answers. */
        @Override
        public void receive(Message message) {
            Address from = message.getSrc();
            Host host = hosts.get(from);
            byte[] content = Channels.content(message);
            try {
                if (host == null) {
                    hello(from, content);
                } else if (!Hello.isOf(host.name(), content)) {
                    // A repeated hello was on its way while the lab sent its welcome.
                    heard(host, host.messages().open(content));
                }
            } catch (GeneralSecurityException e) {
                log.say("dropped a message that was not sealed by "
                        + (host == null ? "an admitted host" : "the host " + host.name())
                        + ", its apparent sender");
            }
        }

        @Override
        public void viewAccepted(View now) {
            synchronized (hosts) {
                view = now;
                for (Address address : List.copyOf(hosts.keySet())) {
                    if (!now.containsMember(address)) {
                        Host host = hosts.remove(address);
                        addresses.remove(host.name());
                        gone(host);
                    }
                }
            }
        }
    }

    private void hello(Address from, byte[] message) throws GeneralSecurityException {
        Hello hello = Hello.of(message);
        SealedMessages messages = admitted.get(hello.name());
        if (messages == null) {
            log.say(has(hello.name()) ? second(hello.name())
                    : "refused the connection of a host that was not admitted");
        } else if (messages.open(hello.sealed()).kind() == SealedMessages.Kind.HELLO) {
            welcome(from, new Host(hello.name(), messages));
        }
    }

    private static String second(String host) {
        return "refused a second connection of the host " + host;
    }

    private void welcome(Address from, Host host) {
        synchronized (hosts) {
            if (has(host.name())) {
                admitted.remove(host.name(), host.messages());
                log.say(second(host.name()));
            } else if (view.containsMember(from) && admitted.containsValue(host.messages())) {
                // JGroups would not report the end of a host that is no member, so such a host must send its hello
                // again.
                try {
                    host.messages().send(channel, from, SealedMessages.Kind.WELCOME, 0, NOTHING);
                } catch (Exception e) {
                    return;
                }
                admitted.remove(host.name(), host.messages());
                hosts.put(from, host);
                addresses.put(host.name(), from);
                listener.joined(host.name());
            }
        }
    }

    private void heard(Host host, SealedMessages.Opened message) {
        if (message.kind() == SealedMessages.Kind.TELL) {
            listener.said(host.name(), message.content());
        } else if (message.kind() == SealedMessages.Kind.ANSWER) {
            Question question = questions.get(message.question());
            if (question != null && question.host().equals(host)) {
                question.answer().complete(message.content());
            }
        }
    }

    private void gone(Host host) {
        listener.gone(host.name());
        questions.values().stream().filter(question -> question.host().equals(host)).forEach(question ->
                question.answer().completeExceptionally(new IOException("the host " + host.name() + " has gone")));
    }

    /** Returns the names of the connected hosts. */
    public Set<String> hosts() {
        return new TreeSet<>(addresses.keySet());
    }

    /** Returns whether a host is connected. */
    public boolean has(String host) {
        return addresses.containsKey(host);
    }

    /**
     * Asks a host.
     *
     * @return completes with its answer, or exceptionally when it is gone or does not answer in time
     */
    public CompletableFuture<byte[]> ask(String name, byte[] request, Duration patience) {
        Address address = addresses.get(name);
        Host host = address == null ? null : hosts.get(address);
        if (host == null) {
            return CompletableFuture.failedFuture(new IOException("the host " + name + " is not connected"));
        }
        long number = asked.incrementAndGet();
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        questions.put(number, new Question(host, answer));
        try {
            host.messages().send(channel, address, SealedMessages.Kind.ASK, number, request);
        } catch (Exception e) {
            answer.completeExceptionally(e);
        }
        return answer.orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((content, problem) -> questions.remove(number));
    }

    @Override
    public void close() {
        watch.shutdownNow();
        door.close();
        channel.close();
        router.stop();
    }
}
