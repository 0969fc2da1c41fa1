package org.eejs.lab.service;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eejs.banking.service.NewValue;
import org.eejs.banking.service.PercentEncoding;
import org.eejs.banking.service.ServiceRequest.Take;
import org.eejs.lab.service.CallValues.Place;
import org.eejs.lab.service.CallValues.Slot;

/**
 * Finds values of a recording's requests in its earlier answers: each user takes such values from the new answers. A
 * value that was sent before any answer had it belongs to the client and stays. Not thread-safe.
 */
final class RecordedValues {
    /** Headers by which services and traces identify requests. */
    private static final Pattern UNIQUE = Pattern.compile("(?i)(.*-)?(idempot[a-z]*(-?(key|token|id))?|(request|"
            + "correlation|trace|transaction|interaction|message|operation|span|parentspan|parent)-?id|nonce|"
            + "traceparent)|b3|"
            + "uber-trace-id|sentry-trace|x-cloud-trace-context|x-amzn-trace-id");
    /** Headers that make a request depend on a state from an answer. */
    private static final Pattern CONDITION =
            Pattern.compile("(?i)if-(match|unmodified-since|range|schedule-tag-match)");
    /** A part of a path that may be the number of a record. */
    private static final Pattern SHORT = Pattern.compile("\\d[\\w-]*|.*\\d{2}.*");
    /** Parameters that may have the number of a record that an answer led to. */
    private static final Pattern OF_RECORD = Pattern.compile("(?i).*(id|number|key|ref)");

    private final List<RequestDraft> drafts;
    private final Map<String, Map<Place, String>> given;
    private final String recording;
    private final Set<String> names;
    private final Consumer<Slot> constant;
    private final Map<String, String> variables = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();
    /** Names of taken values, by answers and places in them. */
    private final Map<String, String> taken = new HashMap<>();
    private final Set<String> made = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    private final Set<String> unused;
    private final Set<String> unchanged = new LinkedHashSet<>();
    private final Set<String> constants = new HashSet<>();
    private final Set<String> parameters = new TreeSet<>();
    private RequestDraft unseen;

    /**
     * Creates a search with the given values.
     *
     * @param drafts in the order in which they are sent
     * @param given replacements of parameters, by their names
     * @param taken names that are already in use
     * @param constant receives the values that are sent as recorded
     */
    RecordedValues(List<RequestDraft> drafts, Map<String, Map<Place, String>> given, String recording,
            Set<String> taken, Consumer<Slot> constant) {
        this.drafts = drafts;
        this.given = given;
        this.unused = new TreeSet<>(given.keySet());
        this.recording = recording;
        this.names = new HashSet<>(taken);
        this.constant = constant;
    }

    /**
     * Replaces all values.
     *
     * @return the request with an answer that has a value, but that drivers do not see as they follow its redirect;
     *     null if there is none
     */
    RequestDraft replace() {
        drafts.forEach(draft -> draft.replace(this));
        return unseen;
    }

    /** Returns the names of all parameters. */
    Set<String> parameters() {
        return parameters;
    }

    /** Returns names of given values that no request has as a parameter or a header. */
    Set<String> unused() {
        return unused;
    }

    /** Returns names of headers whose values drivers generate. */
    Set<String> made() {
        return made;
    }

    /** Returns the values that look generated but are sent as recorded: name and entry. */
    Set<String> unchanged() {
        return unchanged;
    }

    /** Returns the replacement of a value; null for the value itself. */
    String instead(RequestDraft draft, Slot slot) {
        if (slot.place() != Place.PATH) {
            parameters.add(slot.name());
        }
        String own = slot.place() == Place.PATH ? null : given.keySet().stream().filter(name -> name.equals(slot.name())
                || slot.place() == Place.HEADER && name.equalsIgnoreCase(slot.name())).findFirst().orElse(null);
        if (own != null) {
            unused.remove(own);
            return given.get(own).get(slot.place());
        }
        boolean isLiteral = slot.raw().contains("${");
        String variable = isLiteral ? null : variable(draft, slot);
        if (variable != null) {
            return slot.place().within().of(variable);
        }
        String unique = !isLiteral && slot.place() == Place.HEADER && UNIQUE.matcher(slot.name()).matches()
                ? unique(slot) : null;
        if (unique != null) {
            made.add(slot.name());
            return unique;
        }
        constants.add(slot.value());
        constant.accept(slot);
        if (ChangingValue.isMade(slot) && !isLiteral) {
            unchanged.add("%s (entry %d)".formatted(slot.place() == Place.PATH ? "part of the path"
                    : slot.name().isEmpty() ? "part of the body" : slot.name(),
                    draft.first().number()));
        }
        return null;
    }

    /**
     * Returns the replacement of a value that must be unique, the same everywhere; null if there is none.
     */
    private String unique(Slot slot) {
        String text = texts.containsKey(slot.value()) ? texts.get(slot.value())
                : NewValue.like(slot.value(), name(slot));
        texts.put(slot.value(), text);
        if (text != null && text.matches("\\$\\{[^}]*}")) {
            variables.put(slot.value(), text.substring(2, text.length() - 1));
        }
        return text;
    }

    /** Returns the name of a value from an earlier answer; null for none. */
    private String variable(RequestDraft draft, Slot slot) {
        String value = slot.value();
        if (slot.place() == Place.HEADER && CONDITION.matcher(slot.name()).matches()) {
            String name = find(draft, slot, (call, written) -> !call.url().target().equals(draft.first().url().target())
                    ? null : stamp(call, written));
            name = name != null ? name : find(draft, slot, RecordedValues::stamp);
            if (name != null) {
                return name;
            }
        }
        boolean changes = ChangingValue.is(slot.name(), value);
        String key = changes || slot.place() != Place.PATH ? value : slot.before() + slot.raw();
        boolean mayBeKnown = changes ? !constants.contains(value)
                : slot.place() == Place.PATH || OF_RECORD.matcher(slot.name()).matches();
        if (mayBeKnown && variables.containsKey(key)) {
            return variables.get(key);
        }
        String name = changes && mayBeKnown
                ? find(draft, slot, (call, written) -> AnswerSearch.find(call, written, slot.name()))
                : SHORT.matcher(value).matches() && mayBeKnown
                ? find(draft, slot, (call, written) -> number(call, slot, written)) : null;
        if (name != null) {
            variables.put(key, name);
            variables.put(value, name);
        }
        return name;
    }

    /** Finds the short number of a record in the answer that created it, or that redirects to it. */
    private static AnswerSearch.Found number(RecordedCall call, Slot slot, String written) {
        boolean isPath = slot.place() == Place.PATH;
        if (isPath && leads(call, slot.before() + slot.raw())) {
            return AnswerSearch.location(call, written, slot.name());
        }
        String path = call.url().target().replaceFirst("\\?.*", "");
        boolean isMadeHere = call.method().equals("POST")
                && (isPath ? slot.before().equals(path + "/") : isNumberOf(path, slot.name()));
        return isMadeHere ? AnswerSearch.number(call, written, OF_RECORD) : null;
    }

    /** Returns whether a parameter such as {@code orderId} has the number of a record created at {@code /orders}. */
    private static boolean isNumberOf(String path, String parameter) {
        String resource = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        String one = parameter.toLowerCase(Locale.ROOT).replaceFirst("[_-]?(id|number|key|ref)$", "");
        return !one.isEmpty() && List.of(one, one + "s", one + "es").contains(resource);
    }

    /** Returns the rule for an answer that redirects to a path or below it. */
    private static boolean leads(RecordedCall call, String path) {
        return call.url().resolve(call.location()).map(WebAddress::target).filter(target -> target.equals(path)
                || target.startsWith(path) && "/?;".indexOf(target.charAt(path.length())) >= 0).isPresent();
    }

    /** Finds the state of a resource, on which a request can depend (RFC 9110, 13.1). */
    private static AnswerSearch.Found stamp(RecordedCall call, String value) {
        return Stream.of("ETag", "Last-Modified", "Schedule-Tag").map(header -> AnswerSearch.whole(call, header, value))
                .filter(found -> found != null).findFirst().orElse(null);
    }

    /**
     * Takes a value from the last answer that has it and came before the request: most likely that answer led the user.
     */
    private String find(RequestDraft draft, Slot slot, BiFunction<RecordedCall, String, AnswerSearch.Found> search) {
        RequestDraft led = null;
        List<String> writings = Stream.of(slot.value(), slot.raw(), PercentEncoding.of(slot.value())).distinct()
                .filter(written -> written.equals(slot.value())
                        || PercentEncoding.decoded(written).equals(slot.value())).toList();
        for (int i = drafts.indexOf(draft) - 1; i >= 0; i--) {
            RequestDraft source = drafts.get(i);
            if (source.step() == draft.step() && source.together()) {
                continue;
            }
            for (String written : writings) {
                AnswerSearch.Found found = search.apply(source.last(), written);
                if (found != null) {
                    return take(source, slot, found, !written.equals(slot.value()));
                }
                if (led == null && source.passed().stream().anyMatch(hop -> search.apply(hop, written) != null)) {
                    led = source;
                }
            }
        }
        unseen = unseen == null ? led : unseen;
        return null;
    }

    private String take(RequestDraft source, Slot slot, AnswerSearch.Found found, boolean url) {
        return taken.computeIfAbsent(source.last().number() + " " + url + " " + found, unused -> {
            String name = name(slot);
            source.take(new Take(name, found.part(), found.from(), found.html(), url,
                    "%s, entry %d".formatted(recording, source.last().number())));
            return name;
        });
    }

    private String name(Slot slot) {
        String plain = slot.name().replaceAll("\\W+", "_").replaceFirst("^_*(?=.)", "").replaceFirst("^(?=\\d)", "_");
        String base = slot.place() == Place.HEADER && slot.name().equalsIgnoreCase("Authorization") ? "token"
                : plain.isEmpty() ? "id" : plain;
        String name = base;
        for (int i = 2; !names.add(name); i++) {
            name = base + i;
        }
        return name;
    }
}
