package org.eejs.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.blocks.MessageDispatcher;
import org.jgroups.blocks.RequestHandler;
import org.jgroups.blocks.RequestOptions;
import org.jgroups.blocks.Response;

/**
 * A host that is connected to its lab. It never is the coordinator of others: where the lab is gone, it ends.
 * Thread-safe.
 */
public final class HostNode implements AutoCloseable {
    private final JChannel channel;
    private final Address lab;
    private final CountDownLatch gone = new CountDownLatch(1);
    private final ExecutorService requests = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "request");
        thread.setDaemon(true);
        return thread;
    });

    private final String name;
    private final MessageDispatcher dispatcher;
    private volatile Service service;

    /** Answers what the lab asks; several requests at a time. */
    public interface Service {
        /** The answer to a request; must not throw. */
        byte[] answer(byte[] request);
    }

    /**
     * Joins a lab, which hears of it when it {@link #serve}s.
     *
     * @param where hosts dial in, as host:port
     * @throws RefusedException when the lab says no
     * @throws IOException when there is no lab, with a line that says so
     */
    public static HostNode join(HostIdentity identity, String where, String name)
            throws IOException, GeneralSecurityException, InterruptedException {
        HostIdentity.Admission admission = identity.join(where);
        InetSocketAddress router = new InetSocketAddress(where.substring(0, where.lastIndexOf(':')), admission.port());
        try {
            return new HostNode(Channels.channel(name, router, admission.tls()), name);
        } catch (InterruptedException | IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the lab at " + where + " lets nobody in: " + e.getMessage(), e);
        }
    }

    private HostNode(JChannel channel, String name) throws Exception {
        this.channel = channel;
        this.name = name;
        dispatcher = new MessageDispatcher(channel).setReceiver(new Views())
                .setRequestHandler(new Requests()).asyncDispatching(true);
        dispatcher.start();
        try {
            channel.connect(Channels.CLUSTER);
            if (channel.getView().size() < 2) {
                throw new IOException("it does not answer");
            }
            lab = channel.getView().getCoord();
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    private final class Views implements Receiver {
        @Override
        public void viewAccepted(View view) {
            if (lab != null && !view.containsMember(lab)) {
                gone.countDown();
            }
        }
    }

    private final class Requests implements RequestHandler {
        @Override
        public Object handle(Message message) {
            throw new UnsupportedOperationException("requests are answered asynchronously");
        }

        @Override
        public void handle(Message message, Response response) {
            if (!message.getSrc().equals(lab)) {
                // Hosts have nothing to ask each other.
                return;
            }
            byte[] content = LabNode.content(message);
            requests.execute(() -> {
                byte[] answer = service.answer(content);
                if (response != null) {
                    response.send(answer, false);
                }
            });
        }
    }

    /** From now on the lab knows this host, and is answered. */
    public void serve(Service who) {
        service = who;
        tell(name.getBytes(StandardCharsets.UTF_8));
    }

    /** The address of this machine from which the lab is reached. */
    public String address() {
        return Channels.address(channel);
    }

    /** Sends the lab a message. Messages arrive in order; a lab that cannot be reached counts as gone. */
    public void tell(byte[] message) {
        try {
            dispatcher.sendMessage(new BytesMessage(lab, message), RequestOptions.ASYNC());
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
