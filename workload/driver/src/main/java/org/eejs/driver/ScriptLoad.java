package org.eejs.driver;

import static org.eejs.banking.settings.BankingSettings.SEED;
import static org.eejs.banking.settings.BankingSettings.SHOW_RESPONSE_TEXT;
import static org.eejs.banking.settings.BankingSettings.TLS;

import java.io.IOException;
import java.security.GeneralSecurityException;
import org.eejs.banking.TlsProfile;
import org.eejs.driver.script.BankScript;
import org.eejs.driver.script.RateLimit;
import org.eejs.driver.script.ScriptPlan;
import org.eejs.driver.script.ScriptPlan.PlannedScenario;
import org.eejs.driver.script.ScriptUsers;
import org.eejs.role.PkiDirectory;
import org.eejs.banking.service.ServiceScript;
import org.eejs.banking.service.ServiceScript.Origin;

/** The state that all users share, on all event loops of a driver. Thread-safe. */
final class ScriptLoad {
    final ScriptPlan plan;
    final ScriptUsers users;
    final Arrivals<PlannedScenario> arrivals;
    final TlsClient tls;
    /** Null for none. */
    final RateLimit limit;

    private ScriptLoad(ScriptPlan plan, ScriptUsers users, TlsClient tls, DriverSettings settings) {
        this.plan = plan;
        this.users = users;
        this.tls = tls;
        arrivals = new Arrivals<>(users.walks(settings.get(SEED)), settings.share());
        Double perSecond = plan.script().requestsPerSecond();
        limit = perSecond == null ? null : new RateLimit(perSecond / settings.share().of());
    }

    /**
     * Returns the load of a service. Throws IllegalArgumentException if it is wrong, or the exception of TLS about its
     * keys.
     */
    static ScriptLoad of(ServiceScript script, DriverSettings settings) throws IOException, GeneralSecurityException {
        ScriptPlan plan = new ScriptPlan(script, settings.get(SHOW_RESPONSE_TEXT));
        TlsClient tls = TlsClient.of(script.connections(), settings.cachedTlsSessions() * script.origins().size()
                * script.connections().perUser());
        return new ScriptLoad(plan, plan, tls, settings);
    }

    /** Returns the load of a bank that listens at a host and port. */
    static ScriptLoad ofBank(String host, int port, PkiDirectory pki, DriverSettings settings)
            throws IOException, GeneralSecurityException {
        TlsProfile profile = settings.get(TLS);
        TlsClient tls = TlsClient.of(profile, pki, settings.cachedTlsSessions());
        BankScript bank = new BankScript(new Origin(profile.forUsers(), host, port, host), profile,
                settings.customers());
        return new ScriptLoad(bank.plan(), bank, tls, settings);
    }
}
