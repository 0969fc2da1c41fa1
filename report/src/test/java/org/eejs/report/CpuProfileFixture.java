package org.eejs.report;

import java.util.ArrayList;
import java.util.List;
import org.eejs.result.CpuCategory;
import org.eejs.result.CpuProfile.Event;
import org.eejs.result.CpuProfile.Part;
import org.eejs.result.CpuProfile.Primitive;
import org.eejs.result.CpuProfile.Sampling;
import org.eejs.result.CpuProfile.SystemCall;
import org.eejs.result.CpuProfile;
import org.eejs.result.Waits;

/** The CPU profile of an invented bank. */
final class CpuProfileFixture {
    private CpuProfileFixture() {}

    static CpuProfile of(double cpuMsPerPage) {
        List<Part> parts = new ArrayList<>();
        add(parts, cpuMsPerPage, CpuCategory.HANDSHAKES_AS_SERVER, "privateKey", 0.1);
        add(parts, cpuMsPerPage, CpuCategory.HANDSHAKES_AS_SERVER, "messages", 0.03);
        add(parts, cpuMsPerPage, CpuCategory.HANDSHAKES_AS_CLIENT, "certificateChecks", 0.24);
        add(parts, cpuMsPerPage, CpuCategory.RECORDS_AS_SERVER, "out", 0.06);
        add(parts, cpuMsPerPage, CpuCategory.RANDOM, null, 0.01);
        add(parts, cpuMsPerPage, CpuCategory.HTTP_SERVER, null, 0.2);
        add(parts, cpuMsPerPage, CpuCategory.HTTP_CLIENT, null, 0.08);
        add(parts, cpuMsPerPage, CpuCategory.NETWORK, null, 0.1);
        add(parts, cpuMsPerPage, CpuCategory.APPLICATION, null, 0.08);
        parts.add(new Part(CpuCategory.JIT, null, 0.05 * cpuMsPerPage, 0.05, List.of(0.05, 0.05)));
        parts.add(new Part(CpuCategory.GC, null, 0.03 * cpuMsPerPage, 0.03, List.of(0.03, 0.03)));
        add(parts, cpuMsPerPage, CpuCategory.UNKNOWN, null, 0.02);
        return new CpuProfile(new Sampling("asyncProfiler", false, 4_812, 3, List.of(), null, 0.974, 4_633L), parts,
                List.of(new Primitive("RSA", "SunRsaSign", 0.3 * cpuMsPerPage, 0.3),
                        new Primitive("AES-GCM", "SunJCE", 0.05 * cpuMsPerPage, 0.05)),
                List.of(new SystemCall("epoll_ctl", 0.04 * cpuMsPerPage, 0.04)),
                List.of(new Event("fullHandshakeOfUser", 812, 1.44), new Event("resumedHandshakeOfUser", 805, 0.31),
                        new Event("backEndCall", 9_120, 0.94)));
    }

    private static void add(List<Part> parts, double cpuMsPerPage, CpuCategory category, String detail, double share) {
        parts.add(new Part(category, detail, share * cpuMsPerPage, share, List.of(0.9 * share, 1.1 * share)));
    }

    /** Returns the waits of its threads, in both kinds of capture. */
    static Waits waits(String text) {
        Waits.Stack stack = new Waits.Stack(90, List.of("java.lang.Object." + text, "org.eejs.bank." + text));
        return new Waits(List.of(new Waits.Lock("org.eejs." + text, "monitor", 90, 0.4, List.of(stack), List.of(stack)),
                new Waits.Lock("java.util.concurrent.locks.ReentrantLock$NonfairSync", "synchronizer", 9, 0.1,
                        List.of(stack), List.of())), 60, null);
    }

    static Waits threadTime(String text) {
        Waits.Stack stack = new Waits.Stack(90, List.of("java.lang.Object." + text, "org.eejs.bank." + text));
        return new Waits(null, null, List.of(new Waits.Cause("running", 3, List.of(stack)),
                new Waits.Cause("backEnd", 1.4, List.of(stack)), new Waits.Cause("lock", 0.2, List.of())));
    }

    /** Returns the profile with a text in all places. */
    static CpuProfile hostile(String text) {
        CpuProfile profile = of(3);
        return new CpuProfile(new Sampling("asyncProfiler", true, 1, 1, List.of(text), null), profile.attribution(),
                List.of(new Primitive(text, text, 1, 0.3)), List.of(new SystemCall(text, 1, 0.3)), profile.events());
    }
}
