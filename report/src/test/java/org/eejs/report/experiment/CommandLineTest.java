package org.eejs.report.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Test;

class CommandLineTest {
    @Test
    void namesEverySettingAndQuotesForAShell() {
        RunSettings settings = new RunSettings(null, 2.5, "10s", "5s,15s,45s,5s", "modern", "pooled", "cacerts", "60s",
                7L, "/opt/my jdk", null, null, null, null, null, null, List.of("cipher-probe", "locked-random"),
                List.of(), "bank=1,driver=0",
                List.of("-Xmx2g", "-Dname=it's"), 200, 1, 8443, 0, null);
        assertEquals("./eejs run --arrival-rate 2.5 --think-time 10s --phases 5s,15s,45s,5s --tls modern "
                + "--back-end pooled --back-end-trust cacerts --page-timeout 60s --seed 7 --jdk '/opt/my jdk' "
                + "--diseases cipher-probe,locked-random --placement bank=1,driver=0 "
                + "--bank-jvm-options '-Xmx2g -Dname=it'\\''s' --bank-threads 200 --driver-threads 1 "
                + "--bank-port 8443", CommandLine.of("run", settings));
    }

    @Test
    void leavesDefaultsOut() {
        RunSettings settings = RunSettings.unsaid();
        assertEquals("./eejs run", CommandLine.of(null, settings));
    }
}
