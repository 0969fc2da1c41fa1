package org.eejs.lab.service;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The start times of a recording's entries. A date without a zone has the zone of the dates before it. If a date is
 * invalid, or more than a day from most others, its entry keeps its place in the recording: it begins with the entry
 * before it. Not thread-safe.
 */
final class RecordedTimes {
    /** ISO 8601, also with a space for the T, and without seconds. */
    private static final DateTimeFormatter DATE = new DateTimeFormatterBuilder().parseCaseInsensitive()
            .append(DateTimeFormatter.ISO_LOCAL_DATE).appendPattern("['T'][' ']")
            .append(DateTimeFormatter.ISO_LOCAL_TIME).optionalStart().appendOffsetId().optionalEnd().toFormatter();
    private static final Pattern ZONE =
            Pattern.compile("(?<=:\\d\\d|[.]\\d{1,9}) ?(?:(UTC|GMT|Z)|([+-]\\d\\d):?(\\d\\d)?)$");
    private static final long DAY_MILLIS = 24 * 60 * 60 * 1_000L;
    /** Larger numbers are milliseconds since the epoch instead of seconds. */
    private static final double MOST_SECONDS = 1e11;

    private final List<Long> starts = new ArrayList<>();
    private ZoneOffset zone;
    private int withoutZone;

    /** Adds the date of the next entry. */
    void add(JsonNode date) {
        starts.add(millis(date.asText("").strip()));
    }

    private Long millis(String date) {
        try {
            if (date.matches("\\d+(\\.\\d+)?")) {
                double number = Double.parseDouble(date);
                return Math.round(number > MOST_SECONDS ? number : 1_000 * number);
            }
            TemporalAccessor read = DATE.parseBest(ZONE.matcher(date.replace(',', '.')).replaceFirst(zoned ->
                    zoned.group(1) != null ? "Z" : zoned.group(2) + ":" + Objects.requireNonNullElse(zoned.group(3),
                            "00")), OffsetDateTime::from, LocalDateTime::from);
            if (read instanceof LocalDateTime local) {
                withoutZone += zone == null ? 1 : 0;
                return local.toInstant(zone == null ? ZoneOffset.UTC : zone).toEpochMilli();
            }
            OffsetDateTime whole = (OffsetDateTime) read;
            if (zone == null && withoutZone > 0) {
                moveFirst(whole.getOffset());
            }
            zone = whole.getOffset();
            return whole.toInstant().toEpochMilli();
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** Moves earlier dates, which had no zone, to the first known zone. */
    private void moveFirst(ZoneOffset known) {
        starts.replaceAll(start -> start == null ? null : start - 1_000L * known.getTotalSeconds());
    }

    /**
     * Returns the start times, in milliseconds since the epoch.
     *
     * @param unread receives the numbers of the entries with unusable dates, from 0
     */
    List<Long> starts(List<Integer> unread) {
        List<Long> known = starts.stream().filter(start -> start != null).sorted().toList();
        long median = known.isEmpty() ? 0 : known.get(known.size() / 2);
        List<Long> used = new ArrayList<>();
        Long before = known.stream().filter(start -> Math.abs(start - median) <= DAY_MILLIS).findFirst().orElse(0L);
        for (int i = 0; i < starts.size(); i++) {
            Long start = starts.get(i);
            if (start == null || Math.abs(start - median) > DAY_MILLIS) {
                unread.add(i);
                start = before;
            }
            before = start;
            used.add(start);
        }
        return used;
    }
}
