package org.eejs.xmlload.engine;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.eejs.role.ControlChannel;

/** Reports to the lab by the line protocol. The process stays until the lab stops it, which may look at its memory. */
public final class WorkloadEvents implements WorkloadProgress {
    private final ControlChannel channel;
    private final CountDownLatch goOn = new CountDownLatch(1);

    /** From now on the process ends when the lab stops it or is gone. */
    public WorkloadEvents(ControlChannel channel) {
        this.channel = channel;
        channel.listen(command -> {
            if (command.equals(ControlChannel.STOP)) {
                Runtime.getRuntime().halt(0);
            } else if (command.equals(WorkloadDone.GO_ON)) {
                goOn.countDown();
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
    public boolean awaitGoOn() throws InterruptedException {
        goOn.await();
        return true;
    }
}
