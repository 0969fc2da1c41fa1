package org.eejs.lab.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.eejs.banking.ProfileKind;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.Distribution;
import org.eejs.result.Observation;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Test;

/** Percentiles of several drivers are those of all of their times, to the recorder's resolution. */
class MergedPercentilesTest {
    /** The resolution of three significant digits. */
    private static final double RESOLUTION = 1e-3;
    private static final int SECONDS = 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SplittableRandom random = new SplittableRandom(7);
    private final RunRecorder recorder = new RunRecorder(RunPlan.onHosts(RunSettings.only("sessions", 10)
            .or(RunSettings.only("phases", "0s,0s," + SECONDS + "s,0s"))), 1, ProfileKind.OFF, "alpha");
    private final List<Integer> raw = new ArrayList<>();

    @Test
    void percentilesAreThoseOfAllTimes() throws Exception {
        List<Role> roles = IntStream.rangeClosed(1, 4).<Role>mapToObj(i -> new FakeRole("driver", "host-" + i, 2,
                null)).toList();
        RoleEvents events = new RoleEvents();
        Drivers drivers = new Drivers(roles, events);
        drivers.start(List.of());
        recorder.begin(CounterReading.ZERO);
        for (int second = 0; second < SECONDS; second++) {
            for (Role role : roles) {
                events.add(new Role.Event(role, Tick.EVENT, JSON.valueToTree(tick(second, roles.indexOf(role))),
                        System.nanoTime()));
            }
            recorder.add(drivers.next(second, false, true), Map.of(), (second + 1) * 1_000_000_000L);
        }
        raw.sort(null);
        Observation run = recorder.soFar();
        Distribution times = run.distributions().get("responseTimeMs");
        assertEquals(raw.size(), times.count());
        assertPercentile(50, times.percentile(50));
        assertPercentile(90, times.percentile(90));
        assertPercentile(95, times.percentile(95));
        assertPercentile(99, times.percentile(99));
        assertEquals(raw.get(raw.size() - 1) / 1e3, times.max(), 1e-9);
        assertEquals(raw.stream().mapToInt(Integer::intValue).average().orElseThrow() / 1e3, times.mean(), 1e-3);
        times.curve().forEach(point -> assertPercentile(point.percentile(), point.value()));
    }

    /** Returns a second of unlike drivers: one has few slow pages, another many fast ones. */
    private Tick tick(int second, int driver) {
        int[] micros = IntStream.range(0, 400 >> 2 * driver)
                .map(i -> (int) (Math.pow(10, driver + 1) * 300 * Math.exp(random.nextDouble() * 2))).toArray();
        IntStream.of(micros).forEach(raw::add);
        return new Tick(second, false, 5, 0, 0, 0, 0, Map.of("login", new Tick.PageTick(micros, Map.of())), new int[0],
                new int[0], 0, 0, null, 0);
    }

    private void assertPercentile(double percentile, double found) {
        long hundredths = Math.round(100 * percentile);
        int rank = (int) Math.max(1, (hundredths * raw.size() + 9_999) / 10_000);
        double exact = raw.get(rank - 1) / 1e3;
        assertTrue(Math.abs(found - exact) <= RESOLUTION * exact, "p" + percentile + " is " + found + ", not " + exact);
    }
}
