package org.eejs.xmlload.engine;

/** To whom the workload's process says how it goes on: the lab, or a person. */
public interface WorkloadProgress extends Workload.Observer {
    /** Every thread's transaction has been checked. */
    void ready(WorkloadReady ready);

    void done(WorkloadDone done);

    /** It cannot go on. */
    void failed(WorkloadException why);

    /** Waits until nobody wants to look at the process any more. */
    void awaitStop() throws InterruptedException;
}
