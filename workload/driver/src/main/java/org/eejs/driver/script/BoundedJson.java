package org.eejs.driver.script;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.deser.std.UntypedObjectDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.NullNode;
import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.EvaluationListener.EvaluationContinuation;
import com.jayway.jsonpath.EvaluationListener.FoundResult;
import com.jayway.jsonpath.InvalidJsonException;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.PathNotFoundException;
import com.jayway.jsonpath.spi.json.JacksonJsonProvider;
import com.jayway.jsonpath.spi.mapper.JacksonMappingProvider;
import com.jayway.jsonpath.spi.mapper.MappingProvider;
import java.io.IOException;
import java.io.UncheckedIOException;

/** JSON whose paths search until a deadline, and find no more than fits the memory. For one thread. */
final class BoundedJson extends JacksonJsonProvider {
    private static final ObjectMapper MAPPER = new ObjectMapper().registerModule(
            new SimpleModule().addDeserializer(Object.class, new UntypedObjectDeserializer(null, (JavaType) null) {
                private static final long serialVersionUID = 1;

                @Override
                public Object deserialize(JsonParser json, DeserializationContext context) throws IOException {
                    return json.currentToken().isNumeric() ? new WrittenNumber(json.getText())
                            : super.deserialize(json, context);
                }
            }));
    private static final ObjectReader READER = MAPPER.readerFor(Object.class);
    private static final MappingProvider MAPPING = new JacksonMappingProvider();
    /** The limit of characters of the paths to all results, which json-path keeps. */
    private static final int MOST_FOUND = 8 << 20;
    /** Characters that a value takes in addition to its path. */
    private static final int EACH = 64;

    /** A number that is shown as it is written: 12.50, 1e3. */
    private static final class WrittenNumber extends Number {
        private static final long serialVersionUID = 1;

        private final String text;

        WrittenNumber(String text) {
            this.text = text;
        }

        @Override
        public int intValue() {
            return (int) doubleValue();
        }

        @Override
        public long longValue() {
            return (long) doubleValue();
        }

        @Override
        public float floatValue() {
            return (float) doubleValue();
        }

        @Override
        public double doubleValue() {
            return Double.parseDouble(text);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private final Deadline deadline;
    private final Configuration configuration;
    private int found;

    BoundedJson(Deadline deadline) {
        super(MAPPER, READER);
        this.deadline = deadline;
        this.configuration = Configuration.builder().jsonProvider(this).mappingProvider(MAPPING)
                .evaluationListener(this::add).build();
    }

    /** Parses a document; returns null if it is not JSON. */
    Object document(String text) {
        try {
            return parse(text);
        } catch (InvalidJsonException e) {
            return null;
        }
    }

    /** Returns the result of a path, NullNode for JSON's null, or null; throws IOException if that is too much. */
    Object find(JsonPath path, Object document) throws IOException {
        found = 0;
        try {
            Object value = path.read(document, configuration);
            return value == null ? NullNode.instance : value;
        } catch (PathNotFoundException e) {
            return null;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private EvaluationContinuation add(FoundResult result) {
        found += result.path().length() + EACH;
        if (found > MOST_FOUND) {
            throw new UncheckedIOException(new IOException("a JSON path finds too much in it; make the path shorter or "
                    + "more exact"));
        }
        return EvaluationContinuation.CONTINUE;
    }

    @Override
    public boolean isMap(Object value) {
        deadline.step();
        return super.isMap(value);
    }

    @Override
    public boolean isArray(Object value) {
        deadline.step();
        return super.isArray(value);
    }

    @Override
    public Object getMapValue(Object map, String key) {
        deadline.step();
        return super.getMapValue(map, key);
    }

    @Override
    public Object getArrayIndex(Object array, int index) {
        deadline.step();
        return super.getArrayIndex(array, index);
    }
}
