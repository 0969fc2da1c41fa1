package org.eejs.report;

import java.util.ArrayList;
import java.util.List;
import org.eejs.result.Cell;
import org.eejs.result.Observation;
import org.eejs.result.Published;
import org.eejs.result.PublishedFigure;
import org.eejs.result.Result.Capacity;
import org.eejs.result.Result.Probe;
import org.eejs.result.Result;

/** A capacity of two configurations to render: invented, not measured, like {@link RenderingFixture}. */
final class CapacityFixture {
    private static final int[] PROBES = {200, 400, 800, 565, 480, 440, 420, 450, 430, 410, 460, 470};
    private static final int UNUSABLE = 5;

    private CapacityFixture() {}

    /** Returns a result in which E has a higher capacity than B. */
    static Result two() {
        return result(new Capacity(Cell.ofConfiguration("B"), 422, List.of(412.0, 433.0), false, true, List.of()),
                new Capacity(Cell.ofConfiguration("E"), 466, List.of(455.0, 479.0), false, true, List.of()));
    }

    /** Returns a result in which B is unfinished, and E exceeds the limit of the driver. */
    static Result open() {
        return result(new Capacity(Cell.ofConfiguration("B"), 422, List.of(380.0, 470.0), false, false, List.of()),
                new Capacity(Cell.ofConfiguration("E"), 800, List.of(640.0, 800.0), true, false, List.of()));
    }

    private static Result result(Capacity... capacities) {
        List<Observation> runs = new ArrayList<>();
        List<Capacity> probed = new ArrayList<>();
        for (Capacity capacity : capacities) {
            List<Probe> probes = new ArrayList<>();
            for (int index = 0; index < PROBES.length; index++) {
                Observation run = run(capacity, index);
                runs.add(run);
                probes.add(new Probe(index + 1, PROBES[index], run.valid() ? run.evidence().qos().met() : null,
                        index < 4 ? "explore" : index < 9 ? "narrow" : "confirm"));
            }
            probed.add(new Capacity(capacity.cell(), capacity.sessions(), capacity.ci95(),
                    capacity.openAbove(), capacity.settled(), probes));
        }
        return Result.of("capacity", "2026-11-21T06:11:00Z", RenderingFixture.settings(),
                ComparisonFixture.disclosure("B"),
                new Result.Procedure("B", "cpuMsPerPage", 0.05, 0.03, 6, PROBES.length, 0.95,
                        "the interval of each capacity was narrow enough and confirmed",
                        "at least 95% of pages good (within 2 s) and 99% tolerable (within 4 s)"),
                List.of(configuration("B"), configuration("E")), runs, List.of(),
                probed, new Result.Published("Nobody, Proceedings of Nothing, Table 0 (rendering fixture)", List.of(
                        new PublishedFigure(new Published.Row("sessions", "E", "B", 1.63, null, null), 1.103,
                                List.of(1.06, 1.15),
                                30))));
    }

    private static Result.Configuration configuration(String name) {
        return new Result.Configuration(name, ComparisonFixture.settings(name), null,
                ComparisonFixture.disclosure(name));
    }

        // Near the capacity, queues grow fast.
    private static Observation run(Capacity capacity, int index) {
        double load = PROBES[index] / (double) capacity.sessions();
        double slowness = Math.min(400, 1 + 44 * StrictMath.pow(load, 14));
        boolean unusable = capacity.configuration().equals("B") && index == UNUSABLE;
        Observation run = RenderingFixture.run(index + 17L * capacity.sessions(), PROBES[index],
                capacity.configuration().equals("B") ? 1 : 0.88, slowness);
        return ComparisonFixture.copy(run, capacity.configuration(), index + 1,
                unusable ? RenderingFixture.reasons("the back end used 96% of its processors") : List.of(), true,
                null);
    }
}
