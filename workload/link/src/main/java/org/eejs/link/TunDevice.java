package org.eejs.link;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * A TUN device, through which the IP packets of a network namespace leave and enter it; see the kernel's
 * {@code Documentation/networking/tuntap.rst}. It announces no offloads, so the kernel sends whole segments with their
 * checksums. One thread may read while another writes.
 */
final class TunDevice {
    private static final int O_RDWR_CLOEXEC = 0x80002;
    private static final int O_RDONLY_CLOEXEC = 0x80000;
    private static final int CLONE_NEWNET = 0x40000000;
    private static final long TUNSETIFF = 0x400454caL;
    /** IFF_TUN and IFF_NO_PI: packets begin with their IP header. */
    private static final short TUN_WITHOUT_HEADER = 0x1001;
    private static final int IFREQ_BYTES = 40;
    private static final int IFREQ_FLAGS = 16;
    private static final int PR_SET_TIMERSLACK = 29;
    private static final int SCHED_FIFO = 1;
    private static final int EINTR = 4;

    static {
        Native.register(TunDevice.class, "c");
    }

    private final int file;

    private TunDevice(int file) {
        this.file = file;
    }

    private static native int open(String path, int flags) throws LastErrorException;

    private static native int close(int file);

    private static native int setns(int file, int kind) throws LastErrorException;

    private static native int ioctl(int file, long request, Pointer argument) throws LastErrorException;

    private static native int prctl(int option, long value) throws LastErrorException;

    private static native int sched_setscheduler(int process, int policy, Pointer parameters)
            throws LastErrorException;

    private static native long read(int file, ByteBuffer bytes, long most) throws LastErrorException;

    private static native long write(int file, ByteBuffer bytes, long number) throws LastErrorException;

    /**
     * Opens a device of a namespace. A separate thread enters the namespace for that, as namespaces belong to threads.
     *
     * @param namespace the file of the namespace
     * @throws IOException with the system call that failed
     */
    static TunDevice open(Path namespace, String name) throws IOException, InterruptedException {
        FutureTask<TunDevice> opening = new FutureTask<>(() -> openHere(namespace, name));
        new Thread(opening, "open " + name).start();
        try {
            return opening.get();
        } catch (ExecutionException e) {
            throw new IOException("opening the device %s of %s failed: %s".formatted(name, namespace,
                    e.getCause().getMessage()), e);
        }
    }

    /** Moves the calling thread to a network namespace; sockets and devices that it opens belong there. */
    static void enter(Path namespace) {
        int entered = open(namespace.toString(), O_RDONLY_CLOEXEC);
        setns(entered, CLONE_NEWNET);
        close(entered);
    }

    private static TunDevice openHere(Path namespace, String name) {
        enter(namespace);
        int file = open("/dev/net/tun", O_RDWR_CLOEXEC);
        try (Memory request = new Memory(IFREQ_BYTES)) {
            request.clear();
            byte[] letters = name.getBytes(StandardCharsets.US_ASCII);
            request.write(0, letters, 0, letters.length);
            request.setShort(IFREQ_FLAGS, TUN_WITHOUT_HEADER);
            ioctl(file, TUNSETIFF, request);
        }
        return new TunDevice(file);
    }

    /**
     * Lets the calling thread run as soon as it can, and its timers end when they are due: a network does not wait for
     * processors. Without the right to do so, the thread stays an ordinary one, and the link counts late packets.
     */
    static void runPunctually() {
        // By default, the kernel may add 50 µs to a timer.
        prctl(PR_SET_TIMERSLACK, 1);
        try (Memory priority = new Memory(Integer.BYTES)) {
            priority.setInt(0, 1);
            sched_setscheduler(0, SCHED_FIFO, priority);
        } catch (LastErrorException e) {
            // Some containers forbid it.
        }
    }

    /**
     * Reads a packet, and waits for one.
     *
     * @param packet a direct buffer, which is filled from its beginning
     * @return the bytes of the packet
     * @throws LastErrorException when the device is gone
     */
    int read(ByteBuffer packet) {
        while (true) {
            try {
                return (int) read(file, packet, packet.capacity());
            } catch (LastErrorException e) {
                if (e.getErrorCode() != EINTR) {
                    throw e;
                }
            }
        }
    }

    /** Writes a packet from the beginning of a direct buffer. The kernel may drop it, as every network does. */
    void write(ByteBuffer packet, int bytes) {
        try {
            write(file, packet, bytes);
        } catch (LastErrorException e) {
            // The interface is down or has no memory: the packet is lost, and TCP sends it again.
        }
    }
}
