package org.eejs.bench.measuring;

import static org.eejs.banking.settings.BankingSettings.BACK_END;
import static org.eejs.banking.settings.BankingSettings.BANK_JVM_OPTIONS;
import static org.eejs.banking.settings.BankingSettings.JDK;
import static org.eejs.banking.settings.BankingSettings.PLACEMENT;
import static org.eejs.banking.settings.BankingSettings.TLS;
import static org.eejs.banking.settings.BankingSettings.TLS_STACK;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eejs.banking.BackEndPolicy;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.TlsStack;
import org.eejs.bench.measuring.Environment.FoundStack;
import org.eejs.lab.banking.ConfigurationCheck;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.InputException;
import org.eejs.result.settings.RunSettings;
import org.eejs.role.PkiDirectory;
import org.eejs.role.RunCertificates;

/**
 * Questions to the TLS stacks of the bank: a bank of each JDK and stack starts without load, and makes a handshake in
 * memory. The banks of one JDK start at the same time, on all processors, each with its own folder. Immutable.
 *
 * @param state the folder of certificates
 * @param hybrid the certificates of the profile with post-quantum key exchange
 * @param mlDsa those of the profile with post-quantum certificates
 */
record StackQuestions(Path state, PkiDirectory hybrid, PkiDirectory mlDsa) {
    /** A bank that answers one question needs no optimized code. */
    private static final List<String> QUICK_START = List.of("-XX:TieredStopAtLevel=1");
    private static final String HYBRID = "hybrid";
    private static final String ML_DSA = "hybrid-mldsa65";

    /** Makes the certificates where there are none. */
    static StackQuestions with(Path state) throws IOException {
        Path pki = state.resolve("pki");
        try {
            return new StackQuestions(state, RunCertificates.ensure(pki, List.of(TlsProfile.of(HYBRID))),
                    RunCertificates.ensure(pki, List.of(TlsProfile.of(ML_DSA))));
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot make certificates in " + pki + ": " + e.getMessage(), e);
        }
    }

    List<FoundStack> ask(Jdk jdk) {
        return Arrays.stream(TlsStack.values()).parallel().map(stack -> ask(jdk, stack)).toList();
    }

    private FoundStack ask(Jdk jdk, TlsStack stack) {
        Answer first = answer(jdk, stack, HYBRID, hybrid);
        if (!Boolean.TRUE.equals(first.serves())) {
            return new FoundStack(stack.id(), first.serves(), first.serves(), first.missing());
        }
        Answer second = answer(jdk, stack, ML_DSA, mlDsa);
        return new FoundStack(stack.id(), true, second.serves(), second.missing());
    }

    /** The answer of a stack about a profile; null where the question failed. */
    private record Answer(Boolean serves, String missing) {}

    private Answer answer(Jdk jdk, TlsStack stack, String profile, PkiDirectory pki) {
        try {
            ConfigurationCheck.of(RunPlan.of(RunSettings.of(Map.of(JDK.key(), jdk.home().toString(), TLS.key(), profile,
                    TLS_STACK.key(), stack.id(), BACK_END.key(), BackEndPolicy.PLAIN.id(),
                    BANK_JVM_OPTIONS.key(), QUICK_START, PLACEMENT.key(), "none"))),
                    Path.of(System.getProperty("eejs.home", "target/eejs")), pki,
                    state.resolve("env").resolve(jdk.home().toString().replace('/', '_') + "-" + stack.id()));
            return new Answer(true, null);
        } catch (InputException e) {
            // A bank that does not start, for example, shows nothing about its stack.
            boolean answered = TLS.key().equals(e.key()) || TLS_STACK.key().equals(e.key());
            return new Answer(answered ? false : null, e.getMessage());
        } catch (IOException e) {
            return new Answer(null, e.getMessage());
        }
    }
}
