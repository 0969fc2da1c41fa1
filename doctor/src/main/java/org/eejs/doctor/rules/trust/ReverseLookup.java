package org.eejs.doctor.rules.trust;

import java.util.List;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** An address is looked up for its name, which asks a name server. */
public final class ReverseLookup extends FrameRule {
    private static final String SOCKET_ADDRESS = "java.net.InetSocketAddress.";

    /** The rule. */
    public ReverseLookup() {
        super("reverse-dns", "Addresses are looked up for names",
                "jetty#1235, nextgenhealthcare/connect#2987, paho.mqtt.java#269, XNIO-226",
                "java.net.InetAddress.getHostFromNameService", "java.net.InetAddress.getHostName",
                "java.net.InetAddress.getCanonicalHostName", "java.net.InetSocketAddress.getHostName",
                "java.net.Inet4AddressImpl.getHostByAddr", "java.net.Inet6AddressImpl.getHostByAddr");
    }

    @Override
    public List<String> seen(Evidence evidence) {
        return List.of("threads wait for the name server in native code, which is not seen: it takes longer than its "
                + "CPU");
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Ask an address for its text instead of getHostName(), and give names to sockets and engines; "
                + claim.caller() + " looks it up", claim.frame().startsWith(SOCKET_ADDRESS)
                        ? "socketAddress.getHostString()" : "inetAddress.getHostAddress()");
    }
}
