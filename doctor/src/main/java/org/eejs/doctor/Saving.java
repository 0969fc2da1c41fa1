package org.eejs.doctor;

import static java.util.Map.entry;

import java.util.List;
import java.util.Map;
import org.eejs.doctor.rules.Rule;

/**
 * The part of a bottleneck's cost that its fix saves, between 0 and 1. {@link Rule#saved()} is the likely value; these
 * bounds cover the facts that an observer outside the JVM does not see.
 *
 * @param why the reason for the bounds
 */
record Saving(double least, double most, String why) {
    private static final String CHECK = "experiments/checks/jsse-cures.yaml: ";
    private static final String KEPT = "with few requests, servers close idle connections before they are reused";
    private static final String ONCE = "an object that is made once costs nothing afterwards";
    private static final String HANDSHAKES = "resumption avoids the key exchange in TLS 1.2, but not in TLS 1.3; "
            + "the cost of certificates depends on their type";

    private static final Map<String, Saving> ALL = Map.ofEntries(
            entry("context-per-call", new Saving(0.85, 1, ONCE)),
            entry("http-client-per-call", new Saving(0.8, 1, KEPT)),
            entry("urlconnection-factory", new Saving(0.8, 1, KEPT)),
            entry("mtls-pool-state", new Saving(0.8, 1, KEPT)),
            entry("no-keepalive", new Saving(0.4, 0.95, "if users only resume, a part remains; " + HANDSHAKES)),
            entry("client-never-resumes", new Saving(0.2, 1, "pooled connections need no further handshake; "
                    + "if clients only resume, a part remains: " + HANDSHAKES)),
            entry("tls13-ticket-starved", new Saving(0.5, 1, "each ticket lets one connection of a burst resume")),
            entry("pkix-pkcs12-full", new Saving(0.95, 1, CHECK + "0.98 to 1.00 of SunX509’s rate")),
            entry("pkix-pkcs12-resumed", new Saving(0.95, 1, CHECK + "0.95 to 0.99 of SunX509’s rate")),
            entry("truststore-reload", new Saving(0.9, 1, ONCE)),
            entry("keystore-load-hot", new Saving(0.9, 1, "the service opens a replaced file again")),
            entry("key-parsed-per-use", new Saving(0.95, 1, ONCE)),
            entry("verify-with-private-key", new Saving(0, 0.97, "RSA verifies 40 times as fast as it signs; P-256 "
                    + "verifies no faster than it signs")),
            entry("rsa-4096", new Saving(0.6, 0.99, "compared with RSA-2048, RSA-3072 signs 3 times and RSA-4096 "
                    + "6 times as slowly; compared with P-256, 100 times as slowly")),
            entry("password-hash-hot", new Saving(0, 1, "logins must hash passwords, and logins look like requests")),
            entry("pkcs11-bound", new Saving(0.3, 0.95, "depends on the token: a software token saves only calls")),
            entry("trust-check-hot", new Saving(0.2, 1, "resumed sessions and pooled connections check nothing; "
                    + "first connections check everything")),
            entry("revocation-in-handshake", new Saving(0, 1, "the servers decide whether they staple")),
            entry("reverse-dns", new Saving(0.95, 1, "an address as text needs no name server")),
            entry("getinstance-hot", new Saving(0.8, 1, "a reused object must be reset")),
            entry("bc-first", new Saving(0.2, 0.98, "depends on the algorithm: most with intrinsics in the JDK, least "
                    + "for RSA")),
            entry("provider-instance-per-call", new Saving(0.95, 1, ONCE)),
            entry("provider-lock", new Saving(0.8, 1, "the lookup remains, the wait does not")),
            entry("crypto-unaccelerated", new Saving(0.5, 0.99, "docs/results/aes-gcm.md: intrinsics make AES-GCM 3 to "
                    + "197 times as fast, depending on length; digests gain less")),
            entry("provider-not-there", new Saving(0, 1, "the saving by the provider is unknown")),
            entry("random-lock", new Saving(0.3, 0.95, CHECK + "16 to 23 times as fast in two threads; "
                    + "the cost of the numbers themselves remains")),
            entry("random-blocks", new Saving(0, 0, "it costs time, not CPU")),
            entry("dhe", new Saving(0.6, 0.97, "depends on the group: ffdhe2048 costs a few times as much as x25519, "
                    + "ffdhe4096 many times as much")),
            entry("chacha-on-aes", new Saving(0.5, 0.95, "depends on record length: at 16 KB 0.08 of AES-GCM’s rate "
                    + "on JDK 17, 0.37 on JDK 25")),
            entry("cbc-suites", new Saving(0.3, 0.8, "depends on the HMAC and on the JDK’s intrinsics for it")),
            entry("hello-retry", new Saving(0.8, 1, "the key pair for the server’s group remains")),
            entry("hybrid-by-default", new Saving(0, 0, "it costs little CPU and protects recorded traffic")),
            entry("cipher-probe", new Saving(0.95, 1, ONCE)),
            entry("gcm-streaming", new Saving(0.3, 0.98, "depends on message length: copies grow with its square")),
            entry("debug-left-on", new Saving(0.95, 1, "a disabled log statement costs one field check")),
            entry("leak-detector", new Saving(0.95, 1, "the level simple tracks one of 128 buffers")));

    /** Returns the saving of a rule; 0 if the rule expects none. A remark may still save something. */
    static Saving of(Rule rule) {
        Saving known = ALL.get(rule.id());
        return rule.saved() == 0 ? new Saving(0, rule.isRemark() ? known.most() : 0, known.why())
                : new Saving(Math.min(known.least(), rule.saved()), Math.max(known.most(), rule.saved()), known.why());
    }

    /** Returns the interval of the saved share, computed from the interval of the share. */
    List<Double> of(List<Double> share) {
        return List.of(share.get(0) * least, share.get(1) * most);
    }

    @Override
    public String toString() {
        return "the fix saves %.0f%% to %.0f%% of this share: %s".formatted(100 * least, 100 * most, why);
    }
}
