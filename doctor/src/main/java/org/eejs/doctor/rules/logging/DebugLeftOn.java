package org.eejs.doctor.rules.logging;

import java.util.List;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** What TLS does is written to the log, byte by byte. */
public final class DebugLeftOn extends FrameRule {
    /** The rule. */
    public DebugLeftOn() {
        super("debug-left-on", "Debugging of TLS or of security is on",
                "mulesoft/docs-connectors#2035, JDK-8044609",
                "sun.security.ssl.SSLLogger", "sun.security.ssl.Utilities.toHexString",
                "sun.security.util.HexDumpEncoder", "sun.security.util.Debug.",
                "sun.security.ssl.SSLExtension*Stringizer", "sun.security.ssl.*.toString");
    }

    @Override
    public boolean applies(Evidence evidence) {
        return evidence.settings().property("javax.net.debug").isPresent()
                || evidence.settings().property("java.security.debug").isPresent();
    }

    @Override
    public List<String> seen(Evidence evidence) {
        return List.of("javax.net.debug is %s, java.security.debug is %s".formatted(evidence.settings()
                .property("javax.net.debug")
                .orElse("not set"), evidence.settings().property("java.security.debug").orElse("not set")));
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Remove the property; the flight recorder has events of TLS for those who want to see it",
                "-Djavax.net.debug=…  // remove", "jcmd PID JFR.start settings=profile  // jdk.TLSHandshake");
    }
}
