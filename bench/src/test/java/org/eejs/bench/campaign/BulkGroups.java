package org.eejs.bench.campaign;

import java.util.List;
import org.eejs.bench.crypto.CipherRecords;
import org.eejs.bench.crypto.DigestBytes;
import org.eejs.bench.crypto.MacBytes;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.random.RandomBytes;

/** The groups of primitives that take bytes in bulk. */
final class BulkGroups {
    static final List<Group> ALL = List.of(CipherRecords.GCM, CipherRecords.CBC, CipherRecords.CHACHA20,
            DigestBytes.GROUP, MacBytes.GROUP, RandomBytes.GROUP);

    private BulkGroups() {}
}
