package org.eejs.lab.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eejs.banking.service.ServiceRequest;
import org.eejs.banking.service.ServiceRequest.Header;
import org.eejs.banking.service.ServiceRequest.Take;
import org.eejs.banking.service.ServiceScript;
import org.eejs.lab.service.Placeholders.Within;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.YamlFile;

/** Creates requests from the steps of a file. Not thread-safe. */
final class WrittenScenario {
    /** Headers that the driver writes, and cookies, which it gets from answers. */
    private static final Set<String> NOT_WRITTEN = Set.of("host", "content-length", "connection", "cookie",
            "transfer-encoding");
    /** A number, true, false or null as JSON writes them (RFC 8259); YAML also has other null values and capitals. */
    private static final Pattern LITERAL = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?"
            + "|(?i:true|false|null|~|)");
    private static final String TYPE = "Content-Type";
    private static final String FORM_TYPE = "application/x-www-form-urlencoded";

    private final YamlFile<ServiceForm> file;
    private final Path folder;
    private final AllowedHosts hosts;
    private final Placeholders placeholders;
    private final WrittenChecks judged;

    WrittenScenario(YamlFile<ServiceForm> file, Path folder, AllowedHosts hosts, Placeholders placeholders) {
        this.file = file;
        this.folder = folder;
        this.hosts = hosts;
        this.placeholders = placeholders;
        this.judged = new WrittenChecks(file, placeholders);
    }

    /**
     * Returns the steps of a scenario.
     *
     * @param scenario its place, as a JSON pointer
     */
    List<ServiceScript.Step> steps(String scenario, List<ServiceForm.Step> steps) throws FaultyFileException {
        if (steps.isEmpty()) {
            throw file.fault(scenario + "/steps", "there is no step; add at least one");
        }
        placeholders.begin(places(scenario, steps));
        List<ServiceScript.Step> read = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < steps.size(); i++) {
            String pointer = scenario + "/steps/" + i;
            ServiceForm.Step step = steps.get(i);
            List<ServiceRequest> inOrder = inOrder(pointer, step);
            List<ServiceRequest> together = together(pointer, step);
            String name = step.name();
            if (name == null) {
                // As written, without secrets.
                String usual = inOrder.get(0).method() + " " + target(written(step.requests() == null ? step.own()
                        : step.requests().get(0))).replaceFirst("\\?.*", "");
                name = names.contains(usual) ? usual + " (" + (i + 1) + ")" : usual;
            }
            if (!names.add(name)) {
                throw file.fault(pointer + "/name", "'" + name + "' is already the name of another step");
            }
            read.add(new ServiceScript.Step(name, step.think() == null ? null
                    : (double) ServiceFile.duration(file, pointer + "/think", step.think()).toMillis(), inOrder,
                    together));
        }
        return List.copyOf(read);
    }

    /** Returns the places where values are taken, by their names. */
    private Map<String, String> places(String scenario, List<ServiceForm.Step> steps) {
        Map<String, String> places = new LinkedHashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            String pointer = scenario + "/steps/" + i;
            putPlaces(places, pointer, steps.get(i).take());
            for (String list : List.of("requests", "together")) {
                List<ServiceForm.Request> requests = list.equals("requests") ? steps.get(i).requests()
                        : steps.get(i).together();
                for (int j = 0; j < (requests == null ? 0 : requests.size()); j++) {
                    putPlaces(places, pointer + "/" + list + "/" + j, requests.get(j).take());
                }
            }
        }
        return places;
    }

    private void putPlaces(Map<String, String> places, String pointer, Map<String, ServiceForm.Take> takes) {
        ServiceFile.orNone(takes).keySet().forEach(name ->
                places.putIfAbsent(name, file.place(YamlFile.below(pointer + "/take", name))));
    }

    private List<ServiceRequest> inOrder(String pointer, ServiceForm.Step step) throws FaultyFileException {
        ServiceForm.Request own = step.own();
        if (step.requests() == null) {
            ServiceRequest request = request(pointer, own);
            placeholders.take(ServiceFile.orNone(own.take()).keySet());
            return List.of(request);
        }
        for (var component : ServiceForm.Request.class.getRecordComponents()) {
            if (file.has(pointer + "/" + component.getName())) {
                throw file.fault(pointer + "/" + component.getName(),
                        "write it in one of the step's requests, since there are several");
            }
        }
        if (step.requests().isEmpty()) {
            throw file.fault(pointer + "/requests", "there is no request; add at least one");
        }
        List<ServiceRequest> requests = new ArrayList<>();
        for (int i = 0; i < step.requests().size(); i++) {
            requests.add(request(pointer + "/requests/" + i, step.requests().get(i)));
            placeholders.take(ServiceFile.orNone(step.requests().get(i).take()).keySet());
        }
        return List.copyOf(requests);
    }

    private List<ServiceRequest> together(String pointer, ServiceForm.Step step) throws FaultyFileException {
        List<ServiceForm.Request> together = step.together() == null ? List.of() : step.together();
        List<ServiceRequest> requests = new ArrayList<>();
        for (int i = 0; i < together.size(); i++) {
            requests.add(request(pointer + "/together/" + i, together.get(i)));
        }
        together.forEach(each -> placeholders.take(ServiceFile.orNone(each.take()).keySet()));
        return List.copyOf(requests);
    }

    private ServiceRequest request(String pointer, ServiceForm.Request form) throws FaultyFileException {
        Map<String, String> methods = new LinkedHashMap<>();
        Stream.of("get", "post", "put", "delete", "patch", "head").filter(key -> file.has(pointer + "/" + key))
                .forEach(key -> methods.put(key, ""));
        if (methods.size() != 1) {
            throw file.fault(pointer, methods.isEmpty()
                    ? "there is no request; add one of get, post, put, delete, patch and head with a path"
                    : String.join(" and ", methods.keySet()) + " exclude each other: give one of them");
        }
        String method = methods.keySet().iterator().next();
        file.require(pointer + "/" + method);
        String url = written(form);
        List<Header> headers = headers(pointer, form);
        Body body = body(pointer, form, headers);
        int origin = origin(pointer + "/" + method, url);
        String target = placeholders.filled(pointer + "/" + method, target(url), Within.TARGET);
        if (target.replaceAll("\\$\\{[^}]*}", "").matches("(?s).*[\\s#\\p{Cntrl}].*")) {
            throw file.fault(pointer + "/" + method, "a path must not contain spaces or #; write %20 and %23");
        }
        addSecrets(target, headers, body);
        return new ServiceRequest(origin, method.toUpperCase(Locale.ROOT), target, headers, body.text(),
                false, body.bytes(), !Boolean.FALSE.equals(form.follow()), judged.checks(pointer, form),
                judged.takes(pointer, form.take()), file.place(pointer));
    }

    private void addSecrets(String target, List<Header> headers, Body body) {
        Function<CallValues.Slot, String> add = slot -> {
            placeholders.addIfSecret(slot);
            return null;
        };
        CallValues.target(target, add);
        CallValues.headers(headers, add);
        if (body.text() != null) {
            CallValues.body(headers.stream().filter(each -> each.name().equalsIgnoreCase(TYPE)).map(Header::value)
                    .findFirst().orElse(""), body.text(), add);
        }
    }

    /** Returns the path or URL. */
    private static String written(ServiceForm.Request form) {
        return Stream.of(form.get(), form.post(), form.put(), form.delete(), form.patch(), form.head())
                .filter(each -> each != null).findFirst().orElseThrow();
    }

    private static String target(String url) {
        return url.startsWith("/") ? url : url.replaceFirst("^[^:]+://[^/?]*", "").replaceFirst("^(?!/)", "/");
    }

    private int origin(String pointer, String url) throws FaultyFileException {
        if (url.startsWith("/")) {
            return 0;
        }
        WebAddress address = WebAddress.parse(url).orElseThrow(() -> file.fault(pointer,
                "'" + WebAddress.shown(url) + "': must be a path that begins with /, or a URL"));
        OptionalInt origin = hosts.indexOf(address);
        return origin.orElseThrow(() -> file.fault(pointer, ("%s is not among the hosts of requests, %s; add "
                + "it to hosts if it is yours").formatted(address.site(), hosts)));
    }

    private List<Header> headers(String pointer, ServiceForm.Request form) throws FaultyFileException {
        List<Header> headers = new ArrayList<>();
        for (Map.Entry<String, String> each : ServiceFile.orNone(form.headers()).entrySet()) {
            String at = YamlFile.below(pointer + "/headers", each.getKey());
            file.require(at);
            if (!each.getKey().matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+")
                    || NOT_WRITTEN.contains(each.getKey().toLowerCase(Locale.ROOT))) {
                throw file.fault(at, "the driver writes this header; leave out Host, Content-Length, Connection and "
                        + "Cookie");
            }
            String value = placeholders.filled(at, each.getValue(), Within.TEXT);
            if (value.matches("(?s).*[\\r\\n\\x00].*")) {
                throw file.fault(at, "a header must be one line");
            }
            headers.add(new Header(each.getKey(), value));
        }
        return headers;
    }

    private record Body(String text, byte[] bytes) {}

    private Body body(String pointer, ServiceForm.Request form, List<Header> headers) throws FaultyFileException {
        List<String> given = Stream.of("body", "bodyFile", "form", "json")
                .filter(key -> file.has(pointer + "/" + key)).toList();
        if (given.size() > 1) {
            throw file.fault(pointer + "/" + given.get(1), String.join(" and ", given)
                    + " exclude each other: give one");
        }
        if (form.body() != null) {
            boolean isForm = headers.stream().anyMatch(header -> header.name().equalsIgnoreCase(TYPE)
                    && header.value().toLowerCase(Locale.ROOT).startsWith(FORM_TYPE));
            return new Body(placeholders.filled(pointer + "/body", form.body(), isForm ? Within.TARGET : Within.TEXT),
                    null);
        }
        if (form.bodyFile() != null) {
            Path path = file.path(pointer + "/bodyFile");
            try {
                return new Body(null, Files.readAllBytes(path));
            } catch (IOException e) {
                throw file.fault(pointer + "/bodyFile", "cannot read " + path);
            }
        }
        if (form.form() != null) {
            addType(headers, FORM_TYPE);
            List<String> fields = new ArrayList<>();
            for (Map.Entry<String, String> each : form.form().entrySet()) {
                String at = YamlFile.below(pointer + "/form", each.getKey());
                fields.add(placeholders.filled(at, each.getKey(), Within.FORM) + "=" + placeholders.filled(at,
                        each.getValue() == null ? "" : each.getValue(), Within.FORM));
            }
            return new Body(String.join("&", fields), null);
        }
        if (form.json() == null) {
            return new Body(null, null);
        }
        addType(headers, "application/json");
        return new Body(filled(pointer + "/json", form.json()).toString(), null);
    }

    private static void addType(List<Header> headers, String type) {
        if (headers.stream().noneMatch(header -> header.name().equalsIgnoreCase(TYPE))) {
            headers.add(new Header(TYPE, type));
        }
    }

    /** Returns a value as it is sent: a number with its written digits, and text if JSON has no such value. */
    private JsonNode filled(String pointer, JsonNode json) throws FaultyFileException {
        if (json.isValueNode()) {
            String text = file.text(pointer);
            return json.isTextual() || !LITERAL.matcher(text).matches()
                    ? TextNode.valueOf(placeholders.filled(pointer, text, Within.JSON))
                    : json.isNumber() ? JsonNodeFactory.instance.rawValueNode(new RawValue(text)) : json;
        }
        JsonNode filled = json.deepCopy();
        if (filled instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> each : json.properties()) {
                object.set(each.getKey(), filled(YamlFile.below(pointer, each.getKey()), each.getValue()));
            }
        } else if (filled instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, filled(pointer + "/" + i, json.get(i)));
            }
        }
        return filled;
    }
}
