package org.eejs.lab.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eejs.banking.settings.Setting;
import org.junit.jupiter.api.Test;

/**
 * The schema with which editors complete and check files of services. It is generated from the declarations of the
 * form; settings have the same text as in the schema of experiments. {@code -Dschema.write=true} writes it again.
 */
class ServiceSchemaTest {
    private static final Path FILE = Path.of("../experiments/service.schema.json");
    private static final Path EXPERIMENTS = Path.of("../experiments/experiment.schema.json");
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void theCommittedFileIsWhatIsGenerated() throws IOException {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter(Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Separators.Spacing.AFTER));
        printer.indentArraysWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
        String generated = JSON.writer(printer).writeValueAsString(generated()) + "\n";
        if (Boolean.getBoolean("schema.write")) {
            Files.writeString(FILE, generated);
        } else {
            assertEquals(generated, Files.readString(FILE), "write it anew by -Dschema.write=true");
        }
    }

    private static JsonNode generated() throws IOException {
        ObjectNode schema = JSON.createObjectNode().put("$schema", "https://json-schema.org/draft/2020-12/schema")
                .put("title", "EEJS service: your own service and its users")
                .put("description", "What ./eejs run --service reads. Other keys are options of ./eejs run in camel "
                        + "case; what the command line says comes before them.");
        ObjectNode definitions = JSON.createObjectNode();
        schema.setAll(object(ServiceForm.class, definitions));
        JsonNode settings = JSON.readTree(EXPERIMENTS.toFile()).get("properties");
        ObjectNode properties = (ObjectNode) schema.get("properties");
        ServiceFile.POSSIBLE.stream().map(Setting::key).forEach(key -> properties.set(key, settings.get(key)));
        schema.putArray("required").add("url").add("scenarios");
        return schema.set("$defs", definitions);
    }

    private static ObjectNode object(Class<?> form, ObjectNode definitions) {
        ObjectNode object = JSON.createObjectNode().put("type", "object");
        ObjectNode properties = object.putObject("properties");
        for (RecordComponent component : form.getRecordComponents()) {
            if (!component.getName().equals("settings")) {
                ObjectNode property = type(component.getName(), component.getGenericType(), definitions);
                properties.set(component.getName(), property.put("description", description(form, component)));
            }
        }
        return object.put("additionalProperties", false);
    }

    /** Returns the description of a key; the keys that a step shares with a request are described there. */
    private static String description(Class<?> form, RecordComponent component) {
        JsonPropertyDescription own = component.getAccessor().getAnnotation(JsonPropertyDescription.class);
        if (own == null && form == ServiceForm.Step.class) {
            return Arrays.stream(ServiceForm.Request.class.getRecordComponents())
                    .filter(each -> each.getName().equals(component.getName())).findFirst()
                    .map(each -> description(ServiceForm.Request.class, each)).orElseThrow();
        }
        assertNotNull(own, component.toString());
        return own.value();
    }

    private static ObjectNode type(String name, Type type, ObjectNode definitions) {
        ObjectNode property = JSON.createObjectNode();
        if (type instanceof ParameterizedType generic) {
            Type[] of = generic.getActualTypeArguments();
            if (generic.getRawType() == List.class) {
                property.put("type", "array").set("items", type("", of[0], definitions));
            } else {
                property.put("type", "object").set("additionalProperties", type("", of[1], definitions));
            }
        } else if (type == JsonNode.class) {
            return switch (name) {
                case "command", "stop" -> property.set("type", JSON.createArrayNode().add("string").add("array"));
                case "status" -> property.set("type", JSON.createArrayNode().add("integer").add("string").add("array"));
                default -> property;
            };
        } else if (((Class<?>) type).isRecord()) {
            Class<?> form = (Class<?>) type;
            if (!definitions.has(form.getSimpleName())) {
                definitions.putObject(form.getSimpleName());
                definitions.set(form.getSimpleName(), object(form, definitions));
            }
            property.put("$ref", "#/$defs/" + form.getSimpleName());
        } else if (type == String.class) {
            property.set("type", JSON.createArrayNode().add("string").add("number").add("null"));
        } else {
            property.put("type", Map.<Type, String>of(Long.class, "integer", Integer.class, "integer", Double.class,
                    "number", Boolean.class, "boolean").get(type));
        }
        return property;
    }

    @Test
    void theExampleConformsToTheSchema() throws IOException {
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(FILE));
        assertEquals(List.of(), schema.validate(Files.readString(FILE.resolveSibling("service.yaml")),
                InputFormat.YAML));
        assertEquals(2, schema.validate("url: https://localhost\nnmae: a\nscenarios: [{steps: [{gte: /}]}]",
                InputFormat.YAML).size());
    }
}
