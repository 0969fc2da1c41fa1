package org.eejs.lab.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eejs.banking.service.NewValue;
import org.eejs.banking.service.PercentEncoding;
import org.eejs.lab.machine.Nearest;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.YamlFile;

/**
 * The {@code ${...}} in texts that are sent: inserts secrets of the environment and of files, and checks names of
 * values, which drivers insert. Not thread-safe.
 */
final class Placeholders {
    /** A user's number, which drivers know. */
    static final String USER = "user";
    /** The port of a started service. */
    static final String PORT = "port";
    private static final Pattern SECRET = Pattern.compile("(?i).*(pass(?!enger)|pwd|secret|token|auth(?!ors?\\b)"
            + "|api.?key|credential|session|cookie).*|otp|pin");
    private static final Pattern PLACE = Pattern.compile("\\$\\{(?:(env|file|url|json):)?([^}]*)}?");

    private final YamlFile<?> file;
    private final Path folder;
    private final Set<String> given;
    private final Set<String> secrets = new LinkedHashSet<>();
    private final Set<String> known = new TreeSet<>();
    private final Map<String, String> later = new TreeMap<>();

    /** The form of a text that is sent, which determines the insertions. */
    enum Within {
        /** As written. */
        TEXT("", text -> text, text -> text),
        /** A path and query, as written. */
        TARGET("", text -> text, PercentEncoding::of),
        /** A value of a query. */
        QUERY("url:", PercentEncoding::of, PercentEncoding::of),
        /** A name or value of a form, where drivers encode what they insert. */
        FORM("", PercentEncoding::of, PercentEncoding::of),
        /** A string of JSON, before it is written as JSON. */
        JSON("json:", text -> text, text -> text);

        private final String prefix;
        private final UnaryOperator<String> ofText;
        private final UnaryOperator<String> ofSecrets;

        Within(String prefix, UnaryOperator<String> ofText, UnaryOperator<String> ofSecrets) {
            this.prefix = prefix;
            this.ofText = ofText;
            this.ofSecrets = ofSecrets;
        }

        /** Returns the placeholder of a value in this form. */
        String of(String name) {
            return "${" + prefix + name + "}";
        }
    }

    /**
     * Creates placeholders with the names that all users know.
     *
     * @param folder the folder that paths are relative to
     */
    Placeholders(YamlFile<?> file, Path folder, Collection<String> given) {
        this.file = file;
        this.folder = folder;
        this.given = Set.copyOf(given);
        known.addAll(given);
    }

    /** Returns whether a value may have this name. */
    static boolean isName(String name) {
        return name.matches("[A-Za-z_][A-Za-z0-9_]*");
    }

    /** Begins a scenario, with the places where its values are taken, by name. */
    void begin(Map<String, String> places) {
        known.clear();
        known.addAll(given);
        later.clear();
        later.putAll(places);
    }

    /** Adds names that are known from here on. */
    void take(Collection<String> names) {
        known.addAll(names);
    }

    Set<String> secrets() {
        return secrets;
    }

    /** Adds a constant value as a secret, if its name is that of a password, a token and the like. */
    void addIfSecret(CallValues.Slot slot) {
        if (SECRET.matcher(slot.name()).matches() && !slot.value().isBlank() && !slot.raw().contains("${")) {
            secrets.add(slot.value());
            secrets.add(slot.raw());
        }
    }

    /** Returns names that all users know. */
    Set<String> given() {
        return given;
    }

    /**
     * Returns a text with its secrets inserted.
     *
     * @param pointer its place, as a JSON pointer
     * @throws FaultyFileException if a name is unknown there, or a secret is not available
     */
    String filled(String pointer, String text, Within within) throws FaultyFileException {
        StringBuilder filled = new StringBuilder();
        Matcher place = PLACE.matcher(text);
        int end = 0;
        while (place.find()) {
            filled.append(within.ofText.apply(text.substring(end, place.start())));
            String kind = place.group(1) == null ? "" : place.group(1);
            String name = place.group(2);
            if (kind.equals("env") || kind.equals("file")) {
                filled.append(within.ofSecrets.apply(secret(pointer, kind, name)));
            } else {
                check(pointer, place.group(), name);
                filled.append(kind.isEmpty() ? within.of(name) : "${" + kind + ":" + name + "}");
            }
            end = place.end();
        }
        return filled.append(within.ofText.apply(text.substring(end))).toString();
    }

    private void check(String pointer, String place, String name) throws FaultyFileException {
        if (!place.endsWith("}")) {
            throw file.fault(pointer, "'${' is not closed by '}'");
        }
        if (name.startsWith("new:") && !NewValue.is(name)) {
            throw file.fault(pointer, place + " does not exist; there are " + NewValue.EXAMPLES);
        }
        if (!known.contains(name) && !NewValue.is(name) && !name.equals("$")) {
            throw file.fault(pointer, later.containsKey(name)
                    ? "%s is used before it is taken, at %s".formatted(place, later.get(name))
                    : "no value is called %s; %s".formatted(place, Nearest.hint(name, known)));
        }
    }

    private String secret(String pointer, String kind, String name) throws FaultyFileException {
        String secret = null;
        try {
            secret = kind.equals("env") ? System.getenv(name)
                    : Files.readString(folder.resolve(name)).replaceFirst("\\R$", "");
        } catch (IOException | IllegalArgumentException e) {
            throw file.fault(pointer, "the file " + folder.resolve(name) + " does not exist or is not UTF-8");
        }
        if (secret == null) {
            throw file.fault(pointer, "the environment has no variable " + name + "; set it");
        }
        if (secret.contains("${")) {
            throw file.fault(pointer, "the value of " + name + " contains '${', which EEJS does not support");
        }
        if (!secret.isBlank()) {
            secrets.add(secret);
        }
        return secret;
    }
}
