package org.eejs.banking.settings;

import static org.eejs.banking.RoleName.BANK;
import static org.eejs.banking.RoleName.BESIM;
import static org.eejs.banking.RoleName.DRIVER;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.eejs.banking.BackEndPolicy;
import org.eejs.banking.BackEndTrust;
import org.eejs.banking.Durations;
import org.eejs.banking.Fix;
import org.eejs.banking.KeyStoreType;
import org.eejs.banking.Named;
import org.eejs.banking.Phases;
import org.eejs.banking.ProfileKind;
import org.eejs.banking.Qos;
import org.eejs.banking.RoleName;
import org.eejs.banking.ThinkTime;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.TlsStack;
import org.eejs.banking.WebContainer;
import org.eejs.banking.bottlenecks.Bottleneck;

/**
 * The settings of the banking workload. Each setting declared here gets an option of {@code ./eejs run}, {@code
 * compare} and {@code capacity}, a key in experiment files, and a place in results and reports.
 *
 * <p>{@link Setting#of(RoleName...)} also passes it to the processes of those roles, which ask {@link SettingValues}
 * for its value. A configuration consists of settings only: each can be run by itself, and a comparison needs no code
 * for what it compares.
 */
public final class BankingSettings {
    /** Phases of a quick run. */
    public static final String QUICK_PHASES = "3s,5s,12s,1s";
    /** The only key manager with the bottleneck {@link Bottleneck#PKIX_PKCS12}. */
    public static final String PKIX = "PKIX";
    /** Simultaneous sessions of a quick run. */
    public static final int QUICK_SESSIONS = 100;

    /** The lab reads the file. */
    public static final Setting<String> SERVICE = Setting.text("service", "FILE",
            "YAML file that describes your own service, which is measured instead of the bank", text -> text);
    public static final Setting<Boolean> I_OWN_THIS_HOST = Setting.onOff("iOwnThisHost",
            "Confirm that you own the service's host; needed if its address is neither local nor private")
            .otherwise("off");
    public static final Setting<Boolean> SHOW_RESPONSE_TEXT = Setting.onOff("showResponseText",
            "Show response text in failures of a service. Caution: passwords and tokens in it then appear "
                    + "in results and on the terminal")
            .otherwise("off").of(DRIVER);
    public static final Setting<Integer> SESSIONS = Setting.count("sessions", "N",
            "Simultaneous user sessions (closed model); 10 for a service, unless its file sets another number")
            .otherwise(400).of(DRIVER);
    public static final Setting<Double> ARRIVAL_RATE = Setting.number("arrivalRate", "R",
            "User sessions that begin per second, at random (open model); replaces the number of sessions")
            .where(rate -> rate > 0 && rate < 1e6, "a number of sessions per second above 0").insteadOf(SESSIONS)
            .of(DRIVER);
    public static final Setting<ThinkTime> THINK_TIME = Setting.text("thinkTime", "TIME",
            "Mean think time, exponentially distributed; 1s for a service, unless its file sets another",
            text -> ThinkTime.ofMean(Durations.parse(text))).otherwise("10s").of(DRIVER);
    /** Gives a verdict within three minutes by default, mostly warm-up. */
    public static final Setting<Phases> PHASES = Setting.text("phases", "A,B,C,D",
            "Ramp-up, warm-up, steady state, ramp-down; paper means 180s,300s,600s,180s", Phases::parse)
            .otherwise("8s,auto,32s,2s").of(DRIVER);
    public static final Setting<String> WARM_UP = Setting.text("warmUp", "TIME",
            "Length of the warm-up, in place of the second of the phases; auto waits until a page's cost is steady",
            text -> {
                Phases.PAPER.withWarmUp(text);
                return text;
            }).of(DRIVER);
    public static final Setting<Double> RETURNING_USERS = Setting.share("returningUsers",
            "Share of sessions whose first connection resumes a TLS session of an earlier visit").otherwise("0%")
            .of(DRIVER);
    public static final Setting<Integer> PAGES_PER_CONNECTION = Setting.count("pagesPerConnection", "N",
            "Pages after which a user's connections close; the next page opens new ones (default: stay open)")
            .of(DRIVER);
    public static final Setting<Double> RESUMED_CONNECTIONS = Setting.share("resumedConnections",
            "Share of a session's later connections that resume its TLS session instead of a full handshake")
            .otherwise("100%").of(DRIVER);
    /** SPECweb2005 had 100,000. Limits bytes on the wire, those of TLS included. */
    public static final Setting<Integer> LINE_SPEED = Setting.count("lineSpeed", "BYTES",
            "Most bytes per second that each connection of a user receives (default: unlimited)")
            .where(speed -> speed >= 1_000, "at least 1000 bytes a second").of(DRIVER);
    /** With a link, users and bank are in separate network namespaces of this machine. */
    public static final Setting<Duration> ROUND_TRIP = Setting.text("roundTrip", "TIME",
            "Round trip between users and bank, such as 40ms; 0ms only counts bytes on the wire (default: no link)",
            Durations::parse).where(time -> time.toSeconds() < 10, "shorter than 10s");
    /** Also in the direction of acknowledgements. */
    public static final Setting<Double> LOSS = Setting.share("loss",
            "Share of packets between users and bank that are lost, in each direction (default: no link)")
            .where(share -> share < 1, "a share from 0% to below 100%");
    /** IP packets, so the headers of IP and TCP are included. */
    public static final Setting<Integer> BANDWIDTH = Setting.count("bandwidth", "BYTES",
            "Most bytes per second that all users together send, and receive (default: no link)")
            .where(bytes -> bytes >= 1_000, "at least 1000 bytes a second");
    public static final Setting<Duration> TIME_GOOD = Setting.text("timeGood", "TIME",
            "Longest response time of a good page", Durations::parse).where(time -> !time.isZero(), "longer than 0s")
            .otherwise("2s");
    public static final Setting<Duration> TIME_TOLERABLE = Setting.text("timeTolerable", "TIME",
            "Longest response time of a tolerable page; a slower page has failed", Durations::parse)
            .where(time -> !time.isZero(), "longer than 0s")
            .otherwise("4s");
    public static final Setting<Double> GOOD_SHARE = Setting.share("goodShare",
            "Share of the pages that must be good").otherwise("95%");
    public static final Setting<Double> TOLERABLE_SHARE = Setting.share("tolerableShare",
            "Share of the pages that must be tolerable, good ones included").otherwise("99%");
    /** The lab knows the figures of a run. */
    public static final Setting<String> REQUIRE = Setting.text("require", "FIGURE<VALUE,...",
            "Requirements for figures of a run, such as \"p95 < 200ms, cpuMsPerPage < 4\"; exit code 3 if missed",
            text -> text);
    public static final Setting<TlsProfile> TLS = Setting.text("tls", "PROFILE", "TLS profile: "
            + String.join(", ", TlsProfile.names()) + ", or your own file that ends in .properties",
            TlsProfile::of).otherwise("modern").of(BANK, BESIM, DRIVER);
    /** A JDK's JSSE speaks with the back end, which may lack what the stack for browsers has. */
    public static final Setting<TlsProfile> BACK_END_TLS = Setting.text("backEndTls", "PROFILE",
            "TLS profile between the bank and its back end (default: that of --tls)", TlsProfile::of).of(BANK, BESIM);
    public static final Setting<BackEndPolicy> BACK_END = Setting.choice("backEnd", "POLICY",
            "Connections of the bank to the back end", BackEndPolicy.class, "a back-end policy")
            .otherwise("new-connection").of(BANK);
    public static final Setting<BackEndTrust> BACK_END_TRUST = Setting.choice("backEndTrust", "WHAT",
            "Trust for back-end connections, the run's CAs or a default trust store that also has the JDK's cacerts",
            BackEndTrust.class, "a trust in the back end").otherwise("private").of(BANK);
    public static final Setting<Duration> PAGE_TIMEOUT = Setting.text("pageTimeout", "TIME",
            "Timeout of a page", Durations::parse).where(time -> !time.isZero(), "longer than 0s")
            .otherwise("60s").of(DRIVER);
    /** The lab samples the bank's stacks. */
    public static final Setting<ProfileKind> PROFILE = Setting.choice("profile", "WHAT",
            "Profile of the bank in the report, from samples of its stacks. In addition to CPU time, locks shows "
            + "contended locks and wall shows waits. Alternating measures the cost of sampling", ProfileKind.class,
            "a kind of profile").otherwise("cpu");
    public static final Setting<Long> SEED = Setting.whole("seed", "N", "Seed of all random choices")
            .otherwise(1).of(DRIVER);
    /** The lab looks for it on its machine. */
    public static final Setting<String> JDK = Setting.version("jdk", "JDK",
            "The bank's JDK: a version such as 25, a home folder, or same for the JDK of eejs; compare accepts "
                    + "several, as in 17,25", text -> text)
            .otherwise("same");
    /** The lab knows the providers, and writes the JVM's security properties for them. */
    public static final Setting<String> PROVIDER = Setting.text("provider", "NAME|FAMILY=NAME,...",
            "The bank's security provider, for all algorithms or for each of rsa, ec, xdh, keyGeneration, aes, digest, "
            + "random. Choose SunJCE, another of the JDK's, ACCP, Conscrypt, BC, SunPKCS11-NSS or SunPKCS11-SoftHSM. "
            + "Compare accepts several, as in JDK,ACCP (default: the JDK's order)", text -> text);
    public static final Setting<TlsStack> TLS_STACK = Setting.choice("tlsStack", "STACK",
            "The bank's TLS stack for browsers; for the back end it is always the JDK's JSSE", TlsStack.class,
            "a TLS stack").otherwise("jsse").of(BANK);
    public static final Setting<WebContainer> CONTAINER = Setting.choice("container", "NAME",
            "The bank's servlet container", WebContainer.class, "a container").otherwise("tomcat").of(BANK);
    public static final Setting<KeyStoreType> KEY_STORE = Setting.choice("keyStore", "TYPE",
            "The type of the bank's key store", KeyStoreType.class, "a type of key store").otherwise("pkcs12").of(BANK);
    public static final Setting<String> KEY_MANAGER = Setting.text("keyManager", "ALG",
            "The bank's KeyManagerFactory algorithm, such as SunX509 or PKIX (default: the JDK's)", text -> text)
            .of(BANK);
    public static final Setting<Boolean> CRYPTO_INTRINSICS = Setting.onOff("cryptoIntrinsics",
            "Whether the bank's JVM uses its cryptographic intrinsics, or plain Java code").otherwise("on");
    public static final Setting<Set<Bottleneck>> DISEASES = Setting.choices("diseases", "NAME",
            "Bottlenecks of JDK 8u60 that the bank injects",
            Named.ids(Bottleneck.class),
            ids -> Named.byIds(Bottleneck.class, "a bottleneck", ids)).otherwise(List.of()).of(BANK);
    public static final Setting<Set<Fix>> CURES = Setting.choices("cures", "NAME",
            "Fixes of the library of cures for the bank's JDK; compare measures each name of a list such as none,all",
            Named.ids(Fix.class), Fix::parse).otherwise(List.of());
    /** The lab knows its machine's processors. */
    public static final Setting<String> PLACEMENT = Setting.text("placement", "WHERE",
            "Processors by role, such as bank=1,driver=0,besim=0, or a rule: auto (separate cores for the bank), "
            + "across-cores, within-core, none", text -> text).otherwise("auto");
    public static final Setting<List<String>> BANK_JVM_OPTIONS = Setting.words("bankJvmOptions", "OPTIONS",
            "Additional JVM options of the bank").otherwise(List.of());
    public static final Setting<Integer> BANK_THREADS = Setting.count("bankThreads", "N", "The bank's worker threads")
            .otherwise(200).of(BANK, "--threads");
    public static final Setting<Integer> BESIM_THREADS = Setting.count("besimThreads", "N",
            "The back end's event loops").otherwise(1).of(BESIM, "--threads");
    public static final Setting<List<String>> BESIM_JVM_OPTIONS = Setting.words("besimJvmOptions", "OPTIONS",
            "Additional JVM options of the back end, such as -Xmx512m for its heap").otherwise(List.of());
    public static final Setting<Integer> DRIVER_THREADS = Setting.count("driverThreads", "N",
            "The driver's event loops").otherwise(1).of(DRIVER, "--threads");
    public static final Setting<Integer> DRIVERS = Setting.count("drivers", "N",
            "Number of drivers that share the load (default: one, or all in the hosts file)");
    public static final Setting<Integer> BANK_PORT = Setting.port("bankPort", "The bank's port; 0 for any free one")
            .otherwise(0).of(BANK, "--port");
    public static final Setting<Integer> BESIM_PORT = Setting.port("besimPort",
            "The back end's port; 0 for any free one").otherwise(0).of(BESIM, "--port");

    /** The settings by which pages are judged. */
    public static final List<Setting<?>> QUALITY_OF_SERVICE = List.of(TIME_GOOD, TIME_TOLERABLE, GOOD_SHARE,
            TOLERABLE_SHARE);

    /** The settings of the bank and its back end, which do not apply to another service. */
    public static final List<Setting<?>> OF_THE_BANK = List.of(BACK_END_TLS, BACK_END, BACK_END_TRUST, TLS_STACK,
            CONTAINER, KEY_STORE, KEY_MANAGER, DISEASES, BANK_THREADS, BESIM_THREADS, BESIM_JVM_OPTIONS, BANK_PORT,
            BESIM_PORT, ROUND_TRIP, LOSS, BANDWIDTH);

    /** The settings of the link between users and bank; any of them makes a run use the link. */
    public static final List<Setting<?>> OF_THE_LINK = List.of(ROUND_TRIP, LOSS, BANDWIDTH);

    /** All settings, in the order of help, files, results and reports. */
    public static final List<Setting<?>> ALL = List.of(SERVICE, I_OWN_THIS_HOST, SHOW_RESPONSE_TEXT, SESSIONS,
            ARRIVAL_RATE, THINK_TIME, PHASES, WARM_UP, RETURNING_USERS, PAGES_PER_CONNECTION, RESUMED_CONNECTIONS,
            LINE_SPEED, ROUND_TRIP, LOSS, BANDWIDTH, TIME_GOOD, TIME_TOLERABLE, GOOD_SHARE, TOLERABLE_SHARE, REQUIRE,
            TLS, BACK_END_TLS, BACK_END, BACK_END_TRUST,
            PAGE_TIMEOUT, PROFILE, SEED, JDK, PROVIDER, TLS_STACK, CONTAINER, KEY_STORE, KEY_MANAGER,
            CRYPTO_INTRINSICS, DISEASES, CURES, PLACEMENT, BANK_JVM_OPTIONS, BANK_THREADS, BESIM_THREADS,
            BESIM_JVM_OPTIONS, DRIVERS, DRIVER_THREADS, BANK_PORT, BESIM_PORT);

    private BankingSettings() {}

    /**
     * Checks that the other settings allow the chosen bottlenecks.
     *
     * @throws SettingException that names the first bottleneck that is not possible, and the settings it needs
     */
    public static void checkBottlenecks(SettingValues values) {
        try {
            Bottleneck.check(values.get(DISEASES), values.get(BACK_END_TRUST) == BackEndTrust.CACERTS,
                    values.find(KEY_MANAGER).orElse(PKIX).equals(PKIX) && values.get(KEY_STORE) == KeyStoreType.PKCS12);
        } catch (IllegalArgumentException e) {
            throw new SettingException(DISEASES.key(), DISEASES.option() + " " + e.getMessage());
        }
    }

    /** Returns the profile between the bank and its back end. */
    public static TlsProfile backEndTls(SettingValues values) {
        return values.find(BACK_END_TLS).orElseGet(() -> values.get(TLS));
    }

    /** Returns the phases that these values describe. */
    public static Phases phases(SettingValues values) {
        Phases phases = values.get(PHASES);
        return values.find(WARM_UP).map(phases::withWarmUp).orElse(phases);
    }

    /**
     * Returns the quality of service that these values describe.
     *
     * @throws SettingException that names the two settings that contradict each other
     */
    public static Qos qos(SettingValues values) {
        Qos qos = new Qos(values.get(TIME_GOOD), values.get(TIME_TOLERABLE), values.get(GOOD_SHARE),
                values.get(TOLERABLE_SHARE));
        if (qos.timeTolerable().compareTo(qos.timeGood()) < 0) {
            throw new SettingException(TIME_TOLERABLE.key(), ("%s %s: must be at least the %s of %s, "
                    + "as good pages are tolerable").formatted(TIME_TOLERABLE.option(),
                    Durations.format(qos.timeTolerable()), Durations.format(qos.timeGood()), TIME_GOOD.option()));
        }
        if (qos.tolerableFraction() < qos.goodFraction()) {
            throw new SettingException(TOLERABLE_SHARE.key(), ("%s: must be at least %s, "
                    + "as good pages are tolerable").formatted(TOLERABLE_SHARE.option(), GOOD_SHARE.option()));
        }
        return qos;
    }

    /**
     * Returns whether these values control how often users' connections resume TLS sessions, so that a run must check
     * it.
     */
    public static boolean controlResumption(SettingValues values) {
        return values.get(RETURNING_USERS) > 0 || values.get(RESUMED_CONNECTIONS) < 1
                || values.find(PAGES_PER_CONNECTION).isPresent();
    }

    /** Returns whether users reach the bank through a link with settings. */
    public static boolean usesLink(SettingValues values) {
        return OF_THE_LINK.stream().anyMatch(setting -> values.find(setting).isPresent());
    }

    /** Returns the settings of a role's process. */
    public static List<Setting<?>> of(RoleName role) {
        return ALL.stream().filter(setting -> setting.option(role).isPresent()).toList();
    }
}
