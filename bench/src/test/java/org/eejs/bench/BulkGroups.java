package org.eejs.bench;

import java.util.List;

/** The groups of primitives that take bytes in bulk. */
final class BulkGroups {
    static final Group DIGEST = new DigestGroup();
    static final Group MAC = new MacGroup();
    static final Group RANDOM = new RandomGroup();
    static final List<Group> ALL =
            List.of(CipherGroup.GCM, CipherGroup.CBC, CipherGroup.CHACHA20, DIGEST, MAC, RANDOM);

    private BulkGroups() {}
}
