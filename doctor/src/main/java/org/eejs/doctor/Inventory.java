package org.eejs.doctor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.doctor.evidence.Events.Handshake;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.Port;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.profile.Operations;
import org.eejs.profile.Place;
import org.eejs.profile.UnitCosts;
import org.eejs.result.Diagnosis.Asset;
import org.eejs.result.Diagnosis.AssetKind;
import org.eejs.result.Diagnosis.Quantum;
import org.eejs.result.Hellos;
import org.eejs.result.QuantumResistance;

/** The protocols, key exchange groups, keys and algorithms that a JVM was seen to use. */
final class Inventory {
    private static final List<Quantum> WEAKEST_FIRST = List.of(Quantum.VULNERABLE, Quantum.UNKNOWN, Quantum.HYBRID,
            Quantum.RESISTANT);
    private static final Comparator<Asset> ORDER = Comparator.<Asset, Integer>comparing(each -> WEAKEST_FIRST.indexOf(
            each.quantum())).thenComparing(Asset::share, Comparator.nullsLast(Comparator.reverseOrder()))
            .thenComparing(Asset::kind).thenComparing(Asset::name);
    private static final int SHOWN = 3;
    private static final double HUNDRED = 100;

    private Inventory() {}

    /**
     * Returns the assets, the vulnerable ones first, then by their share of the CPU.
     *
     * @param operations the operations of the evidence's stacks
     * @param share returns the share of CPU of a weight; null if it is unknown
     */
    static List<Asset> of(JvmEvidence evidence, Map<Stack, Operations.Found> operations, Function<Long, Double> share) {
        return Stream.of(handshakes(evidence), ports(evidence), certificates(evidence),
                algorithms(evidence, operations, share)).flatMap(assets -> assets)
                .collect(Collectors.toMap(each -> Arrays.asList(each.kind(), each.name(), each.provider()),
                        each -> each, Inventory::merged, LinkedHashMap::new)).values().stream().sorted(ORDER).toList();
    }

    /** Returns one asset for the same asset in two places; it is as weak as the weaker one. */
    private static Asset merged(Asset one, Asset other) {
        boolean weaker = WEAKEST_FIRST.indexOf(other.quantum()) < WEAKEST_FIRST.indexOf(one.quantum());
        return new Asset(one.kind(), one.name(), one.provider(), one.seen() + ", " + other.seen(),
                weaker ? other.quantum() : one.quantum(), one.share(),
                one.replacing() == null ? other.replacing() : one.replacing());
    }

    private static Stream<Asset> handshakes(JvmEvidence evidence) {
        Map<List<String>, Long> counts = evidence.events().handshakes().stream()
                .filter(each -> !each.suite().isEmpty()).collect(Collectors.groupingBy(each -> List.of(each.protocol(),
                        each.suite(), each.group(), side(each)), LinkedHashMap::new, Collectors.counting()));
        return counts.entrySet().stream().flatMap(each -> {
            List<String> of = each.getKey();
            String seen = "%d handshake%s%s".formatted(each.getValue(), each.getValue() == 1 ? "" : "s", of.get(3));
            Asset protocol = protocol(of.get(0), of.get(1), of.get(2), seen);
            return of.get(2).isEmpty() ? Stream.of(protocol)
                    : Stream.of(protocol, asset(AssetKind.GROUP, of.get(2), seen));
        });
    }

    private static String side(Handshake handshake) {
        return TlsFrames.isServer(handshake) ? " as server" : TlsFrames.isClient(handshake) ? " as client" : "";
    }

    private static Stream<Asset> ports(JvmEvidence evidence) {
        List<Asset> assets = new ArrayList<>();
        UnitCosts units = UnitCosts.of(evidence.settings().feature());
        for (Port port : evidence.ports()) {
            String seen = "port " + port.number();
            assets.add(protocol(port.protocol(), port.suite(), port.group(), seen));
            if (!port.group().isEmpty()) {
                assets.add(asset(AssetKind.GROUP, port.group(), seen));
            }
            // The JDK of the doctor may not offer a hybrid group.
            port.hellos().answer(Hellos.Form.HYBRID).map(Hellos.Answer::group)
                    .filter(group -> group != null && !group.equals(port.group())
                            && QuantumResistance.of(group) != Quantum.VULNERABLE)
                    .ifPresent(group -> assets.add(asset(AssetKind.GROUP, group, seen + " if the client offers it")));
            if (!port.key().isEmpty()) {
                assets.add(new Asset(AssetKind.KEY, port.key(), null, seen, QuantumResistance.of(port.key()), null,
                        replacing(UnitCosts.signature(port.keyType(), port.keyBits()), units)));
            }
        }
        return assets.stream();
    }

    /** Returns what signatures cost with another key and another provider; null if they were not measured. */
    private static String replacing(String signature, UnitCosts units) {
        String now = signature + " sign JDK";
        String others = Stream.of(Map.entry("ECDSA-P-256 sign JDK", "a P-256 key"),
                Map.entry(signature + " sign ACCP", "the provider ACCP"))
                .filter(each -> !each.getKey().equals(now) && units.knows(now) && units.knows(each.getKey()))
                .map(each -> "%.0f%% with %s".formatted(HUNDRED * units.ratio(each.getKey()) / units.ratio(now),
                        each.getValue())).collect(Collectors.joining(" and "));
        return others.isEmpty() ? null : "compared with this key and the JDK’s provider, a signature costs " + others;
    }

    private static Asset protocol(String version, String suite, String group, String seen) {
        return new Asset(AssetKind.PROTOCOL, (version + " " + suite).strip(), null, seen,
                QuantumResistance.ofConnection(suite, group), null, null);
    }

    private static Stream<Asset> certificates(JvmEvidence evidence) {
        return evidence.events().certificates().values().stream().filter(each -> !each.keyType().isEmpty())
                .collect(Collectors.groupingBy(each -> Port.key(each.keyType(), each.keyBits()), LinkedHashMap::new,
                        Collectors.counting())).entrySet().stream()
                .map(each -> asset(AssetKind.KEY, each.getKey(), "%d parsed certificate%s".formatted(each.getValue(),
                        each.getValue() == 1 ? "" : "s")));
    }

    private static Stream<Asset> algorithms(JvmEvidence evidence, Map<Stack, Operations.Found> operations,
            Function<Long, Double> share) {
        Map<Place.Primitive, Map<String, Long>> uses = new LinkedHashMap<>();
        operations.forEach((stack, found) -> {
            if (found.primitive() != null) {
                uses.computeIfAbsent(found.primitive(), each -> new LinkedHashMap<>())
                        .merge(found.name(), evidence.stacks().get(stack), Long::sum);
            }
        });
        return uses.entrySet().stream().map(each -> new Asset(AssetKind.ALGORITHM, each.getKey().algorithm(),
                each.getKey().provider(), each.getValue().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey())).limit(SHOWN).map(Map.Entry::getKey)
                .collect(Collectors.joining(", ")), QuantumResistance.of(each.getKey().algorithm()),
                share.apply(each.getValue().values().stream().mapToLong(Long::longValue).sum()), null));
    }

    private static Asset asset(AssetKind kind, String name, String seen) {
        return new Asset(kind, name, null, seen, QuantumResistance.of(name), null, null);
    }
}
