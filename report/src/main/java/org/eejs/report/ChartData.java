package org.eejs.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.eejs.report.bench.BenchChart;
import org.eejs.report.bench.BenchSection;
import org.eejs.report.remotekeys.RemoteKeyChart;
import org.eejs.report.remotekeys.RemoteKeySection;
import org.eejs.terminal.Printable;

/**
 * Data of those charts that have none of their own, as JSON that is safe inside a script element.
 *
 * @param benches those results that are about primitives
 * @param remoteKeys those results that are about keys that live elsewhere
 */
record ChartData(List<BenchChart> benches, List<RemoteKeyChart> remoteKeys) {
    static ChartData of(Document document) {
        return new ChartData(document.chapters(BenchSection.class).stream().map(BenchChart::of).toList(),
                document.chapters(RemoteKeySection.class).stream().map(RemoteKeyChart::of).toList());
    }

    /** Returns JSON in which no character can end the script element around it. */
    String json() {
        try {
            return Printable.text(new ObjectMapper().writeValueAsString(this)).replace("<", "\\u003c");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Records of numbers and names are always JSON", e);
        }
    }
}
