package org.eejs.report.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunQuality;
import org.eejs.report.text.Tested;
import org.eejs.result.CpuCategory;
import org.eejs.result.CpuGroup;
import org.eejs.result.CpuProfile;
import org.eejs.result.CpuProfile.Event;
import org.eejs.result.CpuProfile.Part;
import org.eejs.result.CpuProfile.Primitive;
import org.eejs.result.CpuProfile.Sampling;
import org.eejs.result.CpuProfile.SystemCall;
import org.eejs.result.Observation;

/** The section of a run about the CPU of a page. */
final class CpuSection {
    private static final Map<CpuCategory, String> BANK = Map.of(
            CpuCategory.HANDSHAKES_AS_SERVER, "TLS handshakes with users",
            CpuCategory.HANDSHAKES_AS_CLIENT, "TLS handshakes with the back end",
            CpuCategory.RECORDS_AS_SERVER, "TLS records with users",
            CpuCategory.RECORDS_AS_CLIENT, "TLS records with the back end");
    private static final Map<String, String> EVENTS = Map.of(
            "fullHandshakeOfUser", "full handshake with a user",
            "resumedHandshakeOfUser", "resumed handshake with a user",
            "backEndHandshake", "handshake with the back end",
            "privateKeyOfUser", "use of the private key in a full handshake",
            "backEndCall", "call of the back end, including handshakes",
            "recordOfUsers", "TLS record to or from a user, encrypted or decrypted",
            "requestOfUsers", "request of a user (decrypted) and its answer (encrypted)",
            "megabyteOfUsers", "MB to and from users, encrypted and decrypted");
    /** The parts that usually dominate the cost of TLS. */
    private static final Map<CpuCategory, String> LARGE_PARTS = Map.of(
            CpuCategory.HANDSHAKES_AS_CLIENT, "new connections to the back end",
            CpuCategory.HANDSHAKES_AS_SERVER, "handshakes with users",
            CpuCategory.TLS_MATERIAL, "SSLContexts, trust and key stores, created again");
    /** Smaller shares are not mentioned. */
    private static final double LEAST_SHARE = 0.01;
    private static final Map<String, String> SOURCES = Map.of("asyncProfiler", "async-profiler",
            "cpuTimeSample", "the flight recorder (jdk.CPUTimeSample)",
            "executionSample", "the flight recorder (jdk.ExecutionSample)");

    private CpuSection() {}

    /**
     * Returns the section of a run. {@code alone} returns the cost of the cryptography within an event, as text; it is
     * empty if unknown.
     */
    static Section section(Observation run, Function<Event, String> alone) {
        CpuProfile profile = run.evidence().profile();
        Tested tested = Tested.of(run);
        String mark = RunQuality.mark(run);
        Section section = Section.of("CPU by purpose");
        if (!profile.isKnown()) {
            return profile.profile() == null ? section : section.with(Block.paragraph(Block.Style.NOTHING,
                    tested.words("The bank’s stacks were not sampled: ")
                            + String.join("; ", profile.profile().problems()) + "."));
        }
        return section.with(
                Block.paragraph(Block.Style.SUMMARY, tested.words(sentence(profile)
                        + (mark.isEmpty() ? "" : " The bank was " + mark + ".")) + covered(profile.profile())
                        + (profile.profile().biased() ? " Treat all shares as approximate." : "")),
                new Block.StackedBar(tested.words("CPU of the bank for"), tested.words("ms/page"),
                        CpuGroup.used(profile).stream().map(group -> new Block.Piece(tested.words(group.words()),
                                group.millis(profile), Format.millis(group.millis(profile)), group.colour())).toList()),
                new Block.Figures(Table.of(List.of(
                        Column.<Part>words("CPU of the bank for", part -> tested.words(BANK.getOrDefault(
                                part.category(), part.category().words()))),
                        Column.words("Detail", part -> detail(part.detail())),
                        millis(Part::cpuMsPerPage), share(Part::share),
                        Column.figure("95% CI", part -> interval(part.ci95()))), profile.attribution()),
                        Where.FILES),
                Block.table(Table.of(events(profile, tested, alone), profile.events())),
                Block.folded("Cryptography by algorithm and provider", Block.table(Table.of(List.of(
                        Column.<Primitive>words("Algorithm", Primitive::algorithm),
                        Column.words("Provider", Primitive::provider), millis(Primitive::cpuMsPerPage),
                        share(Primitive::share)), profile.cryptography()))),
                Block.folded("System calls", Block.table(Table.of(List.of(
                        Column.<SystemCall>words("Call", SystemCall::call), millis(SystemCall::cpuMsPerPage),
                        share(SystemCall::share)), profile.systemCalls()))),
                Block.note(notes(profile.profile(), tested), Where.FILES));
    }

    private static <T> Column<T> millis(ToDoubleFunction<T> millis) {
        return Column.figure("ms/page", each -> Format.millis(millis.applyAsDouble(each)));
    }

    static <T> Column<T> share(ToDoubleFunction<T> share) {
        return Column.figure("Share, %", each -> Format.share(share.applyAsDouble(each)));
    }

    /** Returns a part of a category as text; empty for the whole category. */
    static String detail(String detail) {
        return detail == null ? "" : CpuCategory.words(detail);
    }

    /** Returns the interval of a sampled share. */
    static String interval(List<Double> ends) {
        return ends.get(0).equals(ends.get(1)) ? "counted"
                : Format.share(ends.get(0)) + " to " + Format.share(ends.get(1));
    }

    /** Returns the name of a source of samples. */
    static String source(String recorded) {
        return SOURCES.getOrDefault(recorded, recorded);
    }

    private static List<Column<Event>> events(CpuProfile profile, Tested tested, Function<Event, String> alone) {
        List<Column<Event>> columns = List.of(
                Column.words("Each", event -> tested.words(EVENTS.get(event.event()))),
                Column.figure("CPU of the bank", event -> Format.time(event.cpuMs())),
                Column.figure("Count", event -> Format.count(event.count())));
        return profile.events().stream().map(alone).allMatch(String::isEmpty) ? columns
                : Stream.concat(columns.stream(), Stream.of(Column.words("Its cryptography only, by eejs bench",
                        alone))).toList();
    }

    /**
     * Returns the cost of TLS and other cryptography in a page's CPU, as a sentence; empty if unknown.
     */
    private static String sentence(CpuProfile profile) {
        double all = profile.millis(Set.of(CpuCategory.values())) - CpuGroup.JIT.millis(profile);
        if (!profile.isKnown() || all <= 0) {
            return "";
        }
        double tls = profile.millis(Stream.of(CpuCategory.values()).filter(CpuCategory::isTls).toList());
        String cost = "TLS costs this bank %s of %s ms per page (%s)".formatted(Format.millis(tls), Format.millis(all),
                Format.percent(tls / all));
        Map.Entry<CpuCategory, String> most = LARGE_PARTS.entrySet().stream()
                .max(Comparator.comparing(part -> profile.millis(part.getKey()))).orElseThrow();
        double millis = profile.millis(most.getKey());
        return (tls == 0 || millis < tls / 4 ? cost + "."
                : cost + ": %s of it are %s.".formatted(Format.millis(millis), most.getValue())) + own(profile, all);
    }

    /** Returns the service's other cryptography, largest part first; empty if it is negligible. */
    private static String own(CpuProfile profile, double all) {
        Set<CpuCategory> ofService = Stream.of(CpuCategory.values()).filter(category -> !category.isTls()
                && CpuGroup.of(category).isCryptographic()).collect(Collectors.toSet());
        double own = profile.millis(ofService);
        if (own < LEAST_SHARE * all) {
            return "";
        }
        return " Other cryptography costs %s ms (%s): %s.".formatted(Format.millis(own), Format.percent(own / all),
                profile.attribution().stream().filter(part -> ofService.contains(part.category()))
                        .sorted(Comparator.comparingDouble(Part::cpuMsPerPage).reversed())
                        .filter(part -> part.cpuMsPerPage() >= LEAST_SHARE * own)
                        .map(part -> "%s %s".formatted(part.category() == CpuCategory.CRYPTOGRAPHY
                                ? CpuCategory.words(part.detail()) : part.category().words().toLowerCase(Locale.ROOT),
                                Format.millis(part.cpuMsPerPage()))).collect(Collectors.joining(", ")));
    }

    /** Returns the coverage of the samples; empty if the kernel does not count CPU by thread. */
    private static String covered(Sampling sampling) {
        return sampling.covered() == null ? "" : " %s samples cover %s of the CPU; %s were lost.".formatted(
                Format.count(sampling.samples()), Format.percent(sampling.covered()), Format.count(sampling.lost()));
    }

    private static String notes(Sampling sampling, Tested tested) {
        List<String> notes = new ArrayList<>();
        notes.add(tested.words("%s stacks of the bank were sampled by %s%s; compiler and collector are counted by the "
                + "kernel.").formatted(Format.count(sampling.samples()),
                        source(sampling.source()), sampling.biased()
                                ? "; treat all shares as approximate" : ""));
        if (sampling.lost() > 0) {
            notes.add("%s samples had no stack or were lost.".formatted(Format.count(sampling.lost())));
        }
        if (sampling.covered() != null) {
            notes.add("A thread’s samples are weighted by its CPU according to the kernel. Threads that ended, or have "
                    + "few samples, share the rest.");
        }
        sampling.problems().forEach(problem -> notes.add(problem + "."));
        if (sampling.cost() != null && sampling.cost().walkShare() != null) {
            notes.add("Stack walking took %s of the application’s CPU, by async-profiler’s own count."
                    .formatted(Format.percent(sampling.cost().walkShare())));
        }
        if (sampling.cost() != null && sampling.cost().ratio() != null) {
            notes.add(tested.words("While stacks were sampled, the application’s CPU per page was %.3f times as high%s"
                    + "; %s pairs of periods.").formatted(sampling.cost().ratio(), sampling.cost().ci95() == null ? ""
                            : " (%.3f to %.3f)".formatted(sampling.cost().ci95().toArray()),
                            sampling.cost().pairs()));
        }
        notes.add("A full handshake costs more than a resumed one by its private key, and until TLS 1.2 by its key "
                + "exchange. All other costs are divided by the number of both.");
        notes.add("To add the cost of single primitives, run eejs bench sign gcm, and eejs report with both results.");
        notes.add(tested.words("The flame graph is flame-graph.html in this folder, the recording is bank.jfr."));
        return String.join(" ", notes);
    }
}
