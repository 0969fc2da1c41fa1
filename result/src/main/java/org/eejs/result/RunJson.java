package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import org.eejs.result.InvalidReason.Kind;
import org.eejs.result.Result.PhaseSeconds;
import org.eejs.result.Result.Run;

/**
 * The form of a run in {@code result.json}.
 *
 * @param valid whether the figures may be believed
 * @param invalidReasons why they may not be; empty when valid
 * @param invalidKinds the kind of each of these reasons, in their order; null in results older than this field
 * @param banking what a run of the banking workload measured; null in a run of the XML workload
 * @param xml what a run of the XML workload measured; null in a run of the banking workload
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RunJson(String configuration, int repetition, boolean valid, List<String> invalidReasons,
        List<Kind> invalidKinds, boolean steady, PhaseSeconds phasesSeconds, @JsonUnwrapped BankingFigures banking,
        Xml.Round xml) {
    static RunJson of(Run run) {
        boolean kindsAreKnown = run.invalid().stream().noneMatch(reason -> reason.kind() == null);
        return new RunJson(run.configuration(), run.repetition(), run.valid(), run.invalidReasons(),
                kindsAreKnown ? run.invalid().stream().map(InvalidReason::kind).toList() : null, run.steady(),
                run.phasesSeconds(), run.figures() instanceof BankingFigures figures ? figures : null,
                run.figures() instanceof Xml.Round round ? round : null);
    }

    Run toRun() {
        return new Run(configuration, repetition, invalid(), steady, phasesSeconds, xml == null ? banking : xml);
    }

    private List<InvalidReason> invalid() {
        List<InvalidReason> invalid = new ArrayList<>();
        for (int i = 0; invalidReasons != null && i < invalidReasons.size(); i++) {
            invalid.add(new InvalidReason(invalidKinds == null || i >= invalidKinds.size() ? null
                    : invalidKinds.get(i), invalidReasons.get(i)));
        }
        return valid || !invalid.isEmpty() ? invalid : List.of(InvalidReason.NOT_RECORDED);
    }
}
