package org.eejs.lab.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.eejs.banking.Named;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.Form;
import org.eejs.banking.settings.Setting;
import org.eejs.result.BankFigures;
import org.eejs.result.Figure;
import org.eejs.result.Published;
import org.eejs.result.settings.RunSettings;
import org.eejs.result.settings.XmlSettings;
import org.junit.jupiter.api.Test;

/**
 * The schema with which editors complete and check experiment files. Settings and metrics are generated from their
 * declarations; {@code -Dschema.write=true} writes them again. All else in it is written by hand.
 */
class ExperimentSchemaTest {
    private static final Path FILE = Path.of("../experiments/experiment.schema.json");
    private static final Set<Setting<?>> BESIDE_XML = Set.of(TransactionSettings.JDK, TransactionSettings.SEED);
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void theCommittedFileIsWhatIsGenerated() throws IOException {
        String committed = Files.readString(FILE);
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter(Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Separators.Spacing.AFTER));
        printer.indentArraysWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
        String generated = JSON.writer(printer).writeValueAsString(generated(committed)) + "\n";
        if (Boolean.getBoolean("schema.write")) {
            Files.writeString(FILE, generated);
        } else {
            assertEquals(generated, committed, "write it anew by -Dschema.write=true");
        }
    }

    private static JsonNode generated(String committed) throws IOException {
        ObjectNode schema = (ObjectNode) JSON.readTree(committed);
        ObjectNode others = (ObjectNode) schema.get("properties");
        ObjectNode xml = (ObjectNode) others.get(RunSettings.XML);
        ObjectNode properties = JSON.createObjectNode();
        ObjectNode ofConfigurations = JSON.createObjectNode();
        ofConfigurations.set("name", others.at("/configurations/items/properties/name"));
        for (Setting<?> setting : BankingSettings.ALL) {
            properties.set(setting.key(), property(setting));
            ofConfigurations.putObject(setting.key()).put("$ref", "#/properties/" + setting.key());
            others.remove(setting.key());
        }
        properties.set(RunSettings.XML, xml);
        ofConfigurations.set(RunSettings.XML, xml);
        properties.setAll(others);
        ((ObjectNode) properties.at("/configurations/items")).set("properties", ofConfigurations);
        ((ObjectNode) properties.get("metric")).set("enum",
                strings(BankFigures.ALL.stream().filter(Figure::isRanked).map(Figure::id).distinct().toList()));
        schema.set("properties", properties);
        ObjectNode below = ((ObjectNode) schema.at("/$defs/Xml")).putObject("properties");
        TransactionSettings.ALL.stream().filter(setting -> !BESIDE_XML.contains(setting))
                .forEach(setting -> below.set(setting.key(), property(setting)));
        return schema;
    }

    private static ObjectNode property(Setting<?> setting) {
        ObjectNode property = JSON.createObjectNode();
        Form<?> form = setting.form();
        if (form == Form.NAMES) {
            ArrayNode either = property.putArray("anyOf");
            ObjectNode list = either.addObject().put("type", "array");
            list.putObject("items").put("type", "string").set("enum", strings(setting.names()));
            either.addObject().put("type", "string").set("enum",
                    strings(setting.names()).add(Named.ALL).add(Named.NONE));
        } else if (form == Form.WORDS) {
            property.put("type", "array").putObject("items").put("type", "string");
        } else if (form == Form.SWITCH) {
            property.set("type", strings(List.of("string", "boolean")));
        } else if (form == Form.VERSION) {
            property.set("type", strings(List.of("string", "integer")));
        } else {
            property.put("type", form == Form.WHOLE ? "integer" : form == Form.NUMBER ? "number" : "string");
        }
        property.put("description", setting.help());
        if (form != Form.NAMES && !setting.names().isEmpty()) {
            ArrayNode names = strings(setting.names());
            property.set("enum", form == Form.SWITCH ? names.add(true).add(false) : names);
        }
        return property;
    }

    private static ArrayNode strings(List<String> words) {
        ArrayNode array = JSON.createArrayNode();
        words.forEach(array::add);
        return array;
    }

    @Test
    void whatIsWrittenByHandHasAllKeys() throws IOException {
        JsonNode schema = JSON.readTree(FILE.toFile());
        assertEquals(components(Published.Row.class),
                keys(schema.at("/properties/published/properties/rows/items/properties")));
        assertEquals(components(XmlSettings.class),
                new TreeSet<>(TransactionSettings.ALL.stream().map(Setting::key).toList()));
    }

    private static Set<String> components(Class<?> type) {
        Set<String> names = new TreeSet<>();
        Arrays.stream(type.getRecordComponents()).forEach(component -> names.add(component.getName()));
        return names;
    }

    private static Set<String> keys(JsonNode object) {
        Set<String> names = new TreeSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void readyExperimentsConformToTheSchema() throws IOException {
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(FILE));
        try (var files = Files.newDirectoryStream(FILE.getParent(),
                file -> file.toString().endsWith(".yaml") && !file.endsWith("service.yaml"))) {
            for (Path file : files) {
                assertEquals(List.of(), schema.validate(Files.readString(file), InputFormat.YAML), file.toString());
            }
        }
    }
}
