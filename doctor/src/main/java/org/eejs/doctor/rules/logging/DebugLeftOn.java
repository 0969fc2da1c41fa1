package org.eejs.doctor.rules.logging;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** The service logs TLS in full, byte by byte. */
public final class DebugLeftOn extends FrameRule {
    private static final String TLS = "javax.net.debug";
    private static final String SECURITY = "java.security.debug";

    /** Creates the rule. */
    public DebugLeftOn() {
        super("debug-left-on", "Debug output of TLS or security is on",
                "mulesoft/docs-connectors#2035, JDK-8044609",
                "sun.security.ssl.SSLLogger", "sun.security.ssl.Utilities.toHexString",
                "sun.security.util.HexDumpEncoder", "sun.security.util.Debug.",
                "sun.security.ssl.SSLExtension*Stringizer", "sun.security.ssl.*.toString");
    }

    @Override
    public boolean applies(JvmEvidence evidence) {
        return evidence.settings().property(TLS).isPresent() || evidence.settings().property(SECURITY).isPresent();
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return Stream.of(TLS, SECURITY).flatMap(name -> evidence.settings().property(name).stream()
                .map(value -> "%s is %s".formatted(name, value.isEmpty() ? "set" : value))).toList();
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        String pid = evidence.target().pid() == null ? "PID" : evidence.target().pid().toString();
        return Cures.of("Remove " + Stream.of(TLS, SECURITY).filter(name -> evidence.settings().property(name)
                .isPresent()).map(name -> "-D" + name).collect(Collectors.joining(" and ")) + " from the options, "
                + "or from the code that sets it. To see handshakes, use the flight recorder",
                "jcmd " + pid + " JFR.start settings=profile jdk.TLSHandshake#enabled=true");
    }
}
