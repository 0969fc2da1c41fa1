package org.eejs.lab.banking;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.result.CpuProfile;
import org.eejs.result.Result;

/**
 * The cost of sampling in a run that samples in every other period: the application's CPU per page in periods with
 * samples, compared with neighboring periods without. The first second of each period, in which a profiler may be
 * attached, does not count.
 */
final class SamplingCost {
    private SamplingCost() {}

    /**
     * Returns the cost of sampling in a run.
     *
     * @return null before there are two pairs of periods
     */
    static CpuProfile.SamplingCost of(List<Result.Second> series, Slices slices) {
        Map<Integer, List<Result.Second>> periods = series.stream()
                .filter(second -> slices.measures(second.second()) && !slices.beginsPeriod(second.second()))
                .collect(Collectors.groupingBy(second -> slices.period(second.second()), TreeMap::new,
                        Collectors.toList()));
        List<Double> with = new ArrayList<>();
        List<Double> without = new ArrayList<>();
        for (int first = 0; isWhole(periods.get(first)) && isWhole(periods.get(first + 1)); first += 2) {
            for (int period = first; period < first + 2; period++) {
                List<Result.Second> seconds = periods.get(period);
                double cost = seconds.stream().mapToDouble(each -> each.bankCpu() - each.bankJitCpu()
                        - each.bankGcCpu()).sum() / seconds.stream().mapToDouble(Result.Second::pages).sum();
                (slices.samples(seconds.get(0).second()) ? with : without).add(cost);
            }
        }
        if (with.size() < 2) {
            return null;
        }
        RatioInterval ratio = RatioInterval.of(array(with), array(without));
        return new CpuProfile.SamplingCost(null, ratio.finiteRatio(), ratio.bounds(), with.size());
    }

    private static boolean isWhole(List<Result.Second> period) {
        return period != null && period.size() == Slices.PERIOD - 1;
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
