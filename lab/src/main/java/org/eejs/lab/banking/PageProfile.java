package org.eejs.lab.banking;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import org.eejs.banking.ProfileKind;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleProfile;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.service.ServiceDescription;
import org.eejs.lab.settings.RunPlan;
import org.eejs.profile.CpuSamples;
import org.eejs.profile.SamplingPlan;
import org.eejs.result.BankingFigures;
import org.eejs.result.CpuCategory;
import org.eejs.result.CpuProfile;
import org.eejs.result.Result;
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

    private final RoleProfile.Request request;
    /** Whether the process does not end with the run. */
    private final boolean goesOn;
    /** Null until it begins. */
    private RoleProfile profile;
    /** Null until they are read. */
    private RoleProfile.Findings findings;
    /** Attaching takes a moment, and ten seconds where it is refused; the load does not wait for it. */
    private CompletableFuture<Void> work = CompletableFuture.completedFuture(null);

    PageProfile(RunPlan run, Places places, ProfileKind kind) {
        request = new RoleProfile.Request(run.service() == null
                ? List.of("org.eejs.bank", "org.eejs.role.", "gg.jte.") : run.service().application(), places.home(),
                places.directory().path().resolve(run.service() == null ? "bank.jfr" : "service.jfr"),
                plan(kind));
        goesOn = run.service() != null && run.service().process() instanceof ServiceDescription.Running;
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
            profile = bank.profile(request);
        }
        work = work.thenRunAsync(profile::begin);
    }

    void stop() {
        if (profile != null) {
            work = work.thenRunAsync(profile::end);
        }
    }

    /** Ends what a run that broke off was sampling in a process that goes on; where nothing is sampled, nothing. */
    void end() {
        if (goesOn) {
            stop();
            work.exceptionally(failure -> null).join();
        }
    }

    /** Waits until sampling has ended, and reads what was sampled while so many pages a second were served. */
    void await(double pagesPerSecond) {
        try {
            work.join();
            findings = profile == null ? null : profile.findings(pagesPerSecond);
        } catch (CompletionException e) {
            findings = new RoleProfile.Findings(new CpuSamples(CpuProfile.unknown(List.of("sampling failed: "
                    + e.getCause())).profile(), Map.of(), Map.of()), 0, null, Map.of());
        }
    }

    /** What the bank's threads waited for; null where nobody looked, or it was not seen. */
    Waits waits() {
        return findings == null ? null : findings.waits();
    }

    /**
     * What the samples and counts of a run come to.
     *
     * @param run what was counted
     * @param protocol the version of TLS that users negotiated; null when not known
     * @param cost what sampling costs; null when not known
     */
    CpuProfile of(BankingFigures run, String protocol, CpuProfile.SamplingCost cost) {
        if (findings == null) {
            return CpuProfile.unknown(List.of("the run broke off before they were read"));
        }
        BankingFigures.CpuBy used = run.usage().cpuMsPerPageBy();
        double appMillisPerSecond = used.app() * run.load().pagesPerSecond();
        CpuProfile.SamplingCost whole = CpuProfile.SamplingCost.of(cost,
                appMillisPerSecond == 0 ? 0 : findings.walkMillisPerSecond() / appMillisPerSecond);
        CpuProfile profile = findings.samples().with(whole).share(used.app(), used.jit(), used.gc());
        return !profile.isKnown() ? profile : new CpuProfile(profile.profile(), profile.attribution(),
                profile.cryptography(), profile.systemCalls(), events(profile, run, protocol));
    }

    /**
     * Costs by what happened. What both kinds of handshakes do, such as reading and writing messages, is divided by the
     * number of both; what a library without symbols does cannot be divided at all.
     */
    private static List<CpuProfile.Event> events(CpuProfile profile, BankingFigures run, String protocol) {
        long pages = run.load().pages();
        Result.HandshakeCount users = run.service() == null ? run.tls().handshakes().bank()
                : run.tls().handshakes().client();
        long backEnd = run.tls().handshakes().backEndClient().full() + run.tls().handshakes().backEndClient().resumed();
        long calls = run.usage().backEndCalls();
        Predicate<CpuProfile.Part> fullOnly = part -> PRIVATE_KEY.equals(part.detail())
                || KEY_EXCHANGE.equals(part.detail()) && !"TLSv1.3".equals(protocol);
        boolean divided = profile.attribution().stream().noneMatch(part -> NATIVE_CODE.equals(part.detail()));
        double full = pages * sum(profile, CpuCategory.HANDSHAKES_AS_SERVER, fullOnly);
        double shared = pages * sum(profile, CpuCategory.HANDSHAKES_AS_SERVER, fullOnly.negate());
        double each = shared / Math.max(1, users.full() + users.resumed());
        List<CpuProfile.Event> events = new ArrayList<>();
        if (divided && users.full() > 0) {
            events.add(new CpuProfile.Event("fullHandshakeOfUser", users.full(), full / users.full() + each));
            events.add(new CpuProfile.Event("privateKeyOfUser", users.full(), pages * sum(profile,
                    CpuCategory.HANDSHAKES_AS_SERVER, part -> PRIVATE_KEY.equals(part.detail())) / users.full()));
        }
        if (divided && users.resumed() > 0) {
            events.add(new CpuProfile.Event("resumedHandshakeOfUser", users.resumed(), each));
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

    /** What encrypting and decrypting costs for each record and request, and for a megabyte where bytes cost most. */
    private static List<CpuProfile.Event> carrying(CpuProfile profile, BankingFigures run) {
        BankingFigures.CarriedBytes carried = run.tls().userBytes();
        double millis = run.load().pages() * profile.millis(CpuCategory.RECORDS_AS_SERVER);
        List<CpuProfile.Event> events = new ArrayList<>();
        if (carried == null || carried.records() == null || carried.records() == 0) {
            return events;
        }
        events.add(new CpuProfile.Event("recordOfUsers", carried.records(), millis / carried.records()));
        events.add(new CpuProfile.Event("requestOfUsers", run.load().httpRequests(),
                millis / Math.max(1, run.load().httpRequests())));
        double megabytes = (run.service() == null ? carried.bank() : carried.client()) / BYTES_OF_A_MEGABYTE;
        if (megabytes >= 1 && carried.bytesPerRecord() >= LARGE_RECORD) {
            events.add(new CpuProfile.Event("megabyteOfUsers", Math.round(megabytes), millis / megabytes));
        }
        return events;
    }

    private static double sum(CpuProfile profile, CpuCategory category, Predicate<CpuProfile.Part> which) {
        return profile.attribution().stream().filter(part -> part.category() == category).filter(which)
                .mapToDouble(CpuProfile.Part::cpuMsPerPage).sum();
    }
}
