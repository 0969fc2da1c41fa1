package org.eejs.jsse.keys;

import java.security.KeyStore;
import java.security.KeyStoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * The keys that a key manager serves until its stores change, and the JDK's key manager that chooses among them. Names
 * are those of the JDK's manager, {@code number.builder.alias}, but the number is this snapshot's, so that a name
 * identifies its snapshot. Immutable except for remembered choices; thread-safe.
 */
final class KeySnapshot {
    private final long number;
    private final X509ExtendedKeyManager jdk;
    private final boolean live;
    private final Choices choices;
    /** The prefix of its names. */
    private final String prefix;
    /** The keys by their names without the snapshot's number. */
    private final Map<String, KeyMaterial> keys = new HashMap<>();

    /**
     * @param number the number of the snapshot within its manager
     * @param contents of each builder, {@code null} for one that the JDK's key manager has to ask itself each time
     * @param builders the application's
     * @throws KeyStoreException if the JDK has no key manager
     */
    KeySnapshot(long number, List<StoreContents> contents, List<KeyStore.Builder> builders) throws KeyStoreException {
        List<KeyStore.Builder> served = new ArrayList<>();
        for (int i = 0; i < contents.size(); i++) {
            StoreContents store = contents.get(i);
            if (store == null) {
                served.add(builders.get(i));
                continue;
            }
            served.add(SnapshotStore.builder(store, StockKeyManagers.provider()));
            for (KeyMaterial key : store.keys()) {
                keys.put(i + "." + key.alias(), key);
            }
        }
        this.number = number;
        this.prefix = number + ".";
        this.jdk = StockKeyManagers.over(served);
        this.live = contents.contains(null);
        this.choices = new Choices(keys.values());
    }

    /** Returns the number of this snapshot within its manager. */
    long number() {
        return number;
    }

    /** Returns whether the JDK's key manager asks some of the stores itself, each time. */
    boolean isLive() {
        return live;
    }

    /** Returns the JDK's key manager. Its names are not this snapshot's, unless it asked the store itself. */
    X509ExtendedKeyManager jdk() {
        return jdk;
    }

    /** Returns the key of a name of this snapshot, or {@code null}. */
    KeyMaterial find(String name) {
        return name.startsWith(prefix) ? keys.get(name.substring(prefix.length())) : null;
    }

    /** Returns the key that has the name now, whatever the snapshot of the name, or {@code null}. */
    KeyMaterial findNow(String name) {
        return keys.get(withoutNumber(name));
    }

    /** Returns whether this snapshot has the key, too. */
    boolean holds(KeyMaterial key) {
        return keys.containsValue(key);
    }

    /** Returns its keys, of all builders whose keys are known. */
    Iterable<KeyMaterial> keys() {
        return keys.values();
    }

    /** Returns the number of keys. */
    int size() {
        return keys.size();
    }

    /** Returns the choice of the JDK's key manager, as a name of this snapshot. */
    String choose(KeyRequest request, Function<X509ExtendedKeyManager, String> asked) {
        return request == null || live ? name(asked.apply(jdk))
                : choices.choose(request, () -> name(asked.apply(jdk)));
    }

    /** Returns names of the JDK's key manager as names of this snapshot. */
    String[] names(String[] ofJdk) {
        return ofJdk == null ? null : Arrays.stream(ofJdk).map(this::name).toArray(String[]::new);
    }

    private String name(String ofJdk) {
        if (ofJdk == null) {
            return null;
        }
        String storeName = withoutNumber(ofJdk);
        return keys.containsKey(storeName) ? prefix + storeName : ofJdk;
    }

    private static String withoutNumber(String name) {
        return name.substring(name.indexOf('.') + 1);
    }
}
