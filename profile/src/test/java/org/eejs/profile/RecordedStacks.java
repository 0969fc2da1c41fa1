package org.eejs.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Stacks of real JVMs, and where each belongs: a line each of place, thread and frames, separated by tabs, the frames by
 * semicolons from the innermost. {@link #main} takes them from a recording; whoever does so reads each line.
 */
record RecordedStacks(Path file, List<Line> lines) {
    private static final int OF_EACH_PLACE = 2;
    static final List<String> APPLICATION = List.of("org.eejs.bank", "org.eejs.role.", "gg.jte.");

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

    /** Writes the most frequent stacks of each place. */
    public static void main(String[] args) throws Exception {
        Categories categories = Categories.of(APPLICATION);
        Map<StackSample, Long> counts = StackRecording.read(Path.of(args[0])).samples().stream()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        Map<String, List<StackSample>> byPlace = counts.entrySet().stream()
                .sorted(Map.Entry.<StackSample, Long>comparingByValue(Comparator.reverseOrder())).map(Map.Entry::getKey)
                .collect(Collectors.groupingBy(sample -> categories.place(sample).words(), LinkedHashMap::new,
                        Collectors.toList()));
        List<String> lines = new ArrayList<>();
        byPlace.forEach((place, samples) -> samples.stream().limit(OF_EACH_PLACE)
                .forEach(sample -> lines.add(new Line(place, sample).text())));
        Files.write(Path.of(args[1]), lines);
        Map<String, Long> places = new LinkedHashMap<>();
        counts.forEach((sample, count) -> places.merge(categories.place(sample).words(), count, Long::sum));
        places.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .forEach(each -> System.out.println(each.getValue() + "  " + each.getKey()));
    }
}
