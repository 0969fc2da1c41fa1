package org.eejs.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The stacks of real JVMs and their places. Each line has a place, a thread and frames, separated by tabs; the frames
 * are separated by semicolons, beginning with the innermost. To add a rule, record a process that needs it, and check
 * each line. Such a process is {@link HttpsService} on any JDK, or a server of a few lines whose artifacts Maven's
 * {@code dependency:copy-dependencies} copies into a temporary folder:
 *
 * <pre>
 * ./eejs --version
 * mvn -q test-compile -pl profile -am
 * java --add-exports jdk.attach/sun.tools.attach=ALL-UNNAMED -Deejs.home=target/eejs \
 *   -cp "profile/target/test-classes:profile/target/classes:target/eejs/cli/*" \
 *   org.eejs.profile.RecordedStacks profile/src/test/stacks/NAME.txt PROCESS
 * </pre>
 *
 * <p>The program samples the process for some seconds: with async-profiler, or with the flight recorder if
 * {@code eejs.home} is a folder without it. It writes the most frequent stacks of each place, and prints the share of
 * the CPU of each place and the path of the recording. To correct a place, edit {@code categories.yaml} and give the
 * recording again instead of the process. Several processes or recordings make one file.
 */
record RecordedStacks(Path file, List<Line> lines) {
    private static final int OF_EACH_PLACE = 2;
    private static final long SAMPLED_MS = 20_000;
    /** The beginnings of the names of recorded classes that belong to no library. */
    static final List<String> APPLICATION = List.of("org.eejs.bank", "org.eejs.role.", "gg.jte.", "org.eejs.besim.",
            "org.eejs.driver.", "org.eejs.xmlload.", "org.eejs.profile.");

    record Line(String place, StackSample sample) {
        static Line parse(String text) {
            String[] fields = text.split("\t", -1);
            return new Line(fields[0], new StackSample(fields[1], List.of(fields[2].split(";"))));
        }

        String text() {
            return place + "\t" + sample.thread() + "\t" + String.join(";", sample.frames());
        }
    }

    static RecordedStacks read(Path file) throws IOException {
        return new RecordedStacks(file, Files.readAllLines(file).stream().map(Line::parse).toList());
    }

    List<StackSample> samples() {
        return lines.stream().map(Line::sample).toList();
    }

    /** Writes the most frequent stacks of each place in processes or recordings. */
    public static void main(String[] args) throws Exception {
        StackRecording recording = recording(args[1]);
        for (int i = 2; i < args.length; i++) {
            recording = recording.and(recording(args[i]));
        }
        Map<StackSample, Long> counts = recording.stacks();
        Categories categories = Categories.of(APPLICATION, counts.keySet());
        Map<String, List<StackSample>> byPlace = counts.entrySet().stream()
                .sorted(Map.Entry.<StackSample, Long>comparingByValue(Comparator.reverseOrder())).map(Map.Entry::getKey)
                .collect(Collectors.groupingBy(sample -> categories.place(sample).words(), LinkedHashMap::new,
                        Collectors.toList()));
        List<String> lines = new ArrayList<>();
        byPlace.forEach((place, samples) -> samples.stream().limit(OF_EACH_PLACE)
                .forEach(sample -> lines.add(new Line(place, sample).text())));
        Files.write(Path.of(args[0]), lines);
        Map<String, Long> places = new LinkedHashMap<>();
        counts.forEach((sample, count) -> places.merge(categories.place(sample).words(), count, Long::sum));
        double all = counts.values().stream().mapToLong(Long::longValue).sum();
        System.out.println(recording.taken() + " samples by " + recording.source() + ", covered: "
                + recording.covered());
        places.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())).forEach(
                each -> System.out.printf(Locale.ROOT, "%6.2f%%  %s%n", 100 * each.getValue() / all, each.getKey()));
    }

    private static StackRecording recording(String of) throws ProfilingException, InterruptedException {
        if (!of.matches("\\d+")) {
            return StackRecording.read(Path.of(of));
        }
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "stacks-" + of + ".jfr");
        StackSampler sampler = StackSampler.start(new AttachedJvm(Long.parseLong(of)),
                StackSampler.libraryIn(Path.of(System.getProperty("eejs.home"))), file);
        Thread.sleep(SAMPLED_MS);
        System.out.println(file);
        return sampler.stop();
    }
}
