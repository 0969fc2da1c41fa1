package org.eejs.lab.tuning;

import java.util.Optional;
import java.util.stream.Stream;
import org.eejs.banking.BackEndPolicy;
import org.eejs.banking.BackEndTrust;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.TlsProfile.Certificate;
import org.eejs.banking.TlsProfile.NamedGroup;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.lab.settings.RunPlan;

/**
 * The protection that today's configuration has, which no other configuration may lower: versions, suites, keys and
 * groups of TLS, verification, and protection from quantum computers. Immutable.
 *
 * @param today the configuration as it is
 */
record SafetyFloor(RunPlan today) {
    private static final String GROUPS = "-Djdk.tls.namedGroups=";
    /** OpenJDK 25.0.5 offers X25519MLKEM768 first. */
    private static final int FIRST_WITH_HYBRID_GROUPS = 25;

    /** Returns the bits of security of a key: NIST SP 800-57 part 1, table 2, and FIPS 204, table 1. */
    private static int strength(Certificate certificate) {
        return switch (certificate) {
            case RSA_2048 -> 112;
            case RSA_3072, ECDSA_P256, ED25519, ML_DSA_44 -> 128;
            case ECDSA_P384, ML_DSA_65 -> 192;
            case ML_DSA_87 -> 256;
        };
    }

    /** Returns the protection that a configuration lacks, in words; empty if it is as safe as today's. */
    Optional<String> lack(RunPlan plan) {
        BackEndPolicy policy = plan.get(BankingSettings.BACK_END);
        boolean bank = plan.subject().isPublished();
        return Stream.of(
                lack(today.get(BankingSettings.TLS), plan.get(BankingSettings.TLS)),
                !bank ? Stream.<String>empty()
                        : lack(BankingSettings.backEndTls(today.values()), BankingSettings.backEndTls(plan.values())),
                only(bank && today.get(BankingSettings.BACK_END).usesTls() && !policy.usesTls(),
                        "no TLS to the back end"),
                only(bank && today.get(BankingSettings.BACK_END_TRUST) == BackEndTrust.PRIVATE
                        && plan.get(BankingSettings.BACK_END_TRUST) != BackEndTrust.PRIVATE,
                        "trusts more authorities"),
                only(setsGroups(plan) && !setsGroups(today) && today.bankJdk().feature() >= FIRST_WITH_HYBRID_GROUPS,
                        "no hybrid groups, which updates of this JDK have"),
                only(plan.bankJdk().feature() < today.bankJdk().feature(), "an older JDK"))
                .flatMap(each -> each).map(why -> "less safe: " + why).findFirst();
    }

    private static boolean setsGroups(RunPlan plan) {
        return plan.get(BankingSettings.BANK_JVM_OPTIONS).stream().anyMatch(each -> each.startsWith(GROUPS));
    }

    /** Returns the protection that TLS has beyond today's, and that costs more, in words; empty if it has none. */
    Optional<String> surplus(RunPlan plan) {
        return lack(plan.get(BankingSettings.TLS), today.get(BankingSettings.TLS))
                .filter(why -> !why.contains("key in")).findFirst()
                .map(why -> "protects more than today, which has " + why);
    }

    private static Stream<String> only(boolean lacking, String words) {
        return lacking ? Stream.of(words) : Stream.empty();
    }

    private static Stream<String> lack(TlsProfile today, TlsProfile other) {
        return Stream.of(
                only(today.forUsers() && !other.forUsers(), "no TLS for users"),
                only(other.protocol().compareTo(today.protocol()) < 0, "an older version of TLS"),
                only(suite(other) < suite(today), "a weaker cipher suite"),
                only(!today.groups().isEmpty() && other.groups().isEmpty(), "no forward secrecy"),
                only(strength(other.certificate()) < strength(today.certificate()), "a weaker key in the certificate"),
                only(today.certificate().isPostQuantum() && !other.certificate().isPostQuantum(),
                        "signatures that quantum computers forge"),
                only(isHybrid(today) && !isHybrid(other), "a key exchange that quantum computers break"),
                only(today.mutual() && !other.mutual(), "clients without a certificate")).flatMap(each -> each);
    }

    private static boolean isHybrid(TlsProfile profile) {
        return profile.groups().stream().allMatch(NamedGroup::isPostQuantum) && !profile.groups().isEmpty();
    }

    /** Returns the rank of a suite: authenticated encryption before CBC, then 256 bits before 128. */
    private static int suite(TlsProfile profile) {
        String name = profile.cipherSuite();
        return (name.contains("_CBC_") ? 0 : 2) + (name.contains("AES_256") || name.contains("CHACHA20") ? 1 : 0);
    }
}
