package org.eejs.lab.settings;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eejs.result.BankFigures;
import org.eejs.result.Figure;
import org.eejs.result.InputException;
import org.eejs.result.Published;
import org.eejs.result.Published.Relation;

/** The figures of other publications that a file may name, and their checks. */
public final class PublishedRows {
    /** The metric of capacities, which are not figures of runs. */
    public static final String SESSIONS = "sessions";
    private static final Set<Relation> OF_VALUES = EnumSet.of(Relation.AT_LEAST, Relation.AT_MOST, Relation.BESIDE);

    private PublishedRows() {}

    /**
     * Checks one of the figures that an experiment names.
     *
     * @throws InputException with a line that describes the fault, and the key that is at fault
     */
    public static void check(Published.Row row, List<String> configurations) {
        checkMetric(row.metric(), metrics());
        checkConfiguration("configuration", row.configuration(), configurations);
        checkClaim(row);
        if (row.relativeTo() != null) {
            checkConfiguration("relativeTo", row.relativeTo(), configurations);
        }
    }

    /** Refuses a metric that a result does not have. */
    public static void checkMetric(String metric, List<String> metrics) {
        if (!metrics.contains(metric)) {
            throw new InputException("metric", "'%s' is not a metric; there are %s".formatted(metric,
                    String.join(", ", metrics)));
        }
    }

    /** Refuses a row without a number or a relation, or with both. */
    public static void checkClaim(Published.Row row) {
        boolean bound = row.relation() != null && OF_VALUES.contains(row.relation());
        boolean ratio = row.ratio() != null || row.relation() != null && !bound;
        boolean single = ratio ? row.value() == null && (row.ratio() == null || row.relation() == null)
                : row.value() != null;
        boolean ofRatio = ratio || row.relation() == Relation.AT_LEAST || row.relation() == Relation.AT_MOST;
        if (!single || (row.relativeTo() == null ? ratio : !ofRatio)) {
            throw new InputException("metric", "a published figure is either a ratio or relation (higher, lower, "
                    + "same) with relativeTo, or a value. Relations atLeast and atMost make a value a bound, with "
                    + "relativeTo a bound of the ratio. Relation beside marks a value that is not judged");
        }
    }

    /** Returns all figures of configurations that a file may name. */
    public static List<String> metrics() {
        return Stream.concat(BankFigures.ALL.stream().filter(figure -> figure.label() == null).map(Figure::id),
                Stream.of(SESSIONS)).distinct().toList();
    }

    private static void checkConfiguration(String key, String name, List<String> configurations) {
        if (!configurations.contains(name)) {
            throw new InputException(key, "there is no configuration '" + name + "'; there are "
                    + String.join(", ", configurations));
        }
    }
}
