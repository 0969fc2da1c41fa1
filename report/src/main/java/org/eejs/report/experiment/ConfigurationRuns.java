package org.eejs.report.experiment;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.eejs.report.text.RunFigures;
import org.eejs.result.Result.Run;
import org.eejs.result.Result;
import org.eejs.result.Xml;

/**
 * A configuration of an experiment and all its runs.
 *
 * @param name what the experiment calls it
 * @param configuration what was recorded about it
 * @param runs its runs in their order, those that are not valid included
 */
public record ConfigurationRuns(String name, Result.Configuration configuration, List<Run> runs) {
    /** The runs whose figures may be believed; those without a page or a transaction have no figures. */
    public List<Run> valid() {
        return runs.stream().filter(run -> run.valid() && (isOfXml(run) || new RunFigures(run).hasPages())).toList();
    }

    /** The mean of a figure over the valid runs; empty when there is none. */
    OptionalDouble mean(ToDoubleFunction<RunFigures> figure) {
        return mean(figure, measured -> true);
    }

    /** The mean of a figure over those valid runs in which it was measured; empty when there is none. */
    OptionalDouble mean(ToDoubleFunction<RunFigures> figure, Predicate<RunFigures> known) {
        return valid().stream().map(RunFigures::new).filter(known).mapToDouble(figure).average();
    }

    /** The mean of a figure of XML transactions over the valid runs; empty when there is none. */
    OptionalDouble meanOfRounds(ToDoubleFunction<Xml.Round> figure) {
        return mean(measured -> figure.applyAsDouble(measured.round()), measured -> isOfXml(measured.run()));
    }

    /** What stands beside figures of these runs where one was measured before its JVM was warm; else empty. */
    public static String mark(List<Run> runs) {
        return runs.stream().map(run -> new RunFigures(run).mark()).filter(mark -> !mark.isEmpty()).findFirst()
                .orElse("");
    }

    static boolean isOfXml(Run run) {
        return run.figures() instanceof Xml.Round;
    }

    OptionalDouble cpuMsPerPage() {
        return mean(RunFigures::cpuMsPerPage, RunFigures::hasBankCpu);
    }
}
