package org.eejs.lab.banking;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import org.eejs.banking.ProfileKind;
import org.eejs.lab.rounds.Places;
import org.eejs.profile.AttachedJvm;
import org.eejs.profile.Categories;
import org.eejs.profile.CpuShares;
import org.eejs.profile.FlameGraphFile;
import org.eejs.profile.LockOwners;
import org.eejs.profile.Place;
import org.eejs.profile.ProfilingException;
import org.eejs.profile.StackRecording;
import org.eejs.profile.StackSample;
import org.eejs.profile.StackSampler;
import org.eejs.profile.WaitSampling;
import org.eejs.profile.WaitTimes;
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
    static final String RECORDING = "bank.jfr";
    static final String FLAME_GRAPH = "flame-graph.html";

    private static final long BYTES_OF_A_MEGABYTE = 1_000_000;

    /** Only a full handshake has it. */
    private static final String PRIVATE_KEY = "privateKey";
    /** Until TLS 1.2 a resumed handshake exchanges no keys. */
    private static final String KEY_EXCHANGE = "keyExchange";
    /** Of a library that does not say what it does. */
    private static final String NATIVE_CODE = "nativeCode";

    private final Categories categories = Categories.of(List.of("org.eejs.bank", "org.eejs.role.", "gg.jte."));
    private final Path library;
    private final Path folder;
    private final ProfileKind kind;
    private final List<String> problems = new ArrayList<>();
    private final Map<String, Map<StackSample, Long>> owners = new HashMap<>();
    private int threadDumps;
    private StackSampler sampler;
    /** Null while nobody looks for owners of locks. */
    private LockOwners looking;
    /** When the present recording began. */
    private long began;
    private double sampledSeconds;
    /** All that was sampled so far; null before the end of the first recording. */
    private StackRecording recording;
    /** Attaching takes a moment, and ten seconds where it is refused; the load does not wait for it. */
    private CompletableFuture<Void> work = CompletableFuture.completedFuture(null);

    PageProfile(Places places, ProfileKind kind) {
        this.kind = kind;
        library = StackSampler.libraryIn(places.home());
        folder = places.directory().path();
    }

    void start(long bank) {
        work = work.thenRunAsync(() -> begin(bank));
    }

    void stop() {
        work = work.thenRunAsync(this::end);
    }

    /** Waits until sampling has ended. */
    void await() {
        try {
            work.join();
        } catch (CompletionException e) {
            problems.add("sampling failed: " + e.getCause());
        }
    }

    private void begin(long bank) {
        try {
            AttachedJvm jvm = new AttachedJvm(bank);
            sampler = StackSampler.start(jvm, library, folder.resolve(RECORDING), waitSampling());
            began = System.nanoTime();
            problems.addAll(sampler.problems());
            looking = kind == ProfileKind.LOCKS ? LockOwners.of(jvm) : null;
        } catch (ProfilingException e) {
            problems.add(e.getMessage());
        }
    }

    private WaitSampling waitSampling() {
        return switch (kind) {
            case LOCKS -> WaitSampling.LOCKS;
            case WALL -> WaitSampling.ALL;
            default -> WaitSampling.NONE;
        };
    }

    private void end() {
        endLooking();
        if (sampler != null) {
            try {
                double seconds = (System.nanoTime() - began) / 1e9;
                StackRecording next = sampler.stop();
                sampledSeconds += seconds;
                recording = recording == null ? next : recording.and(next);
            } catch (ProfilingException e) {
                problems.add(e.getMessage());
            }
            sampler = null;
        }
    }

    private void endLooking() {
        if (looking != null) {
            try {
                looking.stop();
            } catch (ProfilingException e) {
                problems.add("owners of locks: " + e.getMessage());
            }
            threadDumps += looking.dumps();
            looking.owners().forEach((lock, stacks) -> stacks.forEach((stack, count) -> owners
                    .computeIfAbsent(lock, type -> new HashMap<>()).merge(stack, count, Long::sum)));
            looking = null;
        }
    }

    /** What the bank's threads waited for; null where nobody looked, or it was not seen. */
    Waits waits(BankingFigures run) {
        if (!isReady() || run.load().pagesPerSecond() <= 0) {
            return null;
        }
        WaitTimes times = new WaitTimes(recording, sampledSeconds * run.load().pagesPerSecond());
        return switch (kind) {
            case LOCKS -> new Waits(times.locks(owners), threadDumps, null);
            case WALL -> recording.wall().isEmpty() ? null : new Waits(null, null, times.threadTime(categories));
            default -> null;
        };
    }

    private boolean isReady() {
        return work.isDone() && !work.isCompletedExceptionally() && recording != null;
    }

    /**
     * What the samples and counts of a run come to.
     *
     * @param run what was counted
     * @param protocol the version of TLS that users negotiated; null when not known
     * @param cost what sampling costs; null when not known
     */
    CpuProfile of(BankingFigures run, String protocol, CpuProfile.SamplingCost cost) {
        if (!isReady()) {
            return nothing(work.isDone() && !problems.isEmpty() ? List.copyOf(problems)
                    : List.of("the run broke off before they were read"));
        }
        BankingFigures.CpuBy used = run.usage().cpuMsPerPageBy();
        Map<Place, Long> places = CpuShares.places(recording, categories);
        CpuShares shares = new CpuShares(places, used.app(), used.jit(), used.gc());
        if (shares.parts().isEmpty()) {
            return nothing(List.of("the bank used no CPU"));
        }
        writeFlameGraph();
        CpuProfile profile = new CpuProfile(new CpuProfile.Sampling(recording.source().id(),
                recording.source().isBiased(), recording.samples().size(), recording.lost(), List.copyOf(problems),
                cost), shares.parts(), shares.cryptography(), null);
        return new CpuProfile(profile.profile(), profile.attribution(), profile.cryptography(),
                events(profile, run, protocol));
    }

    private static CpuProfile nothing(List<String> problems) {
        return new CpuProfile(new CpuProfile.Sampling("none", false, 0, 0, problems, null), null, null, null);
    }

    private void writeFlameGraph() {
        try {
            FlameGraphFile.write(folder.resolve(FLAME_GRAPH), "CPU of the bank", recording, categories, Place::words);
        } catch (IOException e) {
            problems.add("no flame graph: " + e.getMessage());
        }
    }

    /**
     * Costs by what happened. What both kinds of handshakes do, such as reading and writing messages, is divided by the
     * number of both; what a library without symbols does cannot be divided at all.
     */
    private static List<CpuProfile.Event> events(CpuProfile profile, BankingFigures run, String protocol) {
        long pages = run.load().pages();
        Result.HandshakeCount users = run.tls().handshakes().bank();
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
        }
        if (divided && users.full() > 0) {
            events.add(new CpuProfile.Event("privateKeyOfUser", users.full(), pages * sum(profile,
                    CpuCategory.HANDSHAKES_AS_SERVER, part -> PRIVATE_KEY.equals(part.detail())) / users.full()));
        }
        if (divided && users.resumed() > 0) {
            events.add(new CpuProfile.Event("resumedHandshakeOfUser", users.resumed(), each));
        }
        long megabytes = run.tls().userBytes() == null ? 0 : run.tls().userBytes().bank() / BYTES_OF_A_MEGABYTE;
        if (megabytes > 0) {
            events.add(new CpuProfile.Event("megabyteOfUsers", megabytes,
                    pages * profile.millis(CpuCategory.RECORDS_AS_SERVER) / megabytes));
        }
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

    private static double sum(CpuProfile profile, CpuCategory category, Predicate<CpuProfile.Part> which) {
        return profile.attribution().stream().filter(part -> part.category() == category).filter(which)
                .mapToDouble(CpuProfile.Part::cpuMsPerPage).sum();
    }
}
