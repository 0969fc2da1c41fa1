package org.eejs.report.experiment;

import org.eejs.report.text.Finding;
import org.eejs.result.Experiment;
import org.eejs.result.Xml;

/**
 * All that a report says about a result of several configurations.
 *
 * @param id tells the experiments of a report apart
 * @param normalized every configuration against the baseline; null where the capacity was sought, or XML was processed
 * @param pair the two configurations side by side; null when they are not two, or the capacity was sought, or XML was
 *     processed
 * @param capacity how many sessions each serves; null for a comparison
 * @param probes how that was found out; null for a comparison
 * @param transactions every configuration against the baseline; null where no XML was processed
 * @param transactionRuns all runs; null where no XML was processed
 * @param published what others have published beside what was measured; null when nothing was named
 */
public record ExperimentSection(String id, ExperimentReport experiment, Finding finding, ProcedureNotes notes,
        NormalizedTable normalized, PairTable pair, CapacityTable capacity, ProbeTable probes,
        TransactionTable transactions, TransactionRuns transactionRuns, PublishedTable published,
        ServiceMatrix services, ComparisonTable comparisons, RunTable runs, Differences differences) {
    public static ExperimentSection of(String id, Experiment measured) {
        ExperimentReport experiment = ExperimentReport.of(measured);
        boolean sought = experiment.soughtCapacity();
        boolean xml = experiment.isOfXml();
        CapacityTable capacity = sought ? CapacityTable.of(experiment) : null;
        return new ExperimentSection(id, experiment,
                sought ? CapacityFinding.of(capacity) : ComparisonFinding.of(experiment),
                ProcedureNotes.of(experiment), sought || xml ? null : NormalizedTable.of(experiment),
                sought || xml ? null : PairTable.of(experiment), capacity, sought ? ProbeTable.of(experiment) : null,
                xml ? TransactionTable.of(experiment) : null, xml ? TransactionRuns.of(experiment) : null,
                PublishedTable.of(measured.published()), ServiceMatrix.of(experiment),
                ComparisonTable.of(measured.comparisons()),
                RunTable.of(experiment), Differences.of(experiment));
    }

    /** Whether any configuration was compared with the baseline. */
    public boolean hasRatios() {
        return !comparisons.groups().isEmpty();
    }

    public boolean hasCpu() {
        return experiment.configurations().stream().anyMatch(each -> each.cpuMsPerPage().isPresent()
                || each.meanOfRounds(Xml.Round::cpuMicrosPerTransaction).isPresent());
    }

    public boolean hasCapacity() {
        return capacity != null && capacity.rows().stream().anyMatch(row -> row.capacity() != null);
    }

    /** Whether a configuration has a probe with response times. */
    public boolean hasProbes(String configuration) {
        return probes.rows().stream().anyMatch(row -> row.configuration().equals(configuration) && row.hasPages());
    }
}
