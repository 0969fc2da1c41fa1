package org.eejs.driver.service;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
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

/** JSON in which paths search until a deadline, and find no more than fits the memory. For one thread. */
final class BoundedJson extends JacksonJsonProvider {
    /** Numbers stay as they are written. */
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    private static final ObjectReader READER = MAPPER.readerFor(Object.class);
    private static final MappingProvider MAPPING = new JacksonMappingProvider();
    /** Characters of the paths to all that is found, which json-path keeps. */
    private static final int MOST_FOUND = 8 << 20;
    /** Characters that a value takes in addition to its path. */
    private static final int EACH = 64;

    private final Deadline deadline;
    private final Configuration configuration;
    private int found;

    BoundedJson(Deadline deadline) {
        super(MAPPER, READER);
        this.deadline = deadline;
        this.configuration = Configuration.builder().jsonProvider(this).mappingProvider(MAPPING)
                .evaluationListener(this::add).build();
    }

    /** Parses a document; returns null if it is no JSON. */
    Object document(String text) {
        try {
            return parse(text);
        } catch (InvalidJsonException e) {
            return null;
        }
    }

    /** Returns what a path finds, or null; throws IOException if that is too much. */
    Object find(JsonPath path, Object document) throws IOException {
        found = 0;
        try {
            return path.read(document, configuration);
        } catch (PathNotFoundException e) {
            return null;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private EvaluationContinuation add(FoundResult result) {
        found += result.path().length() + EACH;
        if (found > MOST_FOUND) {
            throw new UncheckedIOException(new IOException("a JSON path finds too much in it; make the path shorter "
                    + "or more exact"));
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
