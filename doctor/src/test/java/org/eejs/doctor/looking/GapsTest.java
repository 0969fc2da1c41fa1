package org.eejs.doctor.looking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eejs.doctor.evidence.JvmEvidence.HeapClass;
import org.eejs.doctor.evidence.Frame;
import org.eejs.doctor.evidence.Stack;
import org.eejs.profile.AttachedJvm;
import org.eejs.profile.StackReader;
import org.eejs.profile.StackSamples;
import org.eejs.profile.ThreadTimes;
import org.eejs.result.Diagnosis.NotSeen;
import org.junit.jupiter.api.Test;

/** Tests of gaps that hide TLS, so that there is no grade, and of gaps that hide only a part of it. */
class GapsTest {
    private static final HeapClass ONE = new HeapClass(1, 24);

    private static Set<Stack> stack(String method) {
        return Set.of(new Stack("worker", List.of(new Frame(method, 1))));
    }

    @Test
    void tlsThatIsNotTheJdksIsKnownByItsObjectsAndByItsFrames() {
        String who = "TLS by Netty’s tcnative: no rule covers it, and the flight recorder does not count it";
        assertEquals(List.of(new NotSeen(null, who, true)), Gaps.ofTls(Map.of(
                "io.grpc.netty.shaded.io.netty.handler.ssl.OpenSslEngine", ONE), Set.of()), "also renamed");
        assertEquals(List.of(new NotSeen(null, who, true)), Gaps.ofTls(Map.of(),
                stack("io.netty.handler.ssl.ReferenceCountedOpenSslEngine.wrap")), "also of a recording");
        assertTrue(Gaps.ofTls(Map.of("org.bouncycastle.jsse.provider.ProvSSLEngine", ONE), Set.of()).get(0).impairs());
        assertTrue(Gaps.ofTls(Map.of("org.conscrypt.NativeSsl", ONE), Set.of()).get(0).impairs());
        assertEquals(List.of(), Gaps.ofTls(Map.of("org.conscrypt.OpenSSLProvider", ONE,
                "[Lio.netty.handler.ssl.OpenSslEngine;", ONE), Set.of()), "what is there is not used");
    }

    @Test
    void uncountedHandshakesOfTls12AreReportedForServers() {
        List<NotSeen> served = Gaps.ofTls(Map.of(),
                stack("sun.security.ssl.ECDHClientKeyExchange$ECDHClientKeyExchangeConsumer.consume"));
        assertTrue(served.get(0).why().startsWith("full TLS 1.2 handshakes") && !served.get(0).impairs());
        assertEquals(List.of(), Gaps.ofTls(Map.of(),
                stack("sun.security.ssl.ServerHello$T13ServerHelloProducer.produce")));
    }

    @Test
    void aShortCountOfServicesIsReported() {
        assertTrue(Gaps.ofLookups(0.2).get(0).why().contains("counted for 0.2 s"));
        assertEquals(List.of(), Gaps.ofLookups(20));
        assertEquals(List.of(), Gaps.ofLookups(0), "that they were not counted is said otherwise");
    }

    @Test
    void cpuWithoutSamplesIsReported() {
        ThreadTimes used = ThreadTimes.of(ProcessHandle.current().pid());
        String why = Gaps.ofThreads(Map.of(-1L, 1L), used).get(0).why();
        assertTrue(why.contains("% of the CPU: it belongs to threads with few or no samples"), why);
        assertEquals(List.of(), Gaps.ofThreads(Map.of(-1L, 1_000_000_000L), used), "all of it may be theirs");
        assertEquals(List.of(), Gaps.ofThreads(Map.of(-1L, 1L), null), "nobody counted");
    }

    @Test
    void wherePropertiesOrMostSamplesAreMissingNothingIsCertain() {
        List<NotSeen> notSeen = new ArrayList<>();
        JvmAnswers answers = new JvmAnswers(new AttachedJvm(999_999_999), notSeen);
        assertEquals(Map.of(), answers.properties());
        assertEquals(Map.of(), answers.flags());
        assertTrue(notSeen.size() == 2 && notSeen.stream().allMatch(NotSeen::impairs), notSeen.toString());
        StackSamples<Stack> none = new StackSamples<>(new StackReader<>(Frame::new, Stack::new), Stack::sample);
        assertTrue(Gaps.ofSamples(none, 10).get(0).impairs(), "all were lost");
    }
}
