package org.eejs.lab.banking;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import org.eejs.banking.ProfileKind;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleProfile;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.settings.RunPlan;
import org.eejs.lab.settings.Subject;
import org.eejs.profile.SampledJvm;
import org.eejs.profile.SamplingPlan;
import org.eejs.result.BankFigures;
import org.eejs.result.CpuCategory;
import org.eejs.result.CpuProfile;
import org.eejs.result.Observation;
import org.eejs.result.Waits;

/**
 * Where the CPU of a run's pages went: has the bank's stacks sampled, and shares out by them what the kernel counted.
 * What fails is in the result's problems, and the run goes on. Attaching and reading are done beside the load. For one
 * thread.
 */
final class PageProfile {
    private static final double BYTES_OF_A_MEGABYTE = 1_000_000;

    /**
     * Bytes of a record, on average, from which a cost per megabyte is one of bytes. A call of AES-GCM costs 270 ns
     * whatever its size, and a byte 0.18 ns on JDK 17 and 0.05 ns on JDK 25 ({@code docs/gcm.md}): from 1,500 and 5,200
     * bytes on the bytes are more than half of it. Below, a megabyte in other records would cost something else.
     */
    private static final int LARGE_RECORD = 4_096;

    /** Only a full handshake has it. */
    private static final String PRIVATE_KEY = "privateKey";
    /** Until TLS 1.2 a resumed handshake exchanges no keys. */
    private static final String KEY_EXCHANGE = "keyExchange";
    /** Of a library that does not say what it does. */
    private static final String NATIVE_CODE = "nativeCode";

    private final Subject subject;
    private final SamplingPlan plan;
    private final Path flameGraph;
    /** Null until it begins. */
    private RoleProfile profile;
    /** Null until they are read. */
    private RoleProfile.Findings findings;
    /** Attaching takes a moment, and ten seconds where it is refused; the load does not wait for it. */
    private CompletableFuture<Void> work = CompletableFuture.completedFuture(null);

    PageProfile(RunPlan run, Places places, ProfileKind kind) {
        subject = run.subject();
        plan = plan(kind);
        flameGraph = places.directory().path().resolve(SampledJvm.FLAME_GRAPH);
    }

    private static SamplingPlan plan(ProfileKind kind) {
        return switch (kind) {
            case LOCKS -> SamplingPlan.LOCKS;
            case WALL -> SamplingPlan.WALL;
            default -> SamplingPlan.CPU;
        };
    }

    void start(Role bank) {
        if (profile == null) {
            profile = new RoleProfile(bank, subject.application(), plan, flameGraph);
        }
        work = work.thenRunAsync(profile::begin);
    }

    void stop() {
        if (profile != null) {
            work = work.thenRunAsync(profile::end);
        }
    }

    /** Waits until sampling has ended, and reads what was sampled while so many pages a second were served. */
    void await(double pagesPerSecond) {
        try {
            work.join();
            findings = profile == null ? null : profile.findings(pagesPerSecond);
        } catch (CompletionException e) {
            findings = RoleProfile.Findings.unknown(List.of("sampling failed: " + e.getCause()));
        }
    }

    /** Returns what the bank's threads waited for; null where nobody looked, or it was not seen. */
    Waits waits() {
        return findings == null ? null : findings.waits();
    }

    /**
     * Returns what the samples and counts of a run come to.
     *
     * @param run what was counted
     * @param protocol the version of TLS that users negotiated; null when not known
     * @param cost what sampling costs; null when not known
     */
    CpuProfile of(Observation run, String protocol, CpuProfile.SamplingCost cost) {
        if (findings == null) {
            return CpuProfile.unknown(List.of("the run broke off before they were read"));
        }
        double appMillisPerSecond = zeroIfNone(BankFigures.CPU_OF_APP.of(run))
                * BankFigures.PAGES_PER_SECOND.of(run);
        CpuProfile.SamplingCost whole = CpuProfile.SamplingCost.of(cost,
                appMillisPerSecond == 0 ? 0 : findings.walkMillisPerSecond() / appMillisPerSecond);
        CpuProfile profile = findings.samples().with(whole).share(
                zeroIfNone(BankFigures.CPU_OF_APP.of(run)), zeroIfNone(BankFigures.CPU_OF_JIT.of(run)),
                zeroIfNone(BankFigures.CPU_OF_GC.of(run)));
        return !profile.isKnown() ? profile : new CpuProfile(profile.profile(), profile.attribution(),
                profile.cryptography(), profile.systemCalls(), events(profile, run, protocol));
    }

    /** In a run without pages nothing is known of what one costs. */
    private static double zeroIfNone(double figure) {
        return Double.isNaN(figure) ? 0 : figure;
    }

    /**
     * Costs by what happened. What both kinds of handshakes do, such as reading and writing messages, is divided by the
     * number of both; what a library without symbols does cannot be divided at all.
     */
    private List<CpuProfile.Event> events(CpuProfile profile, Observation run, String protocol) {
        long pages = run.count(BankFigures.PAGES.id());
        String users = subject.isPublished() ? "handshakes.bank" : "handshakes.client";
        long usersFull = run.count(users + ".full");
        long usersResumed = run.count(users + ".resumed");
        long backEnd = run.count("handshakes.backEndClient.full") + run.count("handshakes.backEndClient.resumed");
        long calls = run.count(BankFigures.BACK_END_CALLS.id());
        Predicate<CpuProfile.Part> fullOnly = part -> PRIVATE_KEY.equals(part.detail())
                || KEY_EXCHANGE.equals(part.detail()) && !"TLSv1.3".equals(protocol);
        boolean divided = profile.attribution().stream().noneMatch(part -> NATIVE_CODE.equals(part.detail()));
        double full = pages * sum(profile, CpuCategory.HANDSHAKES_AS_SERVER, fullOnly);
        double shared = pages * sum(profile, CpuCategory.HANDSHAKES_AS_SERVER, fullOnly.negate());
        double each = shared / Math.max(1, usersFull + usersResumed);
        List<CpuProfile.Event> events = new ArrayList<>();
        if (divided && usersFull > 0) {
            events.add(new CpuProfile.Event("fullHandshakeOfUser", usersFull, full / usersFull + each));
            events.add(new CpuProfile.Event("privateKeyOfUser", usersFull, pages * sum(profile,
                    CpuCategory.HANDSHAKES_AS_SERVER, part -> PRIVATE_KEY.equals(part.detail())) / usersFull));
        }
        if (divided && usersResumed > 0) {
            events.add(new CpuProfile.Event("resumedHandshakeOfUser", usersResumed, each));
        }
        events.addAll(carrying(profile, run));
        if (backEnd > 0) {
            events.add(new CpuProfile.Event("backEndHandshake", backEnd,
                    pages * profile.millis(CpuCategory.HANDSHAKES_AS_CLIENT) / backEnd));
        }
        if (calls > 0) {
            events.add(new CpuProfile.Event("backEndCall", calls, pages * profile.millis(Set.of(
                    CpuCategory.HANDSHAKES_AS_CLIENT, CpuCategory.RECORDS_AS_CLIENT, CpuCategory.HTTP_CLIENT))
                    / calls));
        }
        return events;
    }

    /** Returns the cost of encryption for each record and request, and for each megabyte where bytes cost most. */
    private List<CpuProfile.Event> carrying(CpuProfile profile, Observation run) {
        long records = run.count(BankFigures.RECORDS.id());
        long requests = run.count(BankFigures.HTTP_REQUESTS.id());
        double millis = run.count(BankFigures.PAGES.id()) * profile.millis(CpuCategory.RECORDS_AS_SERVER);
        List<CpuProfile.Event> events = new ArrayList<>();
        if (records == 0) {
            return events;
        }
        events.add(new CpuProfile.Event("recordOfUsers", records, millis / records));
        events.add(new CpuProfile.Event("requestOfUsers", requests, millis / Math.max(1, requests)));
        double bytes = BankFigures.CLIENT_BYTES.of(run);
        double megabytes = (subject.isPublished() ? BankFigures.BANK_BYTES.of(run) : bytes)
                / BYTES_OF_A_MEGABYTE;
        if (megabytes >= 1 && bytes / records >= LARGE_RECORD) {
            events.add(new CpuProfile.Event("megabyteOfUsers", Math.round(megabytes), millis / megabytes));
        }
        return events;
    }

    private static double sum(CpuProfile profile, CpuCategory category, Predicate<CpuProfile.Part> which) {
        return profile.attribution().stream().filter(part -> part.category() == category).filter(which)
                .mapToDouble(CpuProfile.Part::cpuMsPerPage).sum();
    }
}
