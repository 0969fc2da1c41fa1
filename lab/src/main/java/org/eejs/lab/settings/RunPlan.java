package org.eejs.lab.settings;

import static org.eejs.banking.settings.BankingSettings.BANK_JVM_OPTIONS;
import static org.eejs.banking.settings.BankingSettings.CRYPTO_INTRINSICS;
import static org.eejs.banking.settings.BankingSettings.CURES;
import static org.eejs.banking.settings.BankingSettings.DISEASES;
import static org.eejs.banking.settings.BankingSettings.JDK;
import static org.eejs.banking.settings.BankingSettings.PLACEMENT;
import static org.eejs.banking.settings.BankingSettings.PROVIDER;
import static org.eejs.banking.settings.BankingSettings.REQUIRE;
import static org.eejs.banking.settings.BankingSettings.SEED;
import static org.eejs.banking.settings.BankingSettings.SERVICE;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.eejs.banking.Fix;
import org.eejs.banking.RoleName;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.bottlenecks.Bottleneck;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.Setting;
import org.eejs.banking.settings.SettingException;
import org.eejs.banking.settings.SettingValues;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.NetworkNamespace;
import org.eejs.lab.machine.Placement;
import org.eejs.result.InputException;
import org.eejs.result.NotHereException;
import org.eejs.result.settings.RunSettings;

/**
 * A run of the banking workload, with settings that are checked and complete.
 *
 * @param configuration the name of the configuration
 * @param repetition the number of the run, from 1
 * @param settings as written, with defaults added
 * @param values of all settings
 * @param bankJdk the bank's JDK
 * @param providers the bank's security providers by family of algorithms
 * @param placement the processors that each role may use; empty if hosts decide
 * @param here whether its roles are on this machine instead of on hosts
 * @param subject the program that is loaded and measured
 */
public record RunPlan(String configuration, int repetition, RunSettings settings, SettingValues values, Jdk bankJdk,
        ProviderChoice providers, Placement placement, boolean here, Subject subject) {
    /** The name of a configuration without one. */
    static final String UNNAMED = "default";

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
        return of(said, configuration, true);
    }

    /** Returns the TLS profiles of its connections. */
    public List<TlsProfile> profiles() {
        return List.of(get(BankingSettings.TLS), BankingSettings.backEndTls(values));
    }

    /** Checks a single run whose roles are on hosts; these check ports and processors. */
    public static RunPlan onHosts(RunSettings said) {
        return of(said, UNNAMED, false);
    }

    /**
     * Checks the settings of a configuration.
     *
     * @param here whether roles are on this machine instead of on hosts, which check ports and processors
     * @throws InputException with a line that names the option, the value and the way out
     */
    static RunPlan of(RunSettings said, String configuration, boolean here) {
        Subject subject = Subject.of(said, here);
        return of(subject.complete(said), configuration, here, subject);
    }

    /**
     * Returns the values of settings.
     *
     * @param written by key
     * @throws InputException with a line that names the option, the value and the way out
     */
    public static SettingValues values(List<Setting<?>> settings, Map<String, Object> written) {
        try {
            return SettingValues.of(settings, written, Setting::option);
        } catch (SettingException e) {
            throw new InputException(e.key(), e.getMessage());
        }
    }

    private static RunPlan of(RunSettings said, String configuration, boolean here, Subject subject) {
        if (said.xml() != null) {
            throw new InputException("xml", "xml describes XML transactions, which are not part of the banking "
                    + "workload; use `eejs compare` or `eejs xml`");
        }
        Grid.checkIsOne(said);
        RunSettings settings = said.orDefaults();
        SettingValues values = values(BankingSettings.ALL, settings.written());
        // A link's servers have all ports of their namespace for themselves.
        if (here && !BankingSettings.usesLink(values)) {
            checkPort(BankingSettings.BANK_PORT, values);
            checkPort(BankingSettings.BESIM_PORT, values);
        }
        RunPlan plan = new RunPlan(configuration, 1, subject.known(settings, said), values,
                found(JDK, values, Jdk::find), providers(values), placement(values, here, subject), here, subject);
        try {
            BankingSettings.checkBottlenecks(values);
            BankingSettings.qos(values);
        } catch (SettingException e) {
            throw new InputException(e.key(), e.getMessage());
        }
        plan.checkRandom();
        plan.checkStarted();
        plan.checkMutual();
        plan.checkLink();
        plan.requirements();
        return plan;
    }

    /** Returns the processors of roles; a running service keeps its own, and drivers use free ones. */
    private static Placement placement(SettingValues values, boolean here, Subject subject) {
        if (!here || !subject.isStarted()) {
            return Placement.UNPINNED;
        }
        Placement placement = found(PLACEMENT, values, Placement::of);
        return subject.roles().contains(RoleName.BESIM) ? placement : placement.withoutBackEnd();
    }

    /**
     * Returns the chosen providers; one for all algorithms does not replace the random numbers of the library of cures.
     */
    private static ProviderChoice providers(SettingValues values) {
        String written = values.find(PROVIDER).orElse(null);
        if (written == null) {
            return ProviderChoice.NONE;
        }
        ProviderChoice choice = found(PROVIDER, values, ProviderChoice::parse);
        return written.contains("=") || !values.get(CURES).contains(Fix.RANDOM) ? choice
                : choice.without(AlgorithmFamily.RANDOM);
    }

    /** Returns the value of a setting on this machine. */
    private static <T> T found(Setting<String> setting, SettingValues values, Function<String, T> reader) {
        try {
            return reader.apply(values.get(setting));
        } catch (NotHereException e) {
            throw e;
        } catch (InputException e) {
            throw new InputException(setting.key(), e.getMessage());
        } catch (IllegalArgumentException e) {
            throw new InputException(setting.key(), setting.option() + ": " + e.getMessage());
        }
    }

    /**
     * Returns the requirements for the figures of a run.
     *
     * @throws InputException that names the invalid part
     */
    public List<Requirement> requirements() {
        return values.find(REQUIRE).isEmpty() ? List.of() : found(REQUIRE, values, Requirement::parse);
    }

    /** Checks that only one provider serves random numbers. */
    private void checkRandom() {
        boolean chosen = providers.of(AlgorithmFamily.RANDOM) != null;
        String other = "leave out --provider for random; only one of the two can serve random numbers";
        check(!chosen || !get(CURES).contains(Fix.RANDOM), CURES, Fix.RANDOM, other);
        check(!chosen || !get(DISEASES).contains(Bottleneck.LOCKED_RANDOM), DISEASES, Bottleneck.LOCKED_RANDOM, other);
    }

    /** Checks that no setting applies to a process that EEJS does not start. */
    private void checkStarted() {
        if (subject.isStarted()) {
            return;
        }
        for (Setting<?> setting : List.of(JDK, PROVIDER, CURES, BANK_JVM_OPTIONS, CRYPTO_INTRINSICS, PLACEMENT)) {
            String word = settings.word(setting).orElse("");
            if (!word.isEmpty() && !setting.usual().map(setting::word).equals(Optional.of(word))) {
                throw new InputException(setting.key(), "%s '%s' needs a service that EEJS starts; add to %s: "
                        .formatted(setting.option(), word, settings.word(SERVICE).orElseThrow()) + "start: command");
            }
        }
    }

    /** Checks that users of a service have a certificate if the profile requires one. */
    private void checkMutual() {
        boolean certified = subject.choose(() -> true, service -> service.script().connections().certificate() != null);
        if (!certified && values.find(BankingSettings.TLS).filter(TlsProfile::mutual).isPresent()) {
            throw new InputException(BankingSettings.TLS.key(), ("%s %s: users show a certificate; add connect: with "
                    + "certificate and key to %s").formatted(BankingSettings.TLS.option(), get(BankingSettings.TLS),
                    settings.word(SERVICE).orElse("the file of the service")));
        }
    }

    /** Checks that the link between users and bank is possible here, if it is used. */
    private void checkLink() {
        for (Setting<?> setting : BankingSettings.OF_THE_LINK) {
            if (values.find(setting).isPresent()) {
                String given = setting.option() + " " + settings.word(setting).orElseThrow();
                if (!here) {
                    throw new InputException(setting.key(), given + ": needs users and bank on this machine; leave out "
                            + setting.option() + ", as hosts have a network");
                }
                NetworkNamespace.lack().ifPresent(lack -> {
                    throw new NotHereException(setting.key(), given + ": needs " + lack + "; without it, --"
                            + "line-speed slows users down, and the driver counts bytes");
                });
            }
        }
    }

    /** Returns whether users reach the bank through a link with settings. */
    public boolean usesLink() {
        return BankingSettings.usesLink(values);
    }

    /** Returns the roles with separate processes, in their order; drivers always have one. */
    public List<RoleName> roles() {
        return subject.roles();
    }

    /** Returns whether the run measures the bank, or the process of a service. */
    public boolean measuresProcess() {
        return roles().contains(RoleName.BANK);
    }

    private static void check(boolean good, Setting<?> setting, Object value, String expected) {
        if (!good) {
            throw new InputException(setting.key(),
                    setting.option() + " '" + value + "': " + expected);
        }
    }

    private static void checkPort(Setting<Integer> setting, SettingValues values) {
        int port = values.get(setting);
        if (port > 0) {
            try {
                new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
            } catch (IOException e) {
                throw new InputException(setting.key(), setting.option() + " '" + port + "': is not available ("
                        + e.getMessage() + "); choose another, or 0 for any free one");
            }
        }
    }

    /** Returns the JDK of a role: the measured one for the bank, the lab's own for the others. */
    public Jdk jdk(RoleName role) {
        if (role == RoleName.BANK) {
            return bankJdk;
        }
        TlsProfile profile = role == RoleName.BESIM ? BankingSettings.backEndTls(values) : get(BankingSettings.TLS);
        // The TLS of such a JDK resumes sessions as BoringSSL does; Bouncy Castle's does not in TLS 1.3.
        return !profile.isInBoringSsl() && profile.isPostQuantum() && profile.isInJsse(bankJdk.feature()) ? bankJdk
                : Jdk.running();
    }

    /** Returns the value of a setting that is specified or has a default. */
    public <T> T get(Setting<T> setting) {
        return values.get(setting);
    }

    /** Returns the seed of every random choice. */
    public long seed() {
        return get(SEED);
    }

    /** Returns the same for another repetition. */
    public RunPlan repeated(int number) {
        return new RunPlan(configuration, number, settings, values, bankJdk, providers, placement, here, subject);
    }

    /** Returns the same with these settings instead, if they are specified. */
    public RunPlan with(RunSettings first) {
        return of(first.or(settings), configuration, here, subject);
    }
}
