package org.eejs.bench.campaign;

import java.util.List;
import org.eejs.bench.crypto.CipherRecords;
import org.eejs.bench.crypto.DigestBytes;
import org.eejs.bench.crypto.KeyAgreements;
import org.eejs.bench.crypto.KeyEncapsulations;
import org.eejs.bench.crypto.KeyGeneration;
import org.eejs.bench.crypto.MacBytes;
import org.eejs.bench.crypto.SignMessage;
import org.eejs.bench.lookup.ServiceLookup;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.random.RandomBytes;
import org.eejs.bench.tls.SslHandshake;
import org.eejs.bench.tls.SslTransfer;
import org.eejs.bench.xml.XmlTransaction;

/** All groups of benchmarks, in the order of the list and of the report. */
public final class Groups {
    /** All of them. */
    static final List<Group> ALL = List.of(
            CipherRecords.GCM,
            CipherRecords.CBC,
            CipherRecords.CHACHA20,
            DigestBytes.GROUP,
            MacBytes.GROUP,
            SignMessage.GROUP,
            KeyAgreements.GROUP,
            KeyEncapsulations.GROUP,
            KeyGeneration.GROUP,
            RandomBytes.GROUP,
            ServiceLookup.GROUP,
            SslHandshake.GROUP,
            SslTransfer.GROUP,
            XmlTransaction.GROUP);

    private Groups() {}

    /** The group of that name, which must exist. */
    public static Group named(String name) {
        return ALL.stream().filter(group -> group.name().equals(name)).findFirst().orElseThrow();
    }
}
