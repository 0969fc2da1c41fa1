package org.eejs.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import org.eejs.banking.Page;
import org.eejs.banking.Phases;
import org.eejs.banking.Walks;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drivers that share a load have the same users as a single driver, and at the same times. */
class ArrivalsTest {
    private static final long SEED = 42;
    private static final int USERS = 840;

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7})
    void theUsersOfAllDriversAreThoseOfOne(int drivers) {
        List<Arrivals.Arrival<List<Page>>> all = new ArrayList<>();
        for (int number = 0; number < drivers; number++) {
            all.addAll(users(new LoadShare(number, drivers), USERS / drivers));
        }
        all.sort(Comparator.comparingInt(Arrivals.Arrival::number));
        assertEquals(users(LoadShare.ALL, USERS), all);
    }

    private static List<Arrivals.Arrival<List<Page>>> users(LoadShare share, int number) {
        Arrivals<List<Page>> arrivals = new Arrivals<>(new Walks(SEED)::next, share);
        List<Arrivals.Arrival<List<Page>>> users = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            users.add(arrivals.next());
        }
        return users;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7})
    void theyComeWhenThoseOfOneDo(int drivers) {
        List<Double> all = new ArrayList<>();
        for (int number = 0; number < drivers; number++) {
            all.addAll(times(new LoadShare(number, drivers)));
        }
        assertEquals(times(LoadShare.ALL), all.stream().sorted().toList());
    }

    private static List<Double> times(LoadShare share) {
        Phases phases = Phases.parse("10s,10s,60s,10s");
        ArrivalTimes arrivals = new ArrivalTimes(SEED, 20, share);
        List<Double> times = new ArrayList<>();
        for (OptionalDouble at = arrivals.next(phases); at.isPresent(); at = arrivals.next(phases)) {
            times.add(at.getAsDouble());
        }
        assertTrue(times.size() > 20 * 80 / share.of() / 2, times.size() + " arrivals");
        return times;
    }
}
