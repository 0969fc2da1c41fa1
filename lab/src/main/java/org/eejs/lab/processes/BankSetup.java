package org.eejs.lab.processes;

import static org.eejs.banking.settings.BankingSettings.BACK_END_TRUST;
import static org.eejs.banking.settings.BankingSettings.TLS_STACK;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.eejs.banking.BackEndTrust;
import org.eejs.banking.RoleName;
import org.eejs.banking.TlsStack;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.settings.RunPlan;
import org.eejs.pki.files.PrivateFile;
import org.eejs.pki.files.PrivateFolder;
import org.eejs.role.PkiDirectory;

/**
 * The setup of a configuration around the bank's process: that of any JVM, and additions of the bank's settings.
 *
 * @param jvmOptions options of the JVM
 * @param classPath the entries after the bank's own jars
 * @param environment variables of the process
 */
public record BankSetup(List<String> jvmOptions, List<String> classPath, Map<String, String> environment) {
    /** An empty setup. */
    public static final BankSetup NONE = new BankSetup(List.of(), List.of(), Map.of());

    /**
     * Writes the files of a configuration.
     *
     * @param home the folder with a folder of jars for each room and provider
     * @param state the folder for certificates and tokens, which are kept between runs
     * @param folder the folder for the files; created when there is anything to write
     * @throws InputException with one line that names the setting, when this machine lacks something
     */
    public static BankSetup prepare(RunPlan plan, Path home, Path state, Path folder) throws IOException {
        JvmSetup jvm = JvmSetup.prepare(plan, home, state, folder);
        List<String> options = new ArrayList<>(jvm.options());
        List<String> classPath = new ArrayList<>(jvm.classPath());
        TlsStack stack = plan.get(TLS_STACK);
        if (stack.folder() != null) {
            classPath.add(JvmSetup.classes(home, stack.folder(), TLS_STACK.key(), stack.id()));
        }
        if (stack != TlsStack.JSSE && plan.providers().foreign().isEmpty()) {
            options.addAll(plan.bankJdk().nativeAccess());
        }
        if (plan.get(BACK_END_TRUST) == BackEndTrust.CACERTS) {
            PrivateFolder.make(folder);
            options.addAll(BankTrustStore.write(plan.bankJdk(), new PkiDirectory(state),
                    folder.resolve("cacerts.jks")));
        }
        // The agent counts the objects that providers make. JFR's event jdk.SecurityProviderService counts look-ups: it
        // shows providers that were passed over, and one in ten of Bouncy Castle's.
        options.add("-javaagent:" + JvmSetup.jar(home, RoleName.BANK.id(), "eejs-bank-"));
        options.addAll(JvmSetup.counting(plan.bankJdk()));
        return new BankSetup(options, classPath.stream().distinct().toList(), jvm.environment());
    }

    /**
     * The default trust store of a bank that trusts as many CAs as a JDK does. It holds all certificates of the JDK's
     * {@code cacerts}, and the run's own. Only the run's have issued a certificate here. It has the JKS format, as in
     * JDK 8. It holds no secret.
     */
    private static final class BankTrustStore {
        /** The public password of every JDK's {@code cacerts}. */
        private static final char[] PASSWORD = "changeit".toCharArray();
        private static final String TYPE = "JKS";

        private BankTrustStore() {}

        /**
         * Writes the store.
         *
         * @return the options that make it a JVM's default
         * @throws IOException with one line when reading either of the two fails
         */
        static List<String> write(Jdk jdk, PkiDirectory pki, Path file) throws IOException {
            Path ofJdk = jdk.home().resolve("lib/security/cacerts");
            try {
                KeyStore store = KeyStore.getInstance(TYPE);
                store.load(null, null);
                add(store, KeyStore.getInstance(ofJdk.toFile(), PASSWORD), "jdk-");
                add(store, pki.trustStore(), "run-");
                try (OutputStream out = PrivateFile.open(file)) {
                    store.store(out, PASSWORD);
                }
            } catch (GeneralSecurityException | IOException e) {
                throw new IOException("cannot make a trust store of %s and the run's certificates: %s".formatted(ofJdk,
                        e.getMessage()), e);
            }
            return List.of("-Djavax.net.ssl.trustStore=" + file.toAbsolutePath(),
                    "-Djavax.net.ssl.trustStoreType=" + TYPE);
        }

        private static void add(KeyStore store, KeyStore more, String prefix) throws GeneralSecurityException {
            for (String alias : Collections.list(more.aliases())) {
                if (more.isCertificateEntry(alias)) {
                    store.setCertificateEntry(prefix + alias, more.getCertificate(alias));
                }
            }
        }
    }
}
