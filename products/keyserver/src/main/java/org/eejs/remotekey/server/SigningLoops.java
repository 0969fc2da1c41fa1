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
 * Event loops that read requests and sign with software keys, too: a thread that only hands work to another costs each
 * signature a wake-up, and 15 % of a processor's throughput. A signature waits behind what its loop has read already,
 * and between two signatures the loop sends what is ready. A loop that has work already gives the next to one that has
 * less, since few connections would otherwise mean few processors. Clients whose signatures wait on a loop have one
 * made in turn.
 *
 * <p>Thread-safe.
 */
public final class SigningLoops {
    /** A loop reads what has come about this often, however much it has to sign, and refuses who exceeds the bound. */
    private static final long TASKS_AT_A_TIME_MS = 2;
    /** Netty looks at the clock after each 64 tasks only, which with RSA-4096 takes longer than clients wait. */
    private static final long READ_EACH_NANOS = TASKS_AT_A_TIME_MS * 1_000_000;

    private final EventLoopGroup group;
    private final Loop[] loops;

    /** One loop with what it has to sign. */
    private static final class Loop {
        private final SingleThreadEventLoop executor;
        private final FairQueue waiting = new FairQueue();
        private final AtomicInteger count = new AtomicInteger();
        /** When the loop last went to read; of its own thread. */
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
                // Behind all tasks, so that the loop reads before it comes to the next.
                executor.executeAfterEventLoopIteration(() -> {
                    read = System.nanoTime();
                    executor.execute(this::next);
                });
            }
        }
    }

    /** So many loops, each with a thread of its own. */
    public SigningLoops(int threads) {
        group = new QuickLoops(threads, Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        List<Loop> all = new ArrayList<>();
        group.forEach(executor -> all.add(new Loop((SingleThreadEventLoop) executor)));
        loops = all.toArray(Loop[]::new);
    }

    /** Loops that look for input often, other than Netty's own, which may work on tasks for a second. */
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

    /** Returns a channel for this machine that takes connections. */
    static ServerChannel newServerChannel() {
        return Epoll.isAvailable() ? new EpollServerSocketChannel() : new NioServerSocketChannel();
    }

    /** Has a client's work done soon on this thread's loop, or on one that has less to do. Work must not throw. */
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

    /** Ends all loops; what they have not done by then is lost. */
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }
}
