package org.eejs.report;

import java.util.List;
import org.eejs.result.Published.Relation;
import org.eejs.result.Published.Row;
import org.eejs.result.Published.Verdict;
import org.eejs.result.PublishedFigure;
import org.eejs.result.Reproduction.Figure;
import org.eejs.result.Reproduction.Item;
import org.eejs.result.Reproduction.Step;
import org.eejs.result.Reproduction;
import org.eejs.result.Result;

/** Invented experiments of an invented document. */
final class ReproductionFixture {
    private static final String DOCUMENT = "Nothing Measured (rendering fixture). Nobody, Proceedings of Nothing";

    private ReproductionFixture() {}

    /** Returns an experiment that is partly reproduced, and one that this machine cannot run. */
    static Result result() {
        List<Step> steps = List.of(new Step("cures", "compare --min-runs 4 --experiment paper/table-2/cures/"
                + "experiment.yaml --out paper/table-2/cures", "paper/table-2/cures", 1260, 0, null),
                new Step("random", "bench random --threads 1,64 --out paper/table-2/random", "paper/table-2/random", 90, 2,
                        "--threads 64 is more than this machine has"));
        return Result.of(Reproduction.COMMAND, "2026-11-21T06:11:00Z", ComparisonFixture.disclosure("B"),
                new Reproduction(false, List.of(
                        new Item("paper", "table-2", null, "Cures of three bottlenecks", DOCUMENT, List.of("Table 2"),
                                "a machine of 32 cores", "two cores; the nearest that there is", null, steps),
                        new Item("paper", "figure-9", null, "Throughput on SPARC", DOCUMENT, List.of("Figure 9"), null, null,
                                "it compares two SPARC machines", List.of())),
                        List.of(figure("Table 2", "0.742", 0.742, new PublishedFigure(new Row("responseTimeMs.mean",
                                "cured", "ill", 0.742, null, "mean response time"), 0.7312, List.of(0.4733, 0.9512), 8,
                                Verdict.REPRODUCED, "the interval holds what was published")),
                                figure("Table 2", "1.345", 1.345, new PublishedFigure(new Row("pages", "cured", "ill",
                                        1.345, null, null), 1.0312, List.of(0.9902, 1.0803), 8, Verdict.DIFFERS,
                                        "no difference could be told from none: the bank has processor time left")),
                                figure("Table 2", "99%", 0.99, new PublishedFigure(new Row("good", "cured", null, null,
                                        0.99, "good requests", Relation.AT_LEAST), 0.9996, null, 1, Verdict.REPRODUCED,
                                        "reached; measured too seldom for an interval")),
                                figure("Section 5.3.2", null, null, new PublishedFigure(new Row("opsPerSecond",
                                        "algorithm=DRBG, threads=64", "algorithm=default", null, null, "throughput",
                                        Relation.HIGHER), null, null, 0, Verdict.NOT_HERE,
                                        "--threads 64 is more than this machine has")))));
    }

    private static Figure figure(String place, String printed, Double published, PublishedFigure figure) {
        return new Figure("paper", "table-2", place, printed, published, figure);
    }
}
