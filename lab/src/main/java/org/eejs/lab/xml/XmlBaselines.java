package org.eejs.lab.xml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eejs.result.settings.XmlSettings;
import org.eejs.xmlload.documents.DocumentSize;

/**
 * Cells of settings that were chosen freely: each is named by what tells it from the others, and compared with the one
 * that has the first of something and is its like in all else.
 */
final class XmlBaselines {
    /** What is compared, the most telling first. Transactions, documents, sizes and keys are different work. */
    private static final List<Function<XmlSettings, Object>> COMPARED = List.of(XmlSettings::library,
            XmlSettings::provider, XmlSettings::jvmOptions, XmlSettings::jdk, XmlSettings::placement,
            XmlSettings::threads);
    private static final List<Function<XmlSettings, Object>> WORK = List.of(XmlSettings::transaction,
            XmlSettings::document, XmlSettings::size, XmlSettings::key);

    private XmlBaselines() {}

    /** The cells of a study. */
    static List<XmlStudy.Cell> cells(String study, List<XmlSettings> settings) {
        List<XmlStudy.Cell> cells = new ArrayList<>();
        for (XmlSettings each : settings) {
            cells.add(new XmlStudy.Cell(study, label(each, settings), each, baseline(each, cells), null));
        }
        return cells;
    }

    /** The cells of a study that compares each with the first one that differs from it in these settings at most. */
    static List<XmlStudy.Cell> besideTheFirst(String study, List<XmlSettings> settings, String... compared) {
        Map<XmlSettings, XmlStudy.Cell> baselines = new HashMap<>();
        List<XmlStudy.Cell> cells = new ArrayList<>();
        for (XmlSettings each : settings) {
            XmlSettings work = each.without(compared);
            XmlStudy.Cell cell = new XmlStudy.Cell(study, label(each, settings), each, baselines.get(work), null);
            baselines.putIfAbsent(work, cell);
            cells.add(cell);
        }
        return cells;
    }

    private static XmlStudy.Cell baseline(XmlSettings settings, List<XmlStudy.Cell> before) {
        for (Function<XmlSettings, Object> aspect : COMPARED) {
            for (XmlStudy.Cell candidate : before) {
                if (isLike(candidate.settings(), settings, aspect)
                        && !Objects.equals(aspect.apply(candidate.settings()), aspect.apply(settings))) {
                    return candidate;
                }
            }
        }
        return null;
    }

    /** Whether both differ in this at most. */
    private static boolean isLike(XmlSettings one, XmlSettings other, Function<XmlSettings, Object> but) {
        return WORK.stream().allMatch(aspect -> Objects.equals(aspect.apply(one), aspect.apply(other)))
                && COMPARED.stream().allMatch(aspect -> aspect == but
                        || Objects.equals(aspect.apply(one), aspect.apply(other)));
    }

    /** What differs within the study, besides transaction and library; empty when that is nothing. */
    static String label(XmlSettings settings, List<XmlSettings> all) {
        List<String> parts = new ArrayList<>();
        differing(all, XmlSettings::document, settings.document(), parts);
        differing(all, XmlSettings::size, size(settings.size()), parts);
        differing(all, XmlSettings::key, settings.key(), parts);
        differing(all, XmlSettings::provider, settings.provider(), parts);
        differing(all, XmlSettings::threads, settings.threads() + (settings.threads() == 1 ? " thread" : " threads"),
                parts);
        differing(all, XmlSettings::placement, settings.placement().equals(XmlSettings.NONE) ? "not pinned"
                : settings.placement() + " cores", parts);
        differing(all, XmlSettings::jdk, "JDK " + settings.jdk(), parts);
        differing(all, XmlSettings::jvmOptions, settings.jvmOptions().isEmpty() ? "default"
                : String.join(" ", settings.jvmOptions()), parts);
        return parts.stream().filter(Objects::nonNull).collect(Collectors.joining(", "));
    }

    private static void differing(List<XmlSettings> all, Function<XmlSettings, Object> aspect, String words,
            List<String> parts) {
        if (all.stream().map(aspect).distinct().count() > 1) {
            parts.add(words);
        }
    }

    private static String size(String text) {
        return DocumentSize.format(DocumentSize.parse(text)).replaceAll("(\\d)([KM]B)", "$1 $2");
    }
}
