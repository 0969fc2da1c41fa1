package org.eejs.bank.settings;

import static org.eejs.banking.settings.BankingSettings.DISEASES;
import static org.eejs.banking.settings.BankingSettings.KEY_MANAGER;

import java.nio.file.Path;
import java.util.Optional;
import org.eejs.banking.Customer;
import org.eejs.banking.bottlenecks.Bottleneck;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.Setting;
import org.eejs.banking.settings.SettingValues;

/**
 * The settings of the bank.
 *
 * @param host the name or address on which it listens
 * @param maxUser the highest user id that the back end must serve
 * @param backEnd the back end's address as {@code host:port}; with TLS its certificate must name the host; null if it
 *     is not called
 * @param pki the folder with the certificates
 * @param values of the bank's settings
 */
public record BankSettings(String host, int maxUser, String backEnd, Path pki, SettingValues values) {
    /** Throws IllegalArgumentException, with a line that names the option, if a value is invalid. */
    public BankSettings {
        if (backEnd != null && !backEnd.matches(".+:[1-9]\\d{0,4}")) {
            throw new IllegalArgumentException("--besim '" + backEnd + "' is not HOST:PORT, such as localhost:9443");
        }
        if (maxUser < 0 || maxUser >= Customer.LIMIT) {
            throw new IllegalArgumentException(
                    "--max-user " + maxUser + ": must be 0 to " + (Customer.LIMIT - 1));
        }
    }

    /** Returns the value of a setting. */
    public <T> T get(Setting<T> setting) {
        return values.get(setting);
    }

    /** Returns the KeyManagerFactory algorithm; empty for the JDK's default. */
    public Optional<String> keyManager() {
        return get(DISEASES).contains(Bottleneck.PKIX_PKCS12) ? Optional.of(BankingSettings.PKIX)
                : values.find(KEY_MANAGER);
    }
}
