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
import org.eejs.banking.bottlenecks.Bottleneck;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.Setting;
import org.eejs.banking.settings.SettingException;
import org.eejs.banking.settings.SettingValues;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Placement;
import org.eejs.result.InputException;
import org.eejs.result.NotHereException;
import org.eejs.result.settings.RunSettings;

/**
 * A run of the banking workload whose settings have been checked and are complete.
 *
 * @param configuration the name of what is run
 * @param repetition which run of it, from 1
 * @param settings as they were written, completed
 * @param values of all settings
 * @param bankJdk the bank's JDK
 * @param providers which security provider serves what in the bank
 * @param placement which processors each role may use; of none where that is for hosts to say
 * @param here whether its roles are on this machine, and not on hosts
 * @param subject what is loaded and measured
 */
public record RunPlan(String configuration, int repetition, RunSettings settings, SettingValues values, Jdk bankJdk,
        ProviderChoice providers, Placement placement, boolean here, Subject subject) {
    /** The name of a configuration that nobody named. */
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

    /** Returns the same of a single run whose roles are on hosts, where ports and processors are checked. */
    public static RunPlan onHosts(RunSettings said) {
        return of(said, UNNAMED, false);
    }

    /**
     * Checks the settings of a configuration.
     *
     * @param here whether roles are on this machine, and not on hosts, where ports and processors are checked
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
            throw new InputException("xml", "xml asks for XML transactions, which are no part of the banking "
                    + "workload; compare XML configurations by `eejs compare`, or measure XML by `eejs xml`");
        }
        Grid.checkIsOne(said);
        RunSettings settings = said.orDefaults();
        SettingValues values = values(BankingSettings.ALL, settings.written());
        if (here) {
            checkPort(BankingSettings.BANK_PORT, values);
            checkPort(BankingSettings.BESIM_PORT, values);
        }
        RunPlan plan = new RunPlan(configuration, 1, subject.known(settings), values, found(JDK, values, Jdk::find),
                providers(values), placement(values, here, subject), here, subject);
        try {
            BankingSettings.checkBottlenecks(values);
            BankingSettings.qos(values);
        } catch (SettingException e) {
            throw new InputException(e.key(), e.getMessage());
        }
        plan.checkRandom();
        plan.checkStarted();
        plan.requirements();
        return plan;
    }

    /** Returns what runs already has its processors, and drivers take what is free. */
    private static Placement placement(SettingValues values, boolean here, Subject subject) {
        if (!here || !subject.isStarted()) {
            return Placement.UNPINNED;
        }
        Placement placement = found(PLACEMENT, values, Placement::of);
        return subject.roles().contains(RoleName.BESIM) ? placement : placement.withoutBackEnd();
    }

    /** Returns one provider for all algorithms leaves to the library of cures what that takes over. */
    private static ProviderChoice providers(SettingValues values) {
        String written = values.find(PROVIDER).orElse(null);
        if (written == null) {
            return ProviderChoice.NONE;
        }
        ProviderChoice choice = found(PROVIDER, values, ProviderChoice::parse);
        return written.contains("=") || !values.get(CURES).contains(Fix.RANDOM) ? choice
                : choice.without(AlgorithmFamily.RANDOM);
    }

    /** Returns what a setting means on this machine. */
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
     * Returns what the figures of a run must be.
     *
     * @throws InputException with a line that names what cannot be read
     */
    public List<Requirement> requirements() {
        return values.find(REQUIRE).isEmpty() ? List.of() : found(REQUIRE, values, Requirement::parse);
    }

    /** Two cannot both come first. */
    private void checkRandom() {
        boolean chosen = providers.of(AlgorithmFamily.RANDOM) != null;
        String other = "no --provider for random with it; one of the two can serve random numbers";
        check(!chosen || !get(CURES).contains(Fix.RANDOM), CURES, Fix.RANDOM, other);
        check(!chosen || !get(DISEASES).contains(Bottleneck.LOCKED_RANDOM), DISEASES, Bottleneck.LOCKED_RANDOM, other);
    }

    /** What runs already is as it is. */
    private void checkStarted() {
        if (subject.isStarted()) {
            return;
        }
        for (Setting<?> setting : List.of(JDK, PROVIDER, CURES, BANK_JVM_OPTIONS, CRYPTO_INTRINSICS, PLACEMENT)) {
            String word = settings.word(setting).orElse("");
            if (!word.isEmpty() && !setting.usual().map(setting::word).equals(Optional.of(word))) {
                throw new InputException(setting.key(), "%s '%s' needs a service that EEJS starts; say in %s how, with "
                        .formatted(setting.option(), word, settings.word(SERVICE).orElseThrow()) + "start: command");
            }
        }
    }

    /** Returns the roles that have processes of their own, in their order; drivers always have. */
    public List<RoleName> roles() {
        return subject.roles();
    }

    /** Returns whether the bank, or the process of a service, is measured. */
    public boolean measuresProcess() {
        return roles().contains(RoleName.BANK);
    }

    private static void check(boolean good, Setting<?> setting, Object value, String expected) {
        if (!good) {
            throw new InputException(setting.key(),
                    setting.option() + " '" + value + "' is not possible; give " + expected);
        }
    }

    private static void checkPort(Setting<Integer> setting, SettingValues values) {
        int port = values.get(setting);
        if (port > 0) {
            try {
                new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
            } catch (IOException e) {
                throw new InputException(setting.key(), setting.option() + " '" + port + "' cannot be listened on ("
                        + e.getMessage() + "); choose another, or 0 for any free one");
            }
        }
    }

    /** Returns the JDK of a role: the one that is measured for the bank, the lab's own for the others. */
    public Jdk jdk(RoleName role) {
        return role == RoleName.BANK ? bankJdk : Jdk.running();
    }

    /** Returns the value of a setting that is always specified or usual. */
    public <T> T get(Setting<T> setting) {
        return values.get(setting);
    }

    /** Returns what every random choice follows from. */
    public long seed() {
        return get(SEED);
    }

    /** Returns the same for another repetition. */
    public RunPlan repeated(int number) {
        return new RunPlan(configuration, number, settings, values, bankJdk, providers, placement, here, subject);
    }

    /** Returns the same with other settings where these say something. */
    public RunPlan with(RunSettings first) {
        return of(first.or(settings), configuration, here, subject);
    }
}
