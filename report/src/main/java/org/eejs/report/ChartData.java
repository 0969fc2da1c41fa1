package org.eejs.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.eejs.report.bench.BenchChart;
import org.eejs.report.bench.BenchSection;
import org.eejs.report.remotekeys.RemoteKeyChart;
import org.eejs.report.remotekeys.RemoteKeySection;
import org.eejs.result.RecordMapping;
import org.eejs.terminal.Printable;

/**
 * Data of the charts that have no data of their kind, as JSON that is safe inside a script element.
 *
 * @param benches results of primitives
 * @param remoteKeys results of remote keys
 */
record ChartData(List<BenchChart> benches, List<RemoteKeyChart> remoteKeys) {
    static ChartData of(Document document) {
        return new ChartData(document.chapters(BenchSection.class).stream().map(BenchChart::of).toList(),
                document.chapters(RemoteKeySection.class).stream().map(RemoteKeyChart::of).toList());
    }

    /** Returns JSON in which no character can end the script element around it. */
    String json() {
        try {
            return Printable.text(RecordMapping.in(new ObjectMapper()).writeValueAsString(this))
                    .replace("<", "\\u003c");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Writing records as JSON failed", e);
        }
    }
}
