package org.eejs.link;

import com.sun.jna.LastErrorException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.eejs.link.protocol.LinkStats;

/**
 * One direction of a link: a line that sends one packet after another, and then delays them. A packet is dropped if the
 * queue in front of the line is full. Lost packets used the line. Packets keep their order. Buffers are used again, so
 * that a second of load leaves no garbage.
 *
 * <p>One thread reads packets, another delivers them when they are due.
 */
final class OneWay {
    /** The MTU of the devices is 1,500. */
    private static final int LARGEST_PACKET = 2_048;
    /** The most packets on their way: 48 MB, or 2.4 GB/s with 20 ms. */
    private static final int MOST_PACKETS = 32_768;
    private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final LinkSettings settings;
    private final TunDevice from;
    private final TunDevice to;
    private final Watch watch;
    private final SplittableRandom random;
    private final ArrayDeque<Packet> onTheWay = new ArrayDeque<>();
    private final ArrayDeque<Packet> free = new ArrayDeque<>();
    /** When the line has sent all packets so far, by {@link System#nanoTime}. */
    private long lineFree = System.nanoTime();
    private long packets;
    private long bytes;
    private long segments;
    private long lost;
    private long dropped;
    private long late;

    /** A watch over packets. */
    interface Watch {
        /**
         * Looks at a packet that has reached the link.
         *
         * @return whether it is an IP packet that the link carries
         */
        boolean sees(ByteBuffer packet, int bytes, long nanos);
    }

    private static final class Packet {
        private final ByteBuffer content = ByteBuffer.allocateDirect(LARGEST_PACKET);
        private int bytes;
        private long due;
    }

    /**
     * Prepares a direction.
     *
     * @param number distinguishes the random numbers of both directions
     */
    OneWay(LinkSettings settings, TunDevice from, TunDevice to, int number, Watch watch) {
        this.settings = settings;
        this.from = from;
        this.to = to;
        this.watch = watch;
        this.random = new SplittableRandom(settings.seed() * 2 + number);
    }

    /** Starts to carry packets, until the process ends. */
    void start(String name) {
        start(name + "-reader", this::read);
        if (!settings.isImmediate()) {
            start(name + "-deliverer", this::deliver);
        }
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(() -> {
            TunDevice.runPunctually();
            work.run();
        }, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void read() {
        try {
            for (Packet packet = unused(); ; ) {
                packet.bytes = from.read(packet.content);
                long now = System.nanoTime();
                if (watch.sees(packet.content, packet.bytes, now) && accepts(packet, now)) {
                    if (settings.isImmediate()) {
                        to.write(packet.content, packet.bytes);
                    } else {
                        send(packet);
                        packet = unused();
                    }
                }
            }
        } catch (LastErrorException e) {
            // The namespace was removed, so the run has ended.
        }
    }

    private synchronized Packet unused() {
        return free.isEmpty() ? new Packet() : free.pop();
    }

    /** Returns whether a packet passes, and sets the moment at which it is due. */
    private synchronized boolean accepts(Packet packet, long now) {
        packets++;
        bytes += packet.bytes;
        // The protocol in the header of IPv4.
        segments += packet.content.get(9) == TcpFlows.TCP ? 1 : 0;
        long sent = now;
        if (settings.bytesPerSecond() > 0) {
            long begin = Math.max(now, lineFree);
            double waiting = (begin - now) / 1e9 * settings.bytesPerSecond();
            if (waiting + packet.bytes > settings.queueBytes()) {
                dropped++;
                return false;
            }
            sent = begin + Math.round(packet.bytes * 1e9 / settings.bytesPerSecond());
            lineFree = sent;
        }
        packet.due = sent + settings.delayNanos();
        if (settings.loss() > 0 && random.nextDouble() < settings.loss()) {
            lost++;
            return false;
        }
        if (onTheWay.size() >= MOST_PACKETS) {
            dropped++;
            return false;
        }
        return true;
    }

    private synchronized void send(Packet packet) {
        onTheWay.add(packet);
        if (onTheWay.size() == 1) {
            notifyAll();
        }
    }

    private void deliver() {
        try {
            while (true) {
                Packet next = first();
                for (long left = next.due - System.nanoTime(); left > 0; left = next.due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                boolean tooLate = System.nanoTime() - next.due > LATE_NANOS;
                to.write(next.content, next.bytes);
                delivered(tooLate);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Packet first() throws InterruptedException {
        while (onTheWay.isEmpty()) {
            wait();
        }
        return onTheWay.peek();
    }

    private synchronized void delivered(boolean tooLate) {
        late += tooLate ? 1 : 0;
        free.push(onTheWay.poll());
    }

    /** Returns the counters so far. */
    synchronized LinkStats.Way stats() {
        return new LinkStats.Way(packets, bytes, segments, lost, dropped, late);
    }
}
