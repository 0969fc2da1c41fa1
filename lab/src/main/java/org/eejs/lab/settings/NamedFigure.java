package org.eejs.lab.settings;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.eejs.banking.Page;
import org.eejs.banking.RoleName;
import org.eejs.result.BankingFigures;
import org.eejs.result.Result;

/**
 * A figure of a run of the banking workload, by its name in {@code result.json}. Immutable.
 *
 * @param name the names of fields on the way to it, such as {@code responseTimeMs.p95}
 * @param family the same without the page or role that it is of
 * @param of the page or role, as a label and its value; empty for a figure of the whole run
 * @param reader finds it in a run's figures; null where it was not measured
 */
public record NamedFigure(String name, String family, Map<String, String> of, Function<Object, Object> reader) {
    /** All that a run can have, in the order of results. */
    public static final List<NamedFigure> ALL = all();

    private static final String COUNT = "count";

    /** The figure of a run; empty where it was not measured, as in a run without pages. */
    public OptionalDouble in(BankingFigures run) {
        return run.load().pages() > 0 && reader.apply(run) instanceof Number number
                ? OptionalDouble.of(number.doubleValue()) : OptionalDouble.empty();
    }

    private static List<NamedFigure> all() {
        List<NamedFigure> found = new ArrayList<>();
        ofRecord(BankingFigures.class, new NamedFigure("", "", Map.of(), run -> run), found);
        return List.copyOf(found);
    }

    private static void ofRecord(Class<?> type, NamedFigure owner, List<NamedFigure> found) {
        for (RecordComponent component : type.getRecordComponents()) {
            Method accessor = component.getAccessor();
            boolean unwrapped = accessor.isAnnotationPresent(JsonUnwrapped.class);
            collect(component.getGenericType(), owner.field(unwrapped ? "" : component.getName(),
                    each -> each == null || isOfNothing(each, component) ? null : read(accessor, each)), found);
        }
    }

    /** A distribution of nothing is written with zeros, which are no times. */
    private static boolean isOfNothing(Object owner, RecordComponent component) {
        return owner instanceof Result.Times times && times.count() == 0 && !component.getName().equals(COUNT);
    }

    private static void collect(Type type, NamedFigure figure, List<NamedFigure> found) {
        if (type instanceof ParameterizedType map && map.getRawType() == Map.class) {
            String field = figure.name.substring(figure.name.lastIndexOf('.') + 1);
            for (String key : field.equals("perPage") ? pages() : roles(field)) {
                collect(map.getActualTypeArguments()[1], figure.entry(field, key), found);
            }
        } else if (type instanceof Class<?> plain && plain.isRecord()) {
            ofRecord(plain, figure, found);
        } else if (type instanceof Class<?> plain && (plain.isPrimitive() && plain != boolean.class
                || Number.class.isAssignableFrom(plain))) {
            found.add(figure);
        }
    }

    private static List<String> pages() {
        return Arrays.stream(Page.values()).map(Page::id).toList();
    }

    /** The keys of a map by role; none of other maps. */
    private static List<String> roles(String field) {
        return field.equals("cpuSeconds") || field.equals("residentBytes")
                ? Arrays.stream(RoleName.values()).map(RoleName::id).toList() : List.of();
    }

    private NamedFigure field(String field, Function<Object, Object> next) {
        String dot = name.isEmpty() || field.isEmpty() ? "" : ".";
        return new NamedFigure(name + dot + field, family + dot + field, of, reader.andThen(next));
    }

    private NamedFigure entry(String field, String key) {
        return new NamedFigure(name + "." + key, family, Map.of(field.equals("perPage") ? "page" : "role", key),
                reader.andThen(map -> map == null ? null : ((Map<?, ?>) map).get(key)));
    }

    private static Object read(Method accessor, Object owner) {
        try {
            return accessor.invoke(owner);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(accessor + " of a result cannot be read", e);
        }
    }
}
