package org.eejs.xmlload.engine;

/** Where the workload's process reports its progress: to the lab, or to a person. */
public interface WorkloadProgress extends Workload.Observer {
    /** Every thread's transaction has been checked. */
    void ready(WorkloadReady ready);

    void done(WorkloadDone done);

    /** The workload has failed. */
    void failed(WorkloadException why);

    /** Waits until somebody wants to see transactions again, or nobody to look at the process any more: then false. */
    boolean awaitGoOn() throws InterruptedException;
}
