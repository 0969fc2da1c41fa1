package org.eejs.jsse;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyStore;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;

/** Key stores with every property that a key manager considers when it chooses, by content. */
final class SelectionStores {
    static final String RSA = "RSA";
    static final String EC = "EC";
    static final Identity ROOT = KeyFixtures.authority("root", null);
    static final Identity INTERMEDIATE = KeyFixtures.authority("intermediate", ROOT);
    static final Identity RSA_ROOT;
    static final Identity UNKNOWN = KeyFixtures.authority("unknown", null);

    private static final Duration DAY = Duration.ofDays(1);

    static final Map<String, List<Map<String, Identity>>> ALL;

    static {
        try {
            RSA_ROOT = CertificateBuilder.authority("CN=rsa root").key(RSA, 2048).selfSigned();
            ALL = all();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private SelectionStores() {}

    /** Returns the stores of a name, in memory. */
    static List<KeyStore> named(String name) {
        return inMemory(ALL.get(name));
    }

    static List<KeyStore> inMemory(List<Map<String, Identity>> of) {
        // A JKS store, too, if there are several.
        return IntStream.range(0, of.size())
                .mapToObj(i -> KeyFixtures.store(i % 2 == 0 ? "PKCS12" : "JKS", of.get(i))).toList();
    }

    static CertificateBuilder leaf(String algorithm) {
        int size = Map.of(RSA, 2048, EC, 256, "RSASSA-PSS", 2048, "DSA", 1024).getOrDefault(algorithm, 0);
        return leaf("localhost", KeyFixtures.key(algorithm, size));
    }

    private static CertificateBuilder leaf(String host, KeyPair key) {
        return KeyFixtures.certificate(host).key(key).hosts(host);
    }

    private static Map<String, List<Map<String, Identity>>> all() throws GeneralSecurityException {
        Map<String, List<Map<String, Identity>>> all = new LinkedHashMap<>();
        Map<String, Identity> types = new LinkedHashMap<>();
        types.put("rsa", leaf(RSA).selfSigned());
        types.put("ec", leaf(EC).selfSigned());
        types.put("pss", leaf("RSASSA-PSS").issuedBy(ROOT));
        types.put("ed25519", leaf("Ed25519").selfSigned());
        types.put("dsa", leaf("DSA").selfSigned());
        all.put("a key of each type", List.of(types));
        types.forEach((name, identity) -> all.put("only " + name, List.of(Map.of(name, identity))));
        all.put("several of a type", List.of(inOrder("a", leaf(EC).selfSigned(), leaf(EC).selfSigned(),
                leaf(EC).selfSigned())));
        all.put("chains of one, two and three", List.of(inOrder("chain", leaf(EC).selfSigned(),
                leaf(EC).issuedBy(ROOT), leaf(EC).issuedBy(INTERMEDIATE))));
        all.put("a chain without its issuers",
                List.of(inOrder("short", withoutIssuers(leaf(EC).issuedBy(INTERMEDIATE)))));
        all.put("signed by the other algorithm", List.of(inOrder("mixed", leaf(EC).issuedBy(RSA_ROOT),
                leaf(RSA).issuedBy(ROOT), withoutIssuers(leaf(EC).issuedBy(RSA_ROOT)))));
        all.put("expired before valid", List.of(inOrder("time",
                leaf(EC).valid(DAY.multipliedBy(-9), DAY.negated()).selfSigned(), leaf(EC).selfSigned())));
        all.put("not yet valid before valid", List.of(inOrder("time",
                leaf(EC).valid(DAY, DAY.multipliedBy(9)).selfSigned(), leaf(EC).selfSigned())));
        all.put("all expired", List.of(inOrder("time", leaf(EC).valid(DAY.multipliedBy(-9), DAY.negated()).selfSigned(),
                leaf(RSA).valid(DAY.multipliedBy(-9), DAY.negated()).selfSigned())));
        all.put("expired before the wrong purpose", List.of(inOrder("bad",
                leaf(EC).purposes(KeyPurposeId.id_kp_codeSigning).selfSigned(),
                leaf(EC).valid(DAY.multipliedBy(-9), DAY.negated()).selfSigned())));
        all.put("purposes", List.of(inOrder("purpose", leaf(EC).purposes(KeyPurposeId.id_kp_clientAuth).selfSigned(),
                leaf(EC).purposes(KeyPurposeId.id_kp_serverAuth).selfSigned(),
                leaf(EC).purposes(KeyPurposeId.anyExtendedKeyUsage).selfSigned(), leaf(EC).selfSigned())));
        all.put("only another purpose", List.of(inOrder("purpose",
                leaf(EC).purposes(KeyPurposeId.id_kp_emailProtection).selfSigned())));
        all.put("key usage of EC", List.of(inOrder("usage", leaf(EC).usage(KeyUsage.keyAgreement).selfSigned(),
                leaf(EC).usage(KeyUsage.digitalSignature).selfSigned(),
                leaf(EC).usage(KeyUsage.digitalSignature | KeyUsage.keyAgreement).selfSigned())));
        all.put("key usage of RSA", List.of(inOrder("usage", leaf(RSA).usage(KeyUsage.dataEncipherment).selfSigned(),
                leaf(RSA).usage(KeyUsage.keyEncipherment).selfSigned(),
                leaf(RSA).usage(KeyUsage.digitalSignature).selfSigned())));
        all.put("names", List.of(inOrder("name", host(EC, "other.example"), host(EC, "*.wild.example"),
                host(EC, "exact.example"), host(RSA, "exact.example"))));
        all.put("weak keys before a strong one", List.of(inOrder("weak",
                weak(),
                leaf(RSA).signature("MD5withRSA").selfSigned(), leaf(RSA).signature("SHA1withRSA").selfSigned(),
                leaf(RSA).selfSigned())));
        all.put("only weak keys", List.of(inOrder("weak",
                weak(),
                leaf(RSA).signature("MD5withRSA").selfSigned())));
        all.put("several stores", List.of(inOrder("first",
                        leaf(EC).valid(DAY.multipliedBy(-9), DAY.negated()).selfSigned(),
                        leaf(RSA).purposes(KeyPurposeId.id_kp_clientAuth).selfSigned()),
                inOrder("second", leaf(EC).issuedBy(INTERMEDIATE), leaf(RSA).selfSigned()),
                inOrder("third", leaf(EC).issuedBy(ROOT), leaf("Ed25519").selfSigned())));
        all.put("a store without keys before another", List.of(Map.of(), types));
        all.put("no keys", List.of(Map.of()));
        return all;
    }

    private static Identity host(String algorithm, String host) throws GeneralSecurityException {
        return leaf(host, KeyFixtures.key(algorithm, algorithm.equals(RSA) ? 2048 : 256)).selfSigned();
    }

    private static Identity weak() throws GeneralSecurityException {
        return KeyFixtures.certificate("localhost").key(KeyFixtures.key(RSA, 512)).signature("SHA1withRSA")
                .selfSigned();
    }

    private static Identity withoutIssuers(Identity identity) {
        return new Identity(identity.keys(), identity.chain().subList(0, 1));
    }

    private static Map<String, Identity> inOrder(String name, Identity... identities) {
        Map<String, Identity> entries = new LinkedHashMap<>();
        for (int i = 0; i < identities.length; i++) {
            entries.put(name + i, identities[i]);
        }
        return entries;
    }
}
