package org.eejs.report.xml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Cells that are compared with each other.
 *
 * @param name what they have in common and the others of their study have not; may be empty
 * @param baseline what they are compared with; null when that was not measured
 */
record XmlCellGroup(String name, List<XmlCell> cells, XmlCell baseline) {
    /** Groups by name, in the order of their first cells. */
    static List<XmlCellGroup> by(List<XmlCell> cells, Function<XmlCell, String> name) {
        Map<String, List<XmlCell>> groups = new LinkedHashMap<>();
        cells.forEach(cell -> groups.computeIfAbsent(name.apply(cell), key -> new ArrayList<>()).add(cell));
        return groups.entrySet().stream().map(group -> new XmlCellGroup(group.getKey(), List.copyOf(group.getValue()),
                baseline(group.getValue()))).toList();
    }

    /** The same by all facets in which cells differ, but for some. */
    static List<XmlCellGroup> byFacets(List<XmlCell> cells, XmlFacet... without) {
        var facets = XmlFacet.differing(cells, without);
        return by(cells, cell -> XmlFacet.words(cell, facets));
    }

    /** The cell that recorded ratios are to, else the first. */
    private static XmlCell baseline(List<XmlCell> cells) {
        return cells.stream().filter(candidate -> candidate.measured() && cells.stream().anyMatch(cell ->
                        cell.isRecordedAgainst(candidate))).findFirst()
                .or(() -> cells.stream().limit(1).filter(XmlCell::measured).findFirst()).orElse(null);
    }

    /** Those that are held against the baseline. */
    List<XmlCell> compared() {
        return baseline == null ? List.of() : measured().stream().filter(cell -> !cell.equals(baseline)).toList();
    }

    List<XmlCell> measured() {
        return cells.stream().filter(XmlCell::measured).toList();
    }
}
