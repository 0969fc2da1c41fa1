package org.eejs.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.eejs.lab.settings.ExperimentFile;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.result.InputException;
import org.eejs.result.settings.RunSettings;
import picocli.CommandLine.Option;

/** The options that say what a run of the banking workload does. Each has its key in experiment files. */
final class RunOptions {
    @Option(names = "--experiment", paramLabel = "FILE",
            description = "Take settings from this YAML file; options of the command line come before them.")
    private Path experiment;

    @Option(names = "--quick",
            description = "A first look: phases of " + RunSettings.QUICK_PHASES + " and, by default, 100 sessions.")
    private boolean quick;

    @Option(names = "--sessions", paramLabel = "N",
            description = "Simultaneous user sessions (default: 400).")
    private Integer sessions;

    @Option(names = "--arrival-rate", paramLabel = "R",
            description = "Instead of --sessions: user sessions that begin per second, at random (open model).")
    private Double arrivalRate;

    @Option(names = "--think-time", paramLabel = "TIME", description = "Mean think time (default: 10s).")
    private String thinkTime;

    @Option(names = "--phases", paramLabel = "A,B,C,D",
            description = "Ramp-up, warm-up, steady state, ramp-down (default: " + RunSettings.DEFAULT_PHASES
                    + "); paper stands for 180s,300s,600s,180s.")
    private String phases;

    @Option(names = "--tls", paramLabel = "PROFILE",
            description = "TLS profile: modern (default), eejs-2016, eejs-2016-gcm, ecdhe-rsa, ecdhe-rsa-cbc, "
                    + "ecdhe-rsa-tls13, ecdsa, ecdsa-tls13.")
    private String tls;

    @Option(names = "--back-end", paramLabel = "POLICY",
            description = "How the bank connects to the back end: new-context, new-connection (default), pooled, "
                    + "plain.")
    private String backEnd;

    @Option(names = "--back-end-trust", paramLabel = "WHAT",
            description = "What the bank trusts there: private (default: the run's own CAs) or cacerts (a default "
                    + "trust store that holds the JDK's cacerts, too).")
    private String backEndTrust;

    @Option(names = "--jdk", paramLabel = "JDK",
            description = "The bank's JDK: a version such as 25, or a home folder (default: the one that runs eejs).")
    private String jdk;

    @Option(names = "--provider", paramLabel = "NAME|SERVICE=NAME,...",
            description = "The bank's security provider, for all services or for each of rsa, ec, keyGeneration, aes, "
                    + "digest, random: SunJCE and the JDK's others, ACCP, Conscrypt, BC, SunPKCS11-NSS, "
                    + "SunPKCS11-SoftHSM (default: as the JDK has it).")
    private String provider;

    @Option(names = "--tls-stack", paramLabel = "STACK",
            description = "What speaks TLS with browsers: jsse (default), conscrypt, bcjsse, openssl-ffm, openssl-jni.")
    private String tlsStack;

    @Option(names = "--container", paramLabel = "NAME",
            description = "The bank's servlet container: tomcat (default) or jetty.")
    private String container;

    @Option(names = "--key-store", paramLabel = "TYPE",
            description = "The type of the bank's key store: pkcs12 (default) or jks.")
    private String keyStore;

    @Option(names = "--key-manager", paramLabel = "ALG",
            description = "The bank's KeyManagerFactory algorithm, such as SunX509 or PKIX (default: the JDK's).")
    private String keyManager;

    @Option(names = "--crypto-intrinsics", paramLabel = "on|off",
            description = "off: the bank's JVM computes cryptography in plain Java code (default: on).")
    private String cryptoIntrinsics;

    @Option(names = "--diseases", paramLabel = "NAME", split = ",",
            description = "Bottlenecks of JDK 8u60 that the bank re-enacts: unbuffered-truststore, "
                    + "truststore-per-context, cipher-probe, locked-random, provider-lookup, pkix-pkcs12; all, none "
                    + "(default).")
    private List<String> diseases;

    @Option(names = "--cures", paramLabel = "NAME", split = ",",
            description = "What the library of cures takes over from the bank's JDK: trust, context, context-sharing, "
                    + "random, keys; all, none (default).")
    private List<String> cures;

    @Option(names = "--bank-jvm-options", paramLabel = "OPTIONS",
            description = "More JVM options for the bank, in one word, parted by blanks.")
    private String bankJvmOptions;

    @Option(names = "--bank-threads", paramLabel = "N", description = "The bank's worker threads (default: 200).")
    private Integer bankThreads;

    @Option(names = "--driver-threads", paramLabel = "N", description = "The driver's event loops (default: 1).")
    private Integer driverThreads;

    @Option(names = "--placement", paramLabel = "WHERE",
            description = "auto (default: the bank on cores of its own), none, or processors by role such as "
                    + "bank=1,driver=0,besim=0.")
    private String placement;

    @Option(names = "--page-timeout", paramLabel = "TIME",
            description = "After what time a page is given up (default: 60s).")
    private String pageTimeout;

    @Option(names = "--seed", paramLabel = "N", description = "What every random choice follows from (default: 1).")
    private Long seed;

    @Option(names = "--bank-port", paramLabel = "PORT", description = "The bank's port (default: any free one).")
    private Integer bankPort;

    @Option(names = "--besim-port", paramLabel = "PORT",
            description = "The back end's port (default: any free one).")
    private Integer besimPort;

    /**
     * What the command line says of a single run, and where it is silent, the experiment file.
     *
     * @throws InputException when the file has several configurations
     */
    RunSettings settings() {
        ExperimentPlan asked = experiment();
        if (!asked.configurations().isEmpty()) {
            throw new InputException(experiment + " names " + asked.configurations().size()
                    + " configurations; run them by `eejs compare` or `eejs capacity`");
        }
        return asked.common();
    }

    boolean isQuick() {
        return quick;
    }

    /** What the command line says, and where it is silent, the experiment file. */
    ExperimentPlan experiment() {
        RunSettings said = new RunSettings(sessions, arrivalRate, thinkTime,
                phases == null && quick ? RunSettings.QUICK_PHASES : phases, tls, backEnd, backEndTrust,
                pageTimeout, seed, jdk, provider, tlsStack, container, keyStore, keyManager, cryptoIntrinsics, diseases,
                cures, placement, words(bankJvmOptions), bankThreads, driverThreads, bankPort, besimPort, null);
        ExperimentPlan asked = (experiment == null ? ExperimentPlan.UNSAID : ExperimentFile.read(experiment)).with(said);
        return quick ? asked.withQuickLoad() : asked;
    }

    private static List<String> words(String text) {
        return text == null ? null : Arrays.stream(text.strip().split("\\s+")).filter(word -> !word.isEmpty()).toList();
    }
}
