package org.eejs.lab.settings;

import java.util.List;
import java.util.Map;
import org.eejs.banking.settings.Setting;
import org.eejs.banking.settings.SettingException;
import org.eejs.banking.settings.SettingValues;
import org.eejs.result.InputException;
import org.eejs.result.settings.RunSettings;
import org.eejs.result.settings.WorkloadKind;

/** A run whose settings have been checked and are complete, of whichever workload. */
public sealed interface Plan permits RunPlan, XmlPlan {
    /** Checks the settings of a configuration on this machine; see below. */
    static Plan of(RunSettings said, String configuration) {
        return of(said, configuration, true);
    }

    /**
     * Checks the settings of a configuration.
     *
     * @param here whether it runs on this machine, and not on hosts
     * @throws InputException with a line that names the option, the value and the way out
     */
    static Plan of(RunSettings said, String configuration, boolean here) {
        return WorkloadKind.of(said) == WorkloadKind.XML ? XmlPlan.of(said, configuration)
                : RunPlan.of(said, configuration, here);
    }

    /**
     * The values of settings.
     *
     * @param written by key
     * @throws InputException with a line that names the option, the value and the way out
     */
    static SettingValues values(List<Setting<?>> settings, Map<String, Object> written) {
        try {
            return SettingValues.of(settings, written, Setting::option);
        } catch (SettingException e) {
            throw new InputException(e.key(), e.getMessage());
        }
    }

    /** The name of what is run. */
    String configuration();

    /** Which run of it, from 1. */
    int repetition();

    /** As they were said, completed. */
    RunSettings settings();

    /** What every random choice follows from. */
    long seed();

    /** The same with other settings where these say something. */
    Plan with(RunSettings first);

    /** The same for another repetition. */
    Plan repeated(int number);
}
