package org.eejs.report.xml;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eejs.result.settings.XmlSettings;

/** What tells cells of the XML workload apart. */
enum XmlFacet {
    TRANSACTION(settings -> XmlWords.transaction(settings.transaction())),
    LIBRARY(settings -> XmlWords.library(settings.library())),
    DOCUMENT(XmlSettings::document),
    SIZE(settings -> XmlWords.size(settings.size())),
    KEY(settings -> XmlWords.key(settings.key())),
    PROVIDER(settings -> settings.provider() == null ? null : "provider " + settings.provider()),
    THREADS(settings -> XmlWords.threads(settings.threads())),
    PLACEMENT(settings -> XmlWords.placement(settings.placement())),
    JDK(settings -> XmlWords.jdk(settings.jdk())),
    JVM_OPTIONS(settings -> settings.jvmOptions() == null || settings.jvmOptions().isEmpty() ? null
            : String.join(" ", settings.jvmOptions()));

    private final Function<XmlSettings, String> words;

    XmlFacet(Function<XmlSettings, String> words) {
        this.words = words;
    }

    /** The cell's words for it; null when it was not said. */
    String of(XmlCell cell) {
        return words.apply(cell.settings());
    }

    /** Those in which cells differ, without some. */
    static Set<XmlFacet> differing(List<XmlCell> cells, XmlFacet... without) {
        Set<XmlFacet> facets = EnumSet.allOf(XmlFacet.class);
        Arrays.asList(without).forEach(facets::remove);
        facets.removeIf(facet -> cells.stream().map(cell -> Objects.toString(facet.of(cell))).distinct().count() < 2);
        return facets;
    }

    /** What all cells have in common, such as "invoice, 100 KB, 1 thread", without the seed. */
    static String common(List<XmlCell> cells) {
        Set<XmlFacet> facets = EnumSet.allOf(XmlFacet.class);
        facets.removeAll(differing(cells));
        return cells.isEmpty() ? "" : words(cells.get(0), facets);
    }

    /** These facets of a cell, such as "StAX parse, 10 KB". */
    static String words(XmlCell cell, Collection<XmlFacet> facets) {
        return facets.stream().map(facet -> facet.of(cell)).filter(Objects::nonNull)
                .filter(word -> !word.isBlank() && !"same".equals(word)).collect(Collectors.joining(", "));
    }
}
