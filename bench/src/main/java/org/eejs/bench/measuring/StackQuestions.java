package org.eejs.bench.measuring;

import static org.eejs.banking.settings.BankingSettings.BACK_END;
import static org.eejs.banking.settings.BankingSettings.JDK;
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
 * memory. Immutable.
 *
 * @param state the folder of certificates
 * @param hybrid the certificates of the profile with post-quantum key exchange
 * @param mlDsa those of the profile with post-quantum certificates
 */
record StackQuestions(Path state, PkiDirectory hybrid, PkiDirectory mlDsa) {
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
        return Arrays.stream(TlsStack.values()).map(stack -> ask(jdk, stack)).toList();
    }

    private FoundStack ask(Jdk jdk, TlsStack stack) {
        String hybridMissing = missing(jdk, stack, HYBRID, hybrid);
        if (hybridMissing != null) {
            return new FoundStack(stack.id(), false, false, hybridMissing);
        }
        String mlDsaMissing = missing(jdk, stack, ML_DSA, mlDsa);
        return new FoundStack(stack.id(), true, mlDsaMissing == null, mlDsaMissing);
    }

    /** Returns why it does not serve the profile; null if it does. */
    private String missing(Jdk jdk, TlsStack stack, String profile, PkiDirectory pki) {
        try {
            ConfigurationCheck.of(RunPlan.of(RunSettings.of(Map.of(JDK.key(), jdk.home().toString(), TLS.key(), profile,
                    TLS_STACK.key(), stack.id(), BACK_END.key(), BackEndPolicy.PLAIN.id()))),
                    Path.of(System.getProperty("eejs.home", "target/eejs")), pki,
                    state.resolve("env"));
            return null;
        } catch (InputException | IOException e) {
            return e.getMessage();
        }
    }
}
