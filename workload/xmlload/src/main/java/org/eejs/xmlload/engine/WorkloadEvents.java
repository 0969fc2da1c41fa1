package org.eejs.xmlload.engine;

import java.util.Map;
import org.eejs.role.ControlChannel;

/** Tells the lab by the line protocol. The process stays until it is told to stop: the lab may look at its memory. */
public final class WorkloadEvents implements WorkloadProgress {
    private final ControlChannel channel;

    /** Ends the process from now on when the lab says so, or is gone. */
    public WorkloadEvents(ControlChannel channel) {
        this.channel = channel;
        channel.listen(command -> {
            if (command.equals(ControlChannel.STOP)) {
                Runtime.getRuntime().halt(0);
            }
        }, () -> Runtime.getRuntime().halt(0));
    }

    @Override
    public void ready(WorkloadReady ready) {
        channel.emit(ControlChannel.READY, ready);
    }

    @Override
    public void tick(WorkloadTick tick) {
        channel.emit(WorkloadTick.EVENT, tick);
    }

    @Override
    public void steady(WorkloadTick tick) {
        channel.emit(WorkloadTick.STEADY, tick);
    }

    @Override
    public void done(WorkloadDone done) {
        channel.emit(ControlChannel.DONE, done);
    }

    @Override
    public void failed(WorkloadException why) {
        channel.emit(ControlChannel.FAILED, Map.of("message", why.getMessage(), "stage", why.stage().id()));
    }

    @Override
    public void awaitStop() throws InterruptedException {
        Thread.currentThread().join();
    }
}
