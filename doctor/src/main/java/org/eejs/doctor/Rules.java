package org.eejs.doctor;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.rules.Rule;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.doctor.rules.contexts.ClientNeverResumes;
import org.eejs.doctor.rules.contexts.ContextPerCall;
import org.eejs.doctor.rules.contexts.HttpClientPerCall;
import org.eejs.doctor.rules.contexts.MutualTlsPool;
import org.eejs.doctor.rules.contexts.NoKeepAlive;
import org.eejs.doctor.rules.contexts.TicketStarved;
import org.eejs.doctor.rules.contexts.UrlConnectionFactory;
import org.eejs.doctor.rules.keys.KeyParsedPerUse;
import org.eejs.doctor.rules.keys.KeyStoreLoad;
import org.eejs.doctor.rules.keys.LargeRsaKey;
import org.eejs.doctor.rules.keys.PasswordHash;
import org.eejs.doctor.rules.keys.Pkcs11Bulk;
import org.eejs.doctor.rules.keys.Pkcs12KeyManager;
import org.eejs.doctor.rules.keys.Pkcs12Resumption;
import org.eejs.doctor.rules.keys.VerifyWithPrivateKey;
import org.eejs.doctor.rules.logging.DebugLeftOn;
import org.eejs.doctor.rules.logging.LeakDetector;
import org.eejs.doctor.rules.providers.BouncyCastleFirst;
import org.eejs.doctor.rules.providers.CryptoUnaccelerated;
import org.eejs.doctor.rules.providers.GetInstanceHot;
import org.eejs.doctor.rules.providers.ProviderLock;
import org.eejs.doctor.rules.providers.ProviderNotThere;
import org.eejs.doctor.rules.providers.ProviderPerCall;
import org.eejs.doctor.rules.providers.RandomBlocks;
import org.eejs.doctor.rules.providers.RandomLock;
import org.eejs.doctor.rules.suites.CbcSuites;
import org.eejs.doctor.rules.suites.ChaChaOnAes;
import org.eejs.doctor.rules.suites.FiniteFieldDiffieHellman;
import org.eejs.doctor.rules.suites.GcmStreaming;
import org.eejs.doctor.rules.suites.HelloRetry;
import org.eejs.doctor.rules.suites.HybridByDefault;
import org.eejs.doctor.rules.suites.SuitesTriedOut;
import org.eejs.doctor.rules.trust.ReverseLookup;
import org.eejs.doctor.rules.trust.RevocationCheck;
import org.eejs.doctor.rules.trust.TrustCheck;
import org.eejs.doctor.rules.trust.TrustStoreReload;
import org.eejs.result.Diagnosis.NotSeen;

/** All rules of the doctor. If two rules claim a stack from the same frame, the first in the list has it. */
final class Rules {
    static final List<Rule> ALL = List.of(new ContextPerCall(),
            new HttpClientPerCall(),
            new UrlConnectionFactory(),
            new MutualTlsPool(),
            new NoKeepAlive(),
            new ClientNeverResumes(),
            new TicketStarved(),
            new Pkcs12KeyManager(),
            new Pkcs12Resumption(),
            new TrustStoreReload(),
            new KeyStoreLoad(),
            new KeyParsedPerUse(),
            new VerifyWithPrivateKey(),
            new LargeRsaKey(),
            new PasswordHash(),
            new Pkcs11Bulk(),
            new TrustCheck(),
            new RevocationCheck(),
            new ReverseLookup(),
            new GetInstanceHot(),
            new BouncyCastleFirst(),
            new ProviderPerCall(),
            new ProviderLock(),
            new CryptoUnaccelerated(),
            new ProviderNotThere(),
            new RandomLock(),
            new RandomBlocks(),
            new FiniteFieldDiffieHellman(),
            new ChaChaOnAes(),
            new CbcSuites(),
            new HelloRetry(),
            new HybridByDefault(),
            new SuitesTriedOut(),
            new GcmStreaming(),
            new DebugLeftOn(),
            new LeakDetector());

    /** Rules for problems that newer JDKs have fixed. They are skipped if the JVM's release is unknown. */
    private static final Set<String> OF_RELEASES = Set.of("gcm-streaming");

    private Rules() {}

    /** Returns the rules that may apply to this JVM, judged by everything except its stacks. */
    static List<Rule> applying(JvmEvidence evidence) {
        return ALL.stream().filter(rule -> !isOfUnknownRelease(rule, evidence) && rule.applies(evidence))
                .map(rule -> rule.on(evidence)).toList();
    }

    /** Returns the rules that are not checked, each with the reason. */
    static List<NotSeen> notApplying(JvmEvidence evidence) {
        Stream<NotSeen> releases = ALL.stream().filter(rule -> isOfUnknownRelease(rule, evidence))
                .map(rule -> new NotSeen(rule.id(), "it depends on the JDK release, which is unknown"));
        Stream<NotSeen> clients = Stream.of(new NotSeen("client-never-resumes", "whether TLS 1.2 clients resume: "
                + "the flight recorder counts only their full handshakes"))
                .filter(each -> TlsFrames.hasOlderClients(evidence));
        return Stream.concat(releases, clients).toList();
    }

    private static boolean isOfUnknownRelease(Rule rule, JvmEvidence evidence) {
        return OF_RELEASES.contains(rule.id()) && evidence.settings().feature() == 0;
    }
}
