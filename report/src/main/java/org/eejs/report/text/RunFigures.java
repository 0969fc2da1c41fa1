package org.eejs.report.text;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eejs.result.Result.HandshakeCount;
import org.eejs.result.Result.HandshakeTimes;
import org.eejs.result.Result.Handshakes;
import org.eejs.result.Result.Run;
import org.eejs.result.Result.Times;
import org.eejs.result.Xml;

/**
 * A run's figures with what a run that ended early left out put to "nothing", and the figures that follow from them.
 *
 * @param run the run as it was recorded
 */
public record RunFigures(Run run) {
    private static final Times NO_TIMES = new Times(0, 0, 0, 0, 0, 0, 0);
    private static final Xml.Round NO_ROUND = new Xml.Round(0, 0, 0, 0, 0, false, List.of());
    private static final HandshakeCount NO_HANDSHAKES = new HandshakeCount(0, 0);

    /** Whether at least one page was completed in the steady state. */
    public boolean hasPages() {
        return run.pages() > 0;
    }

    /** What a run of the XML workload measured; figures of 0 when it was another. */
    public Xml.Round round() {
        return run.xml() == null ? NO_ROUND : run.xml();
    }

    public Times responseTime() {
        return orNothing(run.responseTimeMs());
    }

    public Times login() {
        return orNothing(run.loginMs());
    }

    public Times fullHandshake() {
        HandshakeTimes times = run.handshakeMs();
        return orNothing(times == null ? null : times.full());
    }

    public Times resumedHandshake() {
        HandshakeTimes times = run.handshakeMs();
        return orNothing(times == null ? null : times.resumed());
    }

    /** Users' handshakes as the driver counted them in the steady state. */
    public HandshakeCount userHandshakes() {
        Handshakes handshakes = run.handshakes();
        return handshakes == null || handshakes.client() == null ? NO_HANDSHAKES : handshakes.client();
    }

    /** Whether the processor time of a page is known. */
    public boolean hasBankCpu() {
        return hasPages() && run.cpuSeconds() != null && run.cpuSeconds().get("bank") != null;
    }

    /** The length of the steady state in seconds; as it was planned where the seconds were not kept. */
    private double steadySeconds() {
        return run.steadySeconds() > 0 || run.phasesSeconds() == null ? run.steadySeconds()
                : run.phasesSeconds().steady();
    }

    /** Processors that the bank used on average in the steady state; 0 where that was not measured. */
    public double bankProcessors() {
        double seconds = steadySeconds();
        return !hasBankCpu() || seconds == 0 ? 0
                : (run.cpuSeconds().get("bank").user() + run.cpuSeconds().get("bank").system()) / seconds;
    }

    /** Why the figures may not be believed, as sentences. */
    public List<String> invalidReasons() {
        return orEmpty(run.invalidReasons()).stream().filter(reason -> reason != null && !reason.isBlank())
                .map(RunFigures::sentence).toList();
    }

    /** Words with a capital and a full stop. */
    public static String sentence(String words) {
        if (words.isEmpty()) {
            return words;
        }
        int second = words.offsetByCodePoints(0, 1);
        String capitalised = words.substring(0, second).toUpperCase(Locale.ROOT) + words.substring(second);
        return capitalised.matches("(?s).*[.!?]") ? capitalised : capitalised + '.';
    }

    public static Times orNothing(Times times) {
        return times == null ? NO_TIMES : times;
    }

    public static <T> List<T> orEmpty(List<T> list) {
        return list == null ? List.of() : list;
    }

    public static <K, V> Map<K, V> orEmpty(Map<K, V> map) {
        return map == null ? Map.of() : map;
    }
}
