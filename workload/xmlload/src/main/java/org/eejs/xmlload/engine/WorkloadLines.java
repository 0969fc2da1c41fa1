package org.eejs.xmlload.engine;

import java.io.PrintStream;
import java.util.Locale;

/** Tells a person, in lines. For one thread. */
public final class WorkloadLines implements WorkloadProgress {
    private static final double NANOS = 1e9;

    private final PrintStream out;
    private WorkloadTick last = new WorkloadTick(0, 0, 0, 0, 0, 0);
    private WorkloadTick begin;

    public WorkloadLines(PrintStream out) {
        this.out = out;
    }

    @Override
    public void ready(WorkloadReady ready) {
        say("checked; the document has %,d bytes and %,d elements%n", ready.documentBytes(),
                ready.outline().elements());
    }

    @Override
    public void tick(WorkloadTick tick) {
        say("%-12s %7.2f s  %,12.1f transactions/s%n", begin == null ? "warm-up" : "steady state",
                tick.nanos() / NANOS, tick.transactionsPerSecondSince(last));
        last = tick;
    }

    @Override
    public void steady(WorkloadTick tick) {
        begin = tick;
    }

    @Override
    public void done(WorkloadDone done) {
        if (begin != null) {
            say("mean of the steady state: %,.2f transactions/s, %,.2f µs of processor and %,.0f bytes of heap for "
                    + "each%n", last.transactionsPerSecondSince(begin), last.cpuMicrosPerTransactionSince(begin),
                    last.allocatedBytesPerTransactionSince(begin));
        }
        if (done.signature() != null) {
            say("the signature by itself: %,.2f µs, by %s%n", done.signature().micros(), done.signature().servedBy());
        }
        say("%,d transactions in all%n", done.transactions());
    }

    private void say(String format, Object... figures) {
        out.print(String.format(Locale.ROOT, format, figures));
        out.flush();
    }

    @Override
    public void failed(WorkloadException why) {
        System.err.println("xml: " + why.getMessage());
    }

    @Override
    public boolean awaitGoOn() {
        // A person has read it all.
        return false;
    }
}
