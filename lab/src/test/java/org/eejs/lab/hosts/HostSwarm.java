package org.eejs.lab.hosts;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eejs.banking.BankStats;
import org.eejs.banking.BesimStats;
import org.eejs.banking.Page;
import org.eejs.cluster.HostIdentity;
import org.eejs.cluster.HostNode;
import org.eejs.cluster.LabAuthority;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.processes.Companion;
import org.eejs.lab.processes.UsageReports;
import org.eejs.role.ControlChannel;

/**
 * Many hosts in one JVM, each with its own connection. They behave like real ones, but without processes. The driver's
 * ticks are simulated, with some pages a second, and bank and back end only report their use.
 */
final class HostSwarm {
    private static final int JOINING = 16;
    private static final long SECOND_MICROS = 1_000_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final int seconds;
    private final int pages;
    private final String version;
    private final Jdk jdk = Jdk.running();
    private final Map<Integer, UsageReports> reports = new ConcurrentHashMap<>();
    private final SplittableRandom random = new SplittableRandom(1);
    private final long begin = System.nanoTime();

    private HostSwarm(Path folder, int seconds, int pages, String version) {
        this.folder = folder;
        this.seconds = seconds;
        this.pages = pages;
        this.version = version;
    }

    /**
     * Takes the lab's port, the folder of its authority, the number of hosts, the seconds of their load, the pages of
     * each per second, and the lab's version.
     */
    public static void main(String... words) throws Exception {
        Path folder = Path.of(words[1]);
        HostSwarm swarm = new HostSwarm(folder.resolveSibling("swarm"), Integer.parseInt(words[3]),
                Integer.parseInt(words[4]), words[5]);
        LabAuthority authority = LabAuthority.in(folder);
        ExecutorService joining = Executors.newFixedThreadPool(JOINING);
        List<Future<HostNode>> nodes = new ArrayList<>();
        for (int i = 1; i <= Integer.parseInt(words[2]); i++) {
            String name = "host-" + i;
            Callable<HostNode> join = () -> swarm.join(authority, name, "127.0.0.1:" + words[0]);
            nodes.add(joining.submit(join));
        }
        joining.shutdown();
        for (Future<HostNode> node : nodes) {
            node.get();
        }
        System.out.printf("joined %d hosts in %.1f s; a tick has %d bytes%n", nodes.size(),
                (System.nanoTime() - swarm.begin) / 1e9, bytes(new HostLines.RoleEvent(1, Tick.EVENT,
                JSON.valueToTree(swarm.tick(0, false)), swarm.used())).length);
        for (Future<HostNode> node : nodes) {
            node.get().awaitEnd(1, TimeUnit.DAYS);
        }
        Runtime.getRuntime().halt(0);
    }

    private HostNode join(LabAuthority authority, String name, String lab) throws Exception {
        HostIdentity identity = new HostIdentity(folder.resolve(name), name, version, authority.newToken(name));
        while (true) {
            try {
                HostNode node = HostNode.join(identity, lab, name, System.err::println);
                node.serve(new Host(node, new HostAgent(folder, folder.resolve(name + "-runs"), node.address(), "",
                        node::tell)));
                return node;
            } catch (IOException e) {
                // The lab may not listen yet.
                TimeUnit.SECONDS.sleep(1);
            }
        }
    }

    /** One host. */
    private final class Host implements HostNode.Service {
        private final HostNode node;
        private final HostAgent agent;
        private volatile HostLines.Program role;

        private Host(HostNode node, HostAgent agent) {
            this.node = node;
            this.agent = agent;
        }

        @Override
        public byte[] answer(byte[] asked) {
            String line = new String(asked, StandardCharsets.UTF_8);
            String[] words = line.split(" ", 3);
            Object answer = null;
            switch (words[0]) {
                case HostLines.START -> answer = start(line.substring(HostLines.START.length()));
                case HostLines.TELL -> tell(Integer.parseInt(words[1]), words[2]);
                case HostLines.ASK -> answer = ask(Integer.parseInt(words[1]), words[2].split(" "));
                case HostLines.REACH -> answer = 1;
                default -> {
                    return agent.answer(asked);
                }
            }
            return bytes(new HostLines.Answer(JSON.valueToTree(answer), null, null, false));
        }

        private Object ask(int process, String[] words) {
            if (words[0].equals("reportUsage")) {
                eachSecond(process, Long.parseLong(words[1]), second -> say(process, Companion.USED,
                        Map.of(Companion.SECOND, second), used()));
            }
            return words[0].equals("usage") ? used() : words[0].equals("flags") ? Map.of("flags", List.of()) : null;
        }

        private HostLines.Started start(String asked) {
            HostLines.Start start;
            try {
                start = JSON.readValue(asked, HostLines.Start.class);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            role = start.program();
            say(start.process(), ControlChannel.READY, Map.of("address", "127.0.0.1:1"), null);
            return new HostLines.Started(List.of(jdk.java().toString(), "-cp"), 1, jdk.info());
        }

        private void tell(int process, String word) {
            if (word.equals(ControlChannel.ASK_STATS)) {
                say(process, ControlChannel.STATS, role == HostLines.Program.BANK ? BankStats.ZERO : BesimStats.ZERO,
                        null);
            } else if (word.startsWith(Tick.START)) {
                long start = Long.parseLong(word.substring(Tick.START.length()).strip());
                eachSecond(process, start + SECOND_MICROS, second -> tick(process, second));
            }
        }

        private void tick(int process, int second) {
            boolean last = second == seconds - 1;
            say(process, Tick.EVENT, HostSwarm.this.tick(second, last), used());
            if (last) {
                reports.get(process).pause();
                say(process, ControlChannel.DONE, Map.of(), null);
            }
        }

        private void say(int process, String event, Object data, ProcessUsage used) {
            node.tell(bytes(new HostLines.RoleEvent(process, event, JSON.valueToTree(data), used)));
        }
    }

    private void eachSecond(int process, long firstMicros, IntConsumer what) {
        reports.computeIfAbsent(process, unused -> new UsageReports(what))
                .begin(TimeUnit.MICROSECONDS.toNanos(firstMicros - Fleet.micros()));
    }

    /** Returns a use below the limits of a host. */
    private ProcessUsage used() {
        double sinceBegin = (System.nanoTime() - begin) / 1e9;
        return new ProcessUsage(sinceBegin / 4, sinceBegin / 8, 0, 0, 200_000_000);
    }

    private static byte[] bytes(Object value) {
        return HostLines.json(value).getBytes(StandardCharsets.UTF_8);
    }

    private Tick tick(int second, boolean last) {
        Map<String, Tick.PageTick> times = IntStream.range(0, pages).boxed().collect(Collectors.groupingBy(
                i -> Page.values()[i % Page.values().length].id(), Collectors.collectingAndThen(Collectors.toList(),
                each -> new Tick.PageTick(random.ints(each.size(), 1_000, 90_000).toArray(), Map.of()))));
        return new Tick(second, last, 100, 12 * pages, 4 * pages, 1_000_000, 30 * pages, times,
                random.ints(pages / 5, 1_000, 9_000).toArray(), random.ints(pages / 5, 500, 3_000).toArray(), pages / 5,
                0, new Tick.Negotiated("TLSv1.3", "TLS_AES_128_GCM_SHA256", "x25519", null, "BoringSSL", false), 0);
    }
}
