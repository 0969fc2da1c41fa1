package org.eejs.lab.service;

import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.JsonPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eejs.banking.service.ServiceRequest.Check;
import org.eejs.banking.service.ServiceRequest.Part;
import org.eejs.banking.service.ServiceRequest.Take;
import org.eejs.lab.machine.Nearest;
import org.eejs.lab.service.Placeholders.Within;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.YamlFile;

/** The checks of a file for answers, and the values that later requests take from them. */
final class WrittenChecks {
    private static final String STATUS = "[1-5](\\d\\d|xx)(, ?[1-5](\\d\\d|xx))*";
    private static final Pattern QUOTED = Pattern.compile("'(?:[^'\\\\]|\\\\.)*+'|\"(?:[^\"\\\\]|\\\\.)*+\"");
    private static final Pattern FUNCTION = Pattern.compile("\\.(\\w+)\\(");
    /** The functions of json-path. */
    private static final List<String> FUNCTIONS = List.of("append", "avg", "concat", "first", "index", "keys", "last",
            "length", "max", "min", "size", "stddev", "sum");
    /** Redirects that are followed (RFC 9110, 15.4). */
    private static final String REDIRECTS = "30[12378](, ?30[12378])*";

    private final YamlFile<ServiceForm> file;
    private final Placeholders placeholders;

    WrittenChecks(YamlFile<ServiceForm> file, Placeholders placeholders) {
        this.file = file;
        this.placeholders = placeholders;
    }

    /**
     * Reads the checks of a request.
     *
     * @param request its place, as a JSON pointer
     * @throws FaultyFileException with file, line and key of an invalid check
     */
    List<Check> checks(String request, ServiceForm.Request whole) throws FaultyFileException {
        List<Check> checks = new ArrayList<>();
        ServiceForm.Check form = whole.check();
        String at = request + "/check";
        if (form != null && form.status() != null) {
            String text = form.status().isArray() ? IntStream.range(0, form.status().size())
                    .mapToObj(i -> file.text(at + "/status/" + i)).collect(Collectors.joining(","))
                    : file.text(at + "/status");
            if (!text.matches(STATUS)) {
                throw file.fault(at + "/status", "'" + text + "' is not a status; give one such as 200, or 2xx, or "
                        + "a list");
            }
            if (!Boolean.FALSE.equals(whole.follow()) && text.matches(REDIRECTS)) {
                throw file.fault(at + "/status", "redirects are followed, and the last answer is checked; to check the "
                        + "redirect itself, add follow: false");
            }
            checks.add(new Check(Part.STATUS, null, text.replace(" ", ""), file.place(at + "/status")));
        }
        if (form != null) {
            addChecks(checks, Part.HEADER, at + "/header", form.header());
            addChecks(checks, Part.JSON, at + "/json", form.json());
            if (form.regex() != null) {
                checks.add(new Check(Part.REGEX, pattern(at + "/regex", form.regex()), null,
                        file.place(at + "/regex")));
            }
            if (form.contains() != null) {
                refuseValues(at + "/contains", form.contains());
                checks.add(new Check(Part.REGEX, Pattern.quote(form.contains()), null, file.place(at + "/contains")));
            }
        }
        return List.copyOf(checks);
    }

    private void addChecks(List<Check> checks, Part part, String pointer, Map<String, String> expected)
            throws FaultyFileException {
        for (Map.Entry<String, String> each : ServiceFile.orNone(expected).entrySet()) {
            String at = YamlFile.below(pointer, each.getKey());
            String name = part == Part.JSON ? jsonPath(at, each.getKey()) : each.getKey();
            checks.add(new Check(part, name, each.getValue() == null ? null
                    : placeholders.filled(at, each.getValue(), Within.TEXT), file.place(at)));
        }
    }

    /**
     * Reads the values that a request takes from its answer.
     *
     * @param request its place, as a JSON pointer
     * @throws FaultyFileException with file, line and key of an invalid value
     */
    List<Take> takes(String request, Map<String, ServiceForm.Take> form) throws FaultyFileException {
        List<Take> takes = new ArrayList<>();
        for (Map.Entry<String, ServiceForm.Take> each : ServiceFile.orNone(form).entrySet()) {
            String at = YamlFile.below(request + "/take", each.getKey());
            file.require(at);
            if (!Placeholders.isName(each.getKey()) || placeholders.given().contains(each.getKey())) {
                throw file.fault(at, Placeholders.isName(each.getKey()) ? "users have a value of this name already"
                        : "this is not a name; use letters, digits and _");
            }
            takes.add(take(at, each.getKey(), each.getValue()));
        }
        return List.copyOf(takes);
    }

    private Take take(String at, String name, ServiceForm.Take form) throws FaultyFileException {
        boolean html = Boolean.TRUE.equals(form.html());
        boolean url = Boolean.TRUE.equals(form.url());
        if (form.json() != null ? form.regex() != null || form.header() != null
                : form.regex() == null && form.header() == null) {
            throw file.fault(at, "give one of regex, json and header; regex may accompany header");
        }
        if (form.json() != null) {
            return new Take(name, Part.JSON, jsonPath(at + "/json", form.json()), html, url, file.place(at));
        }
        String regex = form.regex() == null ? null : pattern(at + "/regex", form.regex());
        return form.header() == null ? new Take(name, Part.REGEX, regex, html, url, file.place(at))
                : new Take(name, Part.HEADER, form.header() + (regex == null ? "" : ": " + regex), html, url,
                        file.place(at));
    }

    private String jsonPath(String pointer, String path) throws FaultyFileException {
        if (!path.startsWith("$")) {
            throw file.fault(pointer, "'" + path + "' is not a JSON path; one begins with $, such as $.id");
        }
        if (path.contains("=~")) {
            throw file.fault(pointer, "regular expressions are not supported in a JSON path; check with regex instead");
        }
        refuseValues(pointer, path);
        try {
            JsonPath.compile(path);
        } catch (RuntimeException e) {
            // Some faulty paths end in an exception of another kind.
            throw file.fault(pointer, "'%s' is not a JSON path%s".formatted(path, e instanceof InvalidPathException
                    ? ": " + e.getMessage().replaceFirst("(?s)\\R.*", "").strip() : "; it is such as $.items[0].id"));
        }
        // The library ignores some open brackets, and finds missing functions only when it searches.
        String plain = QUOTED.matcher(path).replaceAll("''");
        String brackets = plain.replaceAll("[^\\[\\]()]", "");
        for (int length = -1; length != brackets.length(); brackets = brackets.replaceAll("\\[]|\\(\\)", "")) {
            length = brackets.length();
        }
        if (!brackets.isEmpty()) {
            throw file.fault(pointer, "'" + path + "' is not a JSON path: brackets do not match");
        }
        Matcher function = FUNCTION.matcher(plain);
        while (function.find()) {
            if (!FUNCTIONS.contains(function.group(1))) {
                throw file.fault(pointer, "'%s' is not a JSON path: there is no function %s; %s".formatted(path,
                        function.group(1), Nearest.hint(function.group(1), FUNCTIONS)));
            }
        }
        return path;
    }

    private void refuseValues(String pointer, String text) throws FaultyFileException {
        if (text.contains("${")) {
            throw file.fault(pointer, "values are not replaced here; compare with json: or header:");
        }
    }

    private String pattern(String pointer, String regex) throws FaultyFileException {
        return ServiceFile.pattern(file, pointer, regex).pattern();
    }
}
