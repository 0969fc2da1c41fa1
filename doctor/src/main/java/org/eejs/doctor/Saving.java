package org.eejs.doctor;

import static java.util.Map.entry;

import java.util.List;
import java.util.Map;
import org.eejs.doctor.rules.Rule;

/**
 * How much of what a bottleneck costs its cure saves, between 0 and 1: {@link Rule#saved()} is likely, and these are
 * the bounds within which it depends on what nobody sees from outside.
 *
 * @param why by what they are known
 */
record Saving(double least, double most, String why) {
    private static final String README = "products/jsse/README.md: ";
    private static final String KEPT = "where requests are seldom, servers end connections before they are used again";
    private static final String FILES = README + "13 to 190 times as fast, by where the store is";
    private static final String ONCE = "what is made once costs nothing afterwards";
    private static final String HANDSHAKES = "TLS 1.2 resumes without any key exchange, TLS 1.3 exchanges keys all the "
            + "same; what certificates cost beside it depends on their kind";

    private static final Map<String, Saving> ALL = Map.ofEntries(
            entry("context-per-call", new Saving(0.85, 1, FILES)),
            entry("http-client-per-call", new Saving(0.8, 1, KEPT)),
            entry("urlconnection-factory", new Saving(0.8, 1, KEPT)),
            entry("mtls-pool-state", new Saving(0.8, 1, KEPT)),
            entry("no-keepalive", new Saving(0.4, 0.95, "where users only resume, a part remains; " + HANDSHAKES)),
            entry("client-never-resumes", new Saving(0.2, 1, "connections that are kept shake hands no more; where "
                    + "they only resume, a part remains: " + HANDSHAKES)),
            entry("tls13-ticket-starved", new Saving(0.5, 1, "of a burst of n connections as many resume as there are "
                    + "tickets")),
            entry("pkix-pkcs12-full", new Saving(0.95, 1, README + "0.98 to 1.00 of SunX509’s rate")),
            entry("pkix-pkcs12-resumed", new Saving(0.95, 1, README + "0.95 to 0.99 of SunX509’s rate")),
            entry("truststore-reload", new Saving(0.9, 1, FILES)),
            entry("keystore-load-hot", new Saving(0.9, 1, "who follows a file that is replaced opens it then")),
            entry("key-parsed-per-use", new Saving(0.95, 1, ONCE)),
            entry("verify-with-private-key", new Saving(0, 0.97, "with RSA checking takes a fortieth of signing, on "
                    + "P-256 as much or more")),
            entry("rsa-4096", new Saving(0.6, 0.99, "RSA-3072 signs three times and RSA-4096 six times as slowly as "
                    + "RSA-2048, and a hundred times as slowly as P-256")),
            entry("password-hash-hot", new Saving(0, 1, "logins are to be hashed; which they are, nobody sees")),
            entry("pkcs11-bound", new Saving(0.3, 0.95, "by the token: one in software has only its calls to spare")),
            entry("trust-check-hot", new Saving(0.2, 1, "what is resumed or kept checks nothing, first connections "
                    + "check all")),
            entry("revocation-in-handshake", new Saving(0, 1, "whether servers staple is theirs to say")),
            entry("reverse-dns", new Saving(0.95, 1, "an address as text asks nobody")),
            entry("getinstance-hot", new Saving(0.8, 1, "an object that is kept is reset")),
            entry("bc-first", new Saving(0.3, 0.98, "by the algorithm: most where the JDK has machine code, least of "
                    + "signatures")),
            entry("provider-instance-per-call", new Saving(0.95, 1, ONCE)),
            entry("provider-lock", new Saving(0.8, 1, "the look-up remains, without the wait")),
            entry("crypto-unaccelerated", new Saving(0.5, 0.99, "docs/gcm.md: AES-GCM is 3 to 197 times as fast by "
                    + "machine code, by length; digests gain less")),
            entry("provider-not-there", new Saving(0, 1, "what the provider would save is not known")),
            entry("random-lock", new Saving(0.3, 0.95, README + "16 to 23 times as fast in two threads; "
                    + "without a lock in the way the numbers themselves remain")),
            entry("random-blocks", new Saving(0, 0, "it costs time, not CPU")),
            entry("dhe", new Saving(0.6, 0.97, "by the group: ffdhe2048 costs some times what x25519 does, ffdhe4096 "
                    + "many times")),
            entry("chacha-on-aes", new Saving(0.5, 0.95, "by the length of records: 0.08 of AES-GCM’s rate on JDK 17, "
                    + "0.37 on 25 at 16 KB")),
            entry("cbc-suites", new Saving(0.3, 0.8, "by the HMAC, and by whether the JDK has machine code for it")),
            entry("hello-retry", new Saving(0.8, 1, "what is left is the key pair of the group that the server takes")),
            entry("cipher-probe", new Saving(0.95, 1, ONCE)),
            entry("gcm-streaming", new Saving(0.3, 0.98, "by the length of messages, with whose square copies grow")),
            entry("debug-left-on", new Saving(0.95, 1, "what is not logged costs a test of a field")),
            entry("leak-detector", new Saving(0.95, 1, "simple watches one of 128 buffers")));

    /** That of a rule; none of it where the rule expects nothing. */
    static Saving of(Rule rule) {
        Saving known = ALL.get(rule.id());
        return rule.saved() == 0 ? new Saving(0, 0, known.why())
                : new Saving(Math.min(known.least(), rule.saved()), Math.max(known.most(), rule.saved()), known.why());
    }

    /** Returns the interval of what is saved of a share, from the interval of the share. */
    List<Double> of(List<Double> share) {
        return List.of(share.get(0) * least, share.get(1) * most);
    }

    @Override
    public String toString() {
        return "the cure saves %.0f to %.0f %% of it: %s".formatted(100 * least, 100 * most, why);
    }
}
