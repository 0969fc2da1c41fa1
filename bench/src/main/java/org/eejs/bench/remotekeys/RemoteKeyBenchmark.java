package org.eejs.bench.remotekeys;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.concurrent.TimeUnit;
import org.eejs.result.RemoteKeyKind;
import org.eejs.result.RemoteKeys;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A benchmark of a key that all threads share, be it local or in key servers. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public abstract class RemoteKeyBenchmark {
    /** The folder of {@link SweepFolder}. */
    @Param("")
    public String folder;

    /** The place of the key: {@code local} or {@code remote}. */
    @Param({RemoteKeys.LOCAL, RemoteKeys.REMOTE})
    public String key;

    /** The kind of key. */
    @Param("rsa-2048")
    public String kind = RemoteKeyKind.RSA_2048.id();

    /** The number of servers that hold the remote key. */
    @Param("1")
    public int servers;

    /** The provider that signs with local keys. */
    @Param("ACCP")
    public String provider;

    /** Returns the key in the folder. */
    SweepFolder.OpenKey openKey() throws IOException, GeneralSecurityException {
        return new SweepFolder(Path.of(folder)).open(RemoteKeyKind.byId(kind).orElseThrow(), key, servers, provider);
    }
}
