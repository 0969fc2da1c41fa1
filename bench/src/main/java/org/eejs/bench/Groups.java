package org.eejs.bench;

import java.util.List;

/** All groups of benchmarks, in the order of the list and of the report. */
final class Groups {
    /** All of them. */
    static final List<Group> ALL = List.of(
            new HandshakeGroup(),
            new TransferGroup(),
            new LookupGroup());

    private Groups() {}
}
