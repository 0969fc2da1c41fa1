package org.eejs.driver;

import static org.eejs.banking.settings.BankingSettings.ARRIVAL_RATE;
import static org.eejs.banking.settings.BankingSettings.DRIVER_THREADS;
import static org.eejs.banking.settings.BankingSettings.SEED;
import static org.eejs.banking.settings.BankingSettings.SESSIONS;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.eejs.banking.Phases;
import org.eejs.banking.service.Rehearsal;
import org.eejs.driver.protocol.Tick;

/** A driver that makes the load of a run and reports its measurements each second. */
final class Driver {
    /** The time limit for pages that are under way at the end. */
    private static final Duration GRACE = Duration.ofSeconds(10);
    /** The time limit after a stop, because the process that stopped the load waits. */
    private static final Duration GRACE_STOPPED = Duration.ofSeconds(1);

    private final DriverSettings settings;
    private final EventLoopGroup group;
    private final List<EventLoopUsers> users = new ArrayList<>();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final LoadClock clock = new LoadClock();
    private volatile Phases phases;

    Driver(DriverSettings settings, ScriptLoad load) {
        this.settings = settings;
        this.phases = settings.phases();
        this.group = eventLoops(settings.get(DRIVER_THREADS));
        Bootstrap bootstrap = bootstrap(group);
        for (int i = 0; i < settings.get(DRIVER_THREADS); i++) {
            users.add(new EventLoopUsers(settings, load, clock, group.next(), bootstrap));
        }
    }

    /** Lets one user follow each scenario once, before the load; {@code onEnd} receives the result. */
    void rehearse(Consumer<Rehearsal> onEnd) {
        users.get(0).rehearse(onEnd);
    }

    /** Creates event loops, over epoll if the platform has it. */
    static EventLoopGroup eventLoops(int threads) {
        IoHandlerFactory factory = Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        return new MultiThreadIoEventLoopGroup(threads, factory);
    }

    /** Returns the common settings of all connections of the driver. */
    static Bootstrap bootstrap(EventLoopGroup group) {
        return new Bootstrap()
                .group(group)
                .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WriteBufferWaterMark.DEFAULT);
    }

    /** Stops the load early and in an orderly way; {@link #run} then returns. */
    void stop() {
        stopped.set(true);
        clock.resume();
    }

    /**
     * Sets the steady state to begin and end in these seconds of the load, which are still to come; all later phases
     * move with it.
     */
    void steady(long from, long to) {
        phases = phases.steady(from, to);
    }

    /** Shortens think times by this factor from now on. */
    void pace(double factor) {
        users.forEach(each -> each.loop.execute(() -> each.pace(factor)));
    }

    /** Pauses thinking users until {@link #resume}; pages that are under way are completed. */
    void pause() {
        clock.pause();
    }

    /** Continues after a pause. */
    void resume() {
        clock.resume();
        users.forEach(each -> each.loop.execute(each::resume));
    }

    /**
     * Runs all phases; returns when the last session has ended.
     *
     * @param onTick called once a second with the measurements, the last time with {@link Tick#last}
     */
    void run(Consumer<Tick> onTick) throws InterruptedException {
        long start = clock.now();
        if (settings.isOpenModel()) {
            Thread arrivals = new Thread(() -> arrivals(start), "arrivals");
            arrivals.setDaemon(true);
            arrivals.start();
        } else {
            fillPlaces(start);
        }
        int second = 0;
        while (clock.now() - start < phases.total().toNanos() && !stopped.get()) {
            clock.sleepUntil(start + TimeUnit.SECONDS.toNanos(second + 1));
            users.forEach(each -> each.loop.execute(each::endThinking));
            onTick.accept(tick(second, false));
            second++;
        }
        Duration grace = stopped.getAndSet(true) ? GRACE_STOPPED : GRACE;
        users.forEach(each -> each.loop.execute(each::endAll));
        long patience = System.nanoTime() + grace.toNanos();
        while (liveSessions() > 0 && System.nanoTime() - patience < 0) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        onTick.accept(tick(second, true));
        group.shutdownGracefully(200, 2_000, TimeUnit.MILLISECONDS).sync();
    }

    private void fillPlaces(long start) {
        int sessions = settings.get(SESSIONS);
        for (int place = settings.share().number(); place < sessions; place += settings.share().of()) {
            EventLoopUsers chosen = users.get(place / settings.share().of() % users.size());
            long begin = start + (long) ((double) phases.rampUp().toNanos() * place / sessions);
            double falling = (place + 1.0) / sessions;
            chosen.loop.execute(() -> chosen.fillPlace(begin, () -> start + phases.steadyEnd().toNanos()
                    + (long) (phases.rampDown().toNanos() * falling)));
        }
    }

    /** Passes arrivals of the open model to the loops ahead of time, so each begins when it is due. */
    private void arrivals(long start) {
        ArrivalTimes times = new ArrivalTimes(settings.get(SEED), settings.get(ARRIVAL_RATE), settings.share());
        OptionalDouble at = times.next(phases);
        for (int own = 0; at.isPresent() && !stopped.get(); own++) {
            long intended = start + (long) (at.getAsDouble() * 1e9);
            try {
                clock.sleepUntil(intended - TimeUnit.MILLISECONDS.toNanos(100));
            } catch (InterruptedException e) {
                return;
            }
            EventLoopUsers chosen = users.get(own % users.size());
            chosen.loop.execute(() -> chosen.arrive(intended, () -> start + phases.total().toNanos()));
            at = times.next(phases);
        }
    }

    private int liveSessions() throws InterruptedException {
        int live = 0;
        for (EventLoopUsers each : users) {
            live += each.loop.submit(each::liveSessions).sync().getNow();
        }
        return live;
    }

    private Tick tick(int second, boolean last) throws InterruptedException {
        List<Tick> parts = new ArrayList<>();
        for (EventLoopUsers each : users) {
            parts.add(each.loop.submit(each::drain).sync().getNow());
        }
        return Tick.of(parts).at(second, last, liveSessions());
    }
}
