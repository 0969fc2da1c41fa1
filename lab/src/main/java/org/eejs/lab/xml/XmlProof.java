package org.eejs.lab.xml;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.processes.Pkcs11Module;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.settings.KnownProvider;
import org.eejs.lab.settings.SignatureProviders;
import org.eejs.pki.files.PrivateFile;
import org.eejs.result.NotHereException;
import org.eejs.result.Xml;
import org.eejs.result.settings.XmlSettings;

/**
 * Proof that somebody else than the JVM did the work of signatures, the role that {@code kstat} played on Solaris: a
 * token's calls are counted by opensc's pkcs11-spy, a key server's by what it tells of every use of a key. The workload
 * runs twice, with N and with 2N transactions, so that what it does besides, such as its checks, is not counted.
 *
 * @param proof what was counted; null where nobody else works, and where it could not be counted
 * @param note why it could not be counted, in one line; null when it could, or there is nothing to count
 */
record XmlProof(Xml.Proof proof, String note) {
    private static final int TRANSACTIONS = 200;
    private static final XmlProof NOBODY_ELSE = new XmlProof(null, null);
    /** What the spy writes before a call, and behind it when it has come back. */
    private static final Pattern CALL = Pattern.compile("^\\d+: (C_\\w+)$");
    private static final Pattern RETURNED = Pattern.compile("^Returned: +(\\d+) .*");

    /** Performs transactions with a provider, in a process of its own, by one thread; all is done when it returns. */
    @FunctionalInterface
    interface Workload {
        void perform(XmlProvider provider, int transactions) throws IOException, RunFailedException,
                InterruptedException;
    }

    /** Has so many transactions performed, and counts what was done for them. */
    @FunctionalInterface
    private interface Counted {
        long count(int transactions) throws IOException, RunFailedException, InterruptedException;
    }

    /**
     * Has the workload perform some hundred transactions under the eyes of somebody who counts.
     *
     * @param settings that name the transaction, the key and the provider
     * @param jdk that the workload runs on
     * @param home the folder with a folder of jars for each room and provider
     * @param state where tokens are kept between runs
     * @param folder where files of this run go
     * @throws IOException when a file cannot be written, or what was counted not be read
     * @throws RunFailedException when the workload fails
     */
    static XmlProof of(XmlSettings settings, Jdk jdk, Path home, Path state, Path folder, Workload workload)
            throws IOException, RunFailedException, InterruptedException {
        String name = settings.provider() == null ? KnownProvider.JDK.id() : settings.provider();
        try {
            return name.equals(SignatureProviders.REMOTE) ? remote(settings, jdk, home, state, folder, workload)
                    : token(KnownProvider.byId(name), signs(settings) ? "C_Sign" : "C_Verify", state, folder, workload);
        } catch (NotHereException e) {
            return new XmlProof(null, e.getMessage());
        }
    }

    private static boolean signs(XmlSettings settings) {
        return settings.transaction().startsWith("sign");
    }

    private static XmlProof remote(XmlSettings settings, Jdk jdk, Path home, Path state, Path folder,
            Workload workload) throws IOException, RunFailedException, InterruptedException {
        // Public keys are everybody's: whoever validates does it in the process.
        return !signs(settings) ? NOBODY_ELSE : proven("the key server's audit log", "signatures", transactions -> {
            try (XmlProvider provider = XmlProvider.prepare(settings, jdk, "", home, state, folder)) {
                workload.perform(provider, transactions);
                return provider.endAndCount();
            }
        });
    }

    private static XmlProof token(KnownProvider provider, String operation, Path state, Path folder,
            Workload workload) throws IOException, RunFailedException, InterruptedException {
        return !"SunPKCS11".equals(provider.entry()) ? NOBODY_ELSE
                : proven("pkcs11-spy on " + Pkcs11Module.library(provider).getFileName(), operation,
                        transactions -> spied(provider, state, folder, operation, transactions, workload));
    }

    private static XmlProof proven(String means, String operations, Counted workload) throws IOException,
            RunFailedException, InterruptedException {
        long counted = workload.count(2 * TRANSACTIONS) - workload.count(TRANSACTIONS);
        return new XmlProof(new Xml.Proof(means, operations, TRANSACTIONS, counted, counted == TRANSACTIONS), null);
    }

    /** The spy writes down whatever goes through it, so its log is the owner's alone and gone when it is counted. */
    private static long spied(KnownProvider provider, Path state, Path folder, String operation, int transactions,
            Workload workload) throws IOException, RunFailedException, InterruptedException {
        Path secret = Files.createTempDirectory("eejs-spy");
        Path log = PrivateFile.empty(secret.resolve("spy.log"));
        try {
            workload.perform(XmlProvider.spied(provider, state, folder, log), transactions);
            Map<String, Long> calls = calls(log);
            // In one part or in several, which the last ends.
            return calls.getOrDefault(operation, 0L) + calls.getOrDefault(operation + "Final", 0L);
        } finally {
            Files.deleteIfExists(log);
            Files.delete(secret);
        }
    }

    /**
     * How often each function of PKCS#11 was called and returned CKR_OK.
     *
     * @param log that the spy has written
     */
    static Map<String, Long> calls(Path log) throws IOException {
        Map<String, Long> calls = new TreeMap<>();
        String call = null;
        // It writes what it finds in arguments, which need not be text.
        try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher called = CALL.matcher(line);
                Matcher returned = RETURNED.matcher(line);
                if (called.matches()) {
                    call = called.group(1);
                } else if (call != null && returned.matches()) {
                    if (Long.parseLong(returned.group(1)) == 0) {
                        calls.merge(call, 1L, Long::sum);
                    }
                    call = null;
                }
            }
        }
        return calls;
    }
}
