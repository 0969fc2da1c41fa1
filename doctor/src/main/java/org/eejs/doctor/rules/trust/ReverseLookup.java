package org.eejs.doctor.rules.trust;

import java.util.List;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** The service looks up the name of an address, which asks a name server. */
public final class ReverseLookup extends FrameRule {
    private static final String SOCKET_ADDRESS = "java.net.InetSocketAddress.";
    /** The fewest moments at which a thread must wait; one moment proves nothing. */
    private static final int MOMENTS = 2;
    private static final double MILLIS = 1_000;

    /** Creates the rule. */
    public ReverseLookup() {
        super("reverse-dns", "The service looks up the names of addresses",
                "jetty#1235, nextgenhealthcare/connect#2987, paho.mqtt.java#269, XNIO-226",
                "java.net.InetAddress.getHostFromNameService", "java.net.InetAddress.getHostName",
                "java.net.InetAddress.getCanonicalHostName", "java.net.InetSocketAddress.getHostName",
                "java.net.Inet4AddressImpl.getHostByAddr", "java.net.Inet6AddressImpl.getHostByAddr");
    }

    /** Returns stacks that wait for a name server. They wait in native code, which the recorder does not record. */
    private List<Stack> looking(JvmEvidence evidence) {
        List<List<Stack>> moments = evidence.threads().stream().map(all -> all.stream()
                .filter(stack -> claims(stack) >= 0).toList()).filter(all -> !all.isEmpty()).toList();
        return moments.size() < MOMENTS ? List.of() : moments.stream().flatMap(List::stream).toList();
    }

    @Override
    public double waitedMillis(JvmEvidence evidence) {
        List<Stack> looking = looking(evidence);
        return looking.isEmpty() ? 0 : MILLIS * evidence.seconds() * looking.size() / evidence.threads().size();
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        List<Stack> looking = looking(evidence);
        return looking.isEmpty() ? List.of() : List.of("%d threads waited for names at %d moments".formatted(
                looking.size(),
                evidence.threads().size()));
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim sampled) {
        Claim claim = new Claim();
        looking(evidence).forEach(stack -> claim.add(stack, claims(stack), 1));
        return cure(claim.samples() > 0 ? claim : sampled);
    }

    private static Cure cure(Claim claim) {
        return Cures.of("Ask an address for its text instead of getHostName(), and give names to sockets and engines; "
                + claim.caller() + " looks names up", claim.frame().startsWith(SOCKET_ADDRESS)
                        ? "socketAddress.getHostString()" : "inetAddress.getHostAddress()");
    }
}
