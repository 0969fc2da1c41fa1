package org.eejs.remotekey.keys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Provider;
import java.security.ProviderException;
import java.security.Security;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.GuardedFile;
import org.eejs.pki.files.YamlFile;
import org.eejs.remotekey.files.Causes;
import org.eejs.remotekey.settings.KeyServerSettings;

/**
 * PKCS#11 tokens, opened through the JDK's bridge SunPKCS11, one provider for each. A process logs in to a token once,
 * and then all its sessions are logged in (PKCS #11 3.1, 5.6.8). So a PIN that changes later is not used before the
 * next start. Used by one thread at a time.
 */
public final class Tokens {
    private final Map<String, Provider> open = new HashMap<>();

    /** A token that is logged in to. */
    record OpenToken(Provider provider, KeyStore store) {}

    /**
     * Returns the token at an entry of the keys.
     *
     * @throws FaultyFileException if library, token or PIN are wrong
     */
    OpenToken open(YamlFile<KeyServerSettings> file, String at) throws FaultyFileException {
        Path library = file.path(at + "/pkcs11");
        if (!Files.isReadable(library)) {
            throw file.fault(at + "/pkcs11", "there is no PKCS#11 library " + library);
        }
        // It runs in this process.
        file.guarded(at + "/pkcs11", GuardedFile.Content.DECIDES);
        String label = file.value().keys().get(Integer.parseInt(at.substring(at.lastIndexOf('/') + 1))).token();
        char[] pin = KeyServerSettings.password(file, at + "/pinFile");
        String name = library + " " + label;
        try {
            Provider provider = open.containsKey(name) ? open.get(name) : provider(file, at, library, label);
            KeyStore store = KeyStore.getInstance("PKCS11", provider);
            store.load(null, pin);
            open.put(name, provider);
            return new OpenToken(provider, store);
        } catch (IOException e) {
            // CKR_PIN_INCORRECT and its kin; the exceptions around it differ from JDK to JDK.
            if (Causes.first(e).contains("CKR_PIN_")) {
                throw file.fault(at + "/pinFile", "the token %s refuses the PIN".formatted(label));
            }
            throw e instanceof FaultyFileException faulty ? faulty
                    : file.fault(at + "/token", "the token %s is not readable: %s".formatted(label, Causes.first(e)));
        } catch (GeneralSecurityException | ProviderException e) {
            throw file.fault(at + "/pkcs11", "%s is unusable: %s".formatted(library, Causes.first(e)));
        }
    }

    private Provider provider(YamlFile<KeyServerSettings> file, String at, Path library, String label)
            throws FaultyFileException {
        List<String> labels;
        try {
            labels = Pkcs11Slots.labels(library);
        } catch (FaultyFileException e) {
            throw file.fault(at + "/pkcs11", e.getMessage());
        }
        if (!labels.contains(label)) {
            String there = labels.stream().filter(each -> !each.isEmpty()).collect(Collectors.joining(", "));
            throw file.fault(at + "/token", "%s has no token '%s'; it has %s".formatted(library, label,
                    there.isEmpty() ? "none" : there));
        }
        // The name is the provider's; keys on the token are used as they are, so no attributes are given.
        return Security.getProvider("SunPKCS11").configure("--name = EEJS-%d\nlibrary = %s\nslotListIndex = %d\n"
                .formatted(open.size() + 1, library, labels.indexOf(label)));
    }
}
