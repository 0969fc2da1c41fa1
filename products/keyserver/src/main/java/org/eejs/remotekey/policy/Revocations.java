package org.eejs.remotekey.policy;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.security.cert.X509CRL;
import java.security.cert.X509CRLEntry;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eejs.pki.DistinguishedName;
import org.eejs.pki.PemFile;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.GuardedFile;
import org.eejs.pki.files.YamlFile;
import org.eejs.remotekey.files.Causes;
import org.eejs.remotekey.settings.KeyServerSettings;

/**
 * The certificates that the clients' authorities have revoked (CRLs, RFC 5280, 5). Immutable, thread-safe.
 *
 * @param byIssuer the numbers of revoked certificates; of each authority, if lists are in use, else of none
 * @param end the time at which the first of the lists should have been replaced; null if none is in use
 */
public record Revocations(Map<DistinguishedName, Set<BigInteger>> byIssuer, Instant end) {
    private static final int SIGNS_LISTS = 6;

    /** The reason why a certificate is not accepted. */
    public enum Refusal {
        REVOKED("the client's certificate is revoked"),
        UNLISTED("its issuer has no list of revoked certificates here, so it might be revoked");

        private final String text;

        Refusal(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /**
     * Reads the lists that a key server's file names.
     *
     * @throws FaultyFileException if a list is not signed by an authority, or old, or if one is missing
     */
    public static Revocations read(YamlFile<KeyServerSettings> file) throws FaultyFileException {
        if (file.value().tls().revoked() == null) {
            return new Revocations(Map.of(), null);
        }
        String at = "/tls/revoked";
        Path path = file.guarded(at, GuardedFile.Content.DECIDES);
        Path authorityFile = file.guarded("/tls/clientAuthority", GuardedFile.Content.DECIDES);
        Map<DistinguishedName, Set<BigInteger>> byIssuer = new HashMap<>();
        Instant end = Instant.MAX;
        try {
            List<X509Certificate> authorities = PemFile.certificates(authorityFile);
            for (X509CRL list : PemFile.lists(path)) {
                String wrong = wrong(list, authorities);
                if (wrong != null) {
                    throw file.fault(at, "the list of %s in %s %s".formatted(list.getIssuerX500Principal(), path,
                            wrong));
                }
                byIssuer.computeIfAbsent(DistinguishedName.of(list.getIssuerX500Principal()), any -> new HashSet<>())
                        .addAll(numbers(list));
                Instant next = list.getNextUpdate().toInstant();
                end = next.isBefore(end) ? next : end;
            }
            for (X509Certificate authority : authorities) {
                if (!byIssuer.containsKey(DistinguishedName.of(authority.getSubjectX500Principal()))) {
                    throw file.fault(at, "%s has no list of the authority %s".formatted(path,
                            authority.getSubjectX500Principal()));
                }
            }
        } catch (IOException e) {
            throw e instanceof FaultyFileException faulty ? faulty
                    : file.fault(at, "%s is not readable: %s".formatted(path, Causes.first(e)));
        }
        return new Revocations(Map.copyOf(byIssuer), end);
    }

    private static String wrong(X509CRL list, Collection<X509Certificate> authorities) {
        Set<String> critical = Optional.ofNullable(list.getCriticalExtensionOIDs()).orElse(Set.of());
        Instant now = Instant.now();
        if (authorities.stream().noneMatch(authority -> signed(list, authority))) {
            return "is not signed by an authority of clientAuthority";
        } else if (!critical.isEmpty()) {
            return "has critical extensions (%s), so it may be only a part; whole lists are expected".formatted(
                    critical);
        } else if (list.getThisUpdate().toInstant().isAfter(now)) {
            return "is of the future, " + list.getThisUpdate().toInstant();
        } else if (list.getNextUpdate() == null) {
            return "does not name the time of the next one (nextUpdate)";
        }
        return list.getNextUpdate().toInstant().isAfter(now) ? null
                : "should have been replaced by %s; fetch the authority's newest".formatted(
                        list.getNextUpdate().toInstant());
    }

    private static boolean signed(X509CRL list, X509Certificate authority) {
        boolean[] usage = authority.getKeyUsage();
        if (usage != null && !usage[SIGNS_LISTS] || !DistinguishedName.of(list.getIssuerX500Principal()).equals(
                DistinguishedName.of(authority.getSubjectX500Principal()))) {
            return false;
        }
        try {
            list.verify(authority.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static List<BigInteger> numbers(X509CRL list) {
        return list.getRevokedCertificates() == null ? List.of()
                : list.getRevokedCertificates().stream().map(X509CRLEntry::getSerialNumber).toList();
    }

    /** Returns the reason why the first certificate of a client's chain is not accepted; null if it is. */
    Refusal refusal(Certificate... chain) {
        if (end == null) {
            return null;
        }
        for (int i = 0; i < chain.length; i++) {
            X509Certificate certificate = (X509Certificate) chain[i];
            Set<BigInteger> numbers = byIssuer.get(DistinguishedName.of(certificate.getIssuerX500Principal()));
            if (numbers == null && i == 0) {
                return Refusal.UNLISTED;
            } else if (numbers != null && numbers.contains(certificate.getSerialNumber())) {
                return Refusal.REVOKED;
            }
        }
        return null;
    }
}
