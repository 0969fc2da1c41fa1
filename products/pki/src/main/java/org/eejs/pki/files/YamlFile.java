package org.eejs.pki.files;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A file of the operator, read strictly. A key that is unknown, mistyped, missing or repeated is an error that names
 * file, line and the allowed keys. Remembers the line of each key, for mistakes that are found later. If the record has
 * a key as text, its value is taken as written. That also holds for {@code 0123}, {@code 1.10} and {@code yes}, which
 * YAML 1.1 reads as a number, a date, true or null. Only a key without a value has none.
 *
 * @param <T> the record that the file's keys become
 */
public final class YamlFile<T> {
    private static final YAMLMapper STRICT = strict().build();

    private static final String MISSING = "a value is missing";

    private final String name;
    private final Path folder;
    private final Map<String, Integer> lines = new HashMap<>();
    /** The text of values that are not text in YAML, by JSON pointers. */
    private final Map<String, String> written = new HashMap<>();
    private JsonNode root;
    private T value;

    private YamlFile(String name, Path folder) {
        this.name = name;
        this.folder = folder;
    }

    /** Returns the builder of the reader used here, for callers that allow more in their files. */
    public static YAMLMapper.Builder strict() {
        return YAMLMapper.builder()
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
    }

    /**
     * Reads a file; its relative paths are relative to its folder.
     *
     * @param kind the kind of file for error messages, such as "the policy"
     * @throws FaultyFileException if it does not exist, is not readable, does not match {@code form}, or if others
     *     could change it
     */
    public static <T> YamlFile<T> read(Path file, String kind, Class<T> form) throws FaultyFileException {
        String text;
        try {
            text = Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new FaultyFileException("%s %s does not exist".formatted(kind, file), e);
        } catch (CharacterCodingException e) {
            throw new FaultyFileException("%s %s is not UTF-8".formatted(kind, file), e);
        } catch (IOException e) {
            throw new FaultyFileException("%s %s is not readable: %s".formatted(kind, file, e.getMessage()), e);
        }
        String fault = GuardedFile.fault(file, GuardedFile.Content.DECIDES);
        if (fault != null) {
            throw new FaultyFileException("%s %s is not trusted: %s".formatted(kind, file, fault));
        }
        return parse(text, file.toString(), file.toAbsolutePath().getParent(), form);
    }

    /**
     * Reads a text.
     *
     * @param name its name in error messages
     * @param folder the folder of relative paths; null if only absolute ones are allowed
     */
    public static <T> YamlFile<T> parse(String text, String name, Path folder, Class<T> form)
            throws FaultyFileException {
        return parse(STRICT, text, name, folder, form);
    }

    /** Reads a text with a reader that was made from {@link #strict()}. */
    public static <T> YamlFile<T> parse(YAMLMapper reader, String text, String name, Path folder, Class<T> form)
            throws FaultyFileException {
        YamlFile<T> file = new YamlFile<>(name, folder);
        try {
            file.findLines(text);
            try (JsonParser parser = new FiniteNumbers(reader.createParser(text))) {
                file.root = reader.readTree(parser);
            }
        } catch (JsonProcessingException e) {
            JsonLocation location = e.getLocation();
            throw new FaultyFileException("%s, line %d: %s".formatted(name,
                    location == null ? 1 : location.getLineNr(), message(e)));
        } catch (FaultyFileException e) {
            throw e;
        } catch (IOException e) {
            throw new FaultyFileException(name + " is not readable: " + e.getMessage(), e);
        }
        return file.bound(reader, form);
    }

    /**
     * Returns the part of the file at a key, as a separate file with the same name and lines.
     *
     * @param pointer the key, as a JSON pointer
     */
    public <S> YamlFile<S> part(String pointer, YAMLMapper reader, Class<S> form) throws FaultyFileException {
        YamlFile<S> part = new YamlFile<>(name, folder);
        putBelow(pointer, lines, part.lines);
        putBelow(pointer, written, part.written);
        part.root = root.at(pointer);
        return part.bound(reader, form);
    }

    private static <V> void putBelow(String pointer, Map<String, V> whole, Map<String, V> part) {
        whole.forEach((key, value) -> {
            if (key.equals(pointer) || key.startsWith(pointer + "/")) {
                part.put(key.substring(pointer.length()), value);
            }
        });
    }

    /** Fills the form with the content. */
    private YamlFile<T> bound(YAMLMapper reader, Class<T> form) throws FaultyFileException {
        if (!(root instanceof ObjectNode)) {
            throw fault("", "keys and values are expected; keys are " + components(form));
        }
        try {
            value = reader.treeToValue(asWritten("", root, form), form);
            return this;
        } catch (UnrecognizedPropertyException e) {
            throw new UnknownKeyException(fault(pointer(e), "there is no key '%s'; keys are %s".formatted(
                    e.getPropertyName(), e.getKnownPropertyIds().stream().map(String::valueOf).sorted()
                            .collect(Collectors.joining(", ")))).getMessage(), e.getPropertyName());
        } catch (InvalidNullException e) {
            throw fault(pointer(e), MISSING);
        } catch (MismatchedInputException e) {
            JsonNode found = root.at(pointer(e));
            throw fault(pointer(e), expected(e.getTargetType()) + " is expected" + instead(found, e.getTargetType()));
        } catch (JsonMappingException e) {
            throw fault(pointer(e), root.at(pointer(e)).isNumber()
                    ? "%s is out of range; give another number".formatted(text(pointer(e))) : message(e));
        } catch (JsonProcessingException e) {
            throw fault("", message(e));
        }
    }

    /** Puts text where the form has text and YAML has found something else. */
    private JsonNode asWritten(String pointer, JsonNode node, Type type) {
        if (type == String.class) {
            String text = written.get(pointer);
            return text == null ? node : TextNode.valueOf(text);
        }
        Type[] parts = type instanceof ParameterizedType several ? several.getActualTypeArguments() : new Type[0];
        if (node instanceof ArrayNode array && parts.length == 1) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, asWritten(pointer + "/" + i, array.get(i), parts[0]));
            }
        } else if (node instanceof ObjectNode object && parts.length == 2) {
            object.properties().forEach(each -> each.setValue(asWritten(below(pointer, each.getKey()), each.getValue(),
                    parts[1])));
        } else if (node instanceof ObjectNode object && type instanceof Class<?> record && record.isRecord()) {
            for (RecordComponent key : record.getRecordComponents()) {
                if (object.has(key.getName())) {
                    object.set(key.getName(), asWritten(below(pointer, key.getName()), object.get(key.getName()),
                            key.getGenericType()));
                }
            }
        }
        return node;
    }

    private void findLines(String text) throws IOException {
        try (JsonParser parser = STRICT.getFactory().createParser(text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                String pointer = parser.getParsingContext().pathAsPointer().toString();
                lines.putIfAbsent(pointer, parser.currentTokenLocation().getLineNr());
                if (((YAMLParser) parser).isCurrentAlias()) {
                    throw fault(pointer, "'*%s' refers to another place of the file; write the value instead"
                            .formatted(parser.getText()));
                }
                if (token.isScalarValue() && token != JsonToken.VALUE_STRING && !parser.getText().isEmpty()) {
                    written.putIfAbsent(pointer, parser.getText());
                }
            }
        }
    }

    /** Returns whether the file has a key, given as a JSON pointer. */
    public boolean has(String pointer) {
        return lines.containsKey(pointer);
    }

    /**
     * Returns the text at a key, however YAML reads it; empty if there is no single value.
     *
     * @param pointer the key, as a JSON pointer
     */
    public String text(String pointer) {
        return written.getOrDefault(pointer, root.at(pointer).isNull() ? "" : root.at(pointer).asText());
    }

    /** Returns the content of the file. */
    public T value() {
        return value;
    }

    /**
     * Returns the path at a key; a relative one is relative to the file's folder.
     *
     * @param pointer the key, as a JSON pointer
     */
    public Path path(String pointer) throws FaultyFileException {
        require(pointer);
        Path path = Path.of(text(pointer));
        if (path.isAbsolute()) {
            return path;
        }
        if (folder == null) {
            throw fault(pointer, "the path must be absolute, because there is no folder that it could be relative to");
        }
        return folder.resolve(path).normalize();
    }

    /**
     * Returns the path at a key. Checks that the file there is readable, and that others can neither change it nor read
     * a secret in it.
     *
     * @throws FaultyFileException with the fault and its remedy
     */
    public Path guarded(String pointer, GuardedFile.Content content) throws FaultyFileException {
        Path path = path(pointer);
        if (!Files.isReadable(path)) {
            throw fault(pointer, path + (Files.exists(path) ? " is not readable" : " does not exist"));
        }
        String fault = GuardedFile.fault(path, content);
        if (fault != null) {
            throw fault(pointer, fault);
        }
        return path;
    }

    /** Throws unless all these keys, as JSON pointers, have a value. */
    public void require(String... pointers) throws FaultyFileException {
        for (String pointer : pointers) {
            JsonNode node = root.at(pointer);
            if (node.isMissingNode()) {
                JsonPointer whole = JsonPointer.compile(pointer);
                throw new FaultyFileException("%s, line %d: the key '%s' is missing".formatted(name,
                        line(whole.head().toString()), whole.last().getMatchingProperty()));
            }
            if (node.isNull() || node.isTextual() && node.asText().isBlank()) {
                throw fault(pointer, MISSING);
            }
        }
    }

    /** Throws if one of these keys below another has a number that is too small. */
    public void atLeast(int least, String pointer, String... keys) throws FaultyFileException {
        for (String key : keys) {
            JsonNode number = root.at(below(pointer, key));
            if (number.isNumber() && number.asDouble() < least) {
                throw fault(below(pointer, key), "%s is too small; the least is %d".formatted(number.asText(), least));
            }
        }
    }

    /** Returns an error about the value at a key, given as a JSON pointer. */
    public FaultyFileException fault(String pointer, String what) {
        return new FaultyFileException(place(pointer) + ": " + what);
    }

    /** Returns the place of a key, given as a JSON pointer: file, line and key. */
    public String place(String pointer) {
        JsonPointer whole = JsonPointer.compile(pointer);
        StringBuilder key = new StringBuilder();
        for (JsonPointer rest = whole; !rest.matches(); rest = rest.tail()) {
            if (rest.mayMatchElement()) {
                key.append('[').append(rest.getMatchingIndex()).append(']');
            } else {
                key.append(key.isEmpty() ? "" : ".").append(rest.getMatchingProperty());
            }
        }
        return "%s, line %d".formatted(name, line(pointer)) + (key.isEmpty() ? "" : ", key '%s'".formatted(key));
    }

    /** Returns the JSON pointer of a key below another. */
    public static String below(String pointer, String key) {
        return pointer + "/" + key.replace("~", "~0").replace("/", "~1");
    }

    private int line(String pointer) {
        for (String at = pointer; !at.isEmpty(); at = at.substring(0, at.lastIndexOf('/'))) {
            if (lines.containsKey(at)) {
                return lines.get(at);
            }
        }
        return lines.getOrDefault("", 1);
    }

    private static String pointer(JsonMappingException e) {
        String pointer = "";
        for (JsonMappingException.Reference step : e.getPath()) {
            pointer = below(pointer, step.getFieldName() == null ? "" + step.getIndex() : step.getFieldName());
        }
        return pointer;
    }

    private static String expected(Class<?> type) {
        if (type == null) {
            return "another value";
        }
        if (type.isEnum()) {
            return "one of " + Arrays.stream(type.getEnumConstants()).map(String::valueOf)
                    .collect(Collectors.joining(", "));
        }
        if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
            return "a whole number";
        }
        if (Number.class.isAssignableFrom(type)) {
            return "a number";
        }
        if (Collection.class.isAssignableFrom(type)) {
            return "a list";
        }
        return type.isRecord() ? "an entry with the keys " + components(type)
                : Map.class.isAssignableFrom(type) ? "an entry of keys and values" : "text";
    }

    /** Returns the value that was found. It hides a text in place of several values, which may contain a password. */
    private static String instead(JsonNode found, Class<?> type) {
        boolean isOne = type != null && (type.isEnum() || type.isPrimitive() || Number.class.isAssignableFrom(type)
                || type == Boolean.class);
        return !found.isValueNode() || found.isNull() ? "" : isOne ? ", not '" + found.asText() + "'"
                : ", not a " + (found.isTextual() ? "text" : found.getNodeType().name().toLowerCase(Locale.ROOT))
                + (type == null || !type.isRecord() ? ""
                : "; write {" + type.getRecordComponents()[0].getName() + ": …}");
    }

    private static String components(Class<?> form) {
        return Arrays.stream(form.getRecordComponents()).map(each ->
                each.getAccessor().isAnnotationPresent(JsonAnySetter.class) ? "other " + each.getName()
                        : each.getName()).sorted().collect(Collectors.joining(", "));
    }

    /** Returns the parser's message without the places in it, which the parser shows as drawings. */
    private static String message(JsonProcessingException e) {
        return e.getOriginalMessage().lines().filter(line -> !line.startsWith(" ")).limit(2)
                .collect(Collectors.joining(": "));
    }
}
