package org.eejs.lab.settings;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.eejs.banking.BackEndPolicy;
import org.eejs.banking.BackEndTrust;
import org.eejs.banking.Disease;
import org.eejs.banking.Durations;
import org.eejs.banking.KeyStoreType;
import org.eejs.banking.Phases;
import org.eejs.banking.ThinkTime;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.TlsStack;
import org.eejs.banking.WebContainer;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Placement;
import org.eejs.result.InputException;
import org.eejs.result.NotHereException;
import org.eejs.result.settings.RunSettings;
import org.eejs.result.settings.WorkloadKind;

/**
 * A run of the banking workload whose settings have been checked and are complete.
 *
 * @param configuration the name of what is run
 * @param repetition which run of it, from 1
 * @param settings as they were said, completed
 * @param thinkTime how long users think
 * @param phases how the load rises and falls
 * @param tls what is negotiated
 * @param backEnd how the bank connects to the back end
 * @param backEndTrust what it trusts there
 * @param pageTimeout after what time a page is given up
 * @param bankJdk the bank's JDK
 * @param providers which security provider serves what in the bank
 * @param tlsStack what speaks TLS with browsers
 * @param container the bank's servlet container
 * @param keyStore the type of the bank's key store
 * @param diseases what the bank suffers from
 * @param cures what the library of cures takes over
 * @param placement which processors each role may use
 */
public record RunPlan(String configuration, int repetition, RunSettings settings, ThinkTime thinkTime, Phases phases,
        TlsProfile tls, BackEndPolicy backEnd, BackEndTrust backEndTrust, Duration pageTimeout, Jdk bankJdk,
        ProviderChoice providers, TlsStack tlsStack, WebContainer container, KeyStoreType keyStore,
        Set<Disease> diseases, Set<Fix> cures, Placement placement) implements Plan {
    /** The name of a configuration that nobody named. */
    static final String UNNAMED = "default";

    private static final int LARGEST_PORT = 65_535;

    /**
     * Checks the settings of a single run.
     *
     * @throws InputException with a line that names the option, the value and the way out
     */
    public static RunPlan of(RunSettings said) {
        return of(said, UNNAMED);
    }

    /**
     * Checks the settings of a configuration.
     *
     * @throws InputException with a line that names the option, the value and the way out
     */
    public static RunPlan of(RunSettings said, String configuration) {
        if (said.xml() != null) {
            throw new InputException("xml", "xml is a workload of its own and no part of " + WorkloadKind.BANKING
                    + "; compare XML configurations by `eejs compare`, or measure XML by `eejs xml`");
        }
        RunSettings settings = said.orDefaults();
        if (settings.sessions() != null && settings.arrivalRate() != null) {
            throw new InputException("sessions", "--sessions " + settings.sessions() + " and --arrival-rate "
                    + settings.arrivalRate() + " exclude each other: give one of them");
        }
        check(settings.sessions() == null || settings.sessions() >= 1, "--sessions", settings.sessions(),
                "a number of at least 1");
        check(settings.arrivalRate() == null || settings.arrivalRate() > 0 && settings.arrivalRate() < 1e6,
                "--arrival-rate", settings.arrivalRate(), "a number of sessions per second above 0");
        check(settings.bankThreads() >= 1, "--bank-threads", settings.bankThreads(), "a number of at least 1");
        check(settings.driverThreads() >= 1, "--driver-threads", settings.driverThreads(), "a number of at least 1");
        checkPort("--bank-port", settings.bankPort());
        checkPort("--besim-port", settings.besimPort());
        Duration timeout = option("--page-timeout", () -> Durations.parse(settings.pageTimeout()));
        check(!timeout.isZero(), "--page-timeout", settings.pageTimeout(), "longer than 0s");
        check(Set.of("on", "off").contains(settings.cryptoIntrinsics()), "--crypto-intrinsics",
                settings.cryptoIntrinsics(), "on or off");
        RunPlan plan = new RunPlan(configuration, 1, settings,
                option("--think-time", () -> ThinkTime.ofMean(Durations.parse(settings.thinkTime()))),
                option("--phases", () -> Phases.parse(settings.phases())),
                option("--tls", () -> TlsProfile.byId(settings.tls())),
                option("--back-end", () -> BackEndPolicy.byId(settings.backEnd())),
                option("--back-end-trust", () -> BackEndTrust.byId(settings.backEndTrust())),
                timeout, keyed("jdk", () -> Jdk.find(settings.jdk())),
                option("--provider", () -> ProviderChoice.parse(settings.provider())),
                option("--tls-stack", () -> TlsStack.byId(settings.tlsStack())),
                option("--container", () -> WebContainer.byId(settings.container())),
                option("--key-store", () -> KeyStoreType.byId(settings.keyStore())),
                option("--diseases", () -> Disease.parse(settings.diseases())),
                option("--cures", () -> Fix.parse(settings.cures())),
                keyed("placement", () -> Placement.of(settings.placement())));
        plan.checkDiseases();
        plan.checkRandom();
        return plan;
    }

    private void checkDiseases() {
        diseases.stream().filter(Disease::isOfDefaultTrustStore).findFirst().ifPresent(disease ->
                check(backEndTrust == BackEndTrust.CACERTS, "--diseases", disease,
                        "--back-end-trust cacerts with it, since it is one of reading the JVM's default trust store"));
        if (diseases.contains(Disease.PKIX_PKCS12)) {
            check((settings.keyManager() == null || settings.keyManager().equals("PKIX"))
                    && keyStore == KeyStoreType.PKCS12, "--diseases", Disease.PKIX_PKCS12,
                    "no --key-manager but PKIX and no --key-store but pkcs12 with it");
        }
    }

    /** Two cannot both come first. */
    private void checkRandom() {
        boolean chosen = providers.of(CryptoService.RANDOM) != null;
        check(!chosen || !cures.contains(Fix.RANDOM), "--cures", Fix.RANDOM,
                "no --provider for random with it; one of the two can serve random numbers");
        check(!chosen || !diseases.contains(Disease.LOCKED_RANDOM), "--diseases", Disease.LOCKED_RANDOM,
                "no --provider for random with it; one of the two can serve random numbers");
    }

    @Override
    public RunPlan repeated(int number) {
        return new RunPlan(configuration, number, settings, thinkTime, phases, tls, backEnd, backEndTrust, pageTimeout,
                bankJdk, providers, tlsStack, container, keyStore, diseases, cures, placement);
    }

    /** The bank's JVM options beyond those that every run has. */
    public List<String> bankJvmOptions() {
        return settings.bankJvmOptions();
    }

    private static void checkPort(String option, int port) {
        check(port >= 0 && port <= LARGEST_PORT, option, port,
                "a port up to " + LARGEST_PORT + ", or 0 for any free one");
        if (port > 0) {
            try {
                new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
            } catch (IOException e) {
                throw new InputException(key(option), option + " '" + port + "' cannot be listened on ("
                        + e.getMessage() + "); choose another, or 0 for any free one");
            }
        }
    }

    private static void check(boolean good, String option, Object value, String expected) {
        if (!good) {
            throw new InputException(key(option), option + " '" + value + "' is not possible; give " + expected);
        }
    }

    /** The key of an option in experiment files: {@code thinkTime} for {@code --think-time}. */
    public static String key(String option) {
        StringBuilder key = new StringBuilder();
        for (String word : option.substring(2).split("-")) {
            key.append(key.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
        }
        return key.toString();
    }

    private static <T> T keyed(String key, Reading<T> reading) {
        try {
            return reading.read();
        } catch (NotHereException e) {
            throw e;
        } catch (InputException e) {
            throw new InputException(key, e.getMessage());
        }
    }

    /** Something that reads an option's value. */
    private interface Reading<T> {
        T read();
    }

    private static <T> T option(String option, Reading<T> reading) {
        try {
            return reading.read();
        } catch (IllegalArgumentException e) {
            throw new InputException(key(option), option + ": " + e.getMessage());
        }
    }
}
