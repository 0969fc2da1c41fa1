package org.eejs.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;

/**
 * A host that is connected to its lab. Only the key that it got from the lab identifies the lab, not the leadership of
 * JGroups' members. When the lab is gone, the host ends. Thread-safe.
 */
public final class HostNode implements AutoCloseable {
    private static final int HELLOS = 10;
    private static final long HELLO_MILLIS = 500;
    private static final byte[] NOTHING = {};

    private final JChannel channel;
    private final String name;
    private final SealedMessages messages;
    private final RareLog log;
    private final CountDownLatch welcome = new CountDownLatch(1);
    private final CountDownLatch gone = new CountDownLatch(1);
    private final ExecutorService requests = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "request");
        thread.setDaemon(true);
        return thread;
    });

    private volatile Address lab;
    private volatile Service service;

    /** The service of a host for requests of the lab, several at a time. */
    public interface Service {
        /** Returns the answer to a request; must not throw. */
        byte[] answer(byte[] request);
    }

    /**
     * Joins a lab, which notices the host when it {@link #serve}s.
     *
     * @param address the address to which hosts connect, as host:port
     * @param log gets a line about messages that are not the lab's
     * @throws RefusedException when the lab refuses the host
     * @throws IOException with one line when no lab answers
     */
    public static HostNode join(HostIdentity identity, String address, String name, Consumer<String> log)
            throws IOException, GeneralSecurityException, InterruptedException {
        HostIdentity.Admission admission = identity.join(address);
        InetSocketAddress router = new InetSocketAddress(address.substring(0, address.lastIndexOf(':')),
                admission.port());
        try {
            return new HostNode(Channels.ofHost(name, router, admission.tls()), name, admission, log);
        } catch (InterruptedException | IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the lab at " + address + " admits no hosts: " + e.getMessage(), e);
        }
    }

    private HostNode(JChannel channel, String name, HostIdentity.Admission admission, Consumer<String> log)
            throws Exception {
        this.channel = channel;
        this.name = name;
        this.messages = admission.messages();
        this.log = new RareLog(log);
        channel.setReceiver(new Messages());
        try {
            channel.connect(admission.group());
            if (channel.getView().size() < 2) {
                throw new IOException("it does not answer");
            }
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    private final class Messages implements Receiver {
        @Override
        public void viewAccepted(View view) {
            if (lab != null && !view.containsMember(lab)) {
                gone.countDown();
            }
        }

        @Override
        public void receive(Message message) {
            try {
                heard(message.getSrc(), messages.open(Channels.content(message)));
            } catch (GeneralSecurityException e) {
                log.say("dropped a message that was not sealed by the lab");
            }
        }
    }

    private void heard(Address from, SealedMessages.Opened message) {
        if (message.kind() == SealedMessages.Kind.WELCOME) {
            lab = from;
            welcome.countDown();
        } else if (message.kind() == SealedMessages.Kind.ASK && lab != null) {
            requests.execute(() -> say(SealedMessages.Kind.ANSWER, message.question(),
                    service.answer(message.content())));
        }
    }

    /**
     * Shows this host to the lab, and answers its requests from now on.
     *
     * @throws IOException when the leader of the hosts does not prove that it is the lab
     */
    public void serve(Service who) throws IOException, InterruptedException {
        service = who;
        for (int i = 0; i < HELLOS && welcome.getCount() > 0; i++) {
            try {
                channel.send(new BytesMessage(channel.getView().getCoord(), new Hello(name,
                        messages.seal(SealedMessages.Kind.HELLO, 0, NOTHING)).bytes()));
            } catch (Exception e) {
                throw new IOException("the connection to the lab is lost: " + e.getMessage(), e);
            }
            welcome.await(HELLO_MILLIS, TimeUnit.MILLISECONDS);
        }
        if (lab == null || !channel.getView().containsMember(lab)) {
            throw new IOException("the lab admitted this host, but does not answer its messages");
        }
    }

    /** Returns the address of this machine from which it reaches the lab. */
    public String address() {
        return Channels.address(channel);
    }

    /** Sends the lab a message. Messages arrive in order; an unreachable lab counts as gone. */
    public void tell(byte[] message) {
        say(SealedMessages.Kind.TELL, 0, message);
    }

    private void say(SealedMessages.Kind kind, long question, byte[] content) {
        try {
            messages.send(channel, lab, kind, question, content);
        } catch (Exception e) {
            gone.countDown();
        }
    }

    /** Waits until the lab is gone, up to this time; returns true when it is gone. */
    public boolean awaitEnd(long time, TimeUnit unit) throws InterruptedException {
        return gone.await(time, unit);
    }

    @Override
    public void close() {
        gone.countDown();
        requests.shutdown();
        channel.close();
    }
}
