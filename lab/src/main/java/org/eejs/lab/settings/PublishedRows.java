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

/** What figures of others may be named in a file, and checks of those that are. */
public final class PublishedRows {
    /** The metric of capacities, which are no figures of runs. */
    public static final String SESSIONS = "sessions";
    private static final Set<Relation> OF_VALUES = EnumSet.of(Relation.AT_LEAST, Relation.AT_MOST, Relation.BESIDE);

    private PublishedRows() {}

    /**
     * Checks one of the figures that an experiment names.
     *
     * @throws InputException with a line that says what is wrong, and the key that is at fault
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

    /** Refuses what is neither a number nor a relation, or both. */
    public static void checkClaim(Published.Row row) {
        boolean bound = row.relation() != null && OF_VALUES.contains(row.relation());
        boolean ratio = row.ratio() != null || row.relation() != null && !bound;
        boolean single = ratio ? row.value() == null && (row.ratio() == null || row.relation() == null)
                : row.value() != null;
        boolean ofRatio = ratio || row.relation() == Relation.AT_LEAST || row.relation() == Relation.AT_MOST;
        if (!single || (row.relativeTo() == null ? ratio : !ofRatio)) {
            throw new InputException("metric", "a published figure is either a ratio, or a relation that is higher, "
                    + "lower or same, with the key relativeTo, or a value; a relation of atLeast or atMost makes a "
                    + "value a bound, with relativeTo one of the ratio, and beside a figure that is not judged");
        }
    }

    /** Returns all figures that can be named of configurations. */
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
