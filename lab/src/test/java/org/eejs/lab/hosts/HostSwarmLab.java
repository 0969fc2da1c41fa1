package org.eejs.lab.hosts;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;
import org.eejs.cluster.LabAuthority;
import org.eejs.cluster.LabNode;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.machine.ProcessUsage;

/** A lab that puts the ticks of a {@link HostSwarm} together, and says what that costs. */
final class HostSwarmLab {
    private static final ObjectMapper JSON = new ObjectMapper();

    private HostSwarmLab() {}

    /** Takes its port, the folder for tokens, how many hosts there will be, and for how many seconds they report. */
    public static void main(String... words) throws Exception {
        Path folder = Path.of(words[1]);
        int number = Integer.parseInt(words[2]);
        int seconds = Integer.parseInt(words[3]);
        LabAuthority authority = LabAuthority.in(folder.resolve("lab"));
        for (int i = 0; i < number; i++) {
            authority.newToken().write(folder.resolve("host-" + i + ".token"));
        }
        Map<Integer, List<Tick>> ticks = new ConcurrentHashMap<>();
        AtomicInteger joined = new AtomicInteger();
        AtomicInteger gone = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(number * seconds);
        Histogram histogram = new Histogram(3);
        List<ProcessUsage> usage = new ArrayList<>();
        LabNode.Listener listener = new LabNode.Listener() {
            @Override
            public void joined(String host) {
                joined.incrementAndGet();
            }

            @Override
            public void said(String host, byte[] message) {
                try {
                    Tick tick = JSON.readValue(message, Tick.class);
                    List<Tick> second = ticks.computeIfAbsent(tick.second(), unused -> new ArrayList<>());
                    synchronized (second) {
                        second.add(tick);
                        if (second.size() == number) {
                            Tick.of(second).pageMicros().forEach(histogram::recordValue);
                            usage.add(usage());
                            second.clear();
                        }
                    }
                    all.countDown();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }

            @Override
            public void gone(String host) {
                gone.incrementAndGet();
            }
        };
        try (LabNode lab = new LabNode(authority, new InetSocketAddress(InetAddress.getLoopbackAddress(),
                Integer.parseInt(words[0])), List.of("localhost", "127.0.0.1"), "1", listener, System.out::println)) {
            System.out.println("ready for " + (number - lab.hosts().size()) + " hosts");
            boolean complete = all.await(15, TimeUnit.MINUTES);
            double cpu = usage.isEmpty() ? 0 : usage.get(usage.size() - 1).cpuSeconds() - usage.get(0).cpuSeconds();
            System.out.printf("%s: %d hosts joined, %d gone, %d pages in the percentiles, p95 %d µs; %.2f processors, "
                    + "%d MB at most%n", complete ? "complete" : "incomplete", joined.get(), gone.get(),
                    histogram.getTotalCount(), histogram.getValueAtPercentile(95), cpu / Math.max(1, usage.size() - 1),
                    usage().peakResidentBytes() / 1_000_000);
        }
        Runtime.getRuntime().halt(0);
    }

    private static ProcessUsage usage() {
        try {
            return ProcessUsage.of(ProcessHandle.current().pid());
        } catch (IOException e) {
            return ProcessUsage.ZERO;
        }
    }
}
