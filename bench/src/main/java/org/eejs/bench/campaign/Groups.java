package org.eejs.bench.campaign;

import java.util.List;
import org.eejs.bench.crypto.AgreeGroup;
import org.eejs.bench.crypto.CipherGroup;
import org.eejs.bench.crypto.DigestGroup;
import org.eejs.bench.crypto.KemGroup;
import org.eejs.bench.crypto.KeygenGroup;
import org.eejs.bench.crypto.MacGroup;
import org.eejs.bench.crypto.SignGroup;
import org.eejs.bench.lookup.LookupGroup;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.random.RandomGroup;
import org.eejs.bench.tls.HandshakeGroup;
import org.eejs.bench.tls.TransferGroup;
import org.eejs.bench.xml.XmlGroup;

/** All groups of benchmarks, in the order of the list and of the report. */
public final class Groups {
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
    public static Group named(String name) {
        return ALL.stream().filter(group -> group.name().equals(name)).findFirst().orElseThrow();
    }
}
