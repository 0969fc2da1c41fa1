package org.eejs.lab.hosts;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.eejs.cluster.HostIdentity;
import org.eejs.cluster.HostNode;
import org.eejs.cluster.Token;
import org.eejs.driver.protocol.Tick;

/** Many hosts in one JVM, each with its own connection, that report ticks as drivers with 40 pages a second do. */
final class HostSwarm {
    private static final int PAGES = 40;
    private static final int JOINING = 16;
    private static final ObjectMapper JSON = new ObjectMapper();

    private HostSwarm() {}

    /** Takes the lab's port, the folder of tokens, how many hosts, and for how many seconds they report. */
    public static void main(String... words) throws Exception {
        int port = Integer.parseInt(words[0]);
        Path folder = Path.of(words[1]);
        int number = Integer.parseInt(words[2]);
        int seconds = Integer.parseInt(words[3]);
        List<HostNode> nodes = new CopyOnWriteArrayList<>();
        ExecutorService joining = Executors.newFixedThreadPool(JOINING);
        long begin = System.nanoTime();
        for (int i = 0; i < number; i++) {
            String name = "host-" + i;
            joining.submit(() -> {
                HostNode node = HostNode.join(new HostIdentity(folder.resolve(name), name, "1",
                        Token.read(folder.resolve(name + ".token"))), "127.0.0.1:" + port, name,
                        System.err::println);
                node.serve(request -> request);
                nodes.add(node);
                return null;
            });
        }
        joining.shutdown();
        joining.awaitTermination(10, TimeUnit.MINUTES);
        System.out.printf("joined %d of %d hosts in %.1f s%n", nodes.size(), number, (System.nanoTime() - begin) / 1e9);
        SplittableRandom random = new SplittableRandom(1);
        long start = System.nanoTime();
        for (int second = 0; second < seconds; second++) {
            for (HostNode node : nodes) {
                node.tell(JSON.writeValueAsBytes(tick(second, second == seconds - 1, random)));
            }
            long next = start + TimeUnit.SECONDS.toNanos(second + 1);
            TimeUnit.NANOSECONDS.sleep(Math.max(0, next - System.nanoTime()));
        }
        System.in.read();
        Runtime.getRuntime().halt(0);
    }

    private static Tick tick(int second, boolean last, SplittableRandom random) {
        return new Tick(second, last, 100, 12 * PAGES, 4 * PAGES, 1_000_000, Map.of("login",
                new Tick.PageTick(random.ints(PAGES, 1_000, 90_000).toArray(), Map.of())),
                random.ints(PAGES / 5, 1_000, 9_000).toArray(), random.ints(PAGES / 5, 500, 3_000).toArray(), PAGES / 5, 0,
                new Tick.Negotiated("TLSv1.3", "TLS_AES_128_GCM_SHA256", "x25519", "BoringSSL", false));
    }
}
