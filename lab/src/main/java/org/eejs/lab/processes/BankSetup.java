package org.eejs.lab.processes;

import static org.eejs.banking.settings.BankingSettings.BACK_END_TRUST;
import static org.eejs.banking.settings.BankingSettings.TLS_STACK;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eejs.banking.BackEndTrust;
import org.eejs.banking.RoleName;
import org.eejs.banking.TlsStack;
import org.eejs.lab.settings.RunPlan;
import org.eejs.pki.files.PrivateFolder;
import org.eejs.result.InputException;
import org.eejs.role.PkiDirectory;

/**
 * What a configuration puts around the bank's process: what it puts around any JVM, and what the bank's settings ask
 * for besides.
 *
 * @param jvmOptions options of the JVM
 * @param classPath what comes behind the bank's own jars
 * @param environment variables of the process
 */
public record BankSetup(List<String> jvmOptions, List<String> classPath, Map<String, String> environment) {
    /** Nothing around any process. */
    public static final BankSetup NONE = new BankSetup(List.of(), List.of(), Map.of());

    /**
     * Writes the files of a configuration.
     *
     * @param home the folder with a folder of jars for each room and provider
     * @param state where certificates and tokens are kept between runs
     * @param folder where the files go; made when there is anything to write
     * @throws InputException with a line that names the setting when something is not to be had on this machine
     */
    public static BankSetup prepare(RunPlan plan, Path home, Path state, Path folder) throws IOException {
        JvmSetup jvm = JvmSetup.prepare(plan, home, state, folder);
        List<String> options = new ArrayList<>(jvm.options());
        List<String> classPath = new ArrayList<>(jvm.classPath());
        switch (plan.get(TLS_STACK)) {
            case CONSCRYPT -> classPath.add(JvmSetup.classes(home, "conscrypt", "tlsStack", "conscrypt"));
            case BCJSSE -> classPath.add(JvmSetup.classes(home, "bc", "tlsStack", "bcjsse"));
            case OPENSSL_FFM -> classPath.add(JvmSetup.classes(home, "openssl-ffm", "tlsStack", "openssl-ffm"));
            default -> {
                // JSSE is the JDK's, and Tomcat has what it needs for Tomcat Native.
            }
        }
        if (plan.get(TLS_STACK) != TlsStack.JSSE && plan.providers().foreign().isEmpty()) {
            options.addAll(plan.bankJdk().nativeAccess());
        }
        if (plan.get(BACK_END_TRUST) == BackEndTrust.CACERTS) {
            PrivateFolder.make(folder);
            options.addAll(BankTrustStore.write(plan.bankJdk(), new PkiDirectory(state),
                    folder.resolve("cacerts.jks")));
        }
        // The agent counts the implementations that providers give. JFR's event jdk.SecurityProviderService counts
        // look-ups: it shows providers that were passed over, and one in ten of Bouncy Castle's.
        options.add("-javaagent:" + JvmSetup.jar(home, RoleName.BANK.id(), "eejs-bank-"));
        options.addAll(JvmSetup.counting(plan.bankJdk()));
        return new BankSetup(options, classPath.stream().distinct().toList(), jvm.environment());
    }
}
