package org.eejs.doctor;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.eejs.doctor.evidence.Events.Lookup;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.RecordedHandshakes;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.doctor.rules.keys.UsualKey;
import org.eejs.profile.UnitCosts;
import org.eejs.result.CpuCategory;
import org.eejs.result.Diagnosis.Basis;

/**
 * The rates of operations, by connections that the kernel counted and by events of the flight recorder. An
 * operation that neither shows has no rate. Immutable.
 */
final class Rates {
    private static final String AS_SERVER = "handshake as server";
    private static final String AS_CLIENT = "handshake as client";
    private static final Set<String> PATH_CHECKS = Set.of("certificate path check", "revocation");
    /** The types of lookups with which an operation begins. */
    private static final Map<String, Set<String>> LOOKUPS = Map.ofEntries(
            Map.entry("key generation", Set.of("KeyPairGenerator", "KeyGenerator")),
            Map.entry("key derivation", Set.of("SecretKeyFactory", "KDF")),
            Map.entry("password hash", Set.of("SecretKeyFactory")),
            Map.entry("SSLContext", Set.of("SSLContext")),
            Map.entry("key or trust store load", Set.of("KeyStore")),
            Map.entry("certificate path check", Set.of("CertPathValidator", "CertPathBuilder")),
            Map.entry("private-key use", Set.of("Signature")),
            Map.entry("token signing", Set.of("Signature", "Mac")),
            Map.entry("signature check", Set.of("Signature")),
            Map.entry("key agreement", Set.of("KeyAgreement", "KEM")),
            Map.entry("cipher", Set.of("Cipher")),
            Map.entry("MAC", Set.of("Mac")),
            Map.entry("digest", Set.of("MessageDigest")),
            Map.entry("XML signature", Set.of("XMLSignatureFactory")),
            Map.entry("key or certificate parsing", Set.of("KeyFactory", "CertificateFactory")));

    /** A count below this part of the estimate missed connections, such as those of milliseconds. */
    private static final double MISSED = 0.3;
    /** The groups that the JDK computes, by the field of their curve. */
    private static final Map<String, FramePattern> GROUPS = Map.of(
            "X25519 ephemeral JDK", new FramePattern("sun.security.util.math.intpoly.*25519"),
            "P-256 ephemeral JDK", new FramePattern("sun.security.util.math.intpoly.*P256"),
            "P-384 ephemeral JDK", new FramePattern("sun.security.util.math.intpoly.*P384"));

    private final JvmEvidence evidence;
    private final Map<String, Double> shares;
    private final BiFunction<CpuCategory, FramePattern, Double> keyExchange;

    /** A rate and the kind of evidence for it. */
    record Rate(double perSecond, Basis basis) {}

    /**
     * Creates the rates of a JVM.
     *
     * @param shares the share of CPU by name of operation
     * @param keyExchange returns the share of key exchanges on one side of TLS whose stacks have some frames
     */
    Rates(JvmEvidence evidence, Map<String, Double> shares,
            BiFunction<CpuCategory, FramePattern, Double> keyExchange) {
        this.evidence = evidence;
        this.shares = shares;
        this.keyExchange = keyExchange;
    }

    /**
     * Returns how often an operation of a caller happens; empty if unknown.
     *
     * @param share the share of this caller, by which a common rate is divided
     */
    Optional<Rate> of(String name, Stack.Origin origin, String algorithm, double share) {
        if (name.endsWith(AS_SERVER) || name.endsWith(AS_CLIENT)) {
            return handshakes(name.endsWith(AS_SERVER)).map(all -> part(all, name, share));
        }
        if (name.equals("record protection")) {
            return evidence.traffic().writes() == 0 ? Optional.empty() : Optional.of(part(new Rate(
                    evidence.traffic().writesPerSecond(), Basis.ESTIMATED), name, share));
        }
        double counted = evidence.lookupsPerSecond(lookup -> LOOKUPS.getOrDefault(name, Set.of())
                .contains(lookup.type()) && isOf(origin, lookup));
        double chains = !PATH_CHECKS.contains(name) || evidence.seconds() == 0 ? 0 : evidence.events().validations()
                .chains(stack -> stack.origin(0).equals(origin)) / evidence.seconds();
        return Math.max(counted, chains) == 0 ? Optional.empty()
                : Optional.of(new Rate(Math.max(counted, chains), Basis.COUNTED));
    }

    private static boolean isOf(Stack.Origin origin, Lookup lookup) {
        return !lookup.stack().has(TlsFrames.ANY) && lookup.stack().origin(0).equals(origin);
    }

    /** Returns the handshakes of one side: events if the recorder counted them, else new connections. */
    Optional<Rate> handshakes(boolean server) {
        double events = RecordedHandshakes.of(evidence, server ? TlsFrames::isServer : TlsFrames::isClient)
                .perSecond();
        double connections = server ? evidence.traffic().acceptedPerSecond() : evidence.traffic().openedPerSecond();
        if (events > 0) {
            return Optional.of(new Rate(events, Basis.COUNTED));
        }
        double estimated = byKeyExchange(server ? CpuCategory.HANDSHAKES_AS_SERVER
                : CpuCategory.HANDSHAKES_AS_CLIENT);
        return connections == 0 && estimated == 0 ? Optional.empty()
                : Optional.of(connections > MISSED * estimated ? new Rate(connections, Basis.COUNTED)
                : new Rate(estimated, Basis.ESTIMATED));
    }

    /**
     * Returns handshakes per second by the CPU of key exchanges. A handshake makes and uses one key of its group. Keys
     * that a client offers in vain are made, too, so the group with the most handshakes is the one that is used.
     */
    private double byKeyExchange(CpuCategory side) {
        if (!evidence.cpu().counted() || evidence.seconds() == 0) {
            return 0;
        }
        UnitCosts units = UnitCosts.of(evidence.settings().feature());
        return GROUPS.entrySet().stream().mapToDouble(group -> keyExchange.apply(side, group.getValue())
                / units.ratio(group.getKey())).max().orElse(0) * evidence.cpu().all() / evidence.seconds()
                / UsualKey.SECONDS;
    }

    private Rate part(Rate all, String name, double share) {
        double whole = shares.entrySet().stream().filter(each -> each.getKey().equals(name)
                || List.of(AS_SERVER, AS_CLIENT).stream().anyMatch(side -> each.getKey().endsWith(side)
                && name.endsWith(side))).mapToDouble(Map.Entry::getValue).sum();
        return whole == 0 ? all : new Rate(all.perSecond() * share / whole, all.basis());
    }
}
