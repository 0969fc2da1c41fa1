package org.eejs.bench.campaign;

import java.util.List;
import java.util.stream.Stream;
import org.eejs.bench.crypto.CipherRecords;
import org.eejs.bench.crypto.DigestBytes;
import org.eejs.bench.crypto.KeyAgreements;
import org.eejs.bench.crypto.KeyEncapsulations;
import org.eejs.bench.crypto.KeyGeneration;
import org.eejs.bench.crypto.MacBytes;
import org.eejs.bench.crypto.SignMessage;
import org.eejs.bench.cures.BottleneckCosts;
import org.eejs.bench.cures.OpenJdkStyle;
import org.eejs.bench.cures.SslContextInit;
import org.eejs.bench.lookup.AlgorithmLookup;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.random.RandomBytes;
import org.eejs.bench.tls.KeyManagerContext;
import org.eejs.bench.tls.KeyManagerHandshake;
import org.eejs.bench.tls.KeyStoreRefresh;
import org.eejs.bench.tls.SslHandshake;
import org.eejs.bench.tls.SslHandshakesInTurn;
import org.eejs.bench.tls.SslTransfer;
import org.eejs.bench.xml.PixSigning;
import org.eejs.bench.xml.XmlTransaction;

/** All groups of benchmarks, in the order of the list and of the report. */
public final class Groups {
    /** The groups to measure by default. */
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
            AlgorithmLookup.GROUP,
            SslHandshake.GROUP,
            SslTransfer.GROUP,
            XmlTransaction.GROUP);

    /** The groups that compare with a baseline; they are measured only when named. */
    private static final List<Group> COMPARED = List.of(
            SslHandshakesInTurn.FULL,
            SslHandshakesInTurn.RESUMED,
            KeyManagerHandshake.GROUP,
            KeyManagerContext.GROUP,
            KeyStoreRefresh.GROUP,
            SslContextInit.GROUP,
            RandomBytes.SOURCES,
            BottleneckCosts.GROUP,
            OpenJdkStyle.GROUP,
            PixSigning.GROUP);

    private Groups() {}

    /** Returns all groups that can be named. */
    static List<Group> listed() {
        return Stream.concat(ALL.stream(), COMPARED.stream()).toList();
    }

    /** Returns the group of that name, which must exist. */
    public static Group named(String name) {
        return listed().stream().filter(group -> group.name().equals(name)).findFirst().orElseThrow();
    }
}
