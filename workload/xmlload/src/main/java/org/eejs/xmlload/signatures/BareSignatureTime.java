package org.eejs.xmlload.signatures;

import java.security.GeneralSecurityException;
import org.eejs.xmlload.engine.Workload;
import org.eejs.xmlload.engine.WorkloadDone;
import org.eejs.xmlload.engine.WorkloadException;
import org.eejs.xmlload.engine.WorkloadTick;

/**
 * Measures the signature within a transaction by itself, in a process that has performed transactions. For one thread.
 */
public final class BareSignatureTime implements Workload.Observer {
    /** The provider's code is warm from the transactions; the short way to it is not. */
    private static final double WARM_UP = 0.25;
    private static final double MICROS = 1e6;

    private WorkloadTick begin;
    private WorkloadTick end;

    private BareSignatureTime() {}

    /**
     * Measures.
     *
     * @param threads how many sign, or verify, at once
     * @param nanos how long all of it takes
     */
    public static WorkloadDone.Signature of(BareSignature bare, int threads, long nanos)
            throws WorkloadException, InterruptedException, GeneralSecurityException {
        BareSignatureTime time = new BareSignatureTime();
        long warmUp = Math.round(WARM_UP * nanos);
        new Workload(bare, threads).run(warmUp, nanos - warmUp, time);
        return new WorkloadDone.Signature(bare.servedBy(), time.end.transactions() == time.begin.transactions() ? null
                : Double.valueOf(threads * MICROS / time.end.transactionsPerSecondSince(time.begin)));
    }

    @Override
    public void ready() {
        // That of the transactions has been told.
    }

    @Override
    public void tick(WorkloadTick tick) {
        end = tick;
    }

    @Override
    public void steady(WorkloadTick tick) {
        begin = tick;
    }
}
