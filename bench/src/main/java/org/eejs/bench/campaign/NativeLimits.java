package org.eejs.bench.campaign;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eejs.bench.campaign.BenchPlan.NativeRun;
import org.eejs.bench.measuring.OpenSslSpeed;
import org.eejs.result.Bench;

/** What native code does in the same run: how far a provider is from the limit. For one thread. */
final class NativeLimits {
    private final Map<NativeRun, Bench.NativeScore> scores = new LinkedHashMap<>();
    private final OpenSslSpeed openSsl = OpenSslSpeed.onPath();

    /** Measures for so many seconds. */
    void measure(NativeRun run, int seconds) {
        scores.put(run, openSsl.measure(run.group(), run.operation(), run.algorithm(), run.bytes(), run.threads(),
                run.words(), seconds));
    }

    /** Why there will be none, in one line; null when there will be. */
    String missing() {
        return openSsl.missing();
    }

    List<Bench.NativeScore> all() {
        return new ArrayList<>(scores.values());
    }

    /**
     * What native code does in a second of what a cell does, in as many processes as it has threads; null if unknown.
     */
    Double opsPerSecond(Bench.Cell cell) {
        return scores.values().stream()
                .filter(score -> score.group().equals(cell.group()) && score.operation().equals(cell.operation())
                        && score.algorithm().equals(cell.algorithm()) && Objects.equals(score.bytes(), cell.bytes())
                        && score.threads() == cell.threads() && score.opsPerSecond() != null)
                .map(Bench.NativeScore::opsPerSecond).findFirst().orElse(null);
    }
}
