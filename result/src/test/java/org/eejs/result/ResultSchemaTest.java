package org.eejs.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The schema of results is generated. Run with {@code -Dschema.write=true} to write it again. */
class ResultSchemaTest {
    private static final Path FILE = Path.of("src/main/resources/org/eejs/result/eejs-result-2.schema.json");
    private static final Path FIXTURES =
            Path.of("../report/src/test/resources/org/eejs/report/rendering-fixture");

    @Test
    void theCommittedFileIsWhatIsGenerated() throws IOException {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter(Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Separators.Spacing.AFTER));
        printer.indentArraysWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
        String generated = new ObjectMapper().writer(printer).writeValueAsString(
                new ResultSchema(new JavadocOfResults(Path.of("src/main/java"))).generate()) + "\n";
        if (Boolean.getBoolean("schema.write")) {
            Files.writeString(FILE, generated);
        } else {
            assertEquals(generated, Files.readString(FILE), "write it again by -Dschema.write=true");
        }
    }

    private static Stream<Path> results() throws IOException {
        try (var files = Files.list(FIXTURES)) {
            return files.filter(file -> file.toString().endsWith(".json")).toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("results")
    void storedResultsMatchTheSchema(Path file) throws IOException {
        assertEquals("[]", schema().validate(Files.readString(file), InputFormat.JSON).toString());
        assertEquals("[]", schema().validate(RunDirectory.json(RunDirectory.read(file)), InputFormat.JSON).toString());
    }

    @ParameterizedTest
    @CsvSource({"result, eejs-result/2, eejs-result/1", "result, \"qos\", \"qoss\"",
        "result, \"figures\", \"shapes\"", "result, \"phase\":\"rampUp\", \"phase\":\"up\"",
        "result, \"round\":, \"round\":-", "bench-result, \"verdict\":\"OK\", \"verdict\":\"FINE\""})
    void whatIsNoResultIsRefused(String name, String right, String wrong) throws IOException {
        String stored = new ObjectMapper().readTree(FIXTURES.resolve(name + ".json").toFile()).toString();
        assertTrue(stored.contains(right));
        assertFalse(schema().validate(stored.replace(right, wrong), InputFormat.JSON).isEmpty());
    }

    private static Schema schema() throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(FILE));
    }
}
