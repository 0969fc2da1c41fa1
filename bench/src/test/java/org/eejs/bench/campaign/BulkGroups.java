package org.eejs.bench.campaign;

import java.util.List;
import org.eejs.bench.crypto.CipherGroup;
import org.eejs.bench.crypto.DigestGroup;
import org.eejs.bench.crypto.MacGroup;
import org.eejs.bench.measuring.ProviderGroup;
import org.eejs.bench.random.RandomGroup;

/** The groups of primitives that take bytes in bulk. */
final class BulkGroups {
    static final ProviderGroup DIGEST = new DigestGroup();
    static final ProviderGroup MAC = new MacGroup();
    static final ProviderGroup RANDOM = new RandomGroup();
    static final List<ProviderGroup> ALL =
            List.of(CipherGroup.GCM, CipherGroup.CBC, CipherGroup.CHACHA20, DIGEST, MAC, RANDOM);

    private BulkGroups() {}
}
