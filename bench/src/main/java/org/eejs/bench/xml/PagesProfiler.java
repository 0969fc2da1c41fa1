package org.eejs.bench.xml;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.eejs.lab.settings.MemoryPages;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The pages of the fork's memory at the end of each iteration, by {@code /proc/self/smaps}, in kilobytes of 1,024
 * bytes. Public because JMH makes it.
 */
public final class PagesProfiler implements InternalProfiler {
    /** The ids of its figures. */
    static final List<String> FIGURES = List.of("residentKb", "transparentHugeKb", "hugetlbKb");

    @Override
    public String getDescription() {
        return "pages of the memory, by smaps";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        // Only the end of an iteration matters.
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(BenchmarkParams benchmark, IterationParams iteration,
            IterationResult result) {
        try {
            MemoryPages pages = MemoryPages.of(ProcessHandle.current().pid());
            return List.of(scalar(FIGURES.get(0), pages.residentKb()),
                    scalar(FIGURES.get(1), pages.transparentHugeKb()), scalar(FIGURES.get(2), pages.hugetlbKb()));
        } catch (IOException e) {
            return List.of();
        }
    }

    private static ScalarResult scalar(String name, long value) {
        return new ScalarResult(name, value, "KB", AggregationPolicy.AVG);
    }
}
