package org.eejs.remotekey.server;

import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.YamlFile;
import org.eejs.remotekey.files.Causes;
import org.eejs.remotekey.files.Notice;
import org.eejs.remotekey.keys.ServedKey;
import org.eejs.remotekey.keys.ServedKeys;
import org.eejs.remotekey.policy.Policy;
import org.eejs.remotekey.policy.Revocations;
import org.eejs.remotekey.settings.KeyServerSettings;

/**
 * The files of policy and keys, and their last contents. It reads their contents, because notifications of file systems
 * miss network mounts and swapped links. A change is applied when two checks in a row have found the same content. So a
 * file is not applied while it is being written: half a policy may well be a valid one. Used by one thread at a time.
 */
final class Material {
    private final Path file;
    private final ServedKeys keys;
    private final Consumer<Notice> notices;
    private KeyServerSettings settings;
    private Map<String, ServedKey> open;
    private Map<Path, String> openedFrom;
    private Set<Path> files = Set.of();
    private Map<Path, String> taken = Map.of();
    private Map<Path, String> seen = Map.of();
    private Instant toldStale;

    /** Takes the files from a key server's file. */
    Material(Path file, ServedKeys keys, Consumer<Notice> notices) {
        this.file = file;
        this.keys = keys;
        this.notices = notices;
    }

    /**
     * Reads all files.
     *
     * @return the policy with the keys that it grants
     * @throws FaultyFileException with a line that names file, line and key; earlier contents stay
     */
    Policy read() throws FaultyFileException {
        YamlFile<KeyServerSettings> read = KeyServerSettings.read(file);
        Set<Path> named = files(read);
        Map<Path, String> contents = contents(named);
        files = named;
        seen = contents;
        taken = contents;
        Map<Path, String> ofKeys = new TreeMap<>(contents);
        Path policyFile = read.path("/policy");
        ofKeys.remove(policyFile);
        if (read.value().tls().revoked() != null) {
            ofKeys.remove(read.path("/tls/revoked"));
        }
        // A changed policy does not require asking a token or a slow password again.
        Map<String, ServedKey> opened = ofKeys.equals(openedFrom) ? open : keys.open(read);
        Policy policy = Policy.read(policyFile, opened, Revocations.read(read));
        open = opened;
        openedFrom = ofKeys;
        settings = read.value();
        return policy;
    }

    private Set<Path> files(YamlFile<KeyServerSettings> read) throws FaultyFileException {
        Set<Path> all = new TreeSet<>(Set.of(file, read.path("/policy")));
        for (int i = 0; i < read.value().keys().size(); i++) {
            String at = "/keys/" + i;
            boolean stored = read.value().keys().get(i).keyStore() != null;
            if (stored) {
                all.add(read.path(at + "/keyStore"));
            }
            all.add(read.path(at + (stored ? "/passwordFile" : "/pinFile")));
        }
        if (read.value().tls().revoked() != null) {
            all.add(read.path("/tls/revoked"));
        }
        return all;
    }

    /**
     * Checks the files; if they have changed, reads them again and puts them in force, or reports the reason against
     * it.
     */
    void follow(AtomicReference<Policy> policy) {
        try {
            look(policy);
            tellStale(policy.get().revocations().end());
        } catch (RuntimeException | Error e) {
            // A task that throws is not run again, and changes would be missed silently.
            notices.accept(Notice.of(Notice.Event.FAULT, "checking the files of policy and keys failed: "
                    + Causes.first(e)));
        }
    }

    private void look(AtomicReference<Policy> policy) {
        Map<Path, String> now = contents(files);
        boolean settled = now.equals(seen);
        seen = now;
        if (!settled || now.equals(taken)) {
            return;
        }
        KeyServerSettings before = settings;
        try {
            policy.set(read());
            notices.accept(Notice.of(Notice.Event.RELOADED, "policy and keys were read again and are in force"
                    + (needsStart(before) ? "; other changes in " + file + " take effect at the next start" : "")));
        } catch (FaultyFileException | RuntimeException e) {
            taken = now;
            notices.accept(Notice.of(Notice.Event.REFUSED_RELOAD, (e instanceof FaultyFileException ? e.getMessage()
                    : Causes.first(e)) + " (policy and keys stay as they were)"));
        }
    }

    private void tellStale(Instant end) {
        if (end != null && !end.equals(toldStale) && end.isBefore(Instant.now())) {
            toldStale = end;
            notices.accept(Notice.of(Notice.Event.STALE_REVOCATIONS, "a list of revoked certificates in "
                    + settings.tls().revoked() + " should have been replaced by " + end + ". It stays in force, but "
                    + "later revocations are not known; fetch the authority's newest"));
        }
    }

    private boolean needsStart(KeyServerSettings before) {
        return !before.listen().equals(settings.listen()) || !before.tls().equals(settings.tls())
                || !before.limits().equals(settings.limits())
                || before.audit() != settings.audit() || !Objects.equals(before.auditLog(), settings.auditLog());
    }

    private static Map<Path, String> contents(Set<Path> files) {
        Map<Path, String> contents = new TreeMap<>();
        for (Path each : files) {
            try {
                contents.put(each, Hashing.sha256().hashBytes(Files.readAllBytes(each)).toString());
            } catch (IOException e) {
                contents.put(each, "");
            }
        }
        return contents;
    }
}
