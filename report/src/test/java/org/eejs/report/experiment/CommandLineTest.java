package org.eejs.report.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Test;

class CommandLineTest {
    @Test
    void namesEverySettingAndQuotesForAShell() {
        RunSettings settings = RunSettings.of(Map.ofEntries(Map.entry("arrivalRate", 2.5),
                Map.entry("thinkTime", "10s"), Map.entry("phases", "5s,15s,45s,5s"), Map.entry("tls", "modern"),
                Map.entry("backEnd", "pooled"),
                Map.entry("backEndTrust", "cacerts"), Map.entry("pageTimeout", "60s"), Map.entry("seed", 7),
                Map.entry("jdk", "/opt/my jdk"), Map.entry("diseases", List.of("cipher-probe", "locked-random")),
                Map.entry("cures", List.of()), Map.entry("placement", "bank=1,driver=0"),
                Map.entry("bankJvmOptions", List.of("-Xmx2g", "-Dname=it's")), Map.entry("bankThreads", 200),
                Map.entry("driverThreads", 1), Map.entry("bankPort", 8443), Map.entry("besimPort", 0)));
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
