package org.eejs.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.eejs.result.CpuCategory;
import org.eejs.result.CpuProfile.Part;
import org.junit.jupiter.api.Test;

class CpuSharesTest {
    private static final Place.Primitive RSA = new Place.Primitive("RSA", "SunRsaSign");
    private static final CpuShares SHARES = new CpuShares(Map.of(
            new Place(CpuCategory.HANDSHAKES_AS_SERVER, "privateKey", RSA), 300L,
            new Place(CpuCategory.HANDSHAKES_AS_SERVER, "privateKey", null), 100L,
            new Place(CpuCategory.APPLICATION, null, null), 600L,
            new Place(CpuCategory.JIT, null, null), 5_000L), 2.0, 0.5, 0.1);

    @Test
    void partsSumToWhatWasCounted() {
        List<Part> parts = SHARES.parts();
        assertEquals(2.6, parts.stream().mapToDouble(Part::cpuMsPerPage).sum(), 1e-9);
        assertEquals(1, parts.stream().mapToDouble(Part::share).sum(), 1e-9);
        assertEquals(CpuCategory.UNKNOWN, parts.get(parts.size() - 1).category(), "it is listed even if it is 0");
    }

    @Test
    void compilerAndCollectorAreCountedAndNotSampled() {
        Part jit = SHARES.parts().stream().filter(part -> part.category() == CpuCategory.JIT).findFirst().orElseThrow();
        assertEquals(0.5, jit.cpuMsPerPage(), 1e-9);
        assertEquals(List.of(0.5 / 2.6, 0.5 / 2.6), jit.ci95());
    }

    @Test
    void aSampledShareHasAnInterval() {
        Part key = SHARES.parts().get(0);
        assertEquals("privateKey", key.detail());
        assertEquals(0.8, key.cpuMsPerPage(), 1e-9);
        // Wilson's interval for 400 of 1,000 is 0.370 to 0.431.
        assertEquals(0.370 * 2 / 2.6, key.ci95().get(0), 1e-3);
        assertEquals(0.431 * 2 / 2.6, key.ci95().get(1), 1e-3);
    }

    @Test
    void cryptographyIsByAlgorithmAndProvider() {
        assertEquals(1, SHARES.cryptography().size());
        assertEquals("RSA", SHARES.cryptography().get(0).algorithm());
        assertEquals(0.6, SHARES.cryptography().get(0).cpuMsPerPage(), 1e-9);
    }

    @Test
    void systemCallsOfTheCompilerAreNotSharesOfTheApplication() {
        StackSample sends = stack("http-1", "libc.so.6.__send", "java/net/SocketOutputStream.write");
        StackSample waits = stack("C2 CompilerThread0", "libc.so.6.__futex_wait", "libjvm.so.Monitor::wait");
        StackRecording recording = new StackRecording(Source.ASYNC_PROFILER,
                List.of(new StackRecording.Sample(1, sends, 1, 100), new StackRecording.Sample(2, waits, 50, 100)),
                0, null, 0, List.of(), List.of());
        Categories categories = Categories.of(List.of(), recording.stacks().keySet());

        Map<String, Long> calls = CpuShares.systemCalls(recording, categories);

        assertEquals(Map.of("send", 100L), calls);
        CpuShares shares = new CpuShares(CpuShares.places(recording, categories), 1, 9, 0);
        assertEquals(0.1, shares.systemCalls(calls).get(0).share(), 1e-9);
    }

    private static StackSample stack(String thread, String... frames) {
        return new StackSample(thread, List.of(frames));
    }

    @Test
    void aFewShortSamplesCountAsOne() {
        Map<Place, Long> few = Map.of(new Place(CpuCategory.APPLICATION, null, null), 4L);
        Part part = new CpuShares(few, 2, 1, 0, 20).parts().stream()
                .filter(each -> each.category() == CpuCategory.APPLICATION).findFirst().orElseThrow();
        assertTrue(part.ci95().get(0) < part.share() && part.share() <= part.ci95().get(1), part.ci95().toString());
    }

    @Test
    void withoutSamplesNothingIsKnown() {
        assertTrue(new CpuShares(Map.of(), 2, 1, 0).parts().isEmpty());
    }
}
