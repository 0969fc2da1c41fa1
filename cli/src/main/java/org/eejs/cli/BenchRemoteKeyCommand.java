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

/** {@code eejs bench remote-key}: what private keys cost that live in key servers, over concurrency. */
@Command(name = "remote-key", sortOptions = false, mixinStandardHelpOptions = true,
        description = {
            "Measures signatures and handshakes with a key that lives in key servers, over concurrency, beside the "
            + "same with a local key, and says how it scales.", "",
            "It makes keys, starts key servers as processes of their own, and has JMH measure clients of theirs, in "
            + "rounds: throughput, p50 to p99.9, processor time on both sides, and openssl speed on the servers' "
            + "processors. The client has a third of the cores, at least one, and servers have the rest; on two "
            + "cores, two servers share one, and the report says so.", "",
            "The report fits the Universal Scalability Law, names the knee of each curve, says which ratio of generic "
            + "to cryptographic processors is best, and whether the project's targets were reached. A missed one "
            + "changes the exit code with --gate only: on another machine they are no promise.", "",
            "Operations:",
            "  sign       a signature of 32 to 100 bytes by the JCA: SHA256withRSA, SHA256withECDSA, and "
            + "SHA384withECDSA with P-384",
            "  spi        draw an ISO 20022 message and sign it as PIX asks for",
            "  handshake  TLS between two engines without a network; the client signs",
            "  draw       the drawing of spi alone", ""})
final class BenchRemoteKeyCommand implements Callable<Integer> {
    @Option(names = "--operation", split = ",", paramLabel = "NAME",
            description = "Only these operations, for example sign,handshake (default: all).")
    private List<String> operations = new ArrayList<>();

    @Option(names = "--threads", split = ",", paramLabel = "N",
            description = "Concurrencies (default: 1,2,4,8,16,24,32,64; with --quick 1,2,8,24); with --hosts, threads "
                    + "of each client host (default: 8).")
    private List<Integer> threads = new ArrayList<>();

    @Option(names = "--servers", split = ",", paramLabel = "N",
            description = "Numbers of key servers (default: 1,2; with --hosts 1 to as many as there are).")
    private List<Integer> servers = new ArrayList<>();

    @Option(names = "--key", split = ",", paramLabel = "KIND",
            description = "Kinds of keys, each measured beside openssl speed of the same kind: rsa-2048, rsa-4096, "
                    + "ec-p256, ec-p384 (default: rsa-2048).")
    private List<String> keys = new ArrayList<>();

    @Option(names = "--rounds", paramLabel = "N",
            description = "How often each point is measured, each time in a JVM of its own (default: 3; with --quick "
                    + "1).")
    private Integer rounds;

    @Option(names = "--seconds", paramLabel = "S",
            description = "How long such a JVM warms up, and then is measured (default: 5 and 2.5; with --quick 1.6 "
                    + "and 1.2).")
    private Double seconds;

    @Option(names = "--iterations", paramLabel = "N",
            description = "Instead: so many iterations that are discarded, and as many that count, for every point "
                    + "(default: 5).")
    private Integer iterations;

    @Option(names = "--iteration-seconds", paramLabel = "S",
            description = "How long each of these takes (default: 10).")
    private Double iterationSeconds;

    @Option(names = "--size", paramLabel = "BYTES",
            description = "About how long drawn messages are (default: 3500).")
    private Integer size;

    @Option(names = "--message-type", paramLabel = "TYPE",
            description = "What is drawn and signed: pacs.008, pacs.002 or pibr.001 (default: pacs.008).")
    private String messageType;

    @Option(names = "--remote-only", description = "Leave out the same with a local key.")
    private boolean remoteOnly;

    @Option(names = "--cluster", paramLabel = "FILE",
            description = "Use key servers that run already, of this client's file (see docs/remote-keys.md); "
                    + "their processors, and local keys, are not measured.")
    private Path cluster;

    @Option(names = "--tls", paramLabel = "VERSION",
            description = "TLS of handshakes, TLSv1.2 with PKCS#1 or TLSv1.3 with PSS (default: TLSv1.2).")
    private String tls;

    @Option(names = "--quick", description = "A first look of a few minutes; else about three "
            + "quarters of an hour.")
    private boolean quick;

    @Option(names = "--gate", description = "Exit with 3 when a target is missed.")
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

    /** Returns a target is a bad verdict only where someone asked for it; a point without a figure always is. */
    private boolean isGood(Result result) {
        return result.observations().stream().allMatch(Observation::valid) && (!gate || result.remoteKey().targets()
                .stream().noneMatch(target -> Boolean.FALSE.equals(target.met())));
    }
}
