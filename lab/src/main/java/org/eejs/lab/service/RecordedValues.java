package org.eejs.lab.service;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eejs.lab.service.CallValues.Place;
import org.eejs.lab.service.CallValues.Slot;
import org.eejs.service.PercentEncoding;
import org.eejs.service.ServiceRequest.Take;

/**
 * Finds again, in answers of a recording, what its later requests send: such values are taken anew by each user. What
 * was sent before any answer had it is the client's own and stays. Not thread-safe.
 */
final class RecordedValues {
    private final List<RequestDraft> drafts;
    private final Map<String, Map<Place, String>> given;
    private final String recording;
    private final Set<String> names;
    private final Consumer<Slot> constant;
    private final Map<String, String> variables = new HashMap<>();
    private final Set<String> constants = new HashSet<>();
    private final Set<String> parameters = new TreeSet<>();
    private RequestDraft unseen;

    /**
     * With what is said of values.
     *
     * @param drafts in the order in which they are sent
     * @param given what is sent instead for parameters, by their names
     * @param taken names that cannot be given
     * @param constant gets what is sent as it was recorded
     */
    RecordedValues(List<RequestDraft> drafts, Map<String, Map<Place, String>> given, String recording,
            Set<String> taken, Consumer<Slot> constant) {
        this.drafts = drafts;
        this.given = given;
        this.recording = recording;
        this.names = new HashSet<>(taken);
        this.constant = constant;
    }

    /**
     * Replaces all.
     *
     * @return the request with an answer that has a value, but that drivers do not see as they follow it as a redirect;
     *     null if there is none
     */
    RequestDraft replace() {
        drafts.forEach(draft -> draft.replace(this));
        return unseen;
    }

    /** The names of all parameters. */
    Set<String> parameters() {
        return parameters;
    }

    /** What stands for a value; null for the value itself. */
    String instead(RequestDraft draft, Slot slot) {
        boolean parameter = slot.place() != Place.PATH && slot.place() != Place.HEADER;
        if (parameter) {
            parameters.add(slot.name());
        }
        if (parameter && given.containsKey(slot.name())) {
            return given.get(slot.name()).get(slot.place());
        }
        String value = slot.value();
        if (!constants.contains(value) && !slot.raw().contains("${") && ChangingValue.is(slot.name(), value)) {
            String variable = variables.containsKey(value) ? variables.get(value) : find(draft, slot);
            if (variable != null) {
                variables.put(value, variable);
                return slot.place().within().of(variable);
            }
        }
        constants.add(value);
        constant.accept(slot);
        return null;
    }

    /** Takes it from the last answer that has it and has come when it is sent: most likely the user was led by that. */
    private String find(RequestDraft draft, Slot slot) {
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
                AnswerSearch.Found found = AnswerSearch.find(source.last(), written, slot.name());
                if (found != null) {
                    String name = name(slot);
                    source.take(new Take(name, found.part(), found.from(), found.html(),
                            !written.equals(slot.value()),
                            "%s, entry %d".formatted(recording, source.last().number())));
                    return name;
                }
                if (led == null && source.passed().stream().anyMatch(hop -> hop.location().contains(written)
                        || AnswerSearch.cookie(hop, written) != null)) {
                    led = source;
                }
            }
        }
        unseen = unseen == null ? led : unseen;
        return null;
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
