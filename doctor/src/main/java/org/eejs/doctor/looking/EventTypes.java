package org.eejs.doctor.looking;

import static org.eejs.profile.RecordedEvents.text;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;

/** The event types that a recording can contain, and those that it contains. For one thread while it is filled. */
final class EventTypes {
    /** Event type of JDK 11.0.20, 17.0.8 and 20 or newer. */
    static final String LOOKUPS = "jdk.SecurityProviderService";

    private static final Pattern TIME = Pattern.compile("(\\d+) ?(ns|us|ms|s)");
    private static final Map<String, Double> MILLIS = Map.of("ns", 1e-6, "us", 1e-3, "ms", 1.0, "s", 1e3);

    private final Map<Long, String> names = new HashMap<>();
    private final Set<String> seen = new HashSet<>();
    private final Map<Long, Boolean> enabled = new HashMap<>();
    private final Map<Long, Double> periods = new HashMap<>();
    private final Map<Long, Double> thresholds = new HashMap<>();

    /** Adds an event type that the recorder knows. */
    void add(EventType type) {
        names.put(type.getId(), type.getName());
    }

    /** Processes an event. */
    void take(RecordedEvent event) {
        names.putIfAbsent(event.getEventType().getId(), event.getEventType().getName());
        seen.add(event.getEventType().getName());
        if (event.getEventType().getName().equals("jdk.ActiveSetting") && event.hasField("id")) {
            setting(event.getLong("id"), text(event, "name"), text(event, "value"));
        }
    }

    private void setting(long id, String name, String value) {
        Matcher time = TIME.matcher(value);
        if (name.equals("enabled")) {
            enabled.merge(id, Boolean.parseBoolean(value), Boolean::logicalOr);
        } else if (time.matches()) {
            double millis = Double.parseDouble(time.group(1)) * MILLIS.get(time.group(2));
            if (name.equals("period")) {
                periods.put(id, millis);
            } else if (name.equals("threshold")) {
                thresholds.merge(id, millis, Math::min);
            }
        }
    }

    /** Returns whether the recorder knows this event type. */
    boolean knows(String type) {
        return names.containsValue(type);
    }

    /** Returns whether an event of this type occurred. */
    boolean saw(String type) {
        return seen.contains(type);
    }

    /** Returns whether events of this type were enabled; empty if the recording does not contain its settings. */
    Optional<Boolean> isEnabled(String type) {
        return saw(type) ? Optional.of(true) : of(type, enabled);
    }

    /** Returns the interval between two samples, in milliseconds; empty if the recording does not contain it. */
    Optional<Double> period(String type) {
        return of(type, periods);
    }

    /** Returns the shortest recorded duration, in milliseconds; empty if the recording does not contain it. */
    Optional<Double> threshold(String type) {
        return of(type, thresholds);
    }

    private <T> Optional<T> of(String type, Map<Long, T> values) {
        return names.entrySet().stream().filter(each -> each.getValue().equals(type)).map(Map.Entry::getKey)
                .filter(values::containsKey).map(values::get).findFirst();
    }
}
