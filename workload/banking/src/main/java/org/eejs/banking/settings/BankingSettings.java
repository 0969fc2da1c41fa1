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
 * The settings of the banking workload. One that is added here has its option in {@code ./eejs run}, {@code compare}
 * and {@code capacity}, its key in experiment files, and stands in results and reports; with
 * {@link Setting#of(RoleName...)} it also reaches the processes of those roles, which ask {@link SettingValues} for its
 * value. A configuration is only settings, so that each can be run by itself, and a comparison needs no code for what
 * it compares.
 */
public final class BankingSettings {
    /** Phases for a first look. */
    public static final String QUICK_PHASES = "3s,5s,12s,1s";
    /** The only key manager with the bottleneck {@link Bottleneck#PKIX_PKCS12}. */
    public static final String PKIX = "PKIX";
    /** Simultaneous sessions for a first look. */
    public static final int QUICK_SESSIONS = 100;

    /** The lab reads the file. */
    public static final Setting<String> SERVICE = Setting.text("service", "FILE",
            "Instead of the bank: a service of your own, as this YAML file describes it", text -> text);
    public static final Setting<Boolean> I_OWN_THIS_HOST = Setting.onOff("iOwnThisHost",
            "Whether a service may be loaded that is neither on this machine nor at a private address: it is yours")
            .otherwise("off");
    public static final Setting<Boolean> SHOW_RESPONSE_TEXT = Setting.onOff("showResponseText",
            "Whether failures of a service show text of its answers. Caution: passwords and tokens in it then appear "
                    + "in results and on the terminal")
            .otherwise("off").of(DRIVER);
    public static final Setting<Integer> SESSIONS = Setting.count("sessions", "N",
            "Simultaneous user sessions, the closed model; of a service 10 unless its file says")
            .otherwise(400).of(DRIVER);
    public static final Setting<Double> ARRIVAL_RATE = Setting.number("arrivalRate", "R",
            "Instead of a number of sessions: user sessions that begin per second, at random, the open model")
            .where(rate -> rate > 0 && rate < 1e6, "a number of sessions per second above 0").insteadOf(SESSIONS)
            .of(DRIVER);
    public static final Setting<ThinkTime> THINK_TIME = Setting.text("thinkTime", "TIME",
            "Mean think time, exponentially distributed; of a service 1s unless its file says",
            text -> ThinkTime.ofMean(Durations.parse(text))).otherwise("10s").of(DRIVER);
    /** By default a verdict within three minutes, most of which is the warm-up. */
    public static final Setting<Phases> PHASES = Setting.text("phases", "A,B,C,D",
            "Ramp-up, warm-up, steady state, ramp-down; paper stands for 180s,300s,600s,180s", Phases::parse)
            .otherwise("8s,auto,32s,2s").of(DRIVER);
    public static final Setting<String> WARM_UP = Setting.text("warmUp", "TIME",
            "How long the warm-up lasts, instead of the second of the phases; auto until what a page costs has settled",
            text -> {
                Phases.PAPER.withWarmUp(text);
                return text;
            }).of(DRIVER);
    public static final Setting<Double> RETURNING_USERS = Setting.share("returningUsers",
            "Share of sessions whose first connection resumes a TLS session of an earlier visit").otherwise("0%")
            .of(DRIVER);
    public static final Setting<Integer> PAGES_PER_CONNECTION = Setting.count("pagesPerConnection", "N",
            "After so many pages a user's connections are closed, and opened anew for the next page (default: kept)")
            .of(DRIVER);
    public static final Setting<Double> RESUMED_CONNECTIONS = Setting.share("resumedConnections",
            "Share of a session's connections after its first that resume its TLS session, instead of a full handshake")
            .otherwise("100%").of(DRIVER);
    /** SPECweb2005 had 100,000. What it carries are bytes on the wire, those of TLS included. */
    public static final Setting<Integer> LINE_SPEED = Setting.count("lineSpeed", "BYTES",
            "Bytes a second that each connection of a user receives at most (default: unlimited)")
            .where(speed -> speed >= 1_000, "at least 1000 bytes a second").of(DRIVER);
    public static final Setting<Duration> TIME_GOOD = Setting.text("timeGood", "TIME",
            "A page that takes no longer is good", Durations::parse).where(time -> !time.isZero(), "longer than 0s")
            .otherwise("2s");
    public static final Setting<Duration> TIME_TOLERABLE = Setting.text("timeTolerable", "TIME",
            "A page that takes longer has failed", Durations::parse).where(time -> !time.isZero(), "longer than 0s")
            .otherwise("4s");
    public static final Setting<Double> GOOD_SHARE = Setting.share("goodShare",
            "Share of the pages that must be good").otherwise("95%");
    public static final Setting<Double> TOLERABLE_SHARE = Setting.share("tolerableShare",
            "Share of the pages that must be tolerable, good ones included").otherwise("99%");
    /** The lab knows the figures of a run. */
    public static final Setting<String> REQUIRE = Setting.text("require", "FIGURE<VALUE,...",
            "What figures of a run must be, or its exit code is 3, such as \"p95 < 200ms, cpuMsPerPage < 4\"",
            text -> text);
    public static final Setting<TlsProfile> TLS = Setting.choice("tls", "PROFILE", "TLS profile", TlsProfile.class,
            "a TLS profile").otherwise("modern").of(BANK, BESIM, DRIVER);
    public static final Setting<BackEndPolicy> BACK_END = Setting.choice("backEnd", "POLICY",
            "How the bank connects to the back end", BackEndPolicy.class, "a back-end policy")
            .otherwise("new-connection").of(BANK);
    public static final Setting<BackEndTrust> BACK_END_TRUST = Setting.choice("backEndTrust", "WHAT",
            "What the bank trusts there, the run's own CAs or a default trust store that holds the JDK's cacerts, too",
            BackEndTrust.class, "a trust in the back end").otherwise("private").of(BANK);
    public static final Setting<Duration> PAGE_TIMEOUT = Setting.text("pageTimeout", "TIME",
            "After what time a page is given up", Durations::parse).where(time -> !time.isZero(), "longer than 0s")
            .otherwise("60s").of(DRIVER);
    /** The lab samples the bank's stacks. */
    public static final Setting<ProfileKind> PROFILE = Setting.choice("profile", "WHAT",
            "What the report says by samples of the bank's stacks: where its CPU went; also contended locks, or what "
            + "threads waited for (wall); what sampling itself costs (alternating)", ProfileKind.class,
            "a kind of profile").otherwise("cpu");
    public static final Setting<Long> SEED = Setting.whole("seed", "N", "What every random choice follows from")
            .otherwise(1).of(DRIVER);
    /** The lab looks for it on its machine. */
    public static final Setting<String> JDK = Setting.version("jdk", "JDK",
            "The bank's JDK: a version such as 25, a home folder, or same for the one that runs eejs; compare takes "
                    + "several, as in 17,25", text -> text)
            .otherwise("same");
    /** The lab knows the providers, and writes the JVM's security properties for them. */
    public static final Setting<String> PROVIDER = Setting.text("provider", "NAME|FAMILY=NAME,...",
            "The bank's security provider, for all algorithms or for each of rsa, ec, keyGeneration, aes, digest, "
            + "random: SunJCE and the JDK's others, ACCP, Conscrypt, BC, SunPKCS11-NSS, SunPKCS11-SoftHSM; compare "
            + "takes several, as in JDK,ACCP (default: as the JDK has it)", text -> text);
    public static final Setting<TlsStack> TLS_STACK = Setting.choice("tlsStack", "STACK",
            "What speaks TLS with browsers (with the back end it is always the JDK's JSSE)", TlsStack.class,
            "a TLS stack").otherwise("jsse").of(BANK);
    public static final Setting<WebContainer> CONTAINER = Setting.choice("container", "NAME",
            "The bank's servlet container", WebContainer.class, "a container").otherwise("tomcat").of(BANK);
    public static final Setting<KeyStoreType> KEY_STORE = Setting.choice("keyStore", "TYPE",
            "The type of the bank's key store", KeyStoreType.class, "a type of key store").otherwise("pkcs12").of(BANK);
    public static final Setting<String> KEY_MANAGER = Setting.text("keyManager", "ALG",
            "The bank's KeyManagerFactory algorithm, such as SunX509 or PKIX (default: the JDK's)", text -> text)
            .of(BANK);
    public static final Setting<Boolean> CRYPTO_INTRINSICS = Setting.onOff("cryptoIntrinsics",
            "Whether the bank's JVM computes cryptography by its intrinsics, or in plain Java code").otherwise("on");
    public static final Setting<Set<Bottleneck>> DISEASES = Setting.choices("diseases", "NAME",
            "Bottlenecks of JDK 8u60 that the bank re-enacts",
            Named.ids(Bottleneck.class),
            ids -> Named.byIds(Bottleneck.class, "a bottleneck", ids)).otherwise(List.of()).of(BANK);
    public static final Setting<Set<Fix>> CURES = Setting.choices("cures", "NAME",
            "What the library of cures takes over from the bank's JDK (compare runs each of a list with none, as in "
            + "none,all)", Named.ids(Fix.class), Fix::parse).otherwise(List.of());
    /** The lab knows its machine's processors. */
    public static final Setting<String> PLACEMENT = Setting.text("placement", "WHERE",
            "Processors by role, such as bank=1,driver=0,besim=0; auto for cores of its own for the bank, across-cores"
            + ", within-core, or none", text -> text).otherwise("auto");
    public static final Setting<List<String>> BANK_JVM_OPTIONS = Setting.words("bankJvmOptions", "OPTIONS",
            "More JVM options for the bank").otherwise(List.of());
    public static final Setting<Integer> BANK_THREADS = Setting.count("bankThreads", "N", "The bank's worker threads")
            .otherwise(200).of(BANK, "--threads");
    public static final Setting<Integer> BESIM_THREADS = Setting.count("besimThreads", "N",
            "The back end's event loops").otherwise(1).of(BESIM, "--threads");
    public static final Setting<List<String>> BESIM_JVM_OPTIONS = Setting.words("besimJvmOptions", "OPTIONS",
            "More JVM options for the back end, such as -Xmx512m for its heap").otherwise(List.of());
    public static final Setting<Integer> DRIVER_THREADS = Setting.count("driverThreads", "N",
            "The driver's event loops").otherwise(1).of(DRIVER, "--threads");
    public static final Setting<Integer> DRIVERS = Setting.count("drivers", "N",
            "How many drivers share the load (default: one, or all that the file of hosts names)");
    public static final Setting<Integer> BANK_PORT = Setting.port("bankPort", "The bank's port; 0 for any free one")
            .otherwise(0).of(BANK, "--port");
    public static final Setting<Integer> BESIM_PORT = Setting.port("besimPort",
            "The back end's port; 0 for any free one").otherwise(0).of(BESIM, "--port");

    /** By what pages are judged. */
    public static final List<Setting<?>> QUALITY_OF_SERVICE = List.of(TIME_GOOD, TIME_TOLERABLE, GOOD_SHARE,
            TOLERABLE_SHARE);

    /** Those that say what the bank or its back end is, and that a service of one's own has not. */
    public static final List<Setting<?>> OF_THE_BANK = List.of(TLS, BACK_END, BACK_END_TRUST, TLS_STACK, CONTAINER,
            KEY_STORE, KEY_MANAGER, DISEASES, BANK_THREADS, BESIM_THREADS, BESIM_JVM_OPTIONS, BANK_PORT, BESIM_PORT);

    /** All of them, in the order of help, files, results and reports. */
    public static final List<Setting<?>> ALL = List.of(SERVICE, I_OWN_THIS_HOST, SHOW_RESPONSE_TEXT, SESSIONS,
            ARRIVAL_RATE, THINK_TIME, PHASES, WARM_UP, RETURNING_USERS, PAGES_PER_CONNECTION, RESUMED_CONNECTIONS,
            LINE_SPEED,
            TIME_GOOD, TIME_TOLERABLE, GOOD_SHARE, TOLERABLE_SHARE, REQUIRE, TLS, BACK_END, BACK_END_TRUST,
            PAGE_TIMEOUT, PROFILE, SEED, JDK, PROVIDER, TLS_STACK, CONTAINER, KEY_STORE, KEY_MANAGER,
            CRYPTO_INTRINSICS, DISEASES, CURES, PLACEMENT, BANK_JVM_OPTIONS, BANK_THREADS, BESIM_THREADS,
            BESIM_JVM_OPTIONS, DRIVERS, DRIVER_THREADS, BANK_PORT, BESIM_PORT);

    private BankingSettings() {}

    /**
     * Checks that the bank can suffer from the bottlenecks that were chosen.
     *
     * @throws SettingException with a line that names the first that is not possible, and the settings it needs
     */
    public static void checkBottlenecks(SettingValues values) {
        try {
            Bottleneck.check(values.get(DISEASES), values.get(BACK_END_TRUST) == BackEndTrust.CACERTS,
                    values.find(KEY_MANAGER).orElse(PKIX).equals(PKIX) && values.get(KEY_STORE) == KeyStoreType.PKCS12);
        } catch (IllegalArgumentException e) {
            throw new SettingException(DISEASES.key(), DISEASES.option() + " " + e.getMessage());
        }
    }

    /** Returns the phases that values ask for together. */
    public static Phases phases(SettingValues values) {
        Phases phases = values.get(PHASES);
        return values.find(WARM_UP).map(phases::withWarmUp).orElse(phases);
    }

    /**
     * Returns the quality of service that values ask for together.
     *
     * @throws SettingException with a line that names what contradicts what
     */
    public static Qos qos(SettingValues values) {
        Qos qos = new Qos(values.get(TIME_GOOD), values.get(TIME_TOLERABLE), values.get(GOOD_SHARE),
                values.get(TOLERABLE_SHARE));
        if (qos.timeTolerable().compareTo(qos.timeGood()) < 0) {
            throw new SettingException(TIME_TOLERABLE.key(), ("%s %s is not possible; give at least the %s of %s, "
                    + "since good pages are tolerable").formatted(TIME_TOLERABLE.option(),
                    Durations.format(qos.timeTolerable()), Durations.format(qos.timeGood()), TIME_GOOD.option()));
        }
        if (qos.tolerableFraction() < qos.goodFraction()) {
            throw new SettingException(TOLERABLE_SHARE.key(), ("%s is not possible below %s; give at least as much, "
                    + "since good pages are tolerable").formatted(TOLERABLE_SHARE.option(), GOOD_SHARE.option()));
        }
        return qos;
    }

    /** Returns whether values say how often users' connections resume TLS sessions, so that a run must keep to it. */
    public static boolean controlResumption(SettingValues values) {
        return values.get(RETURNING_USERS) > 0 || values.get(RESUMED_CONNECTIONS) < 1
                || values.find(PAGES_PER_CONNECTION).isPresent();
    }

    /** Returns those of a role's process. */
    public static List<Setting<?>> of(RoleName role) {
        return ALL.stream().filter(setting -> setting.option(role).isPresent()).toList();
    }
}
