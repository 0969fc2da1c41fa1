package org.eejs.doctor.rules;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.eejs.doctor.evidence.Events.Handshake;
import org.eejs.doctor.evidence.JvmEvidence;

/**
 * Handshakes of one kind that the flight recorder counted.
 *
 * @param count the number of handshakes
 * @param again the number of handshakes with a peer that an earlier one of them had
 * @param named the number of handshakes whose engine or socket knows the peer's name
 */
public record RecordedHandshakes(long count, long again, long named, double perSecond) {
    private static final double OFTEN = 1;
    private static final double NEARLY_ALL = 0.8;

    /** Counts them. */
    public static RecordedHandshakes of(JvmEvidence evidence, Predicate<Handshake> which) {
        List<Handshake> found = evidence.events().handshakes().stream().filter(which).toList();
        long peers = found.stream().map(Handshake::peer).distinct().count();
        long named = found.stream().filter(each -> !each.peer().isEmpty()).count();
        return new RecordedHandshakes(found.size(), found.size() - peers, named, evidence.seconds() <= 0 ? 0
                : found.size() / evidence.seconds());
    }

    /** Returns whether there is at least one per second, nearly always with a known peer. */
    public boolean isRepeated() {
        return perSecond >= OFTEN && again >= NEARLY_ALL * count;
    }

    /** Returns whether most of them had a peer name, which is needed to find a session again. */
    public boolean isNamed() {
        return named > count / 2;
    }

    /** Returns the number of peers. */
    public long peers() {
        return count - again;
    }

    /** Returns a sentence for the report. */
    public String words() {
        return "%.1f handshakes per second with %d peers".formatted(perSecond, peers());
    }

    /** Returns the cipher suites of these handshakes, one per line. */
    public static List<String> suites(JvmEvidence evidence, Predicate<String> which) {
        Map<String, Long> suites = evidence.events().handshakes().stream().map(Handshake::suite).filter(which)
                .collect(Collectors.groupingBy(suite -> suite, java.util.TreeMap::new, Collectors.counting()));
        int all = evidence.events().handshakes().size();
        return suites.entrySet().stream().map(each -> "%s in %d of %d handshakes".formatted(each.getKey(),
                each.getValue(), all)).toList();
    }
}
