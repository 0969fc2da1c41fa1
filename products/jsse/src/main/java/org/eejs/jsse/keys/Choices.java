package org.eejs.jsse.keys;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * A memory of the keys that the JDK chose, by request. An answer holds for at most a second, and never past the moment
 * at which a certificate becomes valid or expires. The JDK checks the whole chain against all constraints at each
 * choice, which costs some percent of a handshake. Thread-safe; takes no lock for a known answer.
 */
final class Choices {
    /**
     * Longest validity of an answer, in milliseconds. Constraints with a date, such as {@code denyAfter}, take effect
     * at most that much later.
     */
    private static final long MOST_MILLIS = 1000;
    /** Limit of remembered requests, because peers vary their requests as they like. */
    private static final int MOST_REQUESTS = 256;

    private final Map<KeyRequest, Answer> answers = new ConcurrentHashMap<>();
    /** The times at which the validity of a certificate changes, in milliseconds since 1970, in ascending order. */
    private final long[] changes;

    Choices(Collection<KeyMaterial> keys) {
        changes = keys.stream().map(KeyMaterial::certificate)
                .flatMapToLong(certificate -> LongStream.of(certificate.getNotBefore().getTime(),
                        certificate.getNotAfter().getTime() + 1))
                .sorted().toArray();
    }

    /** Returns the answer, from the JDK's key manager if it is not known. */
    String choose(KeyRequest request, Supplier<String> jdk) {
        long now = System.currentTimeMillis();
        Answer known = answers.get(request);
        if (known != null && known.from <= now && now < known.until) {
            return known.alias;
        }
        String alias = jdk.get();
        if (answers.size() >= MOST_REQUESTS) {
            answers.clear();
        }
        answers.put(request, new Answer(alias, now, Math.min(now + MOST_MILLIS, nextChange(now))));
        return alias;
    }

    private long nextChange(long now) {
        int found = Arrays.binarySearch(changes, now + 1);
        int next = found >= 0 ? found : -found - 1;
        return next < changes.length ? changes[next] : Long.MAX_VALUE;
    }

    /** An alias, or {@code null} for none, and the period in which it holds, with an exclusive end. */
    private static final class Answer {
        final String alias;
        final long from;
        final long until;

        Answer(String alias, long from, long until) {
            this.alias = alias;
            this.from = from;
            this.until = until;
        }
    }
}
