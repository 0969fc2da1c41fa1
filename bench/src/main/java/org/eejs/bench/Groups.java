package org.eejs.bench;

import java.util.List;

/** All groups of benchmarks, in the order of the list and of the report. */
final class Groups {
    /** All of them. */
    static final List<Group> ALL = List.of(
            CipherGroup.GCM,
            CipherGroup.CBC,
            CipherGroup.CHACHA20,
            new DigestGroup(),
            new MacGroup(),
            new SignGroup(),
            new AgreeGroup(),
            new KemGroup(),
            new KeygenGroup(),
            new RandomGroup(),
            new LookupGroup(),
            new HandshakeGroup(),
            new TransferGroup(),
            new XmlGroup());

    private Groups() {}

    /** The group of that name, which must exist. */
    static Group named(String name) {
        return ALL.stream().filter(group -> group.name().equals(name)).findFirst().orElseThrow();
    }
}
