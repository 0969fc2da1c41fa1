package org.eejs.doctor;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eejs.doctor.evidence.Events.Lookup;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.RecordedHandshakes;
import org.eejs.doctor.rules.TlsFrames;
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

    private final JvmEvidence evidence;
    private final Map<String, Double> shares;

    /** A rate and the kind of evidence for it. */
    record Rate(double perSecond, Basis basis) {}

    /**
     * Creates the rates of a JVM.
     *
     * @param shares the share of CPU by name of operation
     */
    Rates(JvmEvidence evidence, Map<String, Double> shares) {
        this.evidence = evidence;
        this.shares = shares;
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
        return events == 0 && connections == 0 ? Optional.empty()
                : Optional.of(new Rate(events > 0 ? events : connections, Basis.COUNTED));
    }

    private Rate part(Rate all, String name, double share) {
        double whole = shares.entrySet().stream().filter(each -> each.getKey().equals(name)
                || List.of(AS_SERVER, AS_CLIENT).stream().anyMatch(side -> each.getKey().endsWith(side)
                && name.endsWith(side))).mapToDouble(Map.Entry::getValue).sum();
        return whole == 0 ? all : new Rate(all.perSecond() * share / whole, all.basis());
    }
}
