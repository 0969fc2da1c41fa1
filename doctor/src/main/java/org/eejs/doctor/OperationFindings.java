package org.eejs.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.doctor.OperationTable.Explained;
import org.eejs.doctor.evidence.Events;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.Port;
import org.eejs.doctor.evidence.Traffic;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.RecordedHandshakes;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.doctor.rules.contexts.NoKeepAlive;
import org.eejs.profile.UnitCosts;
import org.eejs.result.CpuCategory;
import org.eejs.result.Diagnosis.Basis;
import org.eejs.result.Diagnosis.Cure;
import org.eejs.result.Diagnosis.Finding;

/** The findings on operations that no rule explains: what they cost, and the cheapest way to do the same. Immutable. */
final class OperationFindings {
    private static final String SERVER = "handshakes-as-server";
    private static final String CLIENT = "connection-per-call";
    private static final String RECORDS = "small-records";
    private static final String SOURCE = "bench of this project; docs/results/doctor-rules.md";
    /** Shorter writes than this cost nearly as much as longer ones, in bytes. */
    private static final double SMALL = 100;
    /** A small record costs less than this, in seconds; otherwise the writes are not the records. */
    private static final double RECORD = 100e-6;
    /** The key whose signatures cost least, with 128 bits of strength. */
    private static final String SMALLEST = "ECDSA-P-256";
    /** A method of the user with more of the cost than this is named before libraries. */
    private static final double OWN = 0.1;
    /** Fewer connections in a capture than this do not show whether peers come back. */
    private static final long FEW = 5;
    private static final int SHOWN = 3;
    /** By clients that come back, nine of ten handshakes are saved if they keep connections for ten requests. */
    private static final double BY_KEEPING = 0.9;
    /** The weight of a saving whose cause no rule shows, and of one that the owner of the JVM cannot decide. */
    private static final double BY_COSTS = 0.4;
    private static final double BY_OTHERS = 0.15;
    /** Reading a request costs about 1% of a full handshake. Below this ratio, connections have many requests. */
    private static final double KEPT = 10;
    private static final double HUNDRED = 100;
    private static final double MILLIS = 1_000;

    private final JvmEvidence evidence;
    private final Function<Long, List<Double>> share;
    private final BiFunction<CpuCategory, String, Double> parts;
    private final Rates rates;

    /**
     * Creates the findings of a JVM.
     *
     * @param share returns the lower bound, the value and the upper bound of the share of a weight
     * @param parts returns the share of a detail of a category
     */
    OperationFindings(JvmEvidence evidence, Function<Long, List<Double>> share,
            BiFunction<CpuCategory, String, Double> parts, Rates rates) {
        this.evidence = evidence;
        this.share = share;
        this.parts = parts;
        this.rates = rates;
    }

    /** Returns the findings that save at least a share of the CPU. */
    List<Finding> of(List<Explained> explained, double least) {
        Map<String, List<Explained>> byId = explained.stream().collect(Collectors.groupingBy(
                each -> each.cost().id(), LinkedHashMap::new, Collectors.toList()));
        return byId.values().stream().map(this::finding).filter(each -> each.savedShare() >= least
                && each.savedShare() > 0).filter(this::isAvoidable).map(each -> isOfUnseenPeers(each)
                ? undecided(each, "nothing shows whether the same peers connect again, so the fix may save nothing")
                : hasManyRequests(each) ? undecided(each, "most connections have many requests, so perhaps only some "
                + "clients connect again and again") : each).filter(each -> each.savedShare() > 0
                || each.savedCi95().get(1) > Doctor.THRESHOLD).toList();
    }

    /** Returns whether most connections of clients are kept, according to the cost of parsing requests. */
    private boolean hasManyRequests(Finding finding) {
        return finding.rule().equals(SERVER) && finding.cpuShare() <= KEPT * NoKeepAlive.parsing(evidence);
    }

    /** Returns whether nothing shows the peers of full handshakes: neither events nor the kernel, nor a socket. */
    private boolean isOfUnseenPeers(Finding finding) {
        boolean server = finding.rule().equals(SERVER);
        Map<String, Long> connections = server ? evidence.traffic().accepted() : evidence.traffic().opened();
        return (server || finding.rule().equals(CLIENT)) && evidence.traffic().seconds() > 0 && connections.isEmpty()
                && evidence.share(TlsFrames.SOCKETS) == 0 && rates.handshakes(server).isPresent()
                && evidence.events().handshakes(server ? TlsFrames::isServer : TlsFrames::isClient) == 0;
    }

    private static Finding undecided(Finding finding, String why) {
        List<String> seen = new ArrayList<>(finding.evidence());
        seen.add(why);
        return new Finding(finding.rule(), finding.title(), finding.cpuShare(), finding.ci95(), 0,
                List.of(0.0, finding.savedCi95().get(1)), finding.waitedMs(), finding.basis(), finding.caller(),
                List.copyOf(seen), finding.cure(), finding.source());
    }

    /**
     * Returns the saved share, by which findings are ordered. It counts less if no rule shows the cause, and least if
     * only the clients of this JVM can apply the fix.
     */
    static double urgency(Finding finding) {
        boolean general = OperationCosts.all().stream().anyMatch(cost -> cost.id().equals(finding.rule()));
        return finding.savedShare() * (finding.rule().equals(SERVER) ? BY_OTHERS : general ? BY_COSTS : 1);
    }

    private boolean isAvoidable(Finding finding) {
        return isOfUnseenPeers(finding) || switch (finding.rule()) {
            case RECORDS -> hasSmallRecords(finding.cpuShare());
            case SERVER -> comeBack(TlsFrames::isServer, evidence.traffic().accepted());
            case CLIENT -> comeBack(TlsFrames::isClient, evidence.traffic().opened());
            default -> true;
        };
    }

    /** Returns whether the peers of handshakes came back. If nothing was counted, most did. */
    private boolean comeBack(Predicate<Events.Handshake> which, Map<String, Long> connections) {
        RecordedHandshakes recorded = RecordedHandshakes.of(evidence, which);
        boolean counted = evidence.traffic().seconds() > 0;
        return (!recorded.isNamed() || recorded.again() >= recorded.peers())
                && (!counted || Traffic.again(connections) || wereMissed(which, connections));
    }

    /** Returns whether the kernel's tables show too few connections of a JVM that uses sockets. */
    private boolean wereMissed(Predicate<Events.Handshake> which, Map<String, Long> connections) {
        boolean few = connections.values().stream().mapToLong(Long::longValue).sum() < FEW;
        return few && evidence.events().handshakes(which) == 0 && evidence.share(TlsFrames.SOCKETS) > 0;
    }

    private boolean hasSmallRecords(double costs) {
        Traffic traffic = evidence.traffic();
        double size = Math.min(traffic.bytesPerWrite(), traffic.bytesPerRead());
        return traffic.writes() > 0 && size < SMALL && costs > Doctor.THRESHOLD
                && costs * evidence.cpu().all() / evidence.seconds() / traffic.writesPerSecond() < RECORD;
    }

    private Finding finding(List<Explained> stacks) {
        OperationCosts.Cost cost = stacks.stream().max(Comparator.comparing(Explained::weight)).orElseThrow().cost();
        List<Double> found = share.apply(stacks.stream().mapToLong(Explained::weight).sum());
        double likely = cost.saved().get(1);
        Map<String, Long> callers = new HashMap<>();
        stacks.forEach(each -> Optional.ofNullable(each.group().origin().caller())
                .or(() -> Optional.ofNullable(each.group().origin().library()))
                .ifPresent(caller -> callers.merge(caller, each.weight(), Long::sum)));
        List<String> byShare = callers(stacks, callers);
        List<String> seen = new ArrayList<>(facts(cost.id(), found.get(1)));
        byShare.stream().limit(SHOWN).forEach(caller -> seen.add("called by %s, %.0f%% of it".formatted(caller,
                HUNDRED * share.apply(callers.get(caller)).get(1) / found.get(1))));
        seen.add("the fix saves %.0f%% to %.0f%% of this share: %s".formatted(HUNDRED * cost.saved().get(0),
                HUNDRED * cost.saved().get(2), cost.why()));
        double high = Math.min(1, found.get(2));
        return new Finding(cost.id(), cost.title(), found.get(1), List.of(found.get(0), high),
                found.get(1) * likely, List.of(found.get(0) * cost.saved().get(0), high * cost.saved().get(2)), 0,
                Basis.SAMPLED, byShare.isEmpty() ? null : byShare.get(0), List.copyOf(seen),
                lowered(cost, cure(cost, stacks, found.get(1), byShare.isEmpty() ? "the code" : byShare.get(0))),
                SOURCE);
    }

    /** Returns the callers, the most expensive first. A method of the user is worth more than a library. */
    private static List<String> callers(List<Explained> stacks, Map<String, Long> weights) {
        long all = weights.values().stream().mapToLong(Long::longValue).sum();
        Set<String> methods = stacks.stream().map(each -> each.group().origin().caller())
                .filter(caller -> caller != null && weights.get(caller) > OWN * all).collect(Collectors.toSet());
        return weights.entrySet().stream().sorted(Comparator.comparing(
                (Map.Entry<String, Long> each) -> !methods.contains(each.getKey()))
                .thenComparing(Map.Entry.<String, Long>comparingByValue().reversed())
                .thenComparing(Map.Entry.comparingByKey())).map(Map.Entry::getKey).toList();
    }

    private static Cure lowered(OperationCosts.Cost cost, Cure cure) {
        return cost.lowers() == null ? cure
                : new Cure("Fix lowers security: " + cost.lowers() + ". " + cure.words(), cure.lines());
    }

    private List<String> facts(String id, double cost) {
        Traffic traffic = evidence.traffic();
        return switch (id) {
            case SERVER -> Stream.concat(handshakes(true, cost, traffic.accepted()).stream(),
                    evidence.ports().stream().map(Port::words)).toList();
            case CLIENT -> handshakes(false, cost, traffic.opened());
            case RECORDS -> List.of("the kernel counted %.0f writes per second of %.0f bytes on average".formatted(
                    traffic.writesPerSecond(), traffic.bytesPerWrite()));
            default -> List.of();
        };
    }

    private List<String> handshakes(boolean server, double cost, Map<String, Long> peers) {
        return rates.handshakes(server).map(rate -> Stream.of(
                "%.1f handshakes per second, %s, %.2f ms of CPU each".formatted(rate.perSecond(), rate.basis().id(),
                        millis(cost, rate)),
                peers.isEmpty() ? "" : "%d peers, mostly %s".formatted(peers.size(), peers.entrySet().stream()
                        .max(Map.Entry.comparingByValue()).orElseThrow().getKey())).filter(line -> !line.isEmpty())
                .toList()).orElse(List.of());
    }

    private double millis(double cost, Rates.Rate rate) {
        return MILLIS * cost * evidence.cpu().all() / evidence.seconds() / rate.perSecond();
    }

    private Cure cure(OperationCosts.Cost cost, List<Explained> stacks, double found, String caller) {
        if (cost.id().equals(SERVER)) {
            return ofServer(found);
        }
        if (cost.cure() != null) {
            return Cures.of(cost.cure() + "; " + caller + " causes most of it", cost.lines().toArray(new String[0]));
        }
        return stacks.stream().filter(each -> each.group().library() != null).collect(Collectors.groupingBy(
                each -> each.group().library(), Collectors.summingLong(Explained::weight))).entrySet().stream()
                .max(Map.Entry.comparingByValue()).map(Map.Entry::getKey)
                .map(library -> Cures.of(library.cure() + "; " + caller + " causes most of it",
                        library.lines().toArray(new String[0])))
                .orElseGet(() -> Cures.of("Keep connections open, in a pool with one for each call at the same time; "
                        + caller + " causes most of them"));
    }

    /** Returns the ways to save handshakes of clients, each with its saving. */
    private Cure ofServer(double found) {
        double key = parts.apply(CpuCategory.HANDSHAKES_AS_SERVER, "privateKey");
        double checks = parts.apply(CpuCategory.HANDSHAKES_AS_SERVER, "certificateChecks");
        List<String> ways = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        ways.add("let clients keep connections, which saves up to %.0f%% of the CPU".formatted(
                HUNDRED * BY_KEEPING * found));
        if (key + checks > 0) {
            boolean resumes = evidence.ports().stream().noneMatch(port -> Boolean.FALSE.equals(port.resumes()));
            ways.add((resumes ? "let them resume sessions" : "let the server resume sessions, which it does not do now")
                    + ", which saves up to %.0f%%".formatted(HUNDRED * (key + checks)));
        }
        UnitCosts units = UnitCosts.of(evidence.settings().feature());
        evidence.ports().stream().map(port -> UnitCosts.signature(port.keyType(), port.keyBits()))
                .filter(name -> key > 0 && units.knows(name + " sign JDK")).findFirst().ifPresent(name -> {
                    double cheaper = units.ratio(SMALLEST + " sign JDK") / units.ratio(name + " sign JDK");
                    if (cheaper < 1) {
                        ways.add("use a certificate with a P-256 key instead of %s, which saves about %.0f%%".formatted(
                                name, HUNDRED * key * (1 - cheaper)));
                        lines.add("keytool -genkeypair -keyalg EC -groupname secp256r1 -alias server -dname "
                                + "CN=localhost -keystore server.p12 -storetype PKCS12");
                    }
                    double other = units.ratio(name + " sign ACCP") / units.ratio(name + " sign JDK");
                    ways.add("use the provider ACCP for signatures, which saves about %.0f%%".formatted(
                            HUNDRED * key * (1 - other)));
                    lines.add("software.amazon.cryptools:AmazonCorrettoCryptoProvider:2.5.0");
                });
        return Cures.of("In this order: " + String.join("; ", ways), lines.toArray(new String[0]));
    }
}
