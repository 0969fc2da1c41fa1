package org.eejs.lab.settings;

import static org.eejs.banking.settings.BankingSettings.SESSIONS;
import static org.eejs.banking.settings.BankingSettings.THINK_TIME;
import static org.eejs.banking.settings.BankingSettings.TLS;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eejs.banking.RoleName;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.Setting;
import org.eejs.lab.service.ServiceDescription;
import org.eejs.result.InputException;
import org.eejs.result.settings.RunSettings;

/**
 * A user's service, which replaces bank and back end.
 *
 * @param description the description in its file
 */
public record OwnService(ServiceDescription description) implements Subject {
    /** The default load of a service: few users, with short think times. */
    private static final RunSettings USUAL = RunSettings.of(Map.of(SESSIONS.key(), 10, THINK_TIME.key(), "1s"));

    @Override
    public String name() {
        return description.name();
    }

    @Override
    public RunSettings withFile(RunSettings said) {
        return said.or(description.settings());
    }

    @Override
    public RunSettings complete(RunSettings said) {
        for (Setting<?> setting : BankingSettings.OF_THE_BANK) {
            if (said.word(setting).isPresent()) {
                throw new InputException(setting.key(), setting.option() + " configures the bank, but "
                        + name() + " replaces the bank; leave it out, or leave out --service");
            }
        }
        return withFile(said).or(USUAL);
    }

    @Override
    public RunSettings known(RunSettings settings, RunSettings said) {
        RunSettings known = settings.without(BankingSettings.OF_THE_BANK);
        // Without a profile its file decides, or the service chooses.
        return said.word(TLS).isPresent() ? known : known.without(List.of(TLS));
    }

    @Override
    public boolean isStarted() {
        return description.process() instanceof ServiceDescription.Launch;
    }

    @Override
    public List<RoleName> roles() {
        return description.process() instanceof ServiceDescription.Nothing ? List.of(RoleName.DRIVER)
                : List.of(RoleName.BANK, RoleName.DRIVER);
    }

    @Override
    public String response() {
        return "step";
    }

    @Override
    public Map<String, Double> expectedMix() {
        return description.expectedMix();
    }

    @Override
    public boolean isPublished() {
        return false;
    }

    @Override
    public List<String> application() {
        return description.application();
    }

    @Override
    public boolean hasFixedPort() {
        return isStarted() && description.url().getPort() != 0;
    }

    @Override
    public void checkCapacity() {
        if (description.script().requestsPerSecond() != null) {
            throw new InputException(BankingSettings.SERVICE.key(), "requestsPerSecond in the file of " + name()
                    + " limits the load, so no number of sessions is too high. "
                    + "Remove it to find the capacity of the service");
        }
    }

    @Override
    public <T> T choose(Supplier<T> ofBank, Function<ServiceDescription, T> ofService) {
        return ofService.apply(description);
    }
}
