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
 * A host that is connected to its lab. The lab is who has the key that it gave to this host, and not whoever leads
 * JGroups' members: where it is gone, the host ends. Thread-safe.
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

    /** Answers what the lab asks; several requests at a time. */
    public interface Service {
        /** Returns the answer to a request; must not throw. */
        byte[] answer(byte[] request);
    }

    /**
     * Joins a lab, which hears of it when it {@link #serve}s.
     *
     * @param where hosts dial in, as host:port
     * @param log gets a line about messages that are not the lab's
     * @throws RefusedException when the lab says no
     * @throws IOException when there is no lab, with a line that says so
     */
    public static HostNode join(HostIdentity identity, String where, String name, Consumer<String> log)
            throws IOException, GeneralSecurityException, InterruptedException {
        HostIdentity.Admission admission = identity.join(where);
        InetSocketAddress router = new InetSocketAddress(where.substring(0, where.lastIndexOf(':')), admission.port());
        try {
            return new HostNode(Channels.ofHost(name, router, admission.tls()), name, admission, log);
        } catch (InterruptedException | IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the lab at " + where + " lets nobody in: " + e.getMessage(), e);
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
     * From now on the lab knows this host, and is answered.
     *
     * @throws IOException when whoever leads the hosts does not show that it is the lab
     */
    public void serve(Service who) throws IOException, InterruptedException {
        service = who;
        for (int i = 0; i < HELLOS && welcome.getCount() > 0; i++) {
            try {
                channel.send(new BytesMessage(channel.getView().getCoord(), new Hello(name,
                        messages.seal(SealedMessages.Kind.HELLO, 0, NOTHING)).bytes()));
            } catch (Exception e) {
                throw new IOException("the lab cannot be reached any more: " + e.getMessage(), e);
            }
            welcome.await(HELLO_MILLIS, TimeUnit.MILLISECONDS);
        }
        if (lab == null || !channel.getView().containsMember(lab)) {
            throw new IOException("the lab has let this host in, but does not answer its messages");
        }
    }

    /** Returns the address of this machine from which the lab is reached. */
    public String address() {
        return Channels.address(channel);
    }

    /** Sends the lab a message. Messages arrive in order; a lab that cannot be reached counts as gone. */
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

    /** Waits until the lab is gone, but no longer than that; true when it is gone. */
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
