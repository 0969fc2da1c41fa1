package org.eejs.profile;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eejs.result.CpuCategory;
import org.eejs.result.RecordMapping;

/**
 * The assignment of stacks to operations of TLS and cryptography, by the table of {@code operations.yaml}. The first
 * line that matches a stack decides. A stack without a line is neither TLS nor cryptography.
 *
 * <p>A stack rarely shows whether its handshake resumed a session. So handshakes of one side are full if the private
 * key and certificates take a large part of them, and tickets take hardly any. They are resumed if tickets were seen
 * and key and certificates take a small part. Otherwise both happen, and handshakes are neither. Not thread-safe.
 */
public final class Operations {
    private static final String FILE = "operations.yaml";
    /** Parts of handshakes that only full ones have. */
    private static final Set<String> FULL = Set.of("privateKey", "certificateChecks");
    /** The part of them from which on most handshakes are full, and below which hardly any is. */
    private static final double MOSTLY_FULL = 0.15;
    private static final double HARDLY_FULL = 0.03;
    /** The part that tickets take of handshakes, below which hardly any of them resumes a session. */
    private static final double HARDLY_RESUMED = 0.01;

    private final Table table;
    private final Categories categories;
    private final Map<List<String>, Beginnings> matchers = new IdentityHashMap<>();
    /** Full or resumed handshakes, by side; absent where that is not known. */
    private final Map<CpuCategory, String> kinds = new EnumMap<>(CpuCategory.class);

    /** The content of the file. */
    private record Table(Set<CpuCategory> never, List<String> full, List<String> resumed, List<String> calls,
            List<String> providers, List<Line> operations) {}

    /**
     * A line of the table.
     *
     * @param category the category that the stack must have; null for any
     * @param begin frames; the stack must have one of them; null for none
     * @param within further frames; the stack must have one of them, too; null for none
     * @param whole whether the operation uses several algorithms, so it is not divided by them
     * @param traffic whether connections and their data cause it, so stacks do not show whether it is too much
     */
    private record Line(String name, CpuCategory category, List<String> begin, List<String> within, boolean whole,
            boolean traffic) {}

    /**
     * The operation of a stack.
     *
     * @param frame the index of the outermost frame that belongs to it
     * @param primitive the algorithm that was asked for; null where there was none
     * @param whole whether it uses several algorithms, so it is not divided by them
     * @param traffic whether connections and their data cause it, so stacks do not show whether it is too much
     */
    public record Found(String name, int frame, Place.Primitive primitive, boolean whole, boolean traffic) {}

    private Operations(Table table, Categories categories, Map<StackSample, Long> samples) {
        this.table = table;
        this.categories = categories;
        Map<CpuCategory, Double> all = new EnumMap<>(CpuCategory.class);
        Map<CpuCategory, Double> full = new EnumMap<>(CpuCategory.class);
        Map<CpuCategory, Double> resumed = new EnumMap<>(CpuCategory.class);
        samples.forEach((sample, weight) -> {
            Place place = categories.place(sample);
            if (isHandshake(place.category())) {
                all.merge(place.category(), (double) weight, Double::sum);
                if (FULL.contains(String.valueOf(place.detail())) || outermost(sample, table.full()) >= 0) {
                    full.merge(place.category(), (double) weight, Double::sum);
                } else if (outermost(sample, table.resumed()) >= 0) {
                    resumed.merge(place.category(), (double) weight, Double::sum);
                }
            }
        });
        all.forEach((side, weight) -> {
            double part = full.getOrDefault(side, 0.0) / weight;
            if (part > MOSTLY_FULL && resumed.getOrDefault(side, 0.0) / weight < HARDLY_RESUMED) {
                kinds.put(side, "full ");
            } else if (part < HARDLY_FULL && resumed.containsKey(side)) {
                kinds.put(side, "resumed ");
            }
        });
    }

    private static boolean isHandshake(CpuCategory category) {
        return category == CpuCategory.HANDSHAKES_AS_SERVER || category == CpuCategory.HANDSHAKES_AS_CLIENT;
    }

    /** Returns the operations of a JVM with these stacks and their weights. */
    public static Operations of(Categories categories, Map<StackSample, Long> samples) {
        try (InputStream file = Operations.class.getResourceAsStream(FILE)) {
            return new Operations(RecordMapping.in(new YAMLMapper()).readValue(file, Table.class), categories, samples);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the operation of a stack; empty if it is neither TLS nor cryptography. */
    public Optional<Found> find(StackSample sample, Place place) {
        return table.never().contains(place.category()) ? Optional.empty() : table.operations().stream()
                .filter(line -> (line.category() == null || line.category() == place.category())
                        && (line.begin() == null || outermost(sample, line.begin()) >= 0)
                        && (line.within() == null || outermost(sample, line.within()) >= 0))
                .findFirst().map(line -> found(sample, place, line));
    }

    private Found found(StackSample sample, Place place, Line line) {
        List<String> frames = line.begin() == null ? table.calls() : line.begin();
        int frame = call(sample.frames(), Math.max(0, outermost(sample, frames)));
        boolean handshake = isHandshake(place.category()) && line.category() == place.category();
        return new Found((handshake ? kinds.getOrDefault(place.category(), "") : "") + line.name(), frame,
                categories.outermostPrimitive(sample.frames(), frame), line.whole(), line.traffic());
    }

    /** Returns the call of the JDK through which a provider was reached, searching outwards from an index. */
    private int call(List<String> frames, int from) {
        int call = from;
        for (int i = from + 1; i < frames.size(); i++) {
            if (matcher(table.calls()).matches(frames.get(i))) {
                call = i;
            } else if (!matcher(table.providers()).matches(frames.get(i))) {
                break;
            }
        }
        return call;
    }

    private int outermost(StackSample sample, List<String> beginnings) {
        List<String> frames = sample.frames();
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (matcher(beginnings).matches(frames.get(i))) {
                return i;
            }
        }
        return -1;
    }

    private Beginnings matcher(List<String> beginnings) {
        return matchers.computeIfAbsent(beginnings, Beginnings::new);
    }
}
