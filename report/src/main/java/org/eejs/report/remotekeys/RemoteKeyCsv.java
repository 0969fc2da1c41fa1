package org.eejs.report.remotekeys;

import java.util.List;
import org.eejs.report.text.Change;
import org.eejs.report.text.CsvTable;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.result.RemoteKeys;
import org.eejs.result.RemoteKeys.Latency;
import org.eejs.result.RemoteKeys.Point;
import org.eejs.result.Result;

/**
 * What remote keys cost as comma-separated values: one row for each operation, place of the key and concurrency. The
 * names of columns have their units; a figure that was not measured is an empty field, not 0.
 */
public final class RemoteKeyCsv {
    private RemoteKeyCsv() {}

    /** All points of all results that have any. */
    public static String of(List<Result> results) {
        CsvTable csv = new CsvTable("startedAt", "operation", "key", "servers", "threads", "rounds", "opsPerSecond",
                "ci95Low", "ci95High", "meanMicros", "p50Micros", "p90Micros", "p99Micros", "p999Micros", "maxMicros",
                "clientCpuMicrosPerOp", "serverCpuMicrosPerOp", "error", "kind");
        for (Result result : results) {
            if (result.measured() instanceof RemoteKeys remoteKey) {
                RunFigures.orEmpty(remoteKey.points()).forEach(point -> csv.row(row(result, point)));
            }
        }
        return csv.toString();
    }

    private static List<String> row(Result result, Point point) {
        boolean interval = Change.isInterval(point.ci95());
        Latency latency = point.latency();
        return List.of(CsvTable.text(result.startedAt()), CsvTable.text(point.curve().operation()),
                CsvTable.text(point.curve().key()), Integer.toString(point.curve().servers()),
                Integer.toString(point.threads()), Integer.toString(RunFigures.orEmpty(point.rounds()).size()),
                number(point.opsPerSecond()), interval ? number(point.ci95().get(0)) : "",
                interval ? number(point.ci95().get(1)) : "", number(latency == null ? null : latency.mean()),
                number(latency == null ? null : latency.p50()), number(latency == null ? null : latency.p90()),
                number(latency == null ? null : latency.p99()), number(latency == null ? null : latency.p999()),
                number(latency == null ? null : latency.max()), number(point.clientCpuMicros()),
                number(point.serverCpuMicros()), CsvTable.text(point.error()),
                CsvTable.text(point.curve().kind()));
    }

    private static String number(Double number) {
        return number == null ? "" : Format.plain(number);
    }
}
