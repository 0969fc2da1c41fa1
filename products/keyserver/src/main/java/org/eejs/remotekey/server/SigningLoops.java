package org.eejs.remotekey.server;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.RejectedExecutionHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eejs.remotekey.policy.Share;

/**
 * Event loops that read requests and also sign with software keys: handing each signature to another thread costs a
 * wake-up, and 15% of a processor's throughput. A signature waits for the requests that its loop has read before, and
 * between two signatures the loop sends finished answers. A busy loop passes the next signature to a less busy one,
 * because few connections would otherwise use few processors. Clients whose signatures wait on a loop are served in
 * turn.
 *
 * <p>Thread-safe.
 */
public final class SigningLoops {
    /**
     * The interval at which a loop reads input, however much it has to sign; it refuses clients that exceed the bound.
     */
    private static final long TASKS_AT_A_TIME_MS = 2;
    /** Netty checks the clock only after each 64 tasks, which with RSA-4096 takes longer than clients wait. */
    private static final long READ_EACH_NANOS = TASKS_AT_A_TIME_MS * 1_000_000;

    private final EventLoopGroup group;
    private final Loop[] loops;

    /** One loop with its queue of signatures. */
    private static final class Loop {
        private final SingleThreadEventLoop executor;
        private final FairQueue waiting = new FairQueue();
        private final AtomicInteger count = new AtomicInteger();
        /** The time at which the loop last went to read; only its own thread uses it. */
        private long read = System.nanoTime();

        Loop(SingleThreadEventLoop executor) {
            this.executor = executor;
        }

        void add(Share client, Runnable work) {
            waiting.add(client, work);
            if (count.getAndIncrement() == 0) {
                executor.execute(this::next);
            }
        }

        private void next() {
            try {
                waiting.remove().run();
            } finally {
                if (count.decrementAndGet() > 0) {
                    goOn();
                }
            }
        }

        private void goOn() {
            if (System.nanoTime() - read < READ_EACH_NANOS) {
                executor.execute(this::next);
            } else {
                // After all tasks, so that the loop reads before the next one.
                executor.executeAfterEventLoopIteration(() -> {
                    read = System.nanoTime();
                    executor.execute(this::next);
                });
            }
        }
    }

    /** Starts that number of loops, each with a separate thread. */
    public SigningLoops(int threads) {
        group = new QuickLoops(threads, Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        List<Loop> all = new ArrayList<>();
        group.forEach(executor -> all.add(new Loop((SingleThreadEventLoop) executor)));
        loops = all.toArray(Loop[]::new);
    }

    /** Loops that check for input often, unlike Netty's own, which may work on tasks for a second. */
    private static final class QuickLoops extends MultiThreadIoEventLoopGroup {
        QuickLoops(int threads, IoHandlerFactory io) {
            super(threads, new DefaultThreadFactory("key-server", true), io);
        }

        @Override
        protected IoEventLoop newChild(Executor executor, IoHandlerFactory io, Object... arguments) {
            return new SingleThreadIoEventLoop(this, executor, io, Integer.MAX_VALUE,
                    RejectedExecutionHandlers.reject(), TASKS_AT_A_TIME_MS);
        }
    }

    EventLoopGroup group() {
        return group;
    }

    /** Returns a channel for this machine that accepts connections. */
    static ServerChannel newServerChannel() {
        return Epoll.isAvailable() ? new EpollServerSocketChannel() : new NioServerSocketChannel();
    }

    /** Runs a client's work soon on this thread's loop, or on one that has less to do. Work must not throw. */
    public void sign(Share client, Runnable work) {
        Loop least = loops[0];
        for (Loop loop : loops) {
            if (loop.executor.inEventLoop() && loop.count.get() == 0) {
                least = loop;
                break;
            }
            if (loop.count.get() < least.count.get()) {
                least = loop;
            }
        }
        least.add(client, work);
    }

    /** Ends all loops; unfinished work is lost. */
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }
}
