package org.eejs.bench.measuring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.eejs.bench.crypto.CipherRecords;
import org.eejs.lab.machine.Jdk;
import org.eejs.result.Bench;
import org.eejs.result.BenchFigures;
import org.eejs.result.MachineCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Intrinsics that are switched off by their flag's name are off. */
class MachineCodeTest {
    @TempDir
    private Path logs;

    /**
     * The JVMs of newer JDKs combine GHASH and AES, whatever the flag for GHASH: 16 KB in 3 us of CPU. Java takes 200
     * us here.
     */
    @Test
    @Tag("long")
    void ghashIsSwitchedOffByItsFlagOnTheNewestJdk() throws Exception {
        Jdk jdk = Jdk.all().stream().max(Comparator.comparingInt(Jdk::feature)).orElseThrow();
        Bench.Cell cell = new Bench.Cell("gcm", "encrypt", "AES-128-GCM", 16_384, Map.of("buffer", "array"),
                jdk.version(), "SunJCE", true, 1).of("SunJCE", MachineCode.without(List.of("UseGHASHIntrinsics")), 1);
        double micros = BenchFigures.CPU.of(Reading.of(cell, 1, new CellRun(MeasuredJvm.of(jdk), new Timing(1, 2, 500, 1, 500), logs).measure(
                CipherRecords.GCM, cell, jdk.cryptoIntrinsics(), options -> { })));
        assertTrue(micros > 40, "without GHASH's intrinsic JDK " + jdk.version() + " needs only " + micros + " us");
    }

    @Test
    void whatIsCombinedIsKnownWhereTheJvmHasIt() {
        for (Jdk jdk : Jdk.all()) {
            assertEquals(jdk.feature() >= 18, !jdk.cryptoIntrinsics().combined().isEmpty(), jdk.version());
        }
    }
}
