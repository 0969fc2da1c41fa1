package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A measured configuration or operation, named by facets that distinguish it from others: {@code configuration=pooled},
 * or {@code provider=ACCP, bytes=16384}. Cells with the same facets are equal, whatever their order. Immutable.
 *
 * @param facets values by name, in the order for display
 */
public record Cell(@JsonValue Map<String, String> facets) {
    /** The facet of a configuration of an experiment. */
    public static final String CONFIGURATION = "configuration";
    private static final ObjectMapper JSON = new ObjectMapper();

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Cell {
        facets = Collections.unmodifiableMap(new LinkedHashMap<>(facets));
    }

    /** Returns the cell of a configuration; without facets where it has no name. */
    public static Cell ofConfiguration(String name) {
        return new Cell(name == null ? Map.of() : Map.of(CONFIGURATION, name));
    }

    /**
     * Returns the cell that the components of a record name. Components of nested records count, and null components
     * are left out.
     */
    public static Cell of(Record named) {
        Map<String, String> facets = new LinkedHashMap<>();
        add(facets, JSON.valueToTree(named));
        return new Cell(facets);
    }

    private static void add(Map<String, String> facets, ObjectNode object) {
        object.properties().forEach(each -> {
            JsonNode value = each.getValue();
            if (value instanceof ObjectNode inner) {
                add(facets, inner);
            } else if (value.isArray()) {
                List<String> words = new ArrayList<>();
                value.forEach(word -> words.add(word.asText()));
                facets.put(each.getKey(), String.join(" ", words));
            } else if (!value.isNull()) {
                facets.put(each.getKey(), value.asText());
            }
        });
    }

    /** Returns the value of a facet; null where the cell does not have it. */
    public String get(String facet) {
        return facets.get(facet);
    }

    /** Returns this cell with a facet, which replaces one of this name; without it where the value is null. */
    public Cell with(String facet, Object value) {
        Map<String, String> others = new LinkedHashMap<>(facets);
        if (value == null) {
            others.remove(facet);
        } else {
            others.put(facet, value.toString());
        }
        return new Cell(others);
    }

    /** Returns its name among other cells: the only facet's value, or all facets. */
    public String name() {
        return facets.size() == 1 ? facets.values().iterator().next() : toString();
    }

    /** Returns all facets as {@code name=value}, with commas between. */
    @Override
    public String toString() {
        return facets.entrySet().stream().map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(", "));
    }
}
