package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.Form;
import org.eejs.result.settings.Allowed;
import org.eejs.result.settings.RunSettings;

/**
 * Makes the JSON Schema of results from the records that are written: names and types from their components, limits
 * from {@link Allowed}, descriptions from their Javadoc. A component may be absent if its Javadoc contains "null" or
 * "absent".
 */
final class ResultSchema {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<Class<?>> WHOLE = Set.of(int.class, Integer.class, long.class, Long.class);
    private static final Set<Class<?>> NUMBERS = Set.of(double.class, Double.class);
    private static final Set<Class<?>> TRUTHS = Set.of(boolean.class, Boolean.class);

    private final JavadocOfResults javadoc;
    private final ObjectNode definitions = JSON.createObjectNode();

    ResultSchema(JavadocOfResults javadoc) {
        this.javadoc = javadoc;
    }

    /** Returns the schema of {@code result.json}. */
    ObjectNode generate() {
        ObjectNode schema = JSON.createObjectNode().put("$schema", "https://json-schema.org/draft/2020-12/schema")
                .put("$id", "urn:eejs:result:2").put("title", "EEJS result");
        schema.setAll(object(Result.class));
        schema.set("$defs", definitions);
        return schema;
    }

    private ObjectNode object(Class<?> type) {
        ObjectNode object = JSON.createObjectNode().put("type", "object");
        if (!javadoc.of(type).isEmpty()) {
            object.put("description", javadoc.of(type));
        }
        ObjectNode properties = object.putObject("properties");
        List<String> required = new ArrayList<>();
        if (type == RunSettings.class) {
            addSettings(properties);
        } else {
            addComponents(type, properties, required);
        }
        object.put("additionalProperties", false);
        object.set("required", JSON.valueToTree(required));
        return object;
    }

    private void addComponents(Class<?> type, ObjectNode properties, List<String> required) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name = component.getName();
            String description = javadoc.of(type, name);
            boolean canBeAbsent = description.matches(".*\\b(null|absent)\\b.*") || javadoc.of(type).contains("may be null")
                    || component.getAccessor().isAnnotationPresent(JsonInclude.class);
            if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
                addComponents(component.getType(), properties, canBeAbsent ? new ArrayList<>() : required);
            } else {
                ObjectNode property = limited(component);
                describe(property, description.replaceAll("\\bnull\\b", "absent"));
                properties.set(name, property);
                if (!canBeAbsent) {
                    required.add(name);
                }
            }
        }
    }

    private static void describe(ObjectNode property, String text) {
        if (!text.isEmpty()) {
            property.put("description", Character.toUpperCase(text.charAt(0)) + text.substring(1)
                    + (text.endsWith(".") ? "" : "."));
        }
    }

    private void addSettings(ObjectNode properties) {
        BankingSettings.ALL.forEach(setting -> {
            Form<?> form = setting.form();
            boolean several = form == Form.NAMES || form == Form.WORDS;
            ObjectNode property = properties.putObject(setting.key()).put("type", several ? "array"
                    : form == Form.WHOLE ? "integer" : form == Form.NUMBER ? "number" : "string");
            if (several) {
                property.putObject("items").put("type", "string");
            }
            property.put("description", setting.help());
        });
    }

    private ObjectNode limited(RecordComponent component) {
        ObjectNode schema = schema(component.getGenericType());
        Allowed allowed = component.getAnnotation(Allowed.class);
        if (component.getName().matches("ci95|.*Ci95")) {
            schema.put("minItems", 2).put("maxItems", 2);
            if (allowed != null && allowed.open()) {
                ((ObjectNode) schema.get("items")).putArray("type").add("number").add("null");
            }
            return schema;
        }
        ObjectNode single = schema;
        while (single.has("items") || single.has("additionalProperties")) {
            single = (ObjectNode) single.get(single.has("items") ? "items" : "additionalProperties");
        }
        if (allowed != null && allowed.value().length > 0) {
            single.set("enum", JSON.valueToTree(allowed.value()));
        } else if (Set.of("integer", "number").contains(single.path("type").asText())) {
            limit(single, "minimum", allowed == null ? 0 : allowed.least());
            limit(single, "maximum", allowed == null ? Double.POSITIVE_INFINITY : allowed.most());
        }
        return schema;
    }

    private static void limit(ObjectNode number, String keyword, double limit) {
        if (Double.isFinite(limit)) {
            number.put(keyword, (long) limit);
        }
    }

    private ObjectNode schema(Type type) {
        ObjectNode schema = JSON.createObjectNode();
        if (type instanceof ParameterizedType several) {
            ObjectNode content = schema(several.getActualTypeArguments()[several.getActualTypeArguments().length - 1]);
            return several.getRawType() == Map.class ? schema.put("type", "object").set("additionalProperties", content)
                    : schema.put("type", "array").set("items", content);
        }
        Class<?> single = (Class<?>) type;
        if (single == Cell.class) {
            schema.put("type", "object").putObject("additionalProperties").put("type", "string");
            return schema;
        }
        if (single.isRecord()) {
            return schema.put("$ref", "#/$defs/" + defined(single));
        }
        if (single.isEnum()) {
            ArrayNode names = schema.putArray("enum");
            Arrays.stream(single.getEnumConstants()).forEach(constant -> names.add(JSON.valueToTree(constant)));
            return schema;
        }
        return schema.put("type", WHOLE.contains(single) ? "integer" : NUMBERS.contains(single) ? "number"
                : TRUTHS.contains(single) ? "boolean" : "string");
    }

    private String defined(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        String name = outer == null || outer == Result.class ? type.getSimpleName()
                : outer.getSimpleName() + "." + type.getSimpleName();
        if (!definitions.has(name)) {
            definitions.putObject(name);
            definitions.set(name, object(type));
        }
        return name;
    }
}
