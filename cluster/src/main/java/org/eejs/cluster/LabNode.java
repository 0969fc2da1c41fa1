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
 * The lab among its hosts: the only coordinator. Hosts dial in at its address, and their messages come to the port
 * behind it. A host is who has the key that was given to it when it was let in, wherever JGroups says that a message
 * comes from. Thread-safe.
 */
public final class LabNode implements AutoCloseable {
    private static final byte[] NOTHING = {};
    private static final long REVOKED_MILLIS = 200;

    private final Listener listener;
    private final RareLog log;
    /** A lab has a group of its own, so that hosts which have not noticed yet that another is gone are not in it. */
    private final String group = UUID.randomUUID().toString();
    private final int port;
    private final Map<String, SealedMessages> admitted = new ConcurrentHashMap<>();
    private final Map<Address, Host> hosts = new ConcurrentHashMap<>();
    /** The same by name. */
    private final Map<String, Address> addresses = new ConcurrentHashMap<>();
    private final Map<Long, Question> questions = new ConcurrentHashMap<>();
    private final AtomicLong asked = new AtomicLong();
    /** Why hosts were ended that had sent what they must not; they stay outside as long as this lab runs. */
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

    /** Hears of hosts, on threads of the cluster; must return soon. */
    public interface Listener {
        /** A host has come. */
        void joined(String host);

        /** A host that may join was refused, since its EEJS is another, with a line that says so. */
        void refused(String host, String why);

        /** A message of a host has arrived. */
        void said(String host, byte[] message);

        /** A host has gone: ended, lost its link, or was not heard for some seconds. */
        void gone(String host);
    }

    private record Host(String name, SealedMessages messages) {}

    private record Question(Host host, CompletableFuture<byte[]> answer) {}

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
            log.say("cannot read which hosts were revoked: " + e.getMessage());
        }
    }

    /**
     * Ends a host that has done what it must not, and refuses it as long as this lab runs.
     *
     * @param why in words that follow the host's name
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

    /** A host that leads others could say who is there. */
    static void requireLead(JChannel channel) throws IOException {
        if (!channel.getAddress().equals(channel.getView().getCoord())) {
            throw new IOException("a host has made itself the lab of others there; end that host, and try again");
        }
    }

    /** From now on a host may connect, with the key of the answer; the key that it had before is no good any more. */
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
        /** Messages of one host come one after the other, but for answers. */
        @Override
        public void receive(Message message) {
            Address from = message.getSrc();
            Host host = hosts.get(from);
            byte[] content = Channels.content(message);
            try {
                if (host == null) {
                    hello(from, content);
                } else if (!Hello.isOf(host.name(), content)) {
                    // A hello may come again, when it was on its way while the lab said welcome.
                    heard(host, host.messages().open(content));
                }
            } catch (GeneralSecurityException e) {
                log.say("dropped a message that was not sealed by "
                        + (host == null ? "a host that was let in" : "the host " + host.name())
                        + ", from which it seemed to come");
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
                    : "refused the connection of a host that was not let in");
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
                // One that is not a member yet, or not any more, would never be seen to go: it says hello again.
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

    /** Returns the hosts that are connected, by name. */
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
