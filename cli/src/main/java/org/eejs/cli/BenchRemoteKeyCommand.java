package org.eejs.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.eejs.bench.remotekeys.RemoteKeyCampaign;
import org.eejs.bench.remotekeys.RemoteKeyRequest;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eejs bench remote-key}: the cost of private keys in key servers, by concurrency. */
@Command(name = "remote-key", sortOptions = false, mixinStandardHelpOptions = true,
        description = {
            "Measures signatures and handshakes with a key in key servers, by concurrency, and reports how they "
            + "scale. A local key is measured, too.", "",
            "It creates keys, starts key servers, and measures their clients by JMH in rounds. The figures are "
            + "throughput, p50 to p99.9, processor time on both sides, and openssl speed on the servers' processors. "
            + "The client gets a third of the cores, at least one, and the servers get the rest. On two cores, two "
            + "servers share one; the report shows this.", "",
            "The report fits the Universal Scalability Law. It shows the knee of each curve, the best ratio of generic "
            + "to cryptographic processors, and the project's targets. A missed target changes the exit code "
            + "only with --gate, because targets hold for one machine.", "",
            "Operations:",
            "  sign       sign 32 to 100 bytes by the JCA: SHA256withRSA, SHA256withECDSA, and SHA384withECDSA for "
            + "P-384",
            "  spi        generate an ISO 20022 message and sign it as PIX requires",
            "  handshake  TLS between two engines without a network; the client signs",
            "  draw       only the generation of spi", ""})
final class BenchRemoteKeyCommand implements Callable<Integer> {
    @Option(names = "--operation", split = ",", paramLabel = "NAME",
            description = "Only these operations, for example sign,handshake (default: all).")
    private List<String> operations = new ArrayList<>();

    @Option(names = "--threads", split = ",", paramLabel = "N",
            description = "Concurrencies (default: 1,2,4,8,16,24,32,64; with --quick 1,2,8,24); with --hosts, threads "
                    + "of each client host (default: 8).")
    private List<Integer> threads = new ArrayList<>();

    @Option(names = "--servers", split = ",", paramLabel = "N",
            description = "Numbers of key servers (default: 1,2; with --hosts 1 up to all servers).")
    private List<Integer> servers = new ArrayList<>();

    @Option(names = "--key", split = ",", paramLabel = "KIND",
            description = "Kinds of keys, each measured next to openssl speed for the same kind: rsa-2048, rsa-4096, "
                    + "ec-p256, ec-p384 (default: rsa-2048).")
    private List<String> keys = new ArrayList<>();

    @Option(names = "--rounds", paramLabel = "N",
            description = "Number of measurements of each point, each in a new JVM (default: 3; with --quick "
                    + "1).")
    private Integer rounds;

    @Option(names = "--seconds", paramLabel = "S",
            description = "Seconds of warm-up and of measurement in each JVM (default: 5 and 2.5; with --quick 1.6 "
                    + "and 1.2).")
    private Double seconds;

    @Option(names = "--iterations", paramLabel = "N",
            description = "Instead of --seconds: this number of warm-up iterations, and the same number of measured "
                    + "iterations (default: 5).")
    private Integer iterations;

    @Option(names = "--iteration-seconds", paramLabel = "S",
            description = "Seconds per iteration (default: 10).")
    private Double iterationSeconds;

    @Option(names = "--size", paramLabel = "BYTES",
            description = "Approximate length of generated messages in bytes (default: 3500).")
    private Integer size;

    @Option(names = "--message-type", paramLabel = "TYPE",
            description = "Type of the messages: pacs.008, pacs.002 or pibr.001 (default: pacs.008).")
    private String messageType;

    @Option(names = "--remote-only", description = "Do not measure a local key.")
    private boolean remoteOnly;

    @Option(names = "--cluster", paramLabel = "FILE",
            description = "Use running key servers, listed in this file of their client (see docs/remote-keys.md). "
                    + "Their processors, and local keys, are not measured.")
    private Path cluster;

    @Option(names = "--tls", paramLabel = "VERSION",
            description = "TLS of handshakes, TLSv1.2 with PKCS#1 or TLSv1.3 with PSS (default: TLSv1.2).")
    private String tls;

    @Option(names = "--quick", description = "A quick look of a few minutes. Without it, a measurement takes about "
            + "45 minutes.")
    private boolean quick;

    @Option(names = "--gate", description = "Exit with 3 if a target is missed.")
    private boolean gate;

    @Mixin
    private final HostsOption hosts = new HostsOption();

    @Mixin
    private final Measurement measurement = new Measurement(false);

    @Override
    public Integer call() throws Exception {
        RemoteKeyRequest request = new RemoteKeyRequest(operations, threads, servers, keys, rounds,
                new RemoteKeyRequest.Pace(seconds, iterations, iterationSeconds),
                new RemoteKeyRequest.Message(size, messageType), tls, remoteOnly, cluster, hosts.file(), quick);
        return hosts.with(measurement, () -> measurement.carryOut("bench-remote-key",
                new RemoteKeyCampaign(request, hosts.fleet(), measurement.progress(), measurement.abort())::run,
                this::isGood));
    }

    /** Returns whether all verdicts are good. Missed targets count with --gate only; a missing figure is bad. */
    private boolean isGood(Result result) {
        return result.observations().stream().allMatch(Observation::valid) && (!gate || result.remoteKey().targets()
                .stream().noneMatch(target -> Boolean.FALSE.equals(target.met())));
    }
}
