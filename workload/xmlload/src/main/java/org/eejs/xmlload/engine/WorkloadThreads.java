package org.eejs.xmlload.engine;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * Threads that perform transactions one after the other, without thinking. A transaction costs what it costs and two
 * plain accesses to memory: the thread's own counter is written and the word to stop is read, both opaquely, which
 * orders and flushes nothing. No thread looks at a clock.
 *
 * <p>Controlled by one thread.
 */
final class WorkloadThreads {
    /** Counters stand so many longs apart that none shares a cache line, nor the next line that processors fetch. */
    private static final int APART = 16;
    /** A thread that failed need not be noticed sooner while others are awaited. */
    private static final long PATIENCE_MS = 20;

    private final PreparedTransaction prepared;
    private final AtomicLongArray counts;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicLong sink = new AtomicLong();
    private final CountDownLatch checked;
    private final CountDownLatch begin = new CountDownLatch(1);
    private final CountDownLatch ended;
    private final BlockingQueue<WorkloadException> failures = new LinkedBlockingQueue<>();
    private final List<Thread> threads;

    /**
     * Threads that have not begun.
     *
     * @param prepared what they perform
     * @param number how many
     * @param most after so many transactions of all threads they end; {@code Long.MAX_VALUE} for no such end
     */
    WorkloadThreads(PreparedTransaction prepared, int number, long most) {
        this.prepared = prepared;
        this.counts = new AtomicLongArray((number + 2) * APART);
        this.checked = new CountDownLatch(number);
        this.ended = new CountDownLatch(number);
        this.threads = IntStream.range(0, number).mapToObj(i -> thread(i, most / number + (i < most % number ? 1 : 0)))
                .toList();
    }

    private Thread thread(int number, long most) {
        Thread thread = new Thread(() -> work(place(number), most), "transactions-" + (number + 1));
        thread.setDaemon(true);
        return thread;
    }

    private static int place(int number) {
        return (number + 1) * APART;
    }

    /**
     * Has every thread make its transaction and check it.
     *
     * @throws WorkloadException when one of them fails
     */
    void check() throws WorkloadException, InterruptedException {
        threads.forEach(Thread::start);
        await(checked);
    }

    void begin() {
        begin.countDown();
    }

    private void await(CountDownLatch latch) throws WorkloadException, InterruptedException {
        while (!latch.await(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
            failWithin(0);
        }
        failWithin(0);
    }

    /**
     * Waits, and fails as soon as a thread has.
     *
     * @param nanos how long; from 0 on
     */
    void failWithin(long nanos) throws WorkloadException, InterruptedException {
        WorkloadException failure = failures.poll(nanos, TimeUnit.NANOSECONDS);
        if (failure != null) {
            throw failure;
        }
    }

    /** Waits until each thread has performed its part. */
    void awaitEnd() throws WorkloadException, InterruptedException {
        await(ended);
    }

    /** Ends all threads after the transactions that they are in, and waits for that. */
    void stop() throws WorkloadException, InterruptedException {
        stopped.set(true);
        begin.countDown();
        awaitEnd();
    }

    long transactions() {
        long sum = 0;
        for (int i = 0; i < threads.size(); i++) {
            sum += counts.getOpaque(place(i));
        }
        return sum;
    }

    long[] ids() {
        return threads.stream().mapToLong(Thread::getId).toArray();
    }

    /** What the transactions of all threads that have ended returned, folded. */
    long sink() {
        return sink.get();
    }

    private void work(int place, long most) {
        try {
            Transaction transaction = checkedTransaction();
            checked.countDown();
            begin.await();
            sink.addAndGet(perform(transaction, place, most));
        } catch (WorkloadException e) {
            failures.add(e);
        } catch (Throwable e) {
            failures.add(new WorkloadException(WorkloadException.Stage.RUN, e));
        } finally {
            ended.countDown();
        }
    }

    private Transaction checkedTransaction() throws WorkloadException {
        Transaction transaction;
        try {
            transaction = prepared.forThread();
        } catch (Throwable e) {
            throw new WorkloadException(WorkloadException.Stage.PREPARE, e);
        }
        try {
            transaction.check();
        } catch (Throwable e) {
            throw new WorkloadException(WorkloadException.Stage.CHECK, e);
        }
        return transaction;
    }

    private long perform(Transaction transaction, int place, long most) throws Exception {
        long folded = 0;
        for (long done = 0; done < most && !stopped.getOpaque();) {
            folded = 31 * folded + transaction.run();
            counts.setOpaque(place, ++done);
        }
        return folded;
    }
}
