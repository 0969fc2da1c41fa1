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
 * @param count how many
 * @param again how many of them with a peer that another of them had met
 * @param named how many with a peer whose name the engine or socket was given
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

    /** Returns whether there is one each second at least, nearly always with a peer that was met before. */
    public boolean isRepeated() {
        return perSecond >= OFTEN && again >= NEARLY_ALL * count;
    }

    /** Returns whether most of them had a name by which a session could be found again. */
    public boolean isNamed() {
        return named > count / 2;
    }

    /** With how many others. */
    public long peers() {
        return count - again;
    }

    /** For those who read. */
    public String words() {
        return "%.1f handshakes a second with %d peers".formatted(perSecond, peers());
    }

    /** Returns the suites of these handshakes, a line each. */
    public static List<String> suites(JvmEvidence evidence, Predicate<String> which) {
        Map<String, Long> suites = evidence.events().handshakes().stream().map(Handshake::suite).filter(which)
                .collect(Collectors.groupingBy(suite -> suite, java.util.TreeMap::new, Collectors.counting()));
        int all = evidence.events().handshakes().size();
        return suites.entrySet().stream().map(each -> "%s in %d of %d handshakes".formatted(each.getKey(),
                each.getValue(), all)).toList();
    }
}
