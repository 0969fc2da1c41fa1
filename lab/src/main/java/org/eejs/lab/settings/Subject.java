package org.eejs.lab.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eejs.banking.RoleName;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.lab.service.ServiceDescription;
import org.eejs.lab.service.ServiceFile;
import org.eejs.result.settings.RunSettings;

/** A program that a run loads and measures: the bank of the published workload, or a user's own service. Immutable. */
public interface Subject {
    /**
     * Returns the subject that settings describe.
     *
     * @param here whether roles are on this machine instead of on hosts
     * @throws InputException that describes the fault in the file of a service
     */
    static Subject of(RunSettings said, boolean here) {
        boolean owned = said.word(BankingSettings.I_OWN_THIS_HOST).filter("on"::equals).isPresent();
        return said.word(BankingSettings.SERVICE).map(Path::of)
                .<Subject>map(file -> new OwnService(ServiceFile.read(file, owned, here))).orElseGet(Bank::new);
    }

    /** Returns its name in reports and messages. */
    String name();

    /** Returns settings, completed by those of its file. */
    RunSettings withFile(RunSettings said);

    /**
     * Returns settings, completed by those of its file and by its defaults.
     *
     * @throws InputException with a line that names a setting that it does not have
     */
    RunSettings complete(RunSettings said);

    /** Returns settings without those that it does not have. */
    RunSettings known(RunSettings settings, RunSettings said);

    /** Returns whether EEJS starts it, on the JDK and processors of the settings. */
    boolean isStarted();

    /** Returns the roles that have processes, in their order; drivers always have. */
    List<RoleName> roles();

    /** Returns the name of one of its responses. */
    String response();

    /** Returns the share of each response among all, by its id. */
    Map<String, Double> expectedMix();

    /**
     * Returns whether it is the published workload: shares of pages must be as expected, deviations are disclosed, and
     * its servers count handshakes, calls and bytes.
     */
    boolean isPublished();

    /** Returns the prefixes of its class names. */
    List<String> application();

    /** Returns whether it listens on a port that its file names, so that two cannot run at the same time. */
    boolean hasFixedPort();

    /**
     * Checks that a search for capacity ends.
     *
     * @throws InputException if something limits the load
     */
    void checkCapacity();

    /** Returns the first for the bank, the second for a service. */
    <T> T choose(Supplier<T> ofBank, Function<ServiceDescription, T> ofService);
}
