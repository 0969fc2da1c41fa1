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
     * The default trust store that the lab gives a bank which is to trust as many CAs as a JDK does: all that the JDK's
     * own {@code cacerts} hold, and the run's own, which alone have issued a certificate here. In the JDK's format of
     * old, as JDK 8 had it. It holds no secret.
     */
    private static final class BankTrustStore {
        /** The password of every JDK's {@code cacerts}, known to all. */
        private static final char[] PASSWORD = "changeit".toCharArray();
        private static final String TYPE = "JKS";

        private BankTrustStore() {}

        /**
         * Writes the store.
         *
         * @return the options by which a JVM takes it for its default
         * @throws IOException with one clear line when either of the two cannot be read
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
