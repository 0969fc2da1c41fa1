package org.eejs.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.eejs.cli.SoakExpectation.Outcome;
import org.eejs.remotekey.RemoteKeyProvider;
import org.eejs.remotekey.cluster.ServerCounts;
import org.eejs.remotekey.domain.KeyDomain;

/** Signatures by key servers through the JCA, each verified by another provider. Each task is for one thread. */
final class SoakSignatures implements AutoCloseable {
    private static final PSSParameterSpec PSS =
            new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1);
    private static final List<Way> WAYS = List.of(new Way(KeyDomain.RSA_2048, "SHA256withRSA"),
            new Way(KeyDomain.RSA_2048, "RSASSA-PSS"), new Way(KeyDomain.EC_P256, "SHA256withECDSA"),
            new Way(KeyDomain.EC_P384, "SHA384withECDSA"), new Way(KeyDomain.EC_P256, "SHA256withECDSAinP1363Format"),
            new Way(KeyDomain.RSA_4096, "SHA512withRSA"));

    private final Provider verifier = new BouncyCastleProvider();
    private final SoakTally tally;
    private final RemoteKeyProvider provider;
    private final KeyStore store;
    private final Path secondCluster;
    private final RemoteKeyProvider second = new RemoteKeyProvider();
    private final Signer held;
    private final SoakExpectation lent = new SoakExpectation();
    private final SoakExpectation replaced = new SoakExpectation();
    private volatile Signer before;
    private volatile long signedBy;

    /** A key with a signature algorithm. */
    private record Way(String key, String algorithm) {}

    /** A key with its certificate, as a client received them. */
    private record Signer(PrivateKey key, Certificate certificate) {}

    SoakSignatures(SoakKeyServers servers, RemoteKeyProvider provider, SoakTally tally) throws Exception {
        this.provider = provider;
        this.tally = tally;
        store = load(provider, servers.cluster());
        secondCluster = servers.cluster(SoakKeyServers.SECOND);
        held = signer(load(second, secondCluster), SoakKeyServers.LENT);
        before = signer(store, SoakKeyServers.REPLACED);
        signedBy = serial(before);
    }

    static KeyStore load(RemoteKeyProvider provider, Path cluster) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(RemoteKeyProvider.KEY_STORE, provider);
        store.load(new ByteArrayInputStream(Files.readAllBytes(cluster)), null);
        return store;
    }

    SoakExpectation lent() {
        return lent;
    }

    SoakExpectation replaced() {
        return replaced;
    }

    /** Returns the serial number that verified the last signature with {@link SoakKeyServers#REPLACED}. */
    long signedBy() {
        return signedBy;
    }

    /** Returns whether the long-lived clients have picked all servers. */
    boolean allServe() {
        return provider.counts().stream().allMatch(server -> server.serving())
                && second.counts().stream().allMatch(server -> server.serving());
    }

    /** Returns the number of signatures that long-lived clients got from a server. */
    long from(int server) {
        return Stream.of(provider, second).flatMap(each -> each.counts().stream())
                .collect(Collectors.groupingBy(ServerCounts::address, TreeMap::new,
                        Collectors.summingLong(counts -> counts.calls() - counts.failures())))
                .values().stream().skip(server).findFirst().orElse(0L);
    }

    /** Returns a task that signs in all ways in turn; all must succeed. */
    SoakWork.Task signer() {
        int[] next = {ThreadLocalRandom.current().nextInt(WAYS.size())};
        return () -> {
            Way way = WAYS.get(next[0]++ % WAYS.size());
            long start = System.nanoTime();
            try {
                sign(signer(store, way.key()), way);
                tally.count("Signature: %s with %s".formatted(way.algorithm(), way.key()));
            } catch (GeneralSecurityException | RuntimeException e) {
                tally.fail("a signature was lost: " + way, e);
            }
            tally.took("signature", System.nanoTime() - start);
        };
    }

    private static Signer signer(KeyStore store, String alias) throws GeneralSecurityException {
        while (true) {
            Certificate certificate = store.getCertificate(alias);
            PrivateKey key = (PrivateKey) store.getKey(alias, null);
                // The key may be replaced between the two calls.
            if (certificate == null ? key == null : certificate.equals(store.getCertificate(alias))) {
                return key == null ? null : new Signer(key, certificate);
            }
        }
    }

    private static long serial(Signer signer) {
        return ((X509Certificate) signer.certificate()).getSerialNumber().longValue();
    }

    /** Signs. Throws an exception if there is no signature; a wrong one is a failure of the soak test. */
    private void sign(Signer signer, Way way) throws GeneralSecurityException {
        byte[] message = new byte[64];
        ThreadLocalRandom.current().nextBytes(message);
        boolean isPss = way.algorithm().equals("RSASSA-PSS");
        Signature signing = Signature.getInstance(way.algorithm());
        signing.initSign(signer.key());
        if (isPss) {
            signing.setParameter(PSS);
        }
        signing.update(message);
        byte[] signature = signing.sign();
        // Bouncy Castle has another name for the JDK's P1363.
        Signature verifying = Signature.getInstance(way.algorithm().replace("SHA256withECDSAinP1363Format",
                "SHA256withPLAIN-ECDSA"), verifier);
        verifying.initVerify(signer.certificate());
        if (isPss) {
            verifying.setParameter(PSS);
        }
        verifying.update(message);
        if (!verifying.verify(signature)) {
            tally.fail("a wrong signature was given out: %s by the key of certificate %d".formatted(way,
                    serial(signer)));
        }
    }

    /** Signs with the replaced key. The signature must be right, or fail with a reason while the key changes. */
    void signReplaced() throws GeneralSecurityException {
        Way way = new Way(SoakKeyServers.REPLACED, "SHA256withRSA");
        SoakExpectation.State began = replaced.now();
        Signer now = signer(store, SoakKeyServers.REPLACED);
        try {
            sign(now, way);
            signedBy = serial(now);
            tally.count("Signature: SHA256withRSA with a key that is replaced under its name");
        } catch (GeneralSecurityException | RuntimeException e) {
            if (replaced.demands(began, Outcome.GRANTED)) {
                tally.fail("a signature with a key that was replaced before is still lost", e);
            }
            tally.count("Refused with a reason: a key while it is replaced");
        }
            // A client with the old key must not get signatures of the new one.
        if (serial(before) != serial(now)) {
            try {
                sign(before, way);
            } catch (GeneralSecurityException | RuntimeException e) {
                tally.count("Refused with a reason: the key that was replaced");
            }
            before = now;
        }
    }

    /** Signs as a new client, and as one that has the key since the start; each may sign only with permission. */
    void signLent() throws IOException, GeneralSecurityException {
        lent("a client that has held its key", () -> held);
        try (RemoteKeyProvider fresh = new RemoteKeyProvider()) {
            lent("a client that comes anew", () -> signer(load(fresh, secondCluster), SoakKeyServers.LENT));
        }
    }

    /** Finds a key, or nothing. */
    private interface Finder {
        Signer find() throws IOException, GeneralSecurityException;
    }

    private void lent(String who, Finder finder) {
        SoakExpectation.State began = lent.now();
        try {
            Signer signer = finder.find();
            if (signer == null) {
                throw new GeneralSecurityException("the key is not listed");
            }
            sign(signer, new Way(SoakKeyServers.LENT, "SHA256withRSA"));
            if (lent.demands(began, Outcome.REFUSED)) {
                tally.fail(who + " signed with a key that had been taken from it");
            }
            tally.count("Signature: %s, granted".formatted(who));
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            if (lent.demands(began, Outcome.GRANTED)) {
                tally.fail(who + " was refused a key that is granted", e);
            }
            tally.count("Refused as it must be: %s, not granted".formatted(who));
        }
    }

    @Override
    public void close() {
        second.close();
    }
}
