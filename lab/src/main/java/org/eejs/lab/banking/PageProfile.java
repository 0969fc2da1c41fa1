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
 * The CPU of a run's pages by category: samples the bank's stacks, and distributes the CPU that the kernel counted by
 * them. Failures are listed in the result's problems, and the run continues. Attaching and reading do not block the
 * load. Not thread-safe.
 */
final class PageProfile {
    private static final double BYTES_OF_A_MEGABYTE = 1_000_000;

    /**
     * The average record size in bytes from which a cost per megabyte makes sense. A call of AES-GCM costs 270 ns
     * whatever its size, and a byte 0.18 ns on JDK 17 and 0.05 ns on JDK 25 ({@code docs/results/aes-gcm.md}). So bytes
     * are more than half of the cost from 1,500 bytes (JDK 17) or 5,200 bytes (JDK 25). In smaller records, a megabyte
     * would cost something else.
     */
    private static final int LARGE_RECORD = 4_096;

    /** The detail that only a full handshake has. */
    private static final String PRIVATE_KEY = "privateKey";
    /** The key exchange; until TLS 1.2 a resumed handshake has none. */
    private static final String KEY_EXCHANGE = "keyExchange";
    /** The detail of a library without symbols. */
    private static final String NATIVE_CODE = "nativeCode";

    private final Subject subject;
    private final SamplingPlan plan;
    private final Path flameGraph;
    /** The profile; null until sampling begins. */
    private RoleProfile profile;
    /** The findings; null until they are read. */
    private RoleProfile.Findings findings;
    /**
     * The work in progress. Attaching takes a moment, and ten seconds where it is refused; the load does not wait for
     * it.
     */
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

    /**
     * Waits until sampling has ended, and reads the samples.
     *
     * @param pagesPerSecond the rate of pages while they were taken
     */
    void await(double pagesPerSecond) {
        try {
            work.join();
            findings = profile == null ? null : profile.findings(pagesPerSecond);
        } catch (CompletionException e) {
            findings = RoleProfile.Findings.unknown(List.of("sampling failed: " + e.getCause()));
        }
    }

    /** Returns what the bank's threads waited for; null where it was not sampled or not seen. */
    Waits waits() {
        return findings == null ? null : findings.waits();
    }

    /**
     * Returns the CPU profile of a run.
     *
     * @param run the counts of the run
     * @param protocol the version of TLS that users negotiated; null when not known
     * @param cost the cost of sampling; null when not known
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

    /** Returns the figure, or 0 if it is no number: without pages the cost of one is unknown. */
    private static double zeroIfNone(double figure) {
        return Double.isNaN(figure) ? 0 : figure;
    }

    /**
     * Returns the costs by event. The work that both kinds of handshakes share, such as reading and writing messages,
     * is divided by the number of both. Work in a library without symbols is not divided at all.
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

    /** Returns the cost of encryption per record and request, and per megabyte where bytes cost most. */
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
