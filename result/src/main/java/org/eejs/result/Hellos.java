package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eejs.result.settings.Allowed;

/**
 * The answers of a TLS server to its client's first message, the hello, in several forms. Immutable.
 *
 * @param target the server, such as {@code port 8443} or {@code localhost:8443}
 * @param answers one for each form; a single one, of the whole hello, if that was not answered
 */
public record Hellos(String target, List<Answer> answers) {
    /** The group of the hybrid hello. */
    public static final String HYBRID_GROUP = "X25519MLKEM768";
    private static final String ANSWERED = "answered";
    private static final double MILLIS = 1_000;
    private static final String OMIT = "until then, set -Djdk.tls.namedGroups=x25519,secp256r1,secp384r1 in clients";

    /** The form of a hello. */
    public enum Form {
        /** Less than 1,500 bytes in one segment and one record: the control. */
        WHOLE("whole"),
        /** The same bytes in two TCP segments. */
        TWO_SEGMENTS("twoSegments"),
        /** The same message in two TLS records. */
        TWO_RECORDS("twoRecords"),
        /** More than 1,500 bytes because of a share for X25519MLKEM768. */
        HYBRID("hybrid"),
        /** As long as the hybrid one, but without a post-quantum group (RFC 7685). */
        PADDED("padded");

        private final String id;

        Form(String id) {
            this.id = id;
        }

        /** Returns the name in results. */
        @JsonValue
        public String id() {
            return id;
        }
    }

    /** The end of a hello. */
    public enum Outcome {
        /** The server sent a ServerHello or a HelloRetryRequest. */
        ANSWERED,
        /** The server sent an alert or something else, or closed the connection. */
        REFUSED,
        /** The server sent nothing until the time-out. */
        STALLED;

        /** Returns the name in results. */
        @JsonValue
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The answer to one form.
     *
     * @param bytes the length of the hello with its record headers
     * @param ms the time from the last byte of the hello to the answer or the refusal, in milliseconds; the time-out of
     *     a stalled one
     * @param protocol the TLS version of the answer; null without one
     * @param group the selected group; null where the answer names none
     * @param retry whether the server asked for another hello; null without an answer
     * @param reason the reason of a refusal, such as {@code alert handshake_failure (40)}; null of others
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Answer(Form form, @Allowed(least = 1) int bytes, Outcome outcome, double ms, String protocol,
            String group, Boolean retry, String reason) {
        private boolean isAnswered() {
            return outcome == Outcome.ANSWERED;
        }

        /** Returns the outcome in words; equal for equal outcomes. */
        private String words() {
            return switch (outcome) {
                case ANSWERED -> Hellos.ANSWERED;
                case REFUSED -> "refused (" + reason + ")";
                case STALLED -> ms < MILLIS ? "no answer in %.0f ms".formatted(ms)
                        : "no answer in %.0f s".formatted(ms / MILLIS);
            };
        }
    }

    /** Copies the list. */
    public Hellos {
        answers = List.copyOf(answers);
    }

    /** Returns the answer to a form; empty if it was not sent. */
    public Optional<Answer> answer(Form form) {
        return answers.stream().filter(each -> each.form() == form).findFirst();
    }

    /** Returns whether the control was answered; only then do other answers mean anything. */
    @JsonIgnore
    public boolean isAnswered() {
        return answer(Form.WHOLE).filter(Answer::isAnswered).isPresent();
    }

    private boolean fails(Form form) {
        return isAnswered() && answer(form).filter(each -> !each.isAnswered()).isPresent();
    }

    /**
     * Returns a line for reports, without a full stop, failures first: {@code hello of 1,577 bytes, in two segments, in
     * two records: answered}. It is empty if the control was not answered.
     */
    public String words() {
        if (!isAnswered()) {
            return "";
        }
        Map<String, List<String>> forms = forms(answers);
        String all = forms.entrySet().stream()
                .sorted(Comparator.comparing(each -> each.getKey().equals(ANSWERED)))
                .map(each -> "hello " + String.join(", ", each.getValue()) + ": " + each.getKey())
                .collect(Collectors.joining("; "));
        return answer(Form.HYBRID).filter(each -> HYBRID_GROUP.equals(each.group())).map(each -> all + "; it selects "
                + HYBRID_GROUP).orElse(all);
    }

    /** Returns the forms in words by their outcomes; those of the same length are one if their outcomes are equal. */
    private static Map<String, List<String>> forms(List<Answer> of) {
        Map<Form, Answer> answers = of.stream().collect(Collectors.toMap(Answer::form, each -> each));
        Map<String, List<String>> forms = new LinkedHashMap<>();
        Answer hybrid = answers.get(Form.HYBRID);
        Answer padded = answers.get(Form.PADDED);
        if (hybrid != null && padded != null && hybrid.words().equals(padded.words())) {
            add(forms, hybrid, "of %,d bytes".formatted(hybrid.bytes()));
        } else {
            add(forms, hybrid, hybrid == null ? "" : "of %,d bytes with %s".formatted(hybrid.bytes(), HYBRID_GROUP));
            add(forms, padded, padded == null ? "" : "of %,d bytes without it".formatted(padded.bytes()));
        }
        add(forms, answers.get(Form.TWO_SEGMENTS), "in two segments");
        add(forms, answers.get(Form.TWO_RECORDS), "in two records");
        return forms;
    }

    private static void add(Map<String, List<String>> forms, Answer answer, String words) {
        if (answer != null) {
            forms.computeIfAbsent(answer.words(), outcome -> new ArrayList<>()).add(words);
        }
    }

    /** Returns the forms that stall or are refused, and what to do about it; empty if there are none. */
    public Optional<String> trouble() {
        if (!isAnswered() || answers.stream().allMatch(Answer::isAnswered)) {
            return Optional.empty();
        }
        return Optional.of("%s: %s. %s.".formatted(target, words(), advice()));
    }

    private String advice() {
        if (fails(Form.TWO_SEGMENTS) || fails(Form.PADDED) && fails(Form.HYBRID)) {
            return "Clients on JDK 25.0.5 or newer send about 1,600 bytes in two segments. Update the server or the "
                    + "proxy before it; " + OMIT;
        }
        if (fails(Form.HYBRID)) {
            return "It does not tolerate " + HYBRID_GROUP + ", the first group of clients on JDK 25.0.5 or newer. "
                    + "Update the server or the proxy before it; " + OMIT;
        }
        return fails(Form.TWO_RECORDS) ? "RFC 8446 allows two records, but few clients send them: update the server "
                + "or the proxy before it" : "It does not tolerate padding (RFC 7685), which the JDK does not send: "
                + "update the server or the proxy before it";
    }
}
